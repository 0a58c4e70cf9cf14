//! Moves that often led to a cut.

use arrayvec::ArrayVec;
use chess::{Move, Square};

/// How many moves a level remembers at most.
pub const MOST_KILLERS: usize = 16;

/// The killer moves of one level, the most frequent first.
#[derive(Clone, Debug)]
pub struct Killers {
    /// With the sum of what their cuts count.
    moves: ArrayVec<(Move, f64), MOST_KILLERS>,
    room: usize,
    /// What the next cut counts.
    cut: f64,
    /// By how much a cut counts more than the one before.
    growth: f64,
}

/// By how much a cut of a fading table counts more than the one before.
const GROWTH: f64 = 1.3;

/// From here on, all counts are made small again.
const LARGE: f64 = 1e100;

impl Killers {
    /// A table with room for this number of moves, in which all cuts count the same.
    ///
    /// # Panics
    ///
    /// If that is more than [`MOST_KILLERS`].
    pub const fn new(room: usize) -> Self {
        assert!(room <= MOST_KILLERS, "that many can be kept");
        Self {
            moves: ArrayVec::new_const(),
            room,
            cut: 1.0,
            growth: 1.0,
        }
    }

    /// The same, where the more a cut counts the later it was.
    ///
    /// # Panics
    ///
    /// If that is more than [`MOST_KILLERS`].
    pub const fn fading(room: usize) -> Self {
        let mut killers = Self::new(room);
        killers.growth = GROWTH;
        killers
    }

    /// How many moves it can have.
    #[inline]
    pub const fn room(&self) -> usize {
        self.room
    }

    /// The rank of a move, from 0.
    #[inline]
    pub fn rank(&self, mv: Move) -> Option<usize> {
        self.moves.iter().position(|&(killer, _)| killer == mv)
    }

    /// Whether one of them starts from this square.
    #[inline]
    pub fn start_from(&self, square: Square) -> bool {
        self.moves.iter().any(|(killer, _)| killer.from == square)
    }

    /// A move has led to a cut: a new one takes the last place; one that has come to count
    /// as much as the one before it passes it.
    pub fn adjust(&mut self, mv: Move) {
        if self.room == 0 {
            return;
        }
        let known = self.rank(mv);
        let moves = &mut self.moves;
        let mut rank = known.unwrap_or_else(|| {
            moves.truncate(self.room - 1);
            moves.push((mv, 0.0));
            moves.len() - 1
        });
        moves[rank].1 += self.cut;
        self.cut *= self.growth;
        while rank > 0 && moves[rank].1 >= moves[rank - 1].1 {
            moves.swap(rank, rank - 1);
            rank -= 1;
        }
        if self.cut > LARGE {
            moves.iter_mut().for_each(|(_, count)| *count /= self.cut);
            self.cut = 1.0;
        }
    }

    /// Forgets all.
    pub fn clear(&mut self) {
        self.moves.clear();
        self.cut = 1.0;
    }
}

//! Moves that often led to a cut.

use arrayvec::ArrayVec;
use chess::{Move, Square};

/// How many moves a level remembers at most.
pub const MOST_KILLERS: usize = 16;

/// The killer moves of one level, the most frequent first.
#[derive(Clone, Debug)]
pub struct Killers {
    moves: ArrayVec<(Move, u32), MOST_KILLERS>,
    room: usize,
}

impl Killers {
    /// A table with room for this number of moves.
    ///
    /// # Panics
    ///
    /// If that is more than [`MOST_KILLERS`].
    pub const fn new(room: usize) -> Self {
        assert!(room <= MOST_KILLERS, "that many can be kept");
        let moves = ArrayVec::new_const();
        Self { moves, room }
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

    /// A move has led to a cut: a new one takes the last place; one that has done so as
    /// often as the one before it passes it.
    pub fn adjust(&mut self, mv: Move) {
        if self.room == 0 {
            return;
        }
        let known = self.rank(mv);
        let moves = &mut self.moves;
        let mut rank = known.unwrap_or_else(|| {
            moves.truncate(self.room - 1);
            moves.push((mv, 0));
            moves.len() - 1
        });
        moves[rank].1 += 1;
        while rank > 0 && moves[rank].1 >= moves[rank - 1].1 {
            moves.swap(rank, rank - 1);
            rank -= 1;
        }
    }

    /// Forgets all.
    pub fn clear(&mut self) {
        self.moves.clear();
    }
}

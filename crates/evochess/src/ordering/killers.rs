//! Moves that often led to a cut.

use arrayvec::ArrayVec;
use chess::Move;

/// How many moves a level remembers.
pub const KILLERS: usize = 4;

/// The killer moves of one level, the most frequent first.
#[derive(Clone, Debug, Default)]
pub struct Killers(ArrayVec<(Move, u32), KILLERS>);

impl Killers {
    /// The rank of a move, from 0.
    #[inline]
    pub fn rank(&self, mv: Move) -> Option<usize> {
        self.0.iter().position(|&(killer, _)| killer == mv)
    }

    /// A move has led to a cut: a new one takes the last place; one that has done so as
    /// often as the one before it passes it.
    pub fn adjust(&mut self, mv: Move) {
        let mut rank = self.rank(mv).unwrap_or_else(|| {
            if self.0.is_full() {
                self.0.pop();
            }
            self.0.push((mv, 0));
            self.0.len() - 1
        });
        self.0[rank].1 += 1;
        while rank > 0 && self.0[rank].1 >= self.0[rank - 1].1 {
            self.0.swap(rank, rank - 1);
            rank -= 1;
        }
    }

    /// Forgets all.
    pub fn clear(&mut self) {
        self.0.clear();
    }
}

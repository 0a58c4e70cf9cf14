//! Which quiet moves have cut off the search before.

use chess::{Color, Move, Piece, Square};

use super::params::ONE_PLY;

const LIMIT: i32 = 1 << 14;

/// A running mark for each piece and the square it goes to.
pub struct History([[[i16; Square::NUM]; Piece::NUM]; Color::NUM]);

impl Default for History {
    fn default() -> Self {
        Self([[[0; Square::NUM]; Piece::NUM]; Color::NUM])
    }
}

impl History {
    /// The mark of a move.
    #[inline(always)]
    pub fn get(&self, color: Color, piece: Piece, to: Square) -> i32 {
        i32::from(self.0[color as usize][piece as usize][to as usize])
    }

    /// Marks up the move that cut off at `depth`, and down those tried before it.
    pub fn reward(
        &mut self,
        color: Color,
        depth: i32,
        best: (Piece, Move),
        tried: &[(Piece, Move)],
    ) {
        let plies = depth / ONE_PLY;
        let bonus = (plies * plies * 16).min(LIMIT / 8);
        self.adjust(color, best, bonus);
        for &other in tried {
            self.adjust(color, other, -bonus);
        }
    }

    /// Lets old marks count for less in the next search.
    pub fn fade(&mut self) {
        for mark in self.0.as_flattened_mut().as_flattened_mut() {
            *mark /= 2;
        }
    }

    /// The nearer a mark is to the limit, the less it moves.
    fn adjust(&mut self, color: Color, (piece, mv): (Piece, Move), bonus: i32) {
        let mark = &mut self.0[color as usize][piece as usize][mv.to as usize];
        let old = i32::from(*mark);
        *mark = (old + bonus - old * bonus.abs() / LIMIT) as i16;
    }
}

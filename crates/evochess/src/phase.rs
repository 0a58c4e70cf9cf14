//! Opening, middle game and end game.

use chess::{Board, Piece};

/// The part of a game that a position belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// Hardly a piece is gone.
    Opening,
    /// Between the others.
    Middle,
    /// Few pieces are left.
    End,
}

/// From this on it is the opening, of 24 at the start.
const OPENING: u32 = 22;

/// Up to this it is the end game: two rooks and a piece or two of each side.
const END: u32 = 10;

impl Phase {
    /// By the pieces on the board: minor pieces count 1, rooks 2 and queens 4.
    #[inline]
    pub fn of(board: &Board) -> Self {
        let minor = board.pieces(Piece::Knight) | board.pieces(Piece::Bishop);
        let count = minor.len()
            + 2 * board.pieces(Piece::Rook).len()
            + 4 * board.pieces(Piece::Queen).len();
        match count {
            OPENING.. => Self::Opening,
            0..=END => Self::End,
            _ => Self::Middle,
        }
    }
}

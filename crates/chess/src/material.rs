//! The worth of pieces: the usual point count.

use crate::{Board, Color, Piece};

/// Points of a piece. The king has none: it is never captured.
pub const fn value_of(piece: Piece) -> i32 {
    match piece {
        Piece::Pawn => 1,
        Piece::Knight | Piece::Bishop => 3,
        Piece::Rook => 5,
        Piece::Queen => 9,
        Piece::King => 0,
    }
}

/// The points of one side less those of the other.
pub fn balance(board: &Board, side: Color) -> i32 {
    let more = |piece: Piece| {
        let count = |side| board.colored_pieces(side, piece).len() as i32;
        value_of(piece) * (count(side) - count(!side))
    };
    Piece::ALL.into_iter().map(more).sum()
}

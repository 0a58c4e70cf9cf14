//! What pieces are worth where they stand.

use chess::{Color, Piece, Square};

use super::material::PAWN;
use crate::modern::eval::Sink;

params::declare! { super::TABLE;
    PST_PAWN[64]: -1000..=1000 = 0, "a pawn by its square, a1 first, seen from its own side";
    PST_KNIGHT[64]: -1000..=1000 = 0, "a knight by its square";
    PST_BISHOP[64]: -1000..=1000 = 0, "a bishop by its square";
    PST_ROOK[64]: -1000..=1000 = 0, "a rook by its square";
    PST_QUEEN[64]: -1000..=1000 = 0, "a queen by its square";
    PST_KING[64]: -1000..=1000 = 0, "the king by its square";
}

/// The weight of a piece itself; kings are never traded.
pub fn material(piece: Piece) -> Option<usize> {
    (piece != Piece::King).then_some(PAWN + piece as usize)
}

/// The weight of a piece on a square that is seen from its own side.
pub fn square(piece: Piece, square: Square) -> usize {
    PST_PAWN + piece as usize * Square::NUM + square as usize
}

/// Reports a piece and where it stands.
#[inline(always)]
pub fn see(us: Color, piece: Piece, at: Square, sink: &mut impl Sink) {
    sink.place(piece, at.relative_to(us));
}

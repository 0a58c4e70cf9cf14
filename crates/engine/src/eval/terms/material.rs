//! What the pieces are worth.

use chess::{Color, Piece};

use crate::eval::{Sink, View};

params::declare! { super::TABLE;
    PAWN_VALUE: 100..=100 = 100, "a pawn, the measure of everything else";
    KNIGHT_VALUE: 0..=2047 = 521, "a knight";
    BISHOP_VALUE: 0..=2047 = 572, "a bishop";
    ROOK_VALUE: 0..=2047 = 824, "a rook";
    QUEEN_VALUE: 0..=2047 = 1710, "a queen";
}

/// Counts the pieces.
#[inline(always)]
pub fn see(view: &View, us: Color, sink: &mut impl Sink) {
    let mut count = |param, piece| sink.count(param, view.pieces(us, piece).len() as i32);
    count(PAWN_VALUE, Piece::Pawn);
    count(KNIGHT_VALUE, Piece::Knight);
    count(BISHOP_VALUE, Piece::Bishop);
    count(ROOK_VALUE, Piece::Rook);
    count(QUEEN_VALUE, Piece::Queen);
}

//! What pieces are worth by themselves and beside pawns.

use chess::{Color, Piece};

use crate::modern::eval::{Sink, View};

params::declare! { super::TABLE;
    PAWN: -3000..=3000 = 100, neutral 0, "a pawn";
    KNIGHT: -3000..=3000 = 300, neutral 0, "a knight";
    BISHOP: -3000..=3000 = 320, neutral 0, "a bishop";
    ROOK: -3000..=3000 = 500, neutral 0, "a rook";
    QUEEN: -3000..=3000 = 900, neutral 0, "a queen";
    KNIGHT_PAWNS[9]: -500..=500 = 0, "a knight, by the number of own pawns";
    ROOK_PAWNS[9]: -500..=500 = 0, "a rook, by the number of own pawns";
    BISHOP_PAIR[9]: -500..=500 = 0, "two bishops, by the number of own pawns";
}

/// Reports what one side's pieces are worth beside its pawns. Single pieces are
/// reported where they stand, by `squares`.
#[inline(always)]
pub fn see(view: &View, us: Color, sink: &mut impl Sink) {
    let count = |piece| view.pieces(us, piece).len() as i32;
    let pawns = (count(Piece::Pawn) as usize).min(8);
    sink.add(KNIGHT_PAWNS + pawns, count(Piece::Knight));
    sink.add(ROOK_PAWNS + pawns, count(Piece::Rook));
    if count(Piece::Bishop) >= 2 {
        sink.one(BISHOP_PAIR + pawns);
    }
}

//! How many squares a piece can safely go to.

use chess::{BitBoard, Color, Piece, Rank};

use crate::eval::pawn_structure::forward;
use crate::modern::eval::{Sink, View};

params::declare! { super::TABLE;
    MOBILITY_KNIGHT[9]: -500..=500 = 0, "a knight, by the squares it can go to that no enemy pawn guards";
    MOBILITY_BISHOP[14]: -500..=500 = 0, "a bishop, by those squares";
    MOBILITY_ROOK[15]: -500..=500 = 0, "a rook, by those squares";
    MOBILITY_QUEEN[28]: -500..=500 = 0, "a queen, by those squares";
}

/// The first weight for a kind of piece.
const fn row(piece: Piece) -> usize {
    match piece {
        Piece::Knight => MOBILITY_KNIGHT,
        Piece::Bishop => MOBILITY_BISHOP,
        Piece::Rook => MOBILITY_ROOK,
        _ => MOBILITY_QUEEN,
    }
}

/// Squares that count: not those guarded by enemy pawns, nor those of the own king and
/// of own pawns that cannot step forward or have not left home.
#[inline(always)]
pub fn area(view: &View, us: Color) -> BitBoard {
    let own = view.facts.pawns[us as usize];
    let blocked = own & forward(view.board.occupied(), !us);
    let home = own & (Rank::Second.relative_to(us).bitboard() | Rank::Third.relative_to(us).bitboard());
    !(blocked | home | view.facts.kings[us as usize].bitboard() | view.facts.attacks[!us as usize])
}

/// Reports one piece with its attacks.
#[inline(always)]
pub fn see(piece: Piece, reached: BitBoard, sink: &mut impl Sink) {
    sink.one(row(piece) + reached.len() as usize);
}

//! Bishops and the colour of the pawns.

use chess::{BitBoard, Color, Square};

use crate::eval::pawn_structure::forward;
use crate::modern::eval::{Sink, View};

params::declare! { super::TABLE;
    BISHOP_OWN_PAWNS[9]: -300..=300 = 0, "a bishop, by the own pawns on squares of its colour";
    BISHOP_RAMMED[7]: -300..=300 = 0, "a bishop, by the blocked own pawns on squares of its colour, six at most";
    BISHOP_ENEMY_PAWNS[9]: -300..=300 = 0, "a bishop, by the enemy pawns on squares of its colour";
    BISHOP_LONG_DIAGONAL: -300..=300 = 0, "a bishop that sees both centre squares of its colour";
}

const CENTRE: BitBoard = BitBoard(0x0000_0018_1800_0000);

/// Reports one bishop.
#[inline(always)]
pub fn see(view: &View, us: Color, at: Square, attacks: BitBoard, sink: &mut impl Sink) {
    let dark = BitBoard::DARK_SQUARES;
    let colour = if dark.has(at) { dark } else { !dark };
    let [own, enemy] = [us, !us].map(|side| view.facts.pawns[side as usize] & colour);
    let rammed = own & forward(view.board.occupied(), !us);
    sink.one(BISHOP_OWN_PAWNS + (own.len() as usize).min(8));
    sink.one(BISHOP_RAMMED + (rammed.len() as usize).min(6));
    sink.one(BISHOP_ENEMY_PAWNS + (enemy.len() as usize).min(8));
    if (CENTRE & (colour - (attacks | at.bitboard()))).is_empty() {
        sink.one(BISHOP_LONG_DIAGONAL);
    }
}

//! Bishops want open diagonals, and each other.

use chess::{BitBoard, Color, Piece, get_bishop_moves};

use super::king::press;
use crate::eval::{Sink, View};

params::declare! { super::TABLE;
    BISHOP_MOBILITY: 0..=63 = 4, "a square a bishop attacks or guards; an enemy piece on it counts three";
    BISHOP_PAIR: 0..=63 = 28, "bishops on squares of both colours";
}

/// Reports the bishops of one side.
#[inline(always)]
pub fn see(view: &View, us: Color, sink: &mut impl Sink) {
    let bishops = view.pieces(us, Piece::Bishop);
    for bishop in bishops {
        let attacks = get_bishop_moves(bishop, view.board.occupied());
        sink.count(BISHOP_MOBILITY, view.mobility(us, attacks));
        press(view, us, attacks, sink);
    }
    let both = [BitBoard::LIGHT_SQUARES, BitBoard::DARK_SQUARES]
        .into_iter()
        .all(|colour| !bishops.is_disjoint(colour));
    sink.count(BISHOP_PAIR, i32::from(both));
}

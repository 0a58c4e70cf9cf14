//! A queen wants room.

use chess::{Color, Piece, get_bishop_moves, get_rook_moves};

use super::king::press;
use crate::eval::{Sink, View};

params::declare! { super::TABLE;
    QUEEN_MOBILITY: 0..=63 = 2, "a square a queen attacks or guards, two in the enemy's half; four more with an enemy piece on it";
}

/// Reports the queens of one side.
#[inline(always)]
pub fn see(view: &View, us: Color, sink: &mut impl Sink) {
    let occupied = view.board.occupied();
    for queen in view.pieces(us, Piece::Queen) {
        let attacks = get_bishop_moves(queen, occupied) | get_rook_moves(queen, occupied);
        sink.count(QUEEN_MOBILITY, view.mobility(us, attacks));
        press(view, us, attacks, sink);
    }
}

//! Bishops want open diagonals, and each other.

use chess::{BitBoard, Color, Piece, Rank, get_bishop_moves};

use super::king::press;
use crate::eval::{Sink, View};

params::declare! { super::TABLE;
    BISHOP_MOBILITY: 0..=63 = 4, "a square a bishop attacks or guards, two in the enemy's half; four more with an enemy piece on it; two less for a bishop on its first rank";
    BISHOP_PAIR: 0..=63 = 28, "bishops on squares of both colours";
}

/// Reports the bishops of one side.
#[inline(always)]
pub fn see(view: &View, us: Color, sink: &mut impl Sink) {
    let bishops = view.pieces(us, Piece::Bishop);
    let first = Rank::First.relative_to(us).bitboard();
    for bishop in bishops {
        let attacks = get_bishop_moves(bishop, view.board.occupied());
        let at_home = 2 * i32::from(first.has(bishop));
        sink.count(BISHOP_MOBILITY, view.mobility(us, attacks) - at_home);
        press(view, us, attacks, sink);
    }
    let both = [BitBoard::LIGHT_SQUARES, BitBoard::DARK_SQUARES]
        .into_iter()
        .all(|colour| !bishops.is_disjoint(colour));
    sink.count(BISHOP_PAIR, i32::from(both));
}

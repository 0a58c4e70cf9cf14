//! Passed pawns: how far they are, and what can stop them.

use chess::{Color, Square};

use crate::eval::pawn_structure::advancement;
use crate::eval::{Sink, UNIT, View};

params::declare! { super::TABLE;
    PASSED_PAWN_MULT: 0..=63 = 10, "ranks advanced, squared, by a passed pawn; half of it when blocked";
    PASSED_PAWN_ENEMY_KING_DIST: 0..=63 = 7, "ranks advanced by a passed pawn, times the enemy king's distance from its next square less half the own king's";
}

/// Reports the passed pawns of one side.
#[inline(always)]
pub fn see(view: &View, us: Color, sink: &mut impl Sink) {
    for pawn in view.structure.passed[us as usize] {
        let advanced = advancement(pawn.rank(), us);
        let stop = next(pawn, us);
        let blocked = view.board.occupied().has(stop);
        let share = if blocked { UNIT / 2 } else { UNIT };
        sink.add(PASSED_PAWN_MULT, advanced * advanced * share);

        let [own_king, enemy_king] = [us, !us].map(|side| view.kings[side as usize]);
        let lead = UNIT * distance(enemy_king, stop) - UNIT / 2 * distance(own_king, stop);
        sink.add(PASSED_PAWN_ENEMY_KING_DIST, advanced * lead);
    }
}

/// A pawn is never on its last rank, so there is a next square.
#[inline(always)]
fn next(pawn: Square, us: Color) -> Square {
    let step = if us == Color::White { 1 } else { -1 };
    pawn.offset(0, step)
}

/// King moves between two squares.
#[inline(always)]
fn distance(a: Square, b: Square) -> i32 {
    let files = (a.file() as i32 - b.file() as i32).abs();
    let ranks = (a.rank() as i32 - b.rank() as i32).abs();
    files.max(ranks)
}

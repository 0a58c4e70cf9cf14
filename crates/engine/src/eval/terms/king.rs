//! The king's shelter, and the attack on it. The more force the opponent has
//! left, the more all of it counts; once it is little, the king comes out.

use chess::{BitBoard, Color, File, Rank};

use crate::eval::pawn_structure::{ahead, forward, sideways};
use crate::eval::{Sink, UNIT, View};

params::declare! { super::TABLE;
    KING_NO_FRIENDLY_PAWN: 0..=63 = 35, "no own pawn within two ranks before the king, or a king left on the d or e file; reversed once the enemy has little force left: half for each step forward or to the centre files";
    KING_NO_FRIENDLY_PAWN_ADJ: 0..=63 = 10, "a file beside the king without an own pawn level with it or within two ranks before it";
    KING_FRIENDLY_PAWN_ADVANCED1: 0..=63 = 6, "a pawn before the king, or beside that, which stands one square forward";
    KING_NO_ENEMY_PAWN: 0..=63 = 17, "no enemy pawn on the king's file";
    KING_NO_ENEMY_PAWN_ADJ: 0..=63 = 9, "a file beside the king without an enemy pawn";
    KING_PRESSURE_MULT: 0..=63 = 4, "an attack of a piece on a square around the enemy king";
}

/// Force that no longer threatens a king: two rooks and two minor pieces, but no
/// queen.
const LITTLE: i32 = 6;

/// Reports the shelter of one side's king, or how far it has come out.
#[inline(always)]
pub fn see(view: &View, us: Color, sink: &mut impl Sink) {
    let king = view.kings[us as usize];
    let danger = view.force[!us as usize];
    if danger <= LITTLE {
        let rank = king.rank().relative_to(us) as i32;
        let file = king.file() as i32;
        let steps = rank.min(5) + file.min(7 - file).min(2);
        sink.add(KING_NO_FRIENDLY_PAWN, steps * UNIT / 2);
        return;
    }
    let shelter = covered(view.structure.pawns[us as usize], us);
    let enemy_files = view.structure.files[!us as usize];
    let beside = sideways(king.bitboard());
    let mut charge = |param, count: i32| sink.add(param, -count * danger);

    let exposed = !shelter.has(king) || matches!(king.file(), File::D | File::E);
    charge(KING_NO_FRIENDLY_PAWN, i32::from(exposed));
    charge(KING_NO_FRIENDLY_PAWN_ADJ, (beside - shelter).len() as i32);
    charge(KING_NO_ENEMY_PAWN, i32::from(!enemy_files.has(king)));
    charge(KING_NO_ENEMY_PAWN_ADJ, (beside - enemy_files).len() as i32);

    let before = ahead(king.bitboard() | beside, us);
    let advanced =
        view.structure.pawns[us as usize] & before & Rank::Third.relative_to(us).bitboard();
    charge(KING_FRIENDLY_PAWN_ADVANCED1, advanced.len() as i32);
}

/// Squares with a pawn on them or within two ranks before them.
#[inline(always)]
fn covered(pawns: BitBoard, us: Color) -> BitBoard {
    let one = forward(pawns, !us);
    pawns | one | forward(one, !us)
}

/// Reports the attacks of one piece on the squares around the enemy king.
/// What presses the enemy is worth as much as it costs the enemy.
#[inline(always)]
pub fn press(view: &View, us: Color, attacks: BitBoard, sink: &mut impl Sink) {
    let pressed = attacks & view.king_zones[!us as usize];
    sink.add(KING_PRESSURE_MULT, pressed.len() as i32 * view.force[us as usize]);
}

//! Pawns that have advanced, pawns that are weak, and the holes they leave.

use chess::{BitBoard, Color, File, Rank};

use crate::eval::pawn_structure::{PawnStructure, advancement, ahead, beside};
use crate::eval::{Sink, View};

params::declare! { super::TABLE;
    PAWN_ADVANCE_A: 0..=63 = 3, "ranks advanced by pawns of the a, b, g and h files, and one for each piece they attack";
    PAWN_ADVANCE_B: 0..=63 = 6, "the same for pawns of the c to f files";
    DOUBLED_PAWN_PENALTY: 0..=63 = 14, "a pawn behind another of its own on the same file";
    ISOLATED_PAWN_PENALTY: 0..=63 = 8, "a pawn with no own pawn on a file beside it";
    BACKWARD_PAWN_PENALTY: 0..=63 = 3, "a pawn its neighbours have left behind and an enemy pawn holds back";
    WEAK_SQUARE_PENALTY: 0..=63 = 5, "a square of the own third or fourth rank that no own pawn can ever guard";
}

/// The a, b, g and h files.
const WINGS: BitBoard = BitBoard(
    File::A.bitboard().0 | File::B.bitboard().0 | File::G.bitboard().0 | File::H.bitboard().0,
);

/// Reports the pawns of one side.
#[inline(always)]
pub fn see(structure: &PawnStructure, us: Color, sink: &mut impl Sink) {
    let own = structure.pawns[us as usize];
    let advanced = |pawns: BitBoard| -> i32 {
        pawns.iter().map(|pawn| advancement(pawn.rank(), us)).sum()
    };
    sink.count(PAWN_ADVANCE_A, advanced(own & WINGS));
    sink.count(PAWN_ADVANCE_B, advanced(own - WINGS));

    let camp = [Rank::Third, Rank::Fourth].map(|rank| rank.relative_to(us).bitboard());
    for (param, weaknesses) in [
        (DOUBLED_PAWN_PENALTY, own & ahead(own, !us)),
        (ISOLATED_PAWN_PENALTY, structure.isolated[us as usize]),
        (BACKWARD_PAWN_PENALTY, structure.backward[us as usize]),
        (WEAK_SQUARE_PENALTY, (camp[0] | camp[1]) - structure.reach[us as usize]),
    ] {
        sink.count(param, -(weaknesses.len() as i32));
    }
}

/// Reports the pieces that the pawns of one side attack.
#[inline(always)]
pub fn see_targets(view: &View, us: Color, sink: &mut impl Sink) {
    let own = view.structure.pawns[us as usize];
    sink.count(PAWN_ADVANCE_A, view.targets(us, beside(own & WINGS, us)));
    sink.count(PAWN_ADVANCE_B, view.targets(us, beside(own - WINGS, us)));
}

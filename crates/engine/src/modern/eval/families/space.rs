//! Room behind the own pawns, and hold on the centre.

use chess::{BitBoard, Color, Piece, Rank};

use crate::eval::pawn_structure::ahead;
use crate::modern::eval::{Sink, View};

params::declare! { super::TABLE;
    SPACE: -100..=100 = 0, "a square of the own half on the c to f files that no enemy pawn attacks";
    SPACE_BEHIND: -100..=100 = 0, "such a square behind an own pawn that the enemy does not attack";
    SPACE_PIECES: -100..=100 = 0, "a safe square there times the own pieces on the board";
    CENTRE_ATTACKED: -100..=100 = 0, "a centre square, d4 to e5, that is attacked";
    CENTRE_PAWN: -300..=300 = 0, "an own pawn on one";
}

const MIDDLE_FILES: BitBoard = BitBoard(0x3C3C_3C3C_3C3C_3C3C);
const CENTRE: BitBoard = BitBoard(0x0000_0018_1800_0000);

/// Reports the room of one side.
#[inline(always)]
pub fn see(view: &View, us: Color, sink: &mut impl Sink) {
    let own = view.facts.pawns[us as usize];
    let ranks = [Rank::Second, Rank::Third, Rank::Fourth];
    let half = ranks.map(|rank| rank.relative_to(us).bitboard());
    let room = MIDDLE_FILES & ((half[0] | half[1] | half[2]) - own - view.facts.attacks[!us as usize]);
    let behind = room & (ahead(own, !us) - view.all[!us as usize]);
    let pieces = view.board.colors(us) - view.board.pieces(Piece::Pawn);
    sink.add(SPACE, room.len() as i32);
    sink.add(SPACE_BEHIND, behind.len() as i32);
    sink.add(SPACE_PIECES, (room.len() * pieces.len()) as i32);
    sink.add(CENTRE_ATTACKED, (CENTRE & view.all[us as usize]).len() as i32);
    sink.add(CENTRE_PAWN, (CENTRE & own).len() as i32);
}

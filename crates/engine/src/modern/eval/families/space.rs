//! Room behind the own pawns, and hold on the centre.

use chess::{BitBoard, Color, Piece, Rank};

use crate::eval::pawn_structure::ahead;
use crate::modern::eval::{PawnFacts, Sink, View};

params::declare! { super::TABLE;
    SPACE: -100..=100 = 0, "a square of the own half on the c to f files that no enemy pawn attacks";
    SPACE_BEHIND: -100..=100 = 0, "such a square behind an own pawn that the enemy does not attack";
    SPACE_PIECES: -100..=100 = 0, "a safe square there times the own pieces on the board";
    CENTRE_ATTACKED: -100..=100 = 0, "a centre square, d4 to e5, that is attacked";
    CENTRE_PAWN: -300..=300 = 0, "an own pawn on one";
}

const MIDDLE_FILES: BitBoard = BitBoard(0x3C3C_3C3C_3C3C_3C3C);
const CENTRE: BitBoard = BitBoard(0x0000_0018_1800_0000);

/// Reports what pawns alone show.
#[inline(always)]
pub fn see_pawns(facts: &PawnFacts, us: Color, sink: &mut impl Sink) {
    sink.add(SPACE, room(facts, us).len() as i32);
    sink.add(CENTRE_PAWN, (CENTRE & facts.pawns[us as usize]).len() as i32);
}

/// Reports the room that one side has for its pieces, and its hold on the centre.
#[inline(always)]
pub fn see(view: &View, us: Color, sink: &mut impl Sink) {
    let room = room(view.facts, us);
    let behind = room & (ahead(view.facts.pawns[us as usize], !us) - view.all[!us as usize]);
    let pieces = view.board.colors(us) - view.board.pieces(Piece::Pawn);
    sink.add(SPACE_BEHIND, behind.len() as i32);
    sink.add(SPACE_PIECES, (room.len() * pieces.len()) as i32);
    sink.add(CENTRE_ATTACKED, (CENTRE & view.all[us as usize]).len() as i32);
}

/// The squares of the own half on the middle files that no enemy pawn attacks.
#[inline(always)]
fn room(facts: &PawnFacts, us: Color) -> BitBoard {
    let ranks = [Rank::Second, Rank::Third, Rank::Fourth];
    let half = ranks.map(|rank| rank.relative_to(us).bitboard());
    let free = (half[0] | half[1] | half[2]) - facts.pawns[us as usize];
    MIDDLE_FILES & (free - facts.attacks[!us as usize])
}

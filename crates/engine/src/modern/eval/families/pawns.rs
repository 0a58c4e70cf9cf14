//! Weak and strong pawns, by file and rank.

use chess::{Color, Piece};

use super::squares;
use crate::eval::pawn_structure::{ahead, beside, forward, sideways};
use crate::modern::eval::pawn_facts::{PawnFacts, edge};
use crate::modern::eval::Sink;

params::declare! { super::TABLE;
    ISOLATED[8]: -300..=300 = 0, "a pawn without neighbours, by its file";
    ISOLATED_OPEN[8]: -300..=300 = 0, "the same on a file without enemy pawns before it";
    DOUBLED[8]: -300..=300 = 0, "a pawn behind another of its side, by its file";
    BACKWARD[8]: -300..=300 = 0, "a pawn that its neighbours have left behind and whose next square is guarded, by its rank";
    BACKWARD_OPEN[8]: -300..=300 = 0, "the same on a file without enemy pawns before it";
    PHALANX[32]: -300..=300 = 0, "a pawn beside another, by rank and distance of its file from the edge";
    GUARDED[32]: -300..=300 = 0, "a pawn guarded by a pawn, by rank and distance of its file from the edge";
    GUARDED_TWICE: -300..=300 = 0, "a pawn guarded by two";
    LEVER[8]: -300..=300 = 0, "a pawn that can take a pawn, by its rank";
    RAMMED[8]: -300..=300 = 0, "a pawn that faces an enemy pawn, by its rank";
    ISLANDS: -300..=300 = 0, "a group of pawns on neighbouring files";
}

/// Reports the pawns of one side.
#[inline(always)]
pub fn see(facts: &PawnFacts, us: Color, sink: &mut impl Sink) {
    let (own, enemy) = (facts.pawns[us as usize], facts.pawns[!us as usize]);
    let neighbours = sideways(facts.files[us as usize]);
    let isolated = own - neighbours;
    let met = ahead(enemy, !us);
    let levers = beside(enemy, !us);
    let phalanx = sideways(own);
    let (guarded, guarded_twice) = (facts.attacks[us as usize], facts.attacks_twice[us as usize]);
    let stuck = forward(own, us) & beside(enemy, !us);
    let backward = forward(stuck - facts.reach[us as usize], !us) & (own - isolated);
    let rammed = own & forward(enemy, !us);
    let doubled = own & ahead(own, !us);
    for at in own {
        squares::see(us, Piece::Pawn, at, sink);
        let (file, rank) = (at.file() as usize, at.rank().relative_to(us) as usize);
        let place = rank * 4 + edge(at.file());
        let open = !met.has(at);
        if isolated.has(at) {
            sink.one(if open { ISOLATED_OPEN } else { ISOLATED } + file);
        }
        if doubled.has(at) {
            sink.one(DOUBLED + file);
        }
        if backward.has(at) {
            sink.one(if open { BACKWARD_OPEN } else { BACKWARD } + rank);
        }
        if phalanx.has(at) {
            sink.one(PHALANX + place);
        }
        if guarded.has(at) {
            sink.one(GUARDED + place);
        }
        if levers.has(at) {
            sink.one(LEVER + rank);
        }
        if rammed.has(at) {
            sink.one(RAMMED + rank);
        }
    }
    sink.add(GUARDED_TWICE, (own & guarded_twice).len() as i32);
    let files = facts.files[us as usize].0 as u8;
    sink.add(ISLANDS, (files & !(files << 1)).count_ones() as i32);
}

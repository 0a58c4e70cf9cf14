//! Passed pawns and those that may become that: how far they are, what stands in
//! their way and who is near.

use chess::{BitBoard, Color, Piece, Rank, Square, get_between_rays};

use crate::eval::pawn_structure::{ahead, forward, sideways};
use crate::modern::eval::pawn_facts::{PawnFacts, distance, edge};
use crate::modern::eval::{Sink, View};

params::declare! { super::TABLE;
    PASSED[8]: -500..=500 = 0, "a passed pawn, by its rank";
    PASSED_EDGE[4]: -300..=300 = 0, "a passed pawn, by the distance of its file from the edge";
    PASSED_GUARDED[8]: -300..=300 = 0, "a passed pawn guarded by a pawn, by its rank";
    PASSED_PHALANX[8]: -300..=300 = 0, "a passed pawn beside an own pawn, by its rank";
    PASSED_OWN_KING[16]: -300..=300 = 0, "the own king's distance from the square before a passed pawn: on the second to fourth rank, then on the others";
    PASSED_ENEMY_KING[16]: -300..=300 = 0, "the enemy king's distance from it";
    PASSED_FREE[8]: -300..=300 = 0, "a passed pawn whose next square is empty, by its rank";
    PASSED_SAFE[8]: -300..=300 = 0, "a passed pawn whose next square is not attacked, by its rank";
    PASSED_PATH[8]: -300..=300 = 0, "a passed pawn with nothing in its way and no square of it attacked, by its rank";
    PASSED_BLOCKED[5]: -300..=300 = 0, "an enemy pawn, knight, bishop, rook or queen before a passed pawn";
    PASSED_KING_BLOCKS: -300..=300 = 0, "the enemy king before a passed pawn";
    PASSED_ROOK_BEHIND: -300..=300 = 0, "an own rook or queen that guards a passed pawn along its file from behind";
    PASSED_ENEMY_BEHIND: -300..=300 = 0, "an enemy rook or queen that attacks it from behind";
    PASSED_UNSTOPPABLE[8]: -500..=1000 = 0, "a passed pawn that the lone enemy king cannot catch, by its rank";
    CANDIDATE[8]: -300..=300 = 0, "a pawn that can become passed by an exchange, by its rank";
}

/// Reports what can be said from pawns alone.
#[inline(always)]
pub fn see_pawns(facts: &PawnFacts, us: Color, sink: &mut impl Sink) {
    let own = facts.pawns[us as usize];
    let phalanx = sideways(own);
    for at in facts.passed[us as usize] {
        let rank = at.rank().relative_to(us) as usize;
        sink.one(PASSED + rank);
        sink.one(PASSED_EDGE + edge(at.file()));
        if facts.attacks[us as usize].has(at) {
            sink.one(PASSED_GUARDED + rank);
        }
        if phalanx.has(at) {
            sink.one(PASSED_PHALANX + rank);
        }
    }
    for at in facts.candidates(us) {
        sink.one(CANDIDATE + at.rank().relative_to(us) as usize);
    }
}

/// Reports how far the king of `us` is from the passed pawns of both sides.
#[inline(always)]
pub fn see_king<S: Sink>(facts: &PawnFacts, us: Color, sinks: &mut [S; 2]) {
    let king = facts.kings[us as usize];
    for (side, row) in [(us, PASSED_OWN_KING), (!us, PASSED_ENEMY_KING)] {
        for at in facts.passed[side as usize] {
            let Some(next) = forward(at.bitboard(), side).next_square() else {
                continue;
            };
            let late = usize::from(at.rank().relative_to(side) as usize >= 4) * 8;
            sinks[side as usize].one(row + late + distance(king, next));
        }
    }
}

/// Reports what the pieces have to do with passed pawns.
#[inline(always)]
pub fn see(view: &View, us: Color, sink: &mut impl Sink) {
    let passed = view.facts.passed[us as usize];
    if passed.is_empty() {
        return;
    }
    let enemy_attacks = view.all[!us as usize];
    let occupied = view.board.occupied();
    let majors = view.board.pieces(Piece::Rook) | view.board.pieces(Piece::Queen);
    let lone_king = view.is_lone_king(!us);
    for at in passed {
        let rank = at.rank().relative_to(us) as usize;
        let path = ahead(at.bitboard(), us);
        let next = forward(at.bitboard(), us);
        if occupied.is_disjoint(next) {
            sink.one(PASSED_FREE + rank);
        } else if !view.board.colors(!us).is_disjoint(next) {
            match view.board.piece_on(first(next)) {
                Some(Piece::King) => sink.one(PASSED_KING_BLOCKS),
                Some(piece) => sink.one(PASSED_BLOCKED + piece as usize),
                None => {}
            }
        }
        if enemy_attacks.is_disjoint(next) {
            sink.one(PASSED_SAFE + rank);
            if (enemy_attacks | occupied).is_disjoint(path) {
                sink.one(PASSED_PATH + rank);
            }
        }
        let helpers = majors & ahead(at.bitboard(), !us);
        if !helpers.is_empty() {
            // The one nearest to the pawn sees it, if nothing stands between.
            for helper in helpers {
                if (get_between_rays(helper, at) & occupied).is_empty() {
                    let own = view.board.colors(us).has(helper);
                    sink.one(if own { PASSED_ROOK_BEHIND } else { PASSED_ENEMY_BEHIND });
                }
            }
        }
        if lone_king && is_out_of_reach(view, us, at, path) {
            sink.one(PASSED_UNSTOPPABLE + rank);
        }
    }
}

/// Whether the pawn queens before the enemy king can take it.
fn is_out_of_reach(view: &View, us: Color, at: Square, path: BitBoard) -> bool {
    let target = Square::new(at.file(), Rank::Eighth.relative_to(us));
    let steps = (7 - at.rank().relative_to(us) as usize).min(5);
    let to_move = usize::from(view.board.side_to_move() != us);
    let king = view.facts.kings[!us as usize];
    view.board.occupied().is_disjoint(path) && distance(king, target) > steps + to_move
}

fn first(squares: BitBoard) -> Square {
    squares.next_square().expect("a pawn can step forward")
}

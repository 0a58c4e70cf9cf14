//! Minor pieces where no enemy pawn can drive them away, and behind pawns.

use chess::{BitBoard, Color, Piece, Rank, Square};

use crate::eval::pawn_structure::forward;
use crate::modern::eval::pawn_facts::{distance, edge};
use crate::modern::eval::{Sink, View};

params::declare! { super::TABLE;
    OUTPOST_KNIGHT[8]: -300..=300 = 0, "a knight on an outpost: not guarded by a pawn or guarded, distance of its file from the edge";
    OUTPOST_BISHOP[8]: -300..=300 = 0, "a bishop on an outpost, the same";
    OUTPOST_REACHED[2]: -300..=300 = 0, "a knight, a bishop that can go to a guarded outpost";
    BEHIND_PAWN[2]: -300..=300 = 0, "a knight, a bishop behind a pawn of either side";
    MINOR_KING_DISTANCE[16]: -300..=300 = 0, "a knight, a bishop by its distance from the own king";
}

/// Squares that no enemy pawn can ever attack, on the fourth to sixth rank.
#[inline(always)]
pub fn squares(view: &View, us: Color) -> BitBoard {
    let ranks = [Rank::Fourth, Rank::Fifth, Rank::Sixth];
    let far = ranks.map(|rank| rank.relative_to(us).bitboard());
    (far[0] | far[1] | far[2]) - view.facts.reach[!us as usize]
}

/// Reports one minor piece with the squares it can go to.
#[inline(always)]
pub fn see(
    view: &View,
    us: Color,
    piece: Piece,
    at: Square,
    reached: BitBoard,
    outposts: BitBoard,
    sink: &mut impl Sink,
) {
    let kind = usize::from(piece == Piece::Bishop);
    let guards = view.facts.attacks[us as usize];
    if outposts.has(at) {
        let row = if kind == 0 { OUTPOST_KNIGHT } else { OUTPOST_BISHOP };
        sink.one(row + 4 * usize::from(guards.has(at)) + edge(at.file()));
    } else if !(reached & outposts & guards).is_disjoint(!view.board.colors(us)) {
        sink.one(OUTPOST_REACHED + kind);
    }
    let pawns = view.board.pieces(Piece::Pawn);
    // No branch, as none could be predicted.
    let is_behind = !pawns.is_disjoint(forward(at.bitboard(), us));
    sink.add(BEHIND_PAWN + kind, i32::from(is_behind));
    let away = distance(at, view.facts.kings[us as usize]);
    sink.one(MINOR_KING_DISTANCE + 8 * kind + away);
}

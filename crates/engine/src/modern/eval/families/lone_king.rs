//! The mate of a king that has nothing left: it is driven to the edge, and with bishop and
//! knight to a corner that the bishop can attack.

use chess::{BitBoard, Color, Piece, Square};

use crate::modern::eval::pawn_facts::{distance, edge};
use crate::modern::eval::{Sink, View};

params::declare! { super::TABLE;
    LONE_KING_EDGE[4]: -300..=300 = 0, "an enemy king alone against pieces that can mate, by its distance from the edge";
    LONE_KING_NEAR[8]: -300..=300 = 0, "the same, by the distance between the kings";
    LONE_KING_CORNER[8]: -300..=300 = 0, "the same against bishop and knight, by its steps along the edge from a corner of the bishop's colour";
}

/// Reports how far a lone enemy king is from being mated.
#[inline(always)]
pub fn see(view: &View, us: Color, sink: &mut impl Sink) {
    if view.board.colors(!us).len() == 1 && can_mate(view, us) {
        see_hunt(view, us, sink);
    }
}

/// Whether a side has a rook, a queen or two minor pieces of which one is a bishop.
fn can_mate(view: &View, us: Color) -> bool {
    let count = |piece| view.pieces(us, piece).len();
    let bishops = count(Piece::Bishop);
    count(Piece::Rook) + count(Piece::Queen) > 0 || bishops > 0 && bishops + count(Piece::Knight) > 1
}

fn see_hunt(view: &View, us: Color, sink: &mut impl Sink) {
    let (hunter, hunted) = (view.facts.kings[us as usize], view.facts.kings[!us as usize]);
    let from_edge = edge(hunted.file()).min((hunted.rank() as usize).min(7 - hunted.rank() as usize));
    sink.one(LONE_KING_EDGE + from_edge);
    sink.one(LONE_KING_NEAR + distance(hunter, hunted));
    let majors = view.pieces(us, Piece::Rook) | view.pieces(us, Piece::Queen);
    let bishops = view.pieces(us, Piece::Bishop);
    if majors.is_empty() && bishops.len() == 1 {
        let is_light = !bishops.is_disjoint(BitBoard::LIGHT_SQUARES);
        sink.one(LONE_KING_CORNER + from_corner(hunted, is_light));
    }
}

/// How far a square is from the nearer corner of a colour: 0 there, 7 on the long diagonal
/// of the other colour.
fn from_corner(square: Square, is_light: bool) -> usize {
    let rank = square.rank() as usize;
    let file = match is_light {
        false => square.file() as usize,
        true => 7 - square.file() as usize,
    };
    7 - (file + rank).abs_diff(7)
}

//! Knights belong in the centre, best where no pawn can drive them off.

use chess::{BitBoard, Color, Piece, Rank, get_knight_moves};

use super::king::press;
use crate::eval::pawn_structure::beside;
use crate::eval::{Sink, View};

params::declare! { super::TABLE;
    KNIGHT_SQ_MULT: 0..=63 = 6, "twice the steps of a knight's square from the nearest edge, and three for each enemy piece it attacks";
    KNIGHT_OUTPOST_MULT: 0..=63 = 9, "a knight on the fourth to sixth rank, guarded by a pawn, that no enemy pawn can ever attack";
}

/// Reports the knights of one side.
#[inline(always)]
pub fn see(view: &View, us: Color, sink: &mut impl Sink) {
    let knights = view.pieces(us, Piece::Knight);
    for knight in knights {
        let (file, rank) = (knight.file() as i32, knight.rank() as i32);
        let attacks = get_knight_moves(knight);
        let ring = file.min(7 - file).min(rank.min(7 - rank));
        sink.count(KNIGHT_SQ_MULT, 2 * ring + 3 * view.targets(us, attacks));
        press(view, us, attacks, sink);
    }
    let ranks = [Rank::Fourth, Rank::Fifth, Rank::Sixth];
    let front = ranks.iter().fold(BitBoard::EMPTY, |set, rank| {
        set | rank.relative_to(us).bitboard()
    });
    let guarded = beside(view.structure.pawns[us as usize], us);
    let outposts = knights & front & (guarded - view.structure.reach[!us as usize]);
    sink.count(KNIGHT_OUTPOST_MULT, outposts.len() as i32);
}

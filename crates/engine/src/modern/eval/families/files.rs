//! Files without pawns: for rooks and queens to use, and for kings to fear.

use chess::{Color, Piece, Rank, Square};

use crate::modern::eval::pawn_facts::{PawnFacts, edge};
use crate::modern::eval::{Sink, View};

params::declare! { super::TABLE;
    ROOK_OPEN[4]: -300..=300 = 0, "a rook on a file without pawns, by its distance from the edge";
    ROOK_HALF_OPEN[4]: -300..=300 = 0, "a rook on a file with enemy pawns only";
    QUEEN_OPEN[4]: -300..=300 = 0, "a queen on a file without pawns";
    QUEEN_HALF_OPEN[4]: -300..=300 = 0, "a queen on a file with enemy pawns only";
    KING_OPEN[4]: -300..=300 = 0, "the king on a file without pawns";
    KING_HALF_OPEN[4]: -300..=300 = 0, "the king on a file with enemy pawns only";
    KING_CLOSED[4]: -300..=300 = 0, "the king on a file with own pawns only";
    ROOK_SEVENTH[2]: -300..=300 = 0, "a rook, a queen on the seventh rank with the enemy king on the eighth or a pawn to take";
    ROOK_KING_FILE: -300..=300 = 0, "a rook on a file without own pawns that the enemy king stands on or beside";
    ROOK_TRAPPED[2]: -300..=300 = 0, "a rook with at most three squares, shut in by its king: which cannot castle, which can";
}

/// Reports one rook or queen; `reached` is the number of squares it can safely go to.
#[inline(always)]
pub fn see(view: &View, us: Color, piece: Piece, at: Square, reached: u32, sink: &mut impl Sink) {
    let is_rook = piece == Piece::Rook;
    let facts = view.facts;
    let enemy_king = facts.kings[!us as usize];
    if !facts.files[us as usize].has(at) {
        let half = facts.files[!us as usize].has(at);
        let row = match (is_rook, half) {
            (true, false) => ROOK_OPEN,
            (true, true) => ROOK_HALF_OPEN,
            (false, false) => QUEEN_OPEN,
            (false, true) => QUEEN_HALF_OPEN,
        };
        sink.one(row + edge(at.file()));
        if is_rook && (at.file() as usize).abs_diff(enemy_king.file() as usize) <= 1 {
            sink.one(ROOK_KING_FILE);
        }
    }
    let seventh = Rank::Seventh.relative_to(us);
    if at.rank() == seventh {
        let targets = facts.pawns[!us as usize] & seventh.bitboard();
        if enemy_king.rank() == Rank::Eighth.relative_to(us) || !targets.is_empty() {
            sink.one(ROOK_SEVENTH + usize::from(!is_rook));
        }
    }
    if is_rook && reached <= 3 {
        let king = facts.kings[us as usize];
        let (rook_file, king_file) = (at.file() as usize, king.file() as usize);
        let shut_in = match king_file {
            0..=3 => rook_file < king_file,
            _ => rook_file > king_file,
        };
        if shut_in && king.rank() == at.rank() && at.rank() == Rank::First.relative_to(us) {
            let rights = view.board.castle_rights(us);
            let can_castle = rights.short.is_some() || rights.long.is_some();
            sink.one(ROOK_TRAPPED + usize::from(can_castle));
        }
    }
}

/// Reports the king's file.
#[inline(always)]
pub fn see_king(facts: &PawnFacts, us: Color, sink: &mut impl Sink) {
    let king = facts.kings[us as usize];
    let [own, enemy] = [us, !us].map(|side| facts.files[side as usize].has(king));
    let row = match (own, enemy) {
        (false, false) => KING_OPEN,
        (false, true) => KING_HALF_OPEN,
        (true, false) => KING_CLOSED,
        (true, true) => return,
    };
    sink.one(row + edge(king.file()));
}

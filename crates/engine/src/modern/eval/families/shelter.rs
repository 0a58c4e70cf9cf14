//! The pawns before the king, its own and those that come for it.

use chess::{BitBoard, Color, File, Piece, Rank, Square};

use super::squares;
use crate::modern::eval::Sink;
use crate::modern::eval::pawn_facts::{PawnFacts, edge};

params::declare! { super::TABLE;
    SHELTER[64]: -300..=300 = 0, "the nearest own pawn before the king on each of three files: on the king's file or beside it, distance of the file from the edge, ranks to the pawn; the last is for none";
    STORM[64]: -300..=300 = 0, "the nearest enemy pawn on each of three files: free or blocked by an own pawn, distance of the file from the edge, ranks to the pawn; the last is for none";
}

/// Ranks to a pawn that is not there.
const NONE: usize = 7;

/// Reports the king of one side and the pawns around it.
#[inline(always)]
pub fn see(facts: &PawnFacts, us: Color, sink: &mut impl Sink) {
    let king = facts.kings[us as usize];
    squares::see(us, Piece::King, king, sink);
    let before = not_behind(king.rank(), us);
    let [own, enemy] = [us, !us].map(|side| facts.pawns[side as usize] & before);
    let king_file = king.file() as usize;
    for file in king_file.saturating_sub(1)..=(king_file + 1).min(7) {
        let lane = File::index(file).bitboard();
        let from_edge = edge(File::index(file));
        let shelter = nearest(own & lane, king, us);
        let storm = nearest(enemy & lane, king, us);
        let beside = usize::from(file != king_file);
        sink.one(SHELTER + beside * 32 + from_edge * 8 + shelter);
        let blocked = usize::from(shelter != NONE && shelter + 1 == storm);
        sink.one(STORM + blocked * 32 + from_edge * 8 + storm);
    }
}

/// The ranks level with `rank` and before it, seen from `us`.
#[inline(always)]
fn not_behind(rank: Rank, us: Color) -> BitBoard {
    let shift = 8 * rank as u32;
    BitBoard(match us {
        Color::White => u64::MAX << shift,
        Color::Black => u64::MAX >> (56 - shift),
    })
}

/// Ranks from the king to the nearest of these pawns on one file.
#[inline(always)]
fn nearest(pawns: BitBoard, king: Square, us: Color) -> usize {
    if pawns.is_empty() {
        return NONE;
    }
    let rank = match us {
        Color::White => pawns.0.trailing_zeros() / 8,
        Color::Black => (63 - pawns.0.leading_zeros()) / 8,
    };
    // A pawn on the king's own rank is 0 away, and 7 away is none that can move.
    (rank as usize).abs_diff(king.rank() as usize).min(NONE - 1)
}

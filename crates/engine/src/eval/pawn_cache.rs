//! Pawn structures seen before, with their score under one set of weights.

use chess::{BitBoard, Board, Color, Piece};

use super::PawnStructure;

const ENTRIES_LOG2: u32 = 12;

/// A pawn structure and what its terms add up to.
#[derive(Clone, Copy)]
pub struct Entry {
    pub structure: PawnStructure,
    pub score: i32,
}

pub struct PawnCache {
    entries: Box<[Entry]>,
}

impl PawnCache {
    pub fn new() -> Self {
        // The empty structure scores nothing under any weights, so a fresh
        // entry is a true one.
        let empty = Entry {
            structure: PawnStructure::default(),
            score: 0,
        };
        Self {
            entries: vec![empty; 1 << ENTRIES_LOG2].into_boxed_slice(),
        }
    }

    /// The entry for the pawns of `board`; `score` is asked only for new ones.
    #[inline]
    pub fn get(&mut self, board: &Board, score: impl FnOnce(&PawnStructure) -> i32) -> &Entry {
        let pawns = [Color::White, Color::Black].map(|c| board.colored_pieces(c, Piece::Pawn));
        let entry = &mut self.entries[slot(pawns)];
        if entry.structure.pawns != pawns {
            let structure = PawnStructure::of(pawns);
            *entry = Entry {
                structure,
                score: score(&structure),
            };
        }
        entry
    }
}

/// The whole pawn sets are compared, so a clash costs time and never truth.
fn slot([white, black]: [BitBoard; 2]) -> usize {
    let mixed = white.0.wrapping_mul(0x9E37_79B9_7F4A_7C15)
        ^ black.0.wrapping_mul(0xC2B2_AE3D_27D4_EB4F).rotate_left(32);
    (mixed.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> (u64::BITS - ENTRIES_LOG2)) as usize
}

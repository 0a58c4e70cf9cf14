//! What can be said from the pawns and kings alone, kept for the next time.

use chess::{BitBoard, Board, Color, File, Piece, Square};

use crate::eval::pawn_structure::{ahead, beside, forward, sideways};

/// Facts about both sides' pawns and kings. Pairs are indexed by colour.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PawnFacts {
    /// The pawns.
    pub pawns: [BitBoard; 2],
    /// The kings.
    pub kings: [Square; 2],
    /// Squares that pawns attack.
    pub attacks: [BitBoard; 2],
    /// Squares that two pawns attack.
    pub attacks_twice: [BitBoard; 2],
    /// Squares that pawns attack now or could attack after advancing.
    pub reach: [BitBoard; 2],
    /// Every square of a file that holds an own pawn.
    pub files: [BitBoard; 2],
    /// Pawns that no enemy pawn can stop or take on their way.
    pub passed: [BitBoard; 2],
}

impl PawnFacts {
    /// Looks at the pawns and kings of `board`.
    pub fn new(board: &Board) -> Self {
        let pawns = pawns(board);
        let mut facts = Self {
            pawns,
            kings: kings(board),
            attacks: [BitBoard::EMPTY; 2],
            attacks_twice: [BitBoard::EMPTY; 2],
            reach: [BitBoard::EMPTY; 2],
            files: [BitBoard::EMPTY; 2],
            passed: [BitBoard::EMPTY; 2],
        };
        for us in Color::ALL {
            let own = pawns[us as usize];
            let next = forward(own, us);
            let left = BitBoard((next - File::A.bitboard()).0 >> 1);
            let right = BitBoard((next - File::H.bitboard()).0 << 1);
            facts.attacks[us as usize] = left | right;
            facts.attacks_twice[us as usize] = left & right;
            facts.reach[us as usize] = beside(own | ahead(own, us), us);
            facts.files[us as usize] = ahead(own, us) | ahead(own, !us) | own;
        }
        for us in Color::ALL {
            let (own, enemy) = (pawns[us as usize], pawns[!us as usize]);
            let stoppers = ahead(enemy, !us) | facts.reach[!us as usize];
            facts.passed[us as usize] = foremost(own, us) - stoppers;
        }
        facts
    }

    /// Pawns with a free file before them that have as many helpers as enemies beside it.
    pub fn candidates(&self, us: Color) -> BitBoard {
        let (own, enemy) = (self.pawns[us as usize], self.pawns[!us as usize]);
        let free = foremost(own, us) - ahead(enemy, !us) - self.passed[us as usize];
        let is_helped = |at: &Square| {
            let at = at.bitboard();
            let enemies = enemy & sideways(ahead(at, us));
            let helpers = own & sideways(at | ahead(at, !us));
            helpers.len() >= enemies.len()
        };
        free.into_iter().filter(is_helped).collect()
    }
}

/// The pawns with no other of their side before them.
fn foremost(own: BitBoard, us: Color) -> BitBoard {
    own - ahead(own, !us)
}

fn pawns(board: &Board) -> [BitBoard; 2] {
    Color::ALL.map(|color| board.colored_pieces(color, Piece::Pawn))
}

fn kings(board: &Board) -> [Square; 2] {
    Color::ALL.map(|color| board.king(color))
}

/// How far a file is from the edge of the board, 0 to 3.
#[inline(always)]
pub fn edge(file: File) -> usize {
    (file as usize).min(7 - file as usize)
}

/// King's moves between two squares.
#[inline(always)]
pub fn distance(a: Square, b: Square) -> usize {
    // None is greater; the compiler is told, so that what it is an index of needs no check.
    usize::from(DISTANCES[a as usize][b as usize] & 7)
}

static DISTANCES: [[u8; Square::NUM]; Square::NUM] = {
    let mut distances = [[0; Square::NUM]; Square::NUM];
    let mut pair = 0;
    while pair < Square::NUM * Square::NUM {
        let (a, b) = (pair / Square::NUM, pair % Square::NUM);
        let (files, ranks) = ((a % 8).abs_diff(b % 8), (a / 8).abs_diff(b / 8));
        distances[a][b] = if files > ranks { files } else { ranks } as u8;
        pair += 1;
    }
    distances
};

/// A quarter of a mebibyte: more structures are remembered in more, but memory that is
/// further from the processor takes longer than to look at a position again.
const ENTRIES_LOG2: u32 = 11;

/// Two cache lines.
#[derive(Clone, Copy)]
#[repr(align(64))]
pub struct Entry {
    pub facts: PawnFacts,
    /// What the terms of pawns alone add up to, White's less Black's.
    pawns: i64,
    /// What those of each king and the pawns add up to.
    kings: [i64; 2],
}

impl Entry {
    /// What all terms that need no pieces add up to.
    #[inline(always)]
    pub fn score(&self) -> i64 {
        self.pawns + self.kings[0] + self.kings[1]
    }
}

/// Facts seen before, with their score under one set of weights.
pub struct PawnCache(Vec<Option<Entry>>);

impl PawnCache {
    pub fn new() -> Self {
        Self(vec![None; 1 << ENTRIES_LOG2])
    }

    /// The entry for `board`; the scores are asked only for what is new. The sets
    /// themselves are compared, so a clash costs time and never truth.
    #[inline]
    pub fn get(
        &mut self,
        board: &Board,
        score_pawns: impl FnOnce(&PawnFacts) -> i64,
        score_king: impl Fn(&PawnFacts, Color) -> i64,
    ) -> &Entry {
        let (pawns, kings) = (pawns(board), kings(board));
        let slot = &mut self.0[slot(pawns)];
        match slot {
            Some(entry) if entry.facts.pawns == pawns => {
                for us in Color::ALL {
                    if entry.facts.kings[us as usize] != kings[us as usize] {
                        entry.facts.kings[us as usize] = kings[us as usize];
                        entry.kings[us as usize] = score_king(&entry.facts, us);
                    }
                }
            }
            _ => fill(slot, board, score_pawns, score_king),
        }
        slot.as_ref().expect("it was filled")
    }
}

/// Kept apart, so that the usual way stays short.
#[cold]
#[inline(never)]
fn fill(
    slot: &mut Option<Entry>,
    board: &Board,
    score_pawns: impl FnOnce(&PawnFacts) -> i64,
    score_king: impl Fn(&PawnFacts, Color) -> i64,
) {
    let facts = PawnFacts::new(board);
    *slot = Some(Entry {
        facts,
        pawns: score_pawns(&facts),
        kings: Color::ALL.map(|us| score_king(&facts, us)),
    });
}

#[inline(always)]
fn slot([white, black]: [BitBoard; 2]) -> usize {
    let mixed = white.0.wrapping_mul(0x9E37_79B9_7F4A_7C15)
        ^ black.0.wrapping_mul(0xC2B2_AE3D_27D4_EB4F).rotate_left(32);
    (mixed.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> (u64::BITS - ENTRIES_LOG2)) as usize
}

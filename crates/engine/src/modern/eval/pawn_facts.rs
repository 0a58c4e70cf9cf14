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
    /// Pawns with a free file before them that have as many helpers as enemies beside it.
    pub candidates: [BitBoard; 2],
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
            candidates: [BitBoard::EMPTY; 2],
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
            let stoppers = ahead(enemy, !us);
            let foremost = own - ahead(own, !us);
            let passed = foremost - stoppers - facts.reach[!us as usize];
            facts.passed[us as usize] = passed;
            for at in foremost - stoppers - passed {
                let lane = at.bitboard() | ahead(at.bitboard(), us);
                let enemies = enemy & sideways(lane - at.bitboard());
                let helpers = own & sideways(at.bitboard() | ahead(at.bitboard(), !us));
                if helpers.len() >= enemies.len() {
                    facts.candidates[us as usize] |= at.bitboard();
                }
            }
        }
        facts
    }
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
    usize::from(DISTANCES[a as usize][b as usize])
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

/// A mebibyte: more structures are remembered in more, but memory that is further from the
/// processor takes longer than to look at a position again.
const ENTRIES_LOG2: u32 = 13;

/// Two cache lines.
#[derive(Clone, Copy)]
#[repr(align(64))]
pub struct Entry {
    pub facts: PawnFacts,
    /// What the terms that need no more add up to, White's less Black's.
    pub score: i64,
}

/// Facts seen before, with their score under one set of weights.
pub struct PawnCache(Vec<Option<Entry>>);

impl PawnCache {
    pub fn new() -> Self {
        Self(vec![None; 1 << ENTRIES_LOG2])
    }

    /// The entry for `board`; `score` is asked only for new ones. The sets themselves are
    /// compared, so a clash costs time and never truth.
    #[inline]
    pub fn get(&mut self, board: &Board, score: impl FnOnce(&PawnFacts) -> i64) -> &Entry {
        let (pawns, kings) = (pawns(board), kings(board));
        let slot = &mut self.0[slot(pawns, kings)];
        let is_same = |entry: &Entry| entry.facts.pawns == pawns && entry.facts.kings == kings;
        if !slot.as_ref().is_some_and(is_same) {
            fill(slot, board, score);
        }
        slot.as_ref().expect("it was filled")
    }
}

/// Kept apart, so that the usual way stays short.
#[cold]
#[inline(never)]
fn fill(slot: &mut Option<Entry>, board: &Board, score: impl FnOnce(&PawnFacts) -> i64) {
    let facts = PawnFacts::new(board);
    *slot = Some(Entry {
        facts,
        score: score(&facts),
    });
}

#[inline(always)]
fn slot([white, black]: [BitBoard; 2], kings: [Square; 2]) -> usize {
    let kings = kings[0] as u64 | (kings[1] as u64) << 8;
    let mixed = white.0.wrapping_mul(0x9E37_79B9_7F4A_7C15)
        ^ (black.0 ^ kings)
            .wrapping_mul(0xC2B2_AE3D_27D4_EB4F)
            .rotate_left(32);
    (mixed.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> (u64::BITS - ENTRIES_LOG2)) as usize
}

//! What earlier nodes have taught about moves and about the evaluation.

use chess::{BitBoard, Board, Color, Move, Piece, Square};

use super::genes::*;
use crate::search::picker::Picked;

/// Marks stay within this.
const LIMIT: i32 = 1 << 14;

/// A piece of one colour that went to a square.
pub const PLACES: usize = Color::NUM * PLACES_OF_ONE;
const PLACES_OF_ONE: usize = Piece::NUM * Square::NUM;

/// Where a piece went, as a row of the continuation table.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Place(u16);

impl Place {
    /// No move was made, or none is known.
    pub const NONE: Self = Self(PLACES as u16);

    pub fn new(color: Color, piece: Piece, to: Square) -> Self {
        let row = color as usize * PLACES_OF_ONE + piece as usize * Square::NUM + to as usize;
        Self(row as u16)
    }
}

impl Default for Place {
    fn default() -> Self {
        Self::NONE
    }
}

/// What came before a node: the places of the moves one, two and four plies back.
pub type Before = [Place; 3];

/// Marks by the square that a piece goes to.
type To = [i16; Square::NUM];

type Row = [To; Piece::NUM];

/// Kinds of pieces that can be taken, the king among them for the sake of numbering.
const VICTIMS: usize = Piece::NUM;

/// Marks of moves, raised when they cut off and lowered when another one did.
pub struct History {
    quiet: Box<[[To; Square::NUM]; Color::NUM]>,
    capture: Box<[[i16; VICTIMS]; PLACES]>,
    /// The last row is that of no move.
    continuation: Vec<Row>,
    replies: Vec<Option<Move>>,
    correction: Correction,
}

impl Default for History {
    fn default() -> Self {
        Self {
            quiet: Box::new([[[0; Square::NUM]; Square::NUM]; Color::NUM]),
            capture: Box::new([[0; VICTIMS]; PLACES]),
            continuation: vec![[[0; Square::NUM]; Piece::NUM]; PLACES + 1],
            replies: vec![None; PLACES + 1],
            correction: Correction::default(),
        }
    }
}

/// The nearer a mark is to the limit, the less it moves.
#[inline(always)]
fn adjust(mark: &mut i16, bonus: i32) {
    let old = i32::from(*mark);
    *mark = (old + bonus - old * bonus.abs() / LIMIT) as i16;
}

/// The histories that a quiet move's mark is made of, found once for a node.
pub struct QuietMarks<'a> {
    from_to: &'a [To; Square::NUM],
    rows: [&'a Row; 3],
    percent: [i32; 3],
}

impl<'a> QuietMarks<'a> {
    /// Those of one piece.
    #[inline(always)]
    pub fn from(&self, piece: Piece, from: Square) -> PieceMarks<'a> {
        PieceMarks {
            plain: &self.from_to[from as usize],
            rows: self.rows.map(|row| &row[piece as usize]),
            percent: self.percent,
        }
    }
}

/// The histories of one piece's quiet moves.
pub struct PieceMarks<'a> {
    plain: &'a To,
    rows: [&'a To; 3],
    percent: [i32; 3],
}

impl PieceMarks<'_> {
    /// The mark of the move to this square.
    #[inline(always)]
    pub fn to(&self, to: Square) -> i32 {
        let mut mark = 100 * i32::from(self.plain[to as usize]);
        for (row, percent) in self.rows.iter().zip(self.percent) {
            mark += percent * i32::from(row[to as usize]);
        }
        mark / 100
    }
}

impl History {
    /// What is known of quiet moves after the moves `before`.
    #[inline(always)]
    pub fn quiets(&self, plan: &Plan, color: Color, before: Before) -> QuietMarks<'_> {
        QuietMarks {
            from_to: &self.quiet[color as usize],
            rows: before.map(|place| &self.continuation[usize::from(place.0)]),
            percent: [
                plan[CONTINUATION_1],
                plan[CONTINUATION_2],
                plan[CONTINUATION_4],
            ],
        }
    }

    /// The mark of a capture or a promotion.
    #[inline(always)]
    pub fn capture(&self, color: Color, picked: Picked) -> i32 {
        let (place, victim) = taken(color, picked);
        i32::from(self.capture[place][victim])
    }

    /// The quiet move that last cut off after a move to `place`.
    #[inline(always)]
    pub fn reply(&self, place: Place) -> Option<Move> {
        self.replies[usize::from(place.0)]
    }

    /// Remembers a quiet move that cut off after a move to `place`.
    pub fn set_reply(&mut self, place: Place, mv: Move) {
        self.replies[usize::from(place.0)] = Some(mv);
    }

    /// Marks a quiet move up or down.
    pub fn mark_quiet(
        &mut self,
        color: Color,
        before: Before,
        Picked { mv, piece, .. }: Picked,
        bonus: i32,
    ) {
        adjust(
            &mut self.quiet[color as usize][mv.from as usize][mv.to as usize],
            bonus,
        );
        for row in before {
            if row != Place::NONE {
                let row = &mut self.continuation[usize::from(row.0)];
                adjust(&mut row[piece as usize][mv.to as usize], bonus);
            }
        }
    }

    /// Marks a capture or a promotion up or down.
    pub fn mark_capture(&mut self, color: Color, picked: Picked, bonus: i32) {
        let (place, victim) = taken(color, picked);
        adjust(&mut self.capture[place][victim], bonus);
    }

    /// What the evaluation of a position like this has been wrong by.
    #[inline(always)]
    pub fn correction(&self, plan: &Plan, traits: &Traits) -> i32 {
        self.correction.get(plan, traits)
    }

    /// Learns that the evaluation was wrong by `error` at this depth.
    pub fn correct(&mut self, traits: &Traits, error: i32, depth: i32) {
        self.correction.learn(traits, error, depth);
    }
}

const PAWN_SLOTS_LOG2: u32 = 14;
const MATERIAL_SLOTS_LOG2: u32 = 13;
const PIECE_SLOTS_LOG2: u32 = 14;

/// The place that a capture goes to and what it takes there; a promotion that takes
/// nothing counts as if it took a pawn.
#[inline(always)]
fn taken(color: Color, picked: Picked) -> (usize, usize) {
    let place = Place::new(color, picked.piece, picked.mv.to);
    let victim = picked.victim.unwrap_or(Piece::Pawn);
    (usize::from(place.0), victim as usize)
}

/// What positions have in common whose evaluations tend to err alike, as slots.
#[derive(Clone, Copy)]
pub struct Traits {
    side: usize,
    pawns: usize,
    material: usize,
    pieces: [usize; 2],
}

impl Traits {
    #[inline(always)]
    pub fn of(board: &Board) -> Self {
        let pawns = board.pieces(Piece::Pawn);
        let sides = Color::ALL.map(|color| board.colors(color));
        let counts = Piece::ALL.iter().fold(0, |counts: u64, &piece| {
            let pieces = board.pieces(piece);
            let [white, black] = sides.map(|side| u64::from((side & pieces).len()));
            (counts << 8) | (white << 4) | black
        });
        let pieces = sides.map(|side| {
            let mut mixed = 0;
            for piece in Piece::ALL {
                if piece != Piece::Pawn {
                    mixed = mix(mixed, side & board.pieces(piece));
                }
            }
            slot(mixed, PIECE_SLOTS_LOG2)
        });
        Self {
            side: board.side_to_move() as usize,
            pawns: slot(
                mix(mix(0, pawns & sides[0]), pawns & sides[1]),
                PAWN_SLOTS_LOG2,
            ),
            material: slot(mix(0, BitBoard(counts)), MATERIAL_SLOTS_LOG2),
            pieces,
        }
    }
}

#[inline(always)]
fn mix(mixed: u64, set: BitBoard) -> u64 {
    (mixed.rotate_left(23) ^ set.0).wrapping_mul(0x9E37_79B9_7F4A_7C15)
}

#[inline(always)]
fn slot(mixed: u64, log2: u32) -> usize {
    (mixed >> (u64::BITS - log2)) as usize
}

/// Errors of the evaluation, by what positions have in common.
struct Correction {
    pawns: Box<[[i16; 1 << PAWN_SLOTS_LOG2]; 2]>,
    material: Box<[[i16; 1 << MATERIAL_SLOTS_LOG2]; 2]>,
    pieces: [Box<[[i16; 1 << PIECE_SLOTS_LOG2]; 2]>; 2],
}

/// Corrections stay within this.
const CORRECTION_LIMIT: i32 = 1 << 10;
/// Weights of a correction are in 128ths, and a mark is an evaluation times this.
const CORRECTION_UNIT: i32 = 128 * 10;

impl Default for Correction {
    fn default() -> Self {
        let pieces = || Box::new([[0; 1 << PIECE_SLOTS_LOG2]; 2]);
        Self {
            pawns: Box::new([[0; 1 << PAWN_SLOTS_LOG2]; 2]),
            material: Box::new([[0; 1 << MATERIAL_SLOTS_LOG2]; 2]),
            pieces: [pieces(), pieces()],
        }
    }
}

impl Correction {
    #[inline(always)]
    fn get(&self, plan: &Plan, traits: &Traits) -> i32 {
        let Traits {
            side,
            pawns,
            material,
            pieces,
        } = *traits;
        let of_pieces =
            i32::from(self.pieces[0][side][pieces[0]]) + i32::from(self.pieces[1][side][pieces[1]]);
        let total = plan[CORRECTION_PAWNS] * i32::from(self.pawns[side][pawns])
            + plan[CORRECTION_MATERIAL] * i32::from(self.material[side][material])
            + plan[CORRECTION_PIECES] * of_pieces;
        total / CORRECTION_UNIT
    }

    fn learn(&mut self, traits: &Traits, error: i32, depth: i32) {
        let most = CORRECTION_LIMIT / 4;
        let bonus = (error.clamp(-most, most) * depth.min(16) / 8).clamp(-most, most);
        let side = traits.side;
        let [white, black] = &mut self.pieces;
        for mark in [
            &mut self.pawns[side][traits.pawns],
            &mut self.material[side][traits.material],
            &mut white[side][traits.pieces[0]],
            &mut black[side][traits.pieces[1]],
        ] {
            let old = i32::from(*mark);
            *mark = (old + bonus - old * bonus.abs() / CORRECTION_LIMIT) as i16;
        }
    }
}

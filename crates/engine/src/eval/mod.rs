//! The evaluation: 35 terms, linear in their weights.
//!
//! Each term looks at a [`View`] of the position and reports what it saw to a
//! [`Sink`]. One sink multiplies by the weights and adds up a score, the other
//! collects the feature vector: both come from the same line of code, so
//! `score = weights · features` holds by construction.
//!
//! ```
//! use chess::Board;
//! use engine::eval::{Evaluation, Evaluator, Features, Weights};
//!
//! let board = Board::startpos();
//! let weights = Weights::default();
//! assert_eq!(Evaluator::new(weights).evaluate(&board), 0);
//! assert_eq!(Features::of(&board).dot(&weights), 0);
//! ```

mod explain;
mod pawn_cache;
pub(crate) mod pawn_structure;
mod terms;
mod view;

use chess::{Board, Color, Piece};
use params::Table;
use serde::{Deserialize, Serialize};

pub(crate) use explain::verdict;
pub use explain::{explain, terms};
pub use pawn_structure::PawnStructure;
pub use view::View;

use pawn_cache::PawnCache;

/// How many weights there are.
pub const COUNT: usize = Weights::TABLE.len();

/// One sighting in the units of [`Sink::add`]: a half or a sixteenth of a
/// feature can then be reported in whole numbers.
pub const UNIT: i32 = 16;

/// Where an evaluation term reports what it saw.
pub trait Sink {
    /// Reports `amount` sixteenths of the feature that weight `param` multiplies.
    fn add(&mut self, param: usize, amount: i32);

    /// Reports the feature `count` times.
    #[inline(always)]
    fn count(&mut self, param: usize, count: i32) {
        self.add(param, count * UNIT);
    }
}

/// The weights of the evaluation, one for each entry of [`Weights::TABLE`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "Vec<i32>", into = "Vec<i32>")]
pub struct Weights(pub [i32; COUNT]);

impl From<Weights> for Vec<i32> {
    fn from(weights: Weights) -> Self {
        weights.0.into()
    }
}

impl TryFrom<Vec<i32>> for Weights {
    type Error = &'static str;

    fn try_from(values: Vec<i32>) -> Result<Self, &'static str> {
        Self::TABLE.array(&values).map(Self)
    }
}

impl Default for Weights {
    fn default() -> Self {
        Self(std::array::from_fn(|index| Self::TABLE.get(index).default))
    }
}

impl Weights {
    /// The declarations, in the order of the weights.
    pub const TABLE: Table = terms::TABLE;

    /// The value of each piece, by [`Piece`]; the king has none.
    pub fn piece_values(&self) -> PieceValues {
        PieceValues(Piece::ALL.map(|piece| piece_param(piece).map_or(0, |param| self.0[param])))
    }
}

/// The weight that is the value of this piece.
pub fn piece_param(piece: Piece) -> Option<usize> {
    use terms::material::*;
    match piece {
        Piece::Pawn => Some(PAWN_VALUE),
        Piece::Knight => Some(KNIGHT_VALUE),
        Piece::Bishop => Some(BISHOP_VALUE),
        Piece::Rook => Some(ROOK_VALUE),
        Piece::Queen => Some(QUEEN_VALUE),
        Piece::King => None,
    }
}

/// What each piece is worth in centipawns, indexed by [`Piece`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PieceValues(pub [i32; Piece::NUM]);

impl std::ops::Index<Piece> for PieceValues {
    type Output = i32;

    fn index(&self, piece: Piece) -> &i32 {
        &self.0[piece as usize]
    }
}

/// What a search asks of an evaluation.
pub trait Evaluation {
    /// The position's worth for the side to move, in centipawns.
    fn evaluate(&mut self, board: &Board) -> i32;

    /// What pieces are worth, for exchanges and move ordering.
    fn piece_values(&self) -> PieceValues;
}

/// The 35 terms with given weights, pawn structures cached.
pub struct Evaluator {
    weights: Weights,
    cache: PawnCache,
}

impl Evaluator {
    /// An evaluation with these weights.
    pub fn new(weights: Weights) -> Self {
        Self {
            weights,
            cache: PawnCache::new(),
        }
    }

    /// The position's worth for the side to move, in sixteenths of a centipawn.
    pub fn sixteenths(&mut self, board: &Board) -> i32 {
        let weights = &self.weights;
        let entry = self.cache.get(board, |structure| {
            difference(weights, |us, sink| terms::see_pawns(structure, us, sink))
        });
        let view = View::new(board, &entry.structure);
        let pieces = difference(weights, |us, sink| terms::see_pieces(&view, us, sink));
        let white = entry.score + pieces;
        match board.side_to_move() {
            Color::White => white,
            Color::Black => -white,
        }
    }
}

impl Evaluation for Evaluator {
    fn evaluate(&mut self, board: &Board) -> i32 {
        self.sixteenths(board) / UNIT
    }

    fn piece_values(&self) -> PieceValues {
        self.weights.piece_values()
    }
}

/// White's score less Black's.
#[inline(always)]
fn difference(weights: &Weights, mut see: impl FnMut(Color, &mut Score)) -> i32 {
    let mut side = |us| {
        let mut score = Score { weights, total: 0 };
        see(us, &mut score);
        score.total
    };
    side(Color::White) - side(Color::Black)
}

struct Score<'a> {
    weights: &'a Weights,
    total: i32,
}

impl Sink for Score<'_> {
    #[inline(always)]
    fn add(&mut self, param: usize, amount: i32) {
        self.total += self.weights.0[param] * amount;
    }
}

/// What the terms saw, in sixteenths: of one side, or the mover's features less the
/// opponent's.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Features(pub [i32; COUNT]);

impl Features {
    /// The features of `board`, seen by the side to move.
    pub fn of(board: &Board) -> Self {
        let sides = Self::of_sides(board);
        let us = board.side_to_move();
        let (own, other) = (sides[us as usize], sides[!us as usize]);
        Self(std::array::from_fn(|index| own.0[index] - other.0[index]))
    }

    /// What each side has for itself, by colour.
    pub fn of_sides(board: &Board) -> [Self; 2] {
        let structure = PawnStructure::new(board);
        let view = View::new(board, &structure);
        [Color::White, Color::Black].map(|us| {
            let mut seen = Self([0; COUNT]);
            terms::see_pawns(&structure, us, &mut seen);
            terms::see_pieces(&view, us, &mut seen);
            seen
        })
    }

    /// The score these features have under `weights`, in centipawns.
    pub fn dot(&self, weights: &Weights) -> i32 {
        let total: i32 = self.0.iter().zip(&weights.0).map(|(f, w)| f * w).sum();
        total / UNIT
    }
}

impl Sink for Features {
    fn add(&mut self, param: usize, amount: i32) {
        self.0[param] += amount;
    }
}

//! The numbers of the evaluation.

use chess::{Piece, Rank, Square};
use params::Table;

use super::ending;
use super::families::{self, mobility, squares};
use crate::eval::PieceValues;

/// How many weights there are, each with two values.
pub const COUNT: usize = families::TABLE.len();

/// How many genes the last step has.
pub const ENDING_COUNT: usize = ending::COUNT;

/// The weights of the evaluation, one pair for each number of [`Weights::TABLE`], and
/// the genes of its last step, one for each of [`Weights::ENDING`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Weights {
    /// What counts with all pieces on the board.
    pub midgame: Box<[i32; COUNT]>,
    /// What counts when only pawns are left.
    pub endgame: Box<[i32; COUNT]>,
    /// How the two become one.
    pub ending: [i32; ENDING_COUNT],
}

impl Default for Weights {
    /// Material, and nothing else.
    fn default() -> Self {
        Self::by(|spec| spec.default)
    }
}

impl Weights {
    /// The declarations of the weights.
    pub const TABLE: Table = families::TABLE;

    /// The declarations of the genes of the last step.
    pub const ENDING: Table = ending::TABLE;

    /// Weights that say nothing: every position is worth nothing.
    pub fn neutral() -> Self {
        Self::by(|spec| spec.neutral)
    }

    fn by(value: impl Fn(&params::ParamSpec) -> i32) -> Self {
        let mut weights = Self {
            midgame: Box::new([0; COUNT]),
            endgame: Box::new([0; COUNT]),
            ending: [0; ENDING_COUNT],
        };
        for (number, spec) in Self::TABLE.numbers().enumerate() {
            weights.midgame[number] = value(spec);
            weights.endgame[number] = value(spec);
        }
        for (number, spec) in Self::ENDING.numbers().enumerate() {
            weights.ending[number] = value(spec);
        }
        weights
    }

    /// What pieces are worth on average, for exchanges and margins; the king has no value.
    /// Weights that have learnt little must not make pieces worthless: none is worth less
    /// than a fifth of a pawn, nor than a lesser piece.
    pub fn piece_values(&self) -> PieceValues {
        const LEAST: i32 = 20;
        let mut least = LEAST;
        PieceValues(Piece::ALL.map(|piece| {
            if piece == Piece::King {
                return 0;
            }
            let value = (self.mean(piece, &self.midgame) + self.mean(piece, &self.endgame)) / 2;
            // The order of the pieces is that of their values, except for minor pieces.
            let value = value.max(least);
            if piece != Piece::Knight {
                least = value;
            }
            value
        }))
    }

    fn mean(&self, piece: Piece, weights: &[i32; COUNT]) -> i32 {
        let material = squares::material(piece).map_or(0, |param| weights[param]);
        let on_edge = |square: &Square| matches!(square.rank(), Rank::First | Rank::Eighth);
        let places: Vec<_> = Square::ALL
            .into_iter()
            .filter(|square| piece != Piece::Pawn || !on_edge(square))
            .collect();
        let total: i32 = places
            .iter()
            .map(|&square| weights[squares::square(piece, square)])
            .sum();
        let mobility = match piece {
            Piece::Pawn | Piece::King => 0,
            _ => {
                let (first, len) = mobility::row(piece);
                weights[first..first + len].iter().sum::<i32>() / len as i32
            }
        };
        material + total / places.len() as i32 + mobility
    }
}

//! The numbers of the evaluation.

use params::{ParamSpec, Table};
use serde::{Deserialize, Serialize};

use super::piece_values::piece_values;
use super::{ending, families};
use crate::Weight;
use crate::eval::PieceValues;

/// How many weights there are, each with two values.
pub const COUNT: usize = families::TABLE.len();

/// How many genes the last step has.
pub const ENDING_COUNT: usize = ending::COUNT;

/// The weights of the evaluation, one pair for each number of [`Weights::TABLE`], and
/// the genes of its last step, one for each of [`Weights::ENDING`].
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "[Vec<i32>; 3]", into = "[Vec<i32>; 3]")]
pub struct Weights {
    /// What counts with all pieces on the board.
    pub midgame: Box<[i32; COUNT]>,
    /// What counts when only pawns are left.
    pub endgame: Box<[i32; COUNT]>,
    /// How the two become one.
    pub ending: [i32; ENDING_COUNT],
}

impl From<Weights> for [Vec<i32>; 3] {
    fn from(weights: Weights) -> Self {
        [
            weights.midgame.to_vec(),
            weights.endgame.to_vec(),
            weights.ending.to_vec(),
        ]
    }
}

impl TryFrom<[Vec<i32>; 3]> for Weights {
    type Error = &'static str;

    fn try_from([midgame, endgame, ending]: [Vec<i32>; 3]) -> Result<Self, &'static str> {
        Ok(Self {
            midgame: Self::TABLE.array(&midgame)?.into(),
            endgame: Self::TABLE.array(&endgame)?.into(),
            ending: Self::ENDING.array(&ending)?,
        })
    }
}

impl Default for Weights {
    /// Material, and nothing else.
    fn default() -> Self {
        Self::by(|spec| spec.default)
    }
}

impl Weights {
    /// All numbers by name, in the order of [`numbers`](Self::numbers).
    pub fn names() -> Vec<Weight> {
        let of = |half: &'static str, table: Table| {
            let weight = move |spec: &'static ParamSpec, place: usize| Weight {
                name: match spec.len {
                    1 => format!("{half}{}", spec.name),
                    _ => format!("{half}{}_{place}", spec.name),
                },
                spec,
            };
            let array =
                move |spec: &'static ParamSpec| (0..spec.len).map(move |place| weight(spec, place));
            table.iter().flat_map(array)
        };
        let halves = of("MIDGAME_", Self::TABLE).chain(of("ENDGAME_", Self::TABLE));
        halves.chain(of("", Self::ENDING)).collect()
    }

    /// All numbers: midgame, endgame, last step.
    pub fn numbers(&self) -> impl Iterator<Item = i32> {
        let halves = self.midgame.iter().chain(self.endgame.iter());
        halves.chain(&self.ending).copied()
    }

    /// Places for all numbers, in that order.
    pub fn numbers_mut(&mut self) -> impl Iterator<Item = &mut i32> {
        let halves = self.midgame.iter_mut().chain(self.endgame.iter_mut());
        halves.chain(&mut self.ending)
    }

    /// The declarations of the weights.
    pub const TABLE: Table = families::TABLE;

    /// The declarations of the genes of the last step.
    pub const ENDING: Table = ending::TABLE;

    /// Weights that say nothing: every position is worth nothing.
    pub fn neutral() -> Self {
        Self::by(|spec| spec.neutral)
    }

    fn by(value: impl Fn(&ParamSpec) -> i32) -> Self {
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

    /// What pieces are worth, for exchanges and margins.
    pub fn piece_values(&self) -> PieceValues {
        piece_values(self)
    }
}

//! The numbers that are learned, and the weights that come of them.

use engine::eval::PieceValues;
use engine::modern::eval::{self, ENDING_COUNT, Weights};
use evo::Stream;
use serde::{Deserialize, Serialize};

/// How many numbers there are: two of each weight, and those of the last step.
pub const COUNT: usize = 2 * eval::COUNT + ENDING_COUNT;

/// The first of the last step; those before are learned.
pub(super) const ENDING: usize = 2 * eval::COUNT;

/// The scales of the last step come first; the others are odds.
pub(super) const SCALES: usize = 8;

/// The whole of a scale, as weights have it.
const FULL: f32 = 64.0;

/// One piece of each kind where a pawn is 100.
const TEXTBOOK: f32 = 2200.0;

/// Centipawns that stand for one, where a unit is to be found.
const TRIAL_UNIT: f32 = 4096.0;

/// Centipawns for odds of e to 1, at least and at most: weights that have learned little
/// say little about it.
const UNITS: (f32, f32) = (30.0, 1000.0);

/// Weights as odds: of each the midgame and the endgame number, then the genes of the
/// last step, whose scales are shares.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Numbers(pub Vec<f32>);

/// Numbers that were learned, and when.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Pupil {
    /// The numbers.
    pub numbers: Numbers,
    /// The generation that learned them.
    pub generation: u32,
}

impl Default for Numbers {
    fn default() -> Self {
        Self::zero()
    }
}

impl Numbers {
    /// Every position is even.
    pub fn zero() -> Self {
        let mut numbers = vec![0.0; COUNT];
        numbers[ENDING..ENDING + SCALES].fill(1.0);
        Self(numbers)
    }

    /// Every weight drawn from a normal distribution of this deviation.
    pub fn random(deviation: f32, stream: &mut Stream) -> Self {
        let mut numbers = Self::zero();
        for number in &mut numbers.0[..ENDING] {
            *number = deviation * stream.normal() as f32;
        }
        numbers
    }

    /// The numbers of weights, of which these many centipawns are odds of e to 1.
    pub fn of(weights: &Weights, unit: f32) -> Self {
        let mut numbers = Self::zero();
        for weight in 0..eval::COUNT {
            numbers.0[2 * weight] = weights.midgame[weight] as f32 / unit;
            numbers.0[2 * weight + 1] = weights.endgame[weight] as f32 / unit;
        }
        for (gene, &value) in weights.ending.iter().enumerate() {
            let whole = if gene < SCALES { FULL } else { unit };
            numbers.0[ENDING + gene] = value as f32 / whole;
        }
        numbers
    }

    /// Centipawns for odds of e to 1, so that one piece of each kind is worth as much as
    /// where a pawn is 100.
    pub fn unit(&self) -> f32 {
        let PieceValues(values) = self.rounded(TRIAL_UNIT).piece_values();
        let total: i32 = values.iter().sum();
        (TRIAL_UNIT * TEXTBOOK / total as f32).clamp(UNITS.0, UNITS.1)
    }

    /// The weights in whole centipawns.
    pub fn weights(&self) -> Weights {
        let mut weights = self.rounded(self.unit());
        for (number, spec) in Weights::TABLE.numbers().enumerate() {
            for half in [&mut weights.midgame, &mut weights.endgame] {
                half[number] = half[number].clamp(spec.min, spec.max);
            }
        }
        for (number, spec) in Weights::ENDING.numbers().enumerate() {
            weights.ending[number] = weights.ending[number].clamp(spec.min, spec.max);
        }
        weights
    }

    fn rounded(&self, unit: f32) -> Weights {
        let mut weights = Weights::neutral();
        for weight in 0..eval::COUNT {
            weights.midgame[weight] = (self.0[2 * weight] * unit).round() as i32;
            weights.endgame[weight] = (self.0[2 * weight + 1] * unit).round() as i32;
        }
        for (gene, value) in weights.ending.iter_mut().enumerate() {
            let whole = if gene < SCALES { FULL } else { unit };
            *value = (self.0[ENDING + gene] * whole).round() as i32;
        }
        weights
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_come_back_in_the_same_proportions() {
        let mut weights = Weights::default();
        weights.ending[0] = 32;
        let numbers = Numbers::of(&weights, 200.0);
        let again = numbers.weights();
        assert_eq!(again.ending, weights.ending);
        let [pawn, queen] = [0, 4].map(|number| again.midgame[number] as f32);
        assert!((queen / pawn - 9.0).abs() < 0.1, "{pawn} {queen}");
        assert!((80.0..120.0).contains(&pawn), "{pawn}");
        assert_eq!(
            Numbers::zero().weights(),
            Weights {
                ending: Numbers::zero().weights().ending,
                ..Weights::neutral()
            }
        );
    }

    #[test]
    fn scales_are_the_first_genes_of_the_last_step() {
        let table = Weights::ENDING;
        assert_eq!(table.get(0).name, "SCALE");
        assert_eq!(table.get(0).len, SCALES);
        assert_eq!(table.get(0).neutral as f32, FULL);
    }
}

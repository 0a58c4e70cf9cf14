//! How good the organisms of a generation are, and what it took to find out.

use std::ops::AddAssign;

use serde::{Deserialize, Serialize};

/// How good an organism is. More is better; not-a-number is worse than anything.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Fitness {
    /// The fitness.
    pub value: f64,
    /// Its standard error; 0 if it is exact.
    pub stderr: f64,
}

impl Fitness {
    /// A fitness that is known, not estimated.
    pub const fn exact(value: f64) -> Self {
        Self { value, stderr: 0.0 }
    }

    /// The same in another unit.
    pub fn scaled(self, factor: f64) -> Self {
        Self {
            value: self.value * factor,
            stderr: self.stderr * factor,
        }
    }
}

/// Work done, counted and never timed, so that it is the same on every machine.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Effort {
    /// Games played.
    pub games: u64,
    /// Positions judged.
    pub positions: u64,
    /// Nodes searched.
    pub nodes: u64,
}

impl AddAssign for Effort {
    fn add_assign(&mut self, more: Self) {
        self.games += more.games;
        self.positions += more.positions;
        self.nodes += more.nodes;
    }
}

/// What a problem makes of the outcomes of a generation.
#[derive(Clone, Debug, PartialEq)]
pub struct Scores {
    /// The fitness of every program, in order.
    pub fitness: Vec<Fitness>,
    /// The work done for all programs together.
    pub effort: Effort,
}

/// The work on a generation, besides the fitness that resulted.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Account {
    /// What went wrong and was made good, in a line each.
    pub faults: Vec<String>,
    /// The games that were played, as a text that people can use again; empty where none
    /// are kept.
    pub games: String,
}

/// A generation in figures.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Stats {
    /// The best fitness; not-a-number only if all are.
    pub best: f64,
    /// The mean of the finite fitness values; not-a-number if there are none.
    pub mean: f64,
    /// Their standard deviation within the population (divided by n).
    pub spread: f64,
    /// The work done for this generation.
    pub effort: Effort,
}

impl Stats {
    /// The figures of these values. Values that are not finite would drown the
    /// others, so the mean and the spread leave them out.
    pub fn of(values: &[f64], effort: Effort) -> Self {
        let finite = || values.iter().copied().filter(|value| value.is_finite());
        let count = finite().count() as f64;
        let mean = finite().sum::<f64>() / count;
        let variance = finite()
            .map(|value| (value - mean) * (value - mean))
            .sum::<f64>()
            / count;
        Self {
            best: values.iter().copied().fold(f64::NAN, f64::max),
            mean,
            spread: libm::sqrt(variance),
            effort,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_of_a_known_generation() {
        let stats = Stats::of(&[2.0, 4.0, 4.0, 4.0, 5.0, 5.0, 7.0, 9.0], Effort::default());
        assert_eq!((stats.best, stats.mean, stats.spread), (9.0, 5.0, 2.0));
    }

    #[test]
    fn values_that_are_not_finite_do_not_drown_the_others() {
        let values = [f64::NAN, 1.0, f64::NEG_INFINITY, 3.0];
        let stats = Stats::of(&values, Effort::default());
        assert_eq!((stats.best, stats.mean, stats.spread), (3.0, 2.0, 1.0));
        let nothing = Stats::of(&[f64::NAN], Effort::default());
        assert!(nothing.best.is_nan() && nothing.mean.is_nan() && nothing.spread.is_nan());
    }
}

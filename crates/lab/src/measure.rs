//! Fitness in meaningful units.

use crate::{Point, Stage};

/// What the scores of a stage count. A score is shown in place of a fitness, and is recorded
/// beside it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Measure {
    /// What a score counts.
    pub unit: &'static str,
    /// What follows a number.
    pub sign: &'static str,
    /// What follows that where the unit is not said elsewhere.
    pub short: &'static str,
    /// The decimal places that are worth showing.
    pub places: usize,
    /// Whether a smaller number is a better one.
    pub less_is_better: bool,
    /// What the best of a generation is tried on, besides what it was bred on.
    pub trial: &'static str,
    /// Whether the score of an organism depends on the others of its generation, so
    /// that it cannot be compared with that of another generation or run.
    pub among_peers: bool,
}

impl Measure {
    /// Positions in which an evaluation chooses the move that was played.
    pub const SOLVED: Self = Self {
        unit: "% of positions solved",
        sign: " %",
        short: " solved",
        places: 2,
        less_is_better: false,
        trial: "on test",
        among_peers: false,
    };

    /// What the runs of this stage are measured in.
    pub fn of(stage: &Stage) -> Self {
        stage.experiment.measure()
    }

    /// The score that can be compared with that of another run: points against the
    /// organism's peers say nothing about other peers.
    pub fn comparable(self, point: &Point) -> f64 {
        match point.held_out {
            Some(held_out) if self.among_peers => held_out,
            _ => point.best,
        }
    }

    /// Whether one score is better than another.
    pub fn better(self, one: f64, other: f64) -> bool {
        match self.less_is_better {
            true => one < other,
            false => one > other,
        }
    }

    /// A score as text.
    pub fn show(self, score: f64) -> String {
        format!("{score:.*}{}", self.places, self.sign)
    }

    /// A score with its unit, both as short as possible.
    pub fn show_with_unit(self, score: f64) -> String {
        self.show(score) + self.short
    }
}

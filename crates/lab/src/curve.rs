//! A run over time.

use journal::{Figures, Reader};

/// One generation, in the [`Measure`](crate::Measure) of its stage.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Point {
    /// The score of the best.
    pub best: f64,
    /// The mean score.
    pub mean: f64,
    /// The score of the best on what it was not bred on.
    pub held_out: Option<f64>,
    /// How many positions the best solves, where the score counts something else.
    pub solved: Option<f64>,
}

impl Point {
    /// A generation as it was recorded.
    pub(crate) const fn of(generation: &Figures) -> Self {
        Self {
            best: generation.best_score,
            mean: generation.mean_score,
            held_out: generation.trial_score,
            solved: generation.solved,
        }
    }
}

/// The generations of one independent run, from 0 on.
#[derive(Clone, Debug, PartialEq)]
pub struct Curve {
    /// One for each generation.
    pub points: Vec<Point>,
}

impl Curve {
    /// Reads a phase.
    pub fn read(reader: &Reader, phase: u32) -> Result<Self, journal::Error> {
        let figures = reader.generations_of(phase, 0)?;
        Ok(Self {
            points: figures.iter().map(Point::of).collect(),
        })
    }
}

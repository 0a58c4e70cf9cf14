//! How well numbers predict results.

use std::ops::Range;
use std::sync::Arc;

use evo::{Effort, Failure, Fitness, Problem, Scores, Seed};
use serde::{Deserialize, Serialize};

use super::gradient::{self, Flat, Target};
use super::{Lessons, Numbers, Pupil};

/// Positions in one task.
const TASK_POSITIONS: usize = 1 << 16;

/// The results of games as a problem: fitness is the mean logarithmic loss, negative.
#[derive(Debug, Clone)]
pub struct Predict {
    lessons: Arc<Lessons>,
}

/// Numbers on some of the positions.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Slice {
    pub(super) numbers: Numbers,
    pub(super) positions: Range<usize>,
}

impl Slice {
    /// All numbers of a generation on all of `count` positions, this many at a time.
    pub(super) fn all(generation: &[Pupil], count: usize, size: usize) -> Vec<Self> {
        let slices = |pupil: &Pupil| {
            let numbers = pupil.numbers.clone();
            (0..count).step_by(size).map(move |start| Self {
                numbers: numbers.clone(),
                positions: start..(start + size).min(count),
            })
        };
        generation.iter().flat_map(slices).collect()
    }
}

impl Predict {
    /// Numbers are judged on these.
    pub const fn new(lessons: Arc<Lessons>) -> Self {
        Self { lessons }
    }
}

impl Problem for Predict {
    type Program = Pupil;
    type Task = Slice;
    type Outcome = f64;
    type Kit = ();

    fn plan(&self, generation: &[Pupil], _: Seed) -> Vec<Slice> {
        Slice::all(generation, self.lessons.len(), TASK_POSITIONS)
    }

    fn equip(&self) -> Result<(), Failure> {
        Ok(())
    }

    fn run(&self, (): &mut (), task: &Slice) -> Result<f64, Failure> {
        let results = Target {
            blend: 0.0,
            unit: 1.0,
        };
        let numbers = Flat::of(&task.numbers);
        let positions = task.positions.clone();
        Ok(gradient::loss(&self.lessons, positions, &numbers, results))
    }

    fn reduce(&self, generation: &[Pupil], _: &[Slice], losses: &[f64]) -> Scores {
        let slices = losses.len() / generation.len().max(1);
        let positions = self.lessons.len();
        let mean = |losses: &[f64]| losses.iter().sum::<f64>() / positions as f64;
        let losses = losses.chunks(slices.max(1));
        Scores {
            fitness: losses.map(|losses| Fitness::exact(-mean(losses))).collect(),
            effort: Effort {
                positions: (generation.len() * positions) as u64,
                ..Effort::default()
            },
        }
    }

    fn repeatable(&self) -> bool {
        true
    }
}

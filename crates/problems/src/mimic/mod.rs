//! Play the moves that masters played: the evaluation of EVOL*.
//!
//! ```text
//! samples ─► Captures: trees of feature differences ─► Scorer: all organisms at once ─► hits
//!            once, the same for all                  every generation
//! ```
//!
//! An organism looks at the position after each legal move, as far as its
//! [`Horizon`] goes, and takes the move it likes best. Its fitness is the square of
//! the number of moves in which it agrees with the master.

mod capture;
mod forest;
mod lanes;
mod linear;
mod scorer;

use std::ops::Range;

use engine::eval::Weights;
use evo::{Effort, Failure, Fitness, Packed, Portable, Problem, Scores, Seed};
use rayon::prelude::*;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

pub use forest::{Captures, Horizon, QUIESCENCE_PLIES, tie_break};
pub use lanes::LANES;
pub use linear::{Linear, Star};
pub use scorer::{Crew, Level, Scorer};

use crate::Sample;
use crate::slice::{self, Slice};

/// Agreement with the moves of `samples` as a problem of evolution.
pub struct Mimic {
    scorer: Scorer,
    /// What it was made of.
    samples: Vec<Sample>,
    look: Horizon,
}

impl Mimic {
    /// Prepares the samples, on all cores.
    pub fn new(samples: &[Sample], look: Horizon) -> Self {
        Self {
            scorer: Scorer::new(prepare::<Star>(samples, look)),
            samples: samples.to_vec(),
            look,
        }
    }

    /// How many samples there are.
    pub fn len(&self) -> usize {
        self.scorer.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.scorer.is_empty()
    }

    /// In how many samples each organism agrees with the master.
    pub fn agreement(&self, organisms: &[Weights]) -> Vec<u32> {
        let weights: Vec<_> = organisms.iter().map(|weights| weights.0.to_vec()).collect();
        self.hits(0..self.len(), &weights)
    }

    fn hits(&self, range: Range<usize>, organisms: &[Vec<i32>]) -> Vec<u32> {
        let crews: Vec<_> = organisms.chunks(LANES).map(Crew::new).collect();
        let hits = self.scorer.agreement(range, &crews);
        hits.into_iter().flatten().take(organisms.len()).collect()
    }
}

/// The samples as trees, planted on all cores.
pub fn prepare<L: Linear>(samples: &[Sample], look: Horizon) -> Captures {
    let parts = samples.par_chunks(256).map(|samples| {
        let mut forest = Captures::default();
        for sample in samples {
            forest.plant::<L>(&sample.board, sample.played, look);
        }
        forest
    });
    let parts: Vec<_> = parts.collect();
    let mut forest = Captures::default();
    for part in parts {
        forest.append(part);
    }
    forest
}

impl Serialize for Mimic {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        (&self.samples, self.look).serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Mimic {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let (samples, look) = <(Vec<Sample>, _)>::deserialize(deserializer)?;
        Ok(Self::new(&samples, look))
    }
}

impl Portable for Mimic {
    const KIND: &'static str = "mimic";
}

impl Problem for Mimic {
    type Program = Vec<i32>;
    type Task = Slice;
    type Outcome = Vec<u32>;
    type Kit = ();

    fn plan(&self, generation: &[Vec<i32>], _: Seed) -> Vec<Slice> {
        slice::plan(generation, self.len())
    }

    fn equip(&self) -> Result<(), Failure> {
        Ok(())
    }

    fn run(&self, _: &mut (), task: &Slice) -> Result<Vec<u32>, Failure> {
        Ok(self.hits(task.range.clone(), &task.organisms))
    }

    fn reduce(&self, generation: &[Vec<i32>], _: &[Slice], outcomes: &[Vec<u32>]) -> Scores {
        let hits = |organism: usize| -> u32 { outcomes.iter().map(|hits| hits[organism]).sum() };
        let fitness = |hits: u32| Fitness::exact(f64::from(hits).powi(2));
        Scores {
            fitness: (0..generation.len())
                .map(|organism| fitness(hits(organism)))
                .collect(),
            effort: Effort {
                positions: (self.len() * generation.len()) as u64,
                ..Effort::default()
            },
        }
    }

    fn repeatable(&self) -> bool {
        true
    }

    fn packed(&self) -> Option<Packed> {
        Some(Packed::of(self))
    }

    fn is_plausible(&self, task: &Slice, outcome: &Vec<u32>) -> bool {
        outcome.len() == task.organisms.len()
    }
}

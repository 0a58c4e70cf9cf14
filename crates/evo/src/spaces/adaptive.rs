//! Numbers that carry the size of their own steps.

use serde::{Deserialize, Serialize};

use super::mixed::{Mixed, Number};
use crate::{Axis, Crossover, Cube, Nudge, Positive, Probability, Share, Space, Stream};

/// The space of a self-adaptive evolution strategy: a genome holds numbers and the
/// deviation of their mutations, which is inherited and mutates itself. Steps that lead
/// to good children spread with them.
///
/// ```text
/// mutate: step ← step · exp(learning · N(0, 1) / √n), within [least, 1]
///         each number ← number + step · range · N(0, 1), within its range
/// cross:  the numbers as the crossover says; step ← √(mother's · father's)
/// ```
///
/// H.-P. Schwefel: Numerical optimization of computer models, 1981; H.-G. Beyer,
/// H.-P. Schwefel: Evolution strategies, Natural Computing 1, 2002 (one step for all).
#[derive(Clone, Debug, PartialEq)]
pub struct Adaptive<T> {
    /// The numbers.
    pub numbers: Mixed<T>,
    /// How their steps begin and how small they may become.
    pub steps: Steps,
}

/// Steps, as shares of every number's range.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, expecting = "`{ start = 0.1, least = 0.01 }`")]
pub struct Steps {
    /// Of random genomes.
    pub start: Share,
    /// The smallest there are: below it nothing would ever be tried.
    pub least: Positive,
}

/// How numbers with steps of their own mutate: all of them, always.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, expecting = "`{ learning = 1.0 }`")]
pub struct SelfAdaptation {
    /// How fast steps change.
    pub learning: Positive,
}

/// Numbers and the size of their steps.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Adapted {
    /// The numbers.
    pub values: Vec<f64>,
    /// The deviation of the next mutation, as a share of every number's range.
    pub step: f64,
}

impl<T: Number> Adaptive<T> {
    /// A genome of these values, which belong to the space.
    pub fn begin(&self, values: Vec<f64>) -> Adapted {
        let step = self.within(self.steps.start.get());
        Adapted { values, step }
    }

    /// A genome a first step away from these values.
    pub fn near(&self, values: Vec<f64>, stream: &mut Stream) -> Adapted {
        let mut genome = self.begin(values);
        self.go(&mut genome, 0, stream);
        genome
    }

    /// Goes a step.
    fn go(&self, genome: &mut Adapted, generation: u32, stream: &mut Stream) {
        let nudge = Nudge::Gaussian {
            rate: Probability::new(1.0),
            step: Positive::new(genome.step),
        };
        self.numbers
            .mutate(&nudge, &mut genome.values, generation, stream);
    }

    fn within(&self, step: f64) -> f64 {
        step.min(1.0).max(self.steps.least.get())
    }
}

impl<T: Number> Cube<Adapted> for Adaptive<T> {
    fn axes(&self) -> Vec<Axis> {
        self.numbers.axes()
    }

    fn names(&self) -> Vec<&str> {
        self.numbers.names()
    }

    fn point(&self, genome: &Adapted) -> Vec<f64> {
        self.numbers.point(&genome.values)
    }

    fn numbers(&self, point: &[f64]) -> Vec<f64> {
        self.numbers.numbers(point)
    }

    fn nearest(&self, point: &[f64]) -> Adapted {
        self.begin(self.numbers.nearest(point))
    }
}

impl<T: Number> Space for Adaptive<T> {
    type Genome = Adapted;
    type Program = Vec<T>;
    type Crossover = Crossover;
    type Mutation = SelfAdaptation;

    fn cube(&self) -> Option<&dyn Cube<Adapted>> {
        Some(self)
    }

    fn variation(&self) -> Option<(Crossover, SelfAdaptation)> {
        let learning = Positive::new(1.0);
        Some((Crossover::Uniform, SelfAdaptation { learning }))
    }

    fn sample(&self, stream: &mut Stream) -> Adapted {
        self.begin(self.numbers.sample(stream))
    }

    fn decode(&self, genome: &Adapted) -> Vec<T> {
        self.numbers.decode(&genome.values)
    }

    fn show(&self, genome: &Adapted) -> String {
        self.numbers.show(&genome.values)
    }

    fn holds(&self, genome: &Adapted) -> bool {
        self.numbers.holds(&genome.values) && self.within(genome.step) == genome.step
    }

    fn cross(
        &self,
        how: &Crossover,
        mother: &Adapted,
        father: &Adapted,
        stream: &mut Stream,
    ) -> Adapted {
        let values = self
            .numbers
            .cross(how, &mother.values, &father.values, stream);
        let step = self.within(libm::sqrt(mother.step * father.step));
        Adapted { values, step }
    }

    fn mutate(
        &self,
        how: &SelfAdaptation,
        genome: &mut Adapted,
        generation: u32,
        stream: &mut Stream,
    ) {
        let rate = how.learning.get() / libm::sqrt(genome.values.len().max(1) as f64);
        genome.step = self.within(genome.step * libm::exp(rate * stream.normal()));
        self.go(genome, generation, stream);
    }
}

//! Covariance matrix adaptation.

mod distribution;
mod margin;
mod noise;

use serde::{Deserialize, Serialize};

pub use distribution::Distribution;

use super::{Breed, cube, dimensions, values};
use crate::{Axis, Error, Organism, Origin, Positive, Probability, Seed, Space, select};

/// The fewest samples of a generation: two parents of four.
const LEAST_SAMPLES: u32 = 4;

/// The CMA evolution strategy: samples of a normal distribution, which moves towards
/// the better half of the samples and learns the directions in which they lie.
///
/// ```text
/// first:  mean ← weighted mean of the better half of a random generation
/// sample: y ← A·z, z ~ N(0, 1);  x ← mean + step·y
/// learn:  mean ← mean + step·Σ w·y over the better half, best first
///         A·Aᵀ ← (1 - c₁ - cμ)·A·Aᵀ + c₁·p·pᵀ + cμ·Σ w·y·yᵀ, p the path of the mean
///         step grows while the mean goes one way, and shrinks while it goes to and fro
/// ```
///
/// A generation has the mean itself, which is what the run recommends where fitness is noisy,
/// the samples, and some of the samples once more. If those are ranked otherwise the
/// second time, noise drowns selection, and the step is kept from shrinking.
///
/// Whole numbers and choices keep a chance to change however small the step is.
///
/// N. Hansen, A. Ostermeier: Completely derandomized self-adaptation in evolution
/// strategies, Evol. Comput. 9(2), 2001. The matrix is kept as its Cholesky factor:
/// O. Krause, D. R. Arbonès, C. Igel: CMA-ES with optimal covariance update and
/// storage complexity, NIPS 2016. Whole numbers: R. Hamano, S. Saito, M. Nomura,
/// S. Shirakawa: CMA-ES with margin, GECCO 2022. Noise: N. Hansen, A. S. P.
/// Niederberger, L. Guzzella, P. Koumoutsakos: A method for handling uncertainty in
/// evolutionary optimization, IEEE Trans. Evol. Comput. 13(1), 2009.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, expecting = "a table, [cma_es]")]
pub struct CmaEs {
    /// How many organisms there are: the mean, the samples, and those judged twice.
    pub population: u32,
    /// The first step, as a share of the range of every number; 0.2 to 0.3 are usual.
    pub step: Positive,
    /// The share of the samples that is judged twice; 0 where fitness is exact.
    pub repeated: Probability,
    /// Which samples move the mean.
    pub parents: Parents,
}

/// Which samples move the mean.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(
    rename_all = "snake_case",
    expecting = "`\"better_half\"` or `\"all\"`"
)]
pub enum Parents {
    /// The better half, the better the more: as published, for fitness that is exact.
    BetterHalf,
    /// All, weighted by rank: the better half pulls the mean and the worse half
    /// pushes it. Where noise is much larger than the differences between samples,
    /// the mean moves half as far again in the true direction, and no further by
    /// chance.
    All,
}

impl<S: Space> Breed<S> for CmaEs {
    type Memory = Distribution;

    const SAMPLES: bool = true;

    fn standard(space: &S) -> Option<Self> {
        let axes = dimensions(space)? as u32;
        Some(Self {
            population: 40 + axes,
            step: Positive::new(0.1),
            repeated: Probability::new(0.0),
            parents: Parents::All,
        })
    }

    fn population(&self) -> u32 {
        self.population
    }

    fn check(&self, space: &S) -> Result<(), Error> {
        cube(space)?;
        match self.samples() < LEAST_SAMPLES {
            true => Err(Error::TooFew {
                population: self.population,
                least: (LEAST_SAMPLES..)
                    .find(|&population| {
                        Self {
                            population,
                            ..self.clone()
                        }
                        .samples()
                            >= LEAST_SAMPLES
                    })
                    .expect("the share is at most 1"),
            }),
            false => Ok(()),
        }
    }

    fn breed(
        &self,
        space: &S,
        parents: &[Organism<S::Genome>],
        _: u32,
        memory: &mut Option<Distribution>,
        seed: Seed,
    ) -> Vec<(S::Genome, Origin)> {
        let cube = cube(space).expect("the method was checked");
        let axes = cube.axes();
        let fitness = values(parents);
        if let Some(distribution) = memory {
            let [samples, again] = self.split(&fitness[1..]);
            distribution.learn(samples, again, self.parents);
        }
        let distribution = memory.get_or_insert_with(|| {
            let best = select::best_first(&fitness).into_iter();
            let best = best.map(|index| cube.point(&parents[index].genome));
            let best: Vec<_> = best.take(parents.len().div_ceil(2)).collect();
            Distribution::around(&best, self.step.get())
        });
        let sample = |index: u32| seed.child("breed", index.into()).stream();
        let points = distribution.sample((0..self.samples()).map(sample), &axes);
        let genome = |point: &Vec<f64>| cube.nearest(&reflected(point.clone(), &axes));
        let mean = (cube.nearest(distribution.mean()), Origin::Mean);
        let samples = points.iter().chain(&points[..self.repeats()]);
        let samples = samples.map(|point| (genome(point), Origin::Sample));
        [mean].into_iter().chain(samples).collect()
    }
}

impl CmaEs {
    /// How many samples there are: with the mean and those judged twice they are the
    /// population.
    fn samples(&self) -> u32 {
        let others = f64::from(self.population.saturating_sub(1));
        libm::floor(others / (1.0 + self.repeated.get())) as u32
    }

    /// How many samples are judged twice.
    fn repeats(&self) -> usize {
        (self.population - 1 - self.samples()) as usize
    }

    /// The fitness of the samples, and of those that were judged again.
    fn split<'a>(&self, fitness: &'a [f64]) -> [&'a [f64]; 2] {
        let (samples, again) = fitness.split_at(self.samples() as usize);
        [samples, again]
    }
}

/// A point with what lies outside the cube reflected back into it. Levels need no
/// reflection: whatever is outside means the last level.
fn reflected(mut point: Vec<f64>, axes: &[Axis]) -> Vec<f64> {
    for (number, axis) in point.iter_mut().zip(axes) {
        if *axis == Axis::Continuous {
            let folded = libm::fmod(number.abs(), 2.0);
            *number = folded.min(2.0 - folded);
        }
    }
    point
}

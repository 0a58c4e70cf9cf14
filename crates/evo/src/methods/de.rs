//! Differential evolution.

use serde::{Deserialize, Serialize};

use super::{Breed, cube, dimensions, values};
use crate::{Axis, Error, Organism, Origin, Positive, Probability, Seed, Space, Stream, select};

/// The fewest pairs that leave three others for every target.
const LEAST_PAIRS: u32 = 4;

/// Differential evolution, DE/rand/1/bin: the difference of two organisms, added to
/// a third, is what a fourth is crossed with.
///
/// ```text
/// for each target x, with a, b, c three others drawn at random:
///     v ← a + factor · (b - c)
///     trial ← for each number v's with probability crossover_rate, else x's;
///             at least one number is v's
/// of each target and its trial the better one is a target of the next generation
/// ```
///
/// The targets are half of the population and stay in it, so that where fitness is
/// noisy or depends on the others both are judged in the same generation. In the
/// first generation the two halves meet as targets and trials do. A number that
/// leaves its range is drawn between the target's and the end that it passed; one
/// between two levels is rounded at random, so that small differences do not vanish.
///
/// R. Storn, K. Price: Differential evolution, a simple and efficient heuristic
/// for global optimization over continuous spaces, J. Glob. Optim. 11, 1997.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, expecting = "a table, [de]")]
pub struct De {
    /// How many organisms there are, targets and trials together.
    pub population: u32,
    /// How far differences carry; 0.5 to 0.9 are usual.
    pub factor: Positive,
    /// How often a number is that of the mutant.
    pub crossover_rate: Probability,
}

impl<S: Space> Breed<S> for De {
    type Memory = ();

    fn standard(space: &S) -> Option<Self> {
        dimensions(space).map(|_| Self {
            population: 40,
            factor: Positive::new(0.3),
            crossover_rate: Probability::new(0.9),
        })
    }

    fn population(&self) -> u32 {
        self.population
    }

    fn check(&self, space: &S) -> Result<(), Error> {
        cube(space)?;
        if self.population < 2 * LEAST_PAIRS {
            return Err(Error::TooFew {
                population: self.population,
                least: 2 * LEAST_PAIRS,
            });
        }
        match self.population.is_multiple_of(2) {
            true => Ok(()),
            false => Err(Error::Odd(self.population)),
        }
    }

    fn breed(
        &self,
        space: &S,
        parents: &[Organism<S::Genome>],
        _: u32,
        _: &mut Option<()>,
        seed: Seed,
    ) -> Vec<(S::Genome, Origin)> {
        let cube = cube(space).expect("the method was checked");
        let axes = cube.axes();
        let fitness = values(parents);
        let pairs = parents.len() / 2;
        let targets: Vec<_> = (0..pairs)
            .map(|pair| winner(&fitness, pair, pairs))
            .collect();
        let points: Vec<_> = targets
            .iter()
            .map(|&target| cube.point(&parents[target].genome))
            .collect();
        let kept = targets.iter().map(|&target| {
            let genome = parents[target].genome.clone();
            (genome, Origin::Copy(target as u32))
        });
        let trials = (0..pairs).map(|pair| {
            let mut stream = seed.child("breed", pair as u64).stream();
            let [base, plus, minus] = three_others(pair, pairs, &mut stream);
            let mutant = |axis: usize| {
                let difference = points[plus][axis] - points[minus][axis];
                points[base][axis] + self.factor.get() * difference
            };
            let sure = stream.below(points[pair].len());
            let mut trial = points[pair].clone();
            for (axis, number) in trial.iter_mut().enumerate() {
                if stream.chance(self.crossover_rate.get()) || axis == sure {
                    *number = within(mutant(axis), *number, &mut stream);
                    if let Axis::Levels(levels) = axes[axis] {
                        *number += (stream.unit() - 0.5) / f64::from(levels - 1);
                    }
                }
            }
            let origin = Origin::Cross(targets[pair] as u32, targets[base] as u32);
            (cube.nearest(&trial), origin)
        });
        kept.chain(trials).collect()
    }
}

/// The better of a target and its trial; the trial where they are equal, so that
/// the population can cross a plateau.
fn winner(fitness: &[f64], pair: usize, pairs: usize) -> usize {
    let (target, trial) = (pair, pair + pairs);
    [trial, target][select::truncation(&[fitness[trial], fitness[target]], 1)[0]]
}

/// Three different pairs that are not this one.
fn three_others(pair: usize, pairs: usize, stream: &mut Stream) -> [usize; 3] {
    let mut others: Vec<_> = (0..pairs).filter(|&other| other != pair).collect();
    [(); 3].map(|()| others.swap_remove(stream.below(others.len())))
}

/// A number of the cube in place of one that may lie outside.
fn within(mutant: f64, target: f64, stream: &mut Stream) -> f64 {
    match mutant {
        0.0..=1.0 => mutant,
        below if below < 0.0 => target * stream.unit(),
        _ => target + (1.0 - target) * stream.unit(),
    }
}

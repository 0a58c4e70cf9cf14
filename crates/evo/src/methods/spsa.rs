//! Simultaneous perturbation.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::{Breed, best_point, check_sides, cube, dimensions};
use crate::{Axis, Cube, Error, Organism, Origin, Positive, Probability, Seed, Space, Stream};

/// How much of what is known of the usual difference stays when one more is known.
const FADING: f64 = 0.98;

/// Simultaneous perturbation stochastic approximation: all numbers are moved at once, to
/// both sides of a centre, and the difference in fitness of the two sides moves it.
///
/// ```text
/// first:  x ← the best of the first generation; k ← 0
/// sample: for each pair: δ ← ±1 for every number;  c ← perturbation / (1 + k)^γ
///         the two sides are x + c·δ and x - c·δ
/// learn:  for each pair: d ← (fitness of one side - that of the other) / usual d
///         x ← x + rate · (A / (A + k))^α · c · d · δ;  k ← k + 1
/// ```
///
/// The difference counts in units of what differences usually are (the root of their mean
/// square, old ones fading), so that the rate is the same for a fitness in points, in Elo
/// or in nodes, and for any number of games: where noise is all there is, a pair moves every
/// number by about `rate` of its perturbation.
///
/// A generation has the centre itself, which is what the run recommends where fitness is noisy, and
/// pairs. Both sides of a pair stay within the ranges. A whole number or a choice is rounded
/// by the same chance on both sides and moves by at least half a level to each, so that the
/// two sides are never the same.
///
/// J. C. Spall: Multivariate stochastic approximation using a simultaneous perturbation
/// gradient approximation, IEEE Trans. Autom. Control 37(3), 1992, with the constants of
/// J. C. Spall: Implementation of the simultaneous perturbation algorithm for stochastic
/// optimization, IEEE Trans. Aerosp. Electron. Syst. 34(3), 1998.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, expecting = "a table, [spsa]")]
pub struct Spsa {
    /// How many organisms there are: the centre and two for each pair; odd.
    pub population: u32,
    /// How far a usual difference moves the centre at first, as a share of the perturbation.
    pub rate: Positive,
    /// After how many pairs the rate begins to fall, A.
    pub steady: Positive,
    /// How fast the rate falls.
    pub alpha: Probability,
    /// How fast the perturbation falls.
    pub gamma: Probability,
    /// The first perturbation c, as a share of the range of every number.
    pub c: Positive,
    /// The same for some genes by name: the step that changes play differs.
    #[serde(default)]
    pub genes: BTreeMap<String, Positive>,
}

/// The centre and the way to it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Path {
    centre: Vec<f64>,
    /// How many pairs have moved it.
    pairs: u32,
    /// The faded sum of squared differences, and of their weights.
    squares: (f64, f64),
    /// The perturbations of the pairs that were asked for last.
    asked: Vec<Vec<f64>>,
}

impl<S: Space> Breed<S> for Spsa {
    type Memory = Path;

    const SAMPLES: bool = true;
    const PAIRS: bool = true;

    fn standard(space: &S) -> Option<Self> {
        dimensions(space).map(|_| Self {
            population: 9,
            rate: Positive::new(0.05),
            steady: Positive::new(100.0),
            alpha: Probability::new(0.602),
            gamma: Probability::new(0.101),
            c: Positive::new(0.2),
            genes: BTreeMap::new(),
        })
    }

    fn population(&self) -> u32 {
        self.population
    }

    fn check(&self, space: &S) -> Result<(), Error> {
        let names = cube(space)?.names();
        if let Some(unknown) = self
            .genes
            .keys()
            .find(|gene| !names.contains(&gene.as_str()))
        {
            return Err(Error::NoSuchGene(unknown.clone()));
        }
        check_sides(self.population)
    }

    fn breed(
        &self,
        space: &S,
        parents: &[Organism<S::Genome>],
        _: u32,
        path: &mut Option<Path>,
        seed: Seed,
    ) -> Vec<(S::Genome, Origin)> {
        let cube = cube(space).expect("the method was checked");
        let axes = cube.axes();
        match path {
            Some(path) => self.learn(path, parents),
            None => {
                *path = Some(Path {
                    centre: best_point(cube, parents),
                    pairs: 0,
                    squares: (0.0, 0.0),
                    asked: Vec::new(),
                });
            }
        }
        let path = path.as_mut().expect("it was just made");
        let reach = self.reach(cube, path.pairs);
        let mut genomes = vec![(cube.nearest(&path.centre), Origin::Mean)];
        path.asked.clear();
        for pair in 0..self.population / 2 {
            let mut stream = seed.child("breed", pair.into()).stream();
            let moves: Vec<_> = reach
                .iter()
                .map(|&reach| if stream.chance(0.5) { reach } else { -reach })
                .collect();
            for side in sides(&path.centre, &moves, &axes, &mut stream) {
                genomes.push((cube.nearest(&side), Origin::Sample));
            }
            path.asked.push(moves);
        }
        genomes
    }
}

impl Spsa {
    /// How far each number is moved to either side after this many pairs.
    fn reach<G>(&self, cube: &dyn Cube<G>, pairs: u32) -> Vec<f64> {
        let fall = libm::pow(1.0 + f64::from(pairs), -self.gamma.get());
        let axes = cube.axes().into_iter().zip(cube.names());
        let reach = axes.map(|(axis, name)| {
            let first = self.genes.get(name).unwrap_or(&self.c).get();
            let least = match axis {
                Axis::Levels(levels) => 0.5 / f64::from(levels - 1),
                Axis::Continuous => 0.0,
            };
            (first * fall).max(least).min(0.5)
        });
        reach.collect()
    }

    /// Moves the centre by the results of the pairs.
    fn learn<G>(&self, path: &mut Path, judged: &[Organism<G>]) {
        let (sides, _) = judged[1..].as_chunks::<2>();
        for (moves, [one, other]) in path.asked.iter().zip(sides) {
            let difference = one.fitness.value - other.fitness.value;
            let fall = f64::from(path.pairs) / self.steady.get();
            path.pairs += 1;
            if !difference.is_finite() {
                continue;
            }
            let (squares, weights) = path.squares;
            path.squares = (
                FADING * squares + difference * difference,
                FADING * weights + 1.0,
            );
            let usual = libm::sqrt(path.squares.0 / path.squares.1);
            if usual == 0.0 {
                continue;
            }
            let rate = self.rate.get() * libm::pow(1.0 + fall, -self.alpha.get());
            for (number, by) in path.centre.iter_mut().zip(moves) {
                *number = (*number + rate * by * difference / usual).clamp(0.0, 1.0);
            }
        }
    }
}

/// The two sides of a centre, both within the cube. Levels are rounded by the same chance.
fn sides(centre: &[f64], moves: &[f64], axes: &[Axis], stream: &mut Stream) -> [Vec<f64>; 2] {
    let (mut one, mut other) = (Vec::new(), Vec::new());
    for ((&number, &by), axis) in centre.iter().zip(moves).zip(axes) {
        let reach = by.abs();
        let middle = number.clamp(reach, 1.0 - reach);
        let chance = stream.unit();
        let rounded = |number: f64| match *axis {
            Axis::Continuous => number,
            Axis::Levels(levels) => {
                let last = f64::from(levels - 1);
                libm::floor(number * last + chance).clamp(0.0, last) / last
            }
        };
        let (mut low, mut high) = (rounded(middle - reach), rounded(middle + reach));
        if let Axis::Levels(levels) = *axis
            && low == high
        {
            // A distance of exactly one level was lost in the last bit.
            let level = 1.0 / f64::from(levels - 1);
            match high < 1.0 {
                true => high += level,
                false => low -= level,
            }
        }
        let (first, second) = if by > 0.0 { (high, low) } else { (low, high) };
        one.push(first);
        other.push(second);
    }
    [one, other]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_two_sides_differ_in_every_number_and_stay_inside() {
        let axes = [2, 3, 7, 101, 1001].map(Axis::Levels);
        let mut stream = Seed::new(1).stream();
        for trial in 0..10_000 {
            let centre: Vec<_> = axes.iter().map(|_| stream.unit()).collect();
            let centre = match trial % 3 {
                0 => centre,
                1 => vec![0.0; 5],
                _ => vec![1.0; 5],
            };
            let moves: Vec<_> = axes
                .iter()
                .map(|axis| match *axis {
                    Axis::Levels(levels) => 0.5 / f64::from(levels - 1),
                    Axis::Continuous => 0.1,
                })
                .collect();
            let [one, other] = sides(&centre, &moves, &axes, &mut stream);
            for ((a, b), axis) in one.iter().zip(&other).zip(&axes) {
                let Axis::Levels(levels) = *axis else {
                    unreachable!()
                };
                let last = f64::from(levels - 1);
                let (a, b) = (libm::rint(a * last), libm::rint(b * last));
                assert!(a != b && (0.0..=last).contains(&a) && (0.0..=last).contains(&b));
            }
        }
    }
}

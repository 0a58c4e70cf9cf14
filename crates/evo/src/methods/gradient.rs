//! The gradient, one parameter after the other.

use serde::{Deserialize, Serialize};

use super::{Breed, best_point, check_sides, cube, dimensions};
use crate::{Axis, Cube, Error, Organism, Origin, Positive, Seed, Share, Space};

/// Gradient ascent by finite differences: every number is moved alone, to both sides of a
/// centre, and the centre follows the slopes that are found.
///
/// ```text
/// first:  x ← the best of the first generation
/// sample: x, and for each number in turn x with it moved by ± probe
/// learn:  slopeᵢ ← difference in fitness of the two sides / their distance
///         once all slopes are known:
///             where x is worse than the x before it: step ← shrink · step
///             x ← x + step · slope / largest slope
/// ```
///
/// An iteration takes two organisms for each number. With a population too small for
/// that, the numbers take turns, and the centre moves when all have had theirs.
///
/// Y. Björnsson, T. A. Marsland: Learning control of search extensions, JCIS 2002, as
/// described by O. E. David-Tabibi, M. Koppel, N. S. Netanyahu: Genetic algorithms for
/// automatic search tuning, ICGA Journal 33(2), 2010: each parameter is modified by a small
/// value, the total node count is recorded for each, and all are updated so that it falls.
/// That description has no sizes of the steps: those here are of this program.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, expecting = "a table, [gradient]")]
pub struct Gradient {
    /// How many organisms there are: the centre and two for each number that is moved; odd.
    pub population: u32,
    /// How far a number is moved to either side, as a share of its range.
    pub probe: Share,
    /// How far the number with the largest slope goes at first, as a share of its range.
    pub step: Positive,
    /// What the step is multiplied by after an iteration that made it worse.
    pub shrink: Share,
}

/// Where the centre is, and what is known of the slopes there.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Slope {
    centre: Vec<f64>,
    step: f64,
    /// The fitness of the centre before.
    before: Option<f64>,
    /// The sum and the number of the fitness values of this one.
    here: (f64, f64),
    /// The slopes of the first numbers.
    slopes: Vec<f64>,
    /// The distances of the pairs that were asked for last.
    asked: Vec<f64>,
}

impl<S: Space> Breed<S> for Gradient {
    type Memory = Slope;

    const SAMPLES: bool = true;
    const PAIRS: bool = true;

    fn standard(space: &S) -> Option<Self> {
        let axes = dimensions(space)?;
        Some(Self {
            population: 2 * axes as u32 + 1,
            probe: Share::new(0.2),
            step: Positive::new(0.1),
            shrink: Share::new(0.7),
        })
    }

    fn population(&self) -> u32 {
        self.population
    }

    fn check(&self, space: &S) -> Result<(), Error> {
        cube(space)?;
        check_sides(self.population)
    }

    fn breed(
        &self,
        space: &S,
        parents: &[Organism<S::Genome>],
        _: u32,
        slope: &mut Option<Slope>,
        _: Seed,
    ) -> Vec<(S::Genome, Origin)> {
        let cube = cube(space).expect("the method was checked");
        match slope {
            Some(slope) => self.learn(slope, parents),
            None => {
                *slope = Some(Slope {
                    centre: best_point(cube, parents),
                    step: self.step.get(),
                    before: None,
                    here: (0.0, 0.0),
                    slopes: Vec::new(),
                    asked: Vec::new(),
                });
            }
        }
        let slope = slope.as_mut().expect("it was just made");
        self.ask(cube, slope)
    }
}

impl Gradient {
    /// The centre, and the next numbers moved to both sides.
    fn ask<G>(&self, cube: &dyn Cube<G>, slope: &mut Slope) -> Vec<(G, Origin)> {
        let axes = cube.axes();
        let first = slope.slopes.len();
        let pairs = (self.population / 2) as usize;
        let mut genomes = vec![(cube.nearest(&slope.centre), Origin::Mean)];
        slope.asked.clear();
        for axis in first..axes.len().min(first + pairs) {
            let reach = match axes[axis] {
                Axis::Continuous => self.probe.get(),
                // At least to the next level.
                Axis::Levels(levels) => self.probe.get().max(1.0 / f64::from(levels - 1)),
            };
            let reach = reach.min(0.5);
            let middle = slope.centre[axis].clamp(reach, 1.0 - reach);
            let sides = [middle + reach, middle - reach].map(|number| {
                let mut point = slope.centre.clone();
                point[axis] = number;
                cube.nearest(&point)
            });
            let [high, low] = [0, 1].map(|side: usize| cube.point(&sides[side])[axis]);
            slope.asked.push(high - low);
            genomes.extend(sides.map(|side| (side, Origin::Sample)));
        }
        genomes
    }

    /// Takes in slopes; goes on once all are known.
    fn learn<G>(&self, slope: &mut Slope, judged: &[Organism<G>]) {
        let (sum, count) = slope.here;
        slope.here = (sum + judged[0].fitness.value, count + 1.0);
        let (sides, _) = judged[1..].as_chunks::<2>();
        for (distance, [high, low]) in slope.asked.iter().zip(sides) {
            let difference = high.fitness.value - low.fitness.value;
            slope.slopes.push(match difference.is_finite() {
                true => difference / distance,
                false => 0.0,
            });
        }
        if slope.slopes.len() < slope.centre.len() {
            return;
        }
        let here = slope.here.0 / slope.here.1;
        if slope.before.is_some_and(|before| here < before) {
            slope.step *= self.shrink.get();
        }
        let largest = slope
            .slopes
            .iter()
            .fold(0.0, |most: f64, x| most.max(x.abs()));
        if largest > 0.0 {
            for (number, by) in slope.centre.iter_mut().zip(&slope.slopes) {
                *number = (*number + slope.step * by / largest).clamp(0.0, 1.0);
            }
        }
        slope.before = Some(here);
        slope.here = (0.0, 0.0);
        slope.slopes.clear();
    }
}

//! The self-adaptive evolution strategy.

use serde::{Deserialize, Serialize};

use super::{Breed, best_point, cube, dimensions, settled, values};
use crate::{Axis, Error, Organism, Origin, Positive, Seed, Space, Stream, select};

/// Below this share of the distance of two levels a step would change nothing.
const LEAST_OF_LEVEL: f64 = 0.5;

/// The (μ/μ, λ) evolution strategy with self-adaptation: children carry the deviation of
/// their own mutations, and those that lead to good children are inherited.
///
/// ```text
/// first:  mean ← the best of the first generation; steps ← step
/// sample: s ← steps · exp(N(0, 1) / √(2n)), each number's · exp(N(0, 1) / √(2√n));
///         x ← mean + s · N(0, 1), for λ children
/// learn:  mean ← mean of the best μ children's x, steps ← geometric mean of their s
/// ```
///
/// A generation has the mean itself, which is what the run recommends where fitness is noisy, and
/// the children. That μ children share in the next mean averages luck out of it; that
/// parents die keeps a lucky one from ruling.
///
/// With `steps = "one"` all numbers have the same step, a share of their ranges, whose
/// logarithm changes by N(0, 1) / √n.
///
/// H.-P. Schwefel: Numerical optimization of computer models, 1981; H.-G. Beyer,
/// H.-P. Schwefel: Evolution strategies, Natural Computing 1, 2002.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, expecting = "a table, [es]")]
pub struct Es {
    /// How many organisms there are: the mean and the children.
    pub population: u32,
    /// How many children have a share in the next mean: a quarter of them is usual, a half
    /// where fitness is noisy.
    pub parents: u32,
    /// The first step, as a share of the range of every number.
    pub step: Positive,
    /// The smallest step there is.
    pub least: Positive,
    /// Which numbers have a step of their own.
    pub steps: Steps,
}

/// Which numbers have a step of their own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", expecting = "`\"one\"` or `\"each\"`")]
pub enum Steps {
    /// One step for all: learned quickly.
    One,
    /// Each has its own: slower, for numbers that need steps of other sizes.
    Each,
}

/// The middle of the next children, and what is known of the last ones.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Centre {
    mean: Vec<f64>,
    steps: Vec<f64>,
    children: Vec<Child>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Child {
    /// Not rounded.
    point: Vec<f64>,
    steps: Vec<f64>,
}

impl<S: Space> Breed<S> for Es {
    type Memory = Centre;

    const SAMPLES: bool = true;

    fn standard(space: &S) -> Option<Self> {
        let children = 40 + dimensions(space)? as u32;
        Some(Self {
            population: children + 1,
            parents: children / 2,
            step: Positive::new(0.1),
            least: Positive::new(0.01),
            steps: Steps::One,
        })
    }

    fn population(&self) -> u32 {
        self.population
    }

    fn check(&self, space: &S) -> Result<(), Error> {
        cube(space)?;
        if self.parents == 0 {
            return Err(Error::NoSurvivors);
        }
        match self.population < self.parents + 2 {
            true => Err(Error::TooFew {
                population: self.population,
                least: self.parents + 2,
            }),
            false => Ok(()),
        }
    }

    fn breed(
        &self,
        space: &S,
        parents: &[Organism<S::Genome>],
        _: u32,
        centre: &mut Option<Centre>,
        seed: Seed,
    ) -> Vec<(S::Genome, Origin)> {
        let cube = cube(space).expect("the method was checked");
        let axes = cube.axes();
        match centre {
            Some(centre) => centre.learn(&values(&parents[1..]), self.parents as usize),
            None => {
                *centre = Some(Centre {
                    mean: best_point(cube, parents),
                    steps: vec![self.step.get(); axes.len()],
                    children: Vec::new(),
                });
            }
        }
        let centre = centre.as_mut().expect("it was just made");
        let mut children = Vec::new();
        let mut genomes = vec![(cube.nearest(&centre.mean), Origin::Mean)];
        for index in 1..self.population {
            let mut stream = seed.child("breed", index.into()).stream();
            let child = self.child(centre, &axes, &mut stream);
            let point = settled(child.point.clone(), &axes, &mut stream);
            genomes.push((cube.nearest(&point), Origin::Sample));
            children.push(child);
        }
        centre.children = children;
        genomes
    }
}

impl Es {
    fn child(&self, centre: &Centre, axes: &[Axis], stream: &mut Stream) -> Child {
        let n = axes.len() as f64;
        let (common, own) = match self.steps {
            Steps::One => (1.0 / libm::sqrt(n), 0.0),
            Steps::Each => (
                1.0 / libm::sqrt(2.0 * n),
                1.0 / libm::sqrt(2.0 * libm::sqrt(n)),
            ),
        };
        let all = common * stream.normal();
        let (mut point, mut steps) = (Vec::new(), Vec::new());
        for ((&mean, &step), axis) in centre.mean.iter().zip(&centre.steps).zip(axes) {
            let least = match *axis {
                Axis::Levels(levels) => LEAST_OF_LEVEL / f64::from(levels - 1),
                Axis::Continuous => 0.0,
            };
            let step = step * libm::exp(all + own * stream.normal());
            let step = step.min(1.0).max(self.least.get()).max(least);
            point.push((mean + step * stream.normal()).clamp(0.0, 1.0));
            steps.push(step);
        }
        Child { point, steps }
    }
}

impl Centre {
    /// Goes to where the best of the children are.
    fn learn(&mut self, fitness: &[f64], parents: usize) {
        let best = select::truncation(fitness, parents);
        let mean = |number: &dyn Fn(&Child) -> f64| {
            let sum: f64 = best
                .iter()
                .map(|&index| number(&self.children[index]))
                .sum();
            sum / best.len() as f64
        };
        let axes = 0..self.mean.len();
        let middle = axes.clone().map(|axis| mean(&|child| child.point[axis]));
        let steps = axes.map(|axis| libm::exp(mean(&|child| libm::log(child.steps[axis]))));
        (self.mean, self.steps) = (middle.collect(), steps.collect());
    }
}

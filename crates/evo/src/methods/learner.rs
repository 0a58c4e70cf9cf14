//! Learning from results.

use serde::{Deserialize, Serialize};

use super::{Breed, cube, values};
use crate::{Error, Example, Organism, Origin, Positive, Seed, Space, Stream, select};

/// Newton steps for every generation's examples.
const STEPS: usize = 4;

/// Sweeps over all coordinates to solve one Newton step within the bounds.
const SWEEPS: usize = 100;

/// Numbers go evenly along their axes up to the rounding of this share of a range.
const TOLERANCE: f64 = 1e-6;

/// A learner: organisms around a mean, which moves to where a logistic regression on
/// all [`Example`]s of the run, with the best founder as the prior, has its maximum.
///
/// ```text
/// sample: x ← mean + spread·z, z ~ N(0, 1)
/// learn:  θ ← argmax Σ log p(result | θ·example) - ½·(θ - m)ᵀ·P·(θ - m)
///         P ← P + the curvature of the examples at θ;  m ← θ;  mean ← θ without its scale
/// ```
///
/// Selection uses a result to rank a sample; an example says of every number which way
/// it should move. Where fitness is a few games, that is worth hundreds of generations.
///
/// The examples of old generations are kept as the mean and the precision of a normal
/// distribution (Laplace's approximation): D. J. Spiegelhalter, S. L. Lauritzen:
/// Sequential updating of conditional probabilities on directed graphical structures,
/// Networks 20, 1990.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, expecting = "a table, [learner]")]
pub struct Learner {
    /// How many organisms there are: the mean and the samples.
    pub population: u32,
    /// The deviation of the samples from the mean, as a share of every number's range.
    pub spread: Positive,
    /// How far from the founder a number is expected to end, as a share of its range.
    /// The proportions of the numbers to each other are trusted, not those to what is
    /// fixed. The examples of one game share one result but count as if they were
    /// independent, so a small value is right: about 0.015.
    pub doubt: Positive,
}

/// What a learner knows: a normal distribution over the scale and, multiplied by the
/// scale, every coordinate.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Belief {
    mean: Vec<f64>,
    precision: Vec<Vec<f64>>,
}

impl<S: Space> Breed<S> for Learner {
    type Memory = Belief;

    const SAMPLES: bool = true;
    const LEARNS: bool = true;

    fn population(&self) -> u32 {
        self.population
    }

    fn check(&self, space: &S) -> Result<(), Error> {
        let cube = cube(space)?;
        let axes = cube.axes().len();
        let [least, middle, most] = [0.0, 0.5, 1.0].map(|at| cube.numbers(&vec![at; axes]));
        let even = |i: usize| {
            let (range, off) = (most[i] - least[i], middle[i] - (least[i] + most[i]) / 2.0);
            off.abs() <= TOLERANCE * range
        };
        if !(0..least.len()).all(even) {
            return Err(Error::NotLinear);
        }
        match self.population < 2 {
            true => Err(Error::TooFew {
                population: self.population,
                least: 2,
            }),
            false => Ok(()),
        }
    }

    fn learn(
        &self,
        space: &S,
        generation: &[Organism<S::Genome>],
        examples: &[Example],
        belief: &mut Option<Belief>,
    ) {
        let cube = cube(space).expect("the method was checked");
        let axes = cube.axes().len();
        let (least, most) = (
            cube.numbers(&vec![0.0; axes]),
            cube.numbers(&vec![1.0; axes]),
        );
        let rows: Vec<_> = examples
            .iter()
            .map(|example| Row::new(example, &least, &most))
            .collect();
        let belief = belief.get_or_insert_with(|| {
            let best = select::truncation(&values(generation), 1)[0];
            let point = cube.point(&generation[best].genome);
            Belief::around(&point, self.doubt.get(), &rows)
        });
        belief.learn(&rows);
    }

    fn breed(
        &self,
        space: &S,
        _: &[Organism<S::Genome>],
        _: u32,
        belief: &mut Option<Belief>,
        seed: Seed,
    ) -> Vec<(S::Genome, Origin)> {
        let cube = cube(space).expect("the method was checked");
        let belief = belief.as_ref();
        let mean = belief
            .expect("it has learned from every generation")
            .point();
        let sample = |index: u32| {
            let mut stream = seed.child("breed", index.into()).stream();
            let around = |&x: &f64, stream: &mut Stream| x + self.spread.get() * stream.normal();
            let point: Vec<_> = mean.iter().map(|x| around(x, &mut stream)).collect();
            (cube.nearest(&point), Origin::Sample)
        };
        let middle = (cube.nearest(&mean), Origin::Mean);
        let samples = (1..self.population).map(sample);
        [middle].into_iter().chain(samples).collect()
    }
}

/// An example in the coordinates of the cube.
struct Row {
    /// What the program says at the origin, then what each coordinate adds.
    slopes: Vec<f64>,
    result: f64,
}

impl Row {
    /// The numbers go from `least` to `most` along their axes; those that cannot vary
    /// have none.
    fn new(example: &Example, least: &[f64], most: &[f64]) -> Self {
        let features = &example.features;
        let ranges = most.iter().zip(least).map(|(most, least)| most - least);
        let free = ranges.zip(features).filter(|(range, _)| *range > 0.0);
        let origin = dot(least, features);
        Self {
            slopes: [origin]
                .into_iter()
                .chain(free.map(|(range, feature)| range * feature))
                .collect(),
            result: example.result,
        }
    }
}

impl Belief {
    /// That the truth is near this point. The scale is the one that fits the examples.
    fn around(point: &[f64], doubt: f64, examples: &[Row]) -> Self {
        let scale = scale(point, examples);
        let coordinates = point.iter().map(|x| scale * x);
        let mean: Vec<_> = [scale].into_iter().chain(coordinates).collect();
        let row = |i: usize| {
            let mut row = vec![0.0; mean.len()];
            // What the constant counts for is known to its order of magnitude only.
            let deviation = if i == 0 { scale } else { scale * doubt };
            row[i] = 1.0 / (deviation * deviation);
            row
        };
        Self {
            precision: (0..mean.len()).map(row).collect(),
            mean,
        }
    }

    /// The most likely point.
    fn point(&self) -> Vec<f64> {
        let scale = self.mean[0];
        self.mean[1..].iter().map(|x| x / scale).collect()
    }

    fn learn(&mut self, examples: &[Row]) {
        let prior = self.mean.clone();
        let mut curvature = self.precision.clone();
        for _ in 0..STEPS {
            let (mut slope, seen) = self.slope_and_curvature(examples);
            let off: Vec<_> = self.mean.iter().zip(&prior).map(|(x, m)| x - m).collect();
            for (slope, row) in slope.iter_mut().zip(&self.precision) {
                *slope += dot(row, &off);
            }
            for (sum, (old, new)) in curvature.iter_mut().zip(self.precision.iter().zip(&seen)) {
                *sum = old.iter().zip(new).map(|(old, new)| old + new).collect();
            }
            self.step(&slope, &curvature);
        }
        self.precision = curvature;
    }

    /// The first and second derivatives, at the mean, of minus the log likelihood of the
    /// examples.
    fn slope_and_curvature(&self, examples: &[Row]) -> (Vec<f64>, Vec<Vec<f64>>) {
        let count = self.mean.len();
        let mut slope = vec![0.0; count];
        // The lower half of a symmetric matrix.
        let mut half = vec![vec![0.0; count]; count];
        for Row {
            slopes: row,
            result,
        } in examples
        {
            let chance = logistic(dot(row, &self.mean));
            let weight = chance * (1.0 - chance);
            for i in 0..count {
                if row[i] != 0.0 {
                    slope[i] += (chance - result) * row[i];
                    let weighted = weight * row[i];
                    for (sum, x) in half[i][..=i].iter_mut().zip(row) {
                        *sum += weighted * x;
                    }
                }
            }
        }
        let whole = |i: usize| (0..count).map(|j| half[i.max(j)][i.min(j)]).collect();
        (slope, (0..count).map(whole).collect())
    }

    /// Goes to the minimum of a quadratic function within the bounds, one coordinate
    /// after the other.
    fn step(&mut self, slope: &[f64], curvature: &[Vec<f64>]) {
        let from = self.mean.clone();
        let mut moved = vec![0.0; from.len()];
        for _ in 0..SWEEPS {
            for i in 0..from.len() {
                let here = slope[i] + dot(&curvature[i], &moved);
                let to = self.mean[i] - here / curvature[i][i];
                self.mean[i] = match i {
                    0 => to.max(from[0] / 10.0),
                    _ => to.clamp(0.0, self.mean[0]),
                };
                moved[i] = self.mean[i] - from[i];
            }
        }
    }
}

/// The scale at which a point predicts the examples best.
fn scale(point: &[f64], examples: &[Row]) -> f64 {
    let said = |row: &Row| (row.slopes[0] + dot(&row.slopes[1..], point), row.result);
    let said: Vec<_> = examples.iter().map(said).collect();
    let squares: f64 = said.iter().map(|(value, _)| value * value).sum();
    let usual = libm::sqrt(said.len() as f64 / squares);
    let mut scale = 0.0;
    for _ in 0..20 {
        let (mut slope, mut curvature) = (0.0, 0.0);
        for (value, result) in &said {
            let chance = logistic(scale * value);
            slope += (chance - result) * value;
            curvature += chance * (1.0 - chance) * value * value;
        }
        scale -= slope / curvature;
    }
    // Results that the point predicts without fail, or not at all, set no scale.
    match (usual / 100.0..usual * 100.0).contains(&scale) {
        true => scale,
        false if usual.is_finite() => usual,
        false => 1.0,
    }
}

fn logistic(x: f64) -> f64 {
    1.0 / (1.0 + libm::exp(-x))
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

//! Bayesian optimisation.

mod cholesky;
mod process;

use serde::{Deserialize, Serialize};

use process::{Hyper, Observation, Process};

use super::{Breed, best_point, cube, dimensions, settled};
use crate::{Axis, Error, Organism, Origin, Positive, Seed, Space, Stream};

/// The hyperparameters are fitted anew when there is this much more to fit them to.
const MORE: f64 = 1.2;

/// Candidates for a sample that are drawn, how many of them anywhere, and steps to better
/// ones from the best of them.
const DRAWN: usize = 150;
const EVERYWHERE: usize = 30;
const CLIMBED: usize = 60;

/// Bayesian optimisation: a Gaussian process says what fitness to expect at every point, and
/// how sure that is; samples are where it may be best.
///
/// ```text
/// first:  samples around the best of the first generation
/// learn:  all that is known of a point counts, by the inverse of its variance;
///         fit the lengths and the variance of the process to the points
/// sample: x ← the highest (mean + explore · deviation) of points drawn around the best one
///         and anywhere, then of steps from there; then as if x had been judged, the next
/// choose: the judged point with the highest mean - deviation, which is judged again
/// ```
///
/// The process has a length for every number (automatic relevance determination), the
/// Matérn 5/2 kernel, and for every point the error of its fitness. What the run stands for
/// is the judged point that is best by the process, and not the luckiest one. Meant for few
/// numbers, up to about 15: with more, and with more points, it learns little and takes long.
///
/// N. Srinivas, A. Krause, S. Kakade, M. Seeger: Gaussian process optimization in the bandit
/// setting, ICML 2010; batches: T. Desautels, A. Krause, J. W. Burdick: Parallelizing
/// exploration-exploitation tradeoffs in Gaussian process bandit optimization, J. Mach.
/// Learn. Res. 15, 2014.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, expecting = "a table, [bayes]")]
pub struct Bayes {
    /// How many organisms there are: the best by the process, and the samples.
    pub population: u32,
    /// The deviation of the first samples, as a share of the range of every number.
    pub spread: Positive,
    /// How many deviations above the mean a point is hoped to be.
    pub explore: Positive,
    /// The most points that are remembered; beyond it those that are worst by the
    /// process are forgotten. The time that a generation takes grows with its square.
    pub points: u32,
}

/// What is known, and what was asked for last.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Evidence {
    seen: Vec<Observation>,
    hyper: Hyper,
    /// How many organisms had been judged when the hyperparameters were fitted, and are now.
    fitted: (u32, u32),
}

impl<S: Space> Breed<S> for Bayes {
    type Memory = Evidence;

    const SAMPLES: bool = true;

    fn standard(space: &S) -> Option<Self> {
        dimensions(space).map(|_| Self {
            population: 9,
            spread: Positive::new(0.1),
            explore: Positive::new(0.5),
            points: 300,
        })
    }

    fn population(&self) -> u32 {
        self.population
    }

    fn check(&self, space: &S) -> Result<(), Error> {
        cube(space)?;
        let too_few = |population, least| Err(Error::TooFew { population, least });
        match self {
            Self {
                population: 0 | 1, ..
            } => too_few(self.population, 2),
            Self {
                points, population, ..
            } if points <= population => too_few(*points, population + 1),
            _ => Ok(()),
        }
    }

    fn breed(
        &self,
        space: &S,
        parents: &[Organism<S::Genome>],
        _: u32,
        evidence: &mut Option<Evidence>,
        seed: Seed,
    ) -> Vec<(S::Genome, Origin)> {
        let cube = cube(space).expect("the method was checked");
        let axes = cube.axes();
        let first = evidence.is_none();
        let evidence = evidence.get_or_insert_with(|| Evidence {
            seen: Vec::new(),
            hyper: Hyper::expected(axes.len()),
            fitted: (0, 0),
        });
        for organism in parents {
            evidence.add(cube.point(&organism.genome), organism);
        }
        let stream = |index: u32| seed.child("breed", index.into()).stream();
        let mut points = Vec::new();
        // The founders alone say nothing of the numbers.
        if first && parents.len() < self.population as usize || evidence.seen.is_empty() {
            let best = best_point(cube, parents);
            points.push(best.clone());
            for index in 1..self.population {
                points.push(around(&best, self.spread.get(), &axes, &mut stream(index)));
            }
        } else {
            evidence.fit();
            let kept = evidence.forget(self.points as usize);
            let process = Process::new(&evidence.seen, &evidence.hyper);
            points = self.samples(process, &evidence.seen[kept], &axes, stream);
        }
        let origins = [Origin::Mean]
            .into_iter()
            .chain([Origin::Sample].into_iter().cycle());
        let genomes = points.iter().map(|point| cube.nearest(point));
        genomes.zip(origins).collect()
    }
}

impl Bayes {
    /// The best by the process, and samples that may be better.
    fn samples(
        &self,
        mut process: Process<'_>,
        best: &Observation,
        axes: &[Axis],
        stream: impl Fn(u32) -> Stream,
    ) -> Vec<Vec<f64>> {
        let mut points = vec![best.point.clone()];
        process.await_value(best.point.clone(), best.variance);
        for index in 1..self.population {
            let stream = &mut stream(index);
            let hope = |process: &Process<'_>, point: &[f64]| {
                let (mean, deviation) = process.predict(point);
                mean + self.explore.get() * deviation
            };
            let mut found = (f64::NEG_INFINITY, best.point.clone());
            for number in 0..DRAWN + CLIMBED {
                let candidate = match number {
                    0..EVERYWHERE => axes.iter().map(|_| stream.unit()).collect(),
                    EVERYWHERE..DRAWN => some_moved(&best.point, stream),
                    _ => some_moved(&found.1, stream),
                };
                let candidate = settled(candidate, axes, stream);
                let hope = hope(&process, &candidate);
                if hope > found.0 {
                    found = (hope, candidate);
                }
            }
            process.await_value(found.1.clone(), best.variance);
            points.push(found.1);
        }
        points
    }
}

impl Evidence {
    /// Takes in what is known of a point, together with what was known of it before.
    fn add<G>(&mut self, point: Vec<f64>, organism: &Organism<G>) {
        self.fitted.1 += 1;
        let (value, stderr) = (organism.fitness.value, organism.fitness.stderr);
        if !value.is_finite() {
            return;
        }
        let variance = stderr * stderr;
        match self.seen.iter_mut().find(|one| one.point == point) {
            None => self.seen.push(Observation {
                point,
                value,
                variance,
            }),
            Some(same) if variance > 0.0 && same.variance > 0.0 => {
                let (old, new) = (1.0 / same.variance, 1.0 / variance);
                same.value = (old * same.value + new * value) / (old + new);
                same.variance = 1.0 / (old + new);
            }
            Some(_) => {}
        }
    }

    /// Fits the hyperparameters, where there is enough more to fit them to.
    fn fit(&mut self) {
        let (before, now) = self.fitted;
        if f64::from(now) >= MORE * f64::from(before) {
            self.hyper = Hyper::expected(self.hyper.lengths.len()).fitted(&self.seen);
            self.fitted.0 = now;
        }
    }

    /// Forgets the points that are worst for sure if there are too many; says which is best.
    fn forget(&mut self, most: usize) -> usize {
        let process = Process::new(&self.seen, &self.hyper);
        let sure = |one: &Observation| {
            let (mean, deviation) = process.predict(&one.point);
            mean - deviation
        };
        let sure: Vec<_> = self.seen.iter().map(sure).collect();
        let order = crate::select::best_first(&sure);
        let best = order[0];
        let mut lost: Vec<_> = order.into_iter().skip(most).collect();
        lost.sort_unstable();
        for &index in lost.iter().rev() {
            self.seen.remove(index);
        }
        best - lost.iter().filter(|&&index| index < best).count()
    }
}

/// A point with all numbers moved.
fn around(point: &[f64], spread: f64, axes: &[Axis], stream: &mut Stream) -> Vec<f64> {
    let moved = point.iter().map(|number| number + spread * stream.normal());
    let moved = moved.collect();
    settled(moved, axes, stream)
}

/// A point with some numbers moved, by a step of any order of magnitude.
fn some_moved(point: &[f64], stream: &mut Stream) -> Vec<f64> {
    let step = 0.3 * libm::exp(-4.0 * stream.unit());
    let share = stream.unit();
    let sure = stream.below(point.len());
    let mut moved = point.to_vec();
    for (axis, number) in moved.iter_mut().enumerate() {
        if axis == sure || stream.chance(share) {
            *number += step * stream.normal();
        }
    }
    moved
}

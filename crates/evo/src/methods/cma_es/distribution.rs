//! Where and how widely to sample.

use serde::{Deserialize, Serialize};

use super::{Parents, margin, noise};
use crate::{Axis, Stream, select};

/// The deviation of no number grows beyond this share of its range.
const WIDEST: f64 = 0.5;

/// A normal distribution over the unit cube that learns.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Distribution {
    mean: Vec<f64>,
    step: f64,
    /// The Cholesky factor of the covariance matrix: row `i` has `i + 1` numbers.
    factor: Vec<Vec<f64>>,
    /// What levels are stretched by, so that they keep a chance to change.
    stretch: Vec<f64>,
    /// Where the mean has gone, in the coordinates of the cube.
    path: Vec<f64>,
    /// The same in the coordinates of the samples, where all directions are alike.
    plain_path: Vec<f64>,
    /// The numbers behind the samples that were asked for last.
    drawn: Vec<Vec<f64>>,
    /// How many times it has learned.
    age: u32,
}

impl Distribution {
    /// A round distribution at the weighted mean of these points, given best first.
    pub(super) fn around(best: &[Vec<f64>], step: f64) -> Self {
        let n = best[0].len();
        let weights = weights(best.len());
        let middle = |axis: usize| {
            let points = best.iter().zip(&weights);
            points.map(|(point, weight)| weight * point[axis]).sum()
        };
        let row = |i: usize| {
            let mut row = vec![0.0; i + 1];
            row[i] = 1.0;
            row
        };
        Self {
            mean: (0..n).map(middle).collect(),
            step,
            factor: (0..n).map(row).collect(),
            stretch: vec![1.0; n],
            path: vec![0.0; n],
            plain_path: vec![0.0; n],
            drawn: Vec::new(),
            age: 0,
        }
    }

    /// The middle.
    pub(super) fn mean(&self) -> &[f64] {
        &self.mean
    }

    /// Points drawn from it, one for each stream. They may lie outside the cube.
    pub(super) fn sample(
        &mut self,
        streams: impl Iterator<Item = Stream>,
        axes: &[Axis],
    ) -> Vec<Vec<f64>> {
        let n = self.mean.len();
        margin::keep(self, axes, streams.size_hint().0);
        self.drawn = streams
            .map(|mut stream| (0..n).map(|_| stream.normal()).collect())
            .collect();
        let point = |drawn: &Vec<f64>| {
            let step = self.turned(drawn);
            let moved = |axis: usize| self.mean[axis] + self.step * self.stretch[axis] * step[axis];
            (0..n).map(moved).collect()
        };
        self.drawn.iter().map(point).collect()
    }

    /// Learns from the fitness of the samples; `again` is the second fitness of the
    /// first samples.
    pub(super) fn learn(&mut self, fitness: &[f64], again: &[f64], movers: Parents) {
        let n = self.mean.len() as f64;
        let mut value = fitness.to_vec();
        for (value, again) in value.iter_mut().zip(again) {
            *value = (*value + again) / 2.0;
        }
        let parents = fitness.len() / 2;
        let order = select::best_first(&value);
        let best = &order[..parents];
        let weights = weights(parents);
        let effective = 1.0 / weights.iter().map(|weight| weight * weight).sum::<f64>();

        // The rates of the literature; Hansen's tutorial has them in one table.
        let to_step = (effective + 2.0) / (n + effective + 5.0);
        let damping =
            1.0 + 2.0 * (libm::sqrt((effective - 1.0) / (n + 1.0)) - 1.0).max(0.0) + to_step;
        let to_path = (4.0 + effective / n) / (n + 4.0 + 2.0 * effective / n);
        let one = 2.0 / ((n + 1.3) * (n + 1.3) + effective);
        let many = (2.0 * (effective - 2.0 + 1.0 / effective)
            / ((n + 2.0) * (n + 2.0) + effective))
            .min(1.0 - one);

        let steps: Vec<_> = best
            .iter()
            .map(|&index| self.turned(&self.drawn[index]))
            .collect();
        let mut plain_middle = match movers {
            Parents::BetterHalf => self.weighted(best, &weights),
            Parents::All => self.weighted(&order, &by_rank(order.len(), effective)),
        };
        let mut middle = self.turned(&plain_middle);
        let mut stopped = false;
        for (mean, middle) in self.mean.iter_mut().zip(&mut middle) {
            let (from, to) = (*mean, *mean + self.step * *middle);
            *mean = to.clamp(0.0, 1.0);
            if *mean != to {
                *middle = (*mean - from) / self.step;
                stopped = true;
            }
        }
        // A path that goes on where the wall of the cube stops the mean would grow
        // without end, and the step with it.
        if stopped {
            plain_middle = self.turned_back(&middle);
        }
        follow(&mut self.plain_path, &plain_middle, to_step, effective);
        self.age += 1;
        let length = libm::sqrt(self.plain_path.iter().map(|x| x * x).sum());
        let expected = libm::sqrt(n) * (1.0 - 1.0 / (4.0 * n) + 1.0 / (21.0 * n * n));
        // A path that is long because the step is too small says nothing of directions.
        let settled = 1.0 - libm::pow(1.0 - to_step, 2.0 * f64::from(self.age));
        let stalled = length / libm::sqrt(settled) >= (1.4 + 2.0 / (n + 1.0)) * expected;
        let forgotten = match stalled {
            true => {
                self.path.iter_mut().for_each(|x| *x *= 1.0 - to_path);
                one * to_path * (2.0 - to_path)
            }
            false => {
                follow(&mut self.path, &middle, to_path, effective);
                0.0
            }
        };
        let kept = libm::sqrt(1.0 - one - many + forgotten);
        self.factor.iter_mut().flatten().for_each(|x| *x *= kept);
        let path = self.path.clone();
        self.add(one, path);
        for (step, weight) in steps.into_iter().zip(&weights) {
            self.add(many * weight, step);
        }
        self.step *= libm::exp((to_step / damping * (length / expected - 1.0)).min(1.0));
        if noise::drowns(fitness, again) {
            self.step *= 1.0 + 2.0 / (n + 10.0);
        }
        let widest = (0..self.mean.len()).map(|axis| self.deviation(axis));
        let widest = widest.fold(0.0, f64::max);
        self.step *= (WIDEST / widest).min(1.0);
    }

    /// The weighted sum of what is behind some samples.
    fn weighted(&self, samples: &[usize], weights: &[f64]) -> Vec<f64> {
        let mut sum = vec![0.0; self.mean.len()];
        for (&sample, weight) in samples.iter().zip(weights) {
            for (sum, x) in sum.iter_mut().zip(&self.drawn[sample]) {
                *sum += weight * x;
            }
        }
        sum
    }

    /// What normal numbers become by the factor.
    fn turned(&self, drawn: &[f64]) -> Vec<f64> {
        let row = |row: &Vec<f64>| row.iter().zip(drawn).map(|(a, z)| a * z).sum();
        self.factor.iter().map(row).collect()
    }

    /// The normal numbers that become this by the factor.
    fn turned_back(&self, step: &[f64]) -> Vec<f64> {
        let mut drawn: Vec<f64> = Vec::with_capacity(step.len());
        for (row, step) in self.factor.iter().zip(step) {
            let (last, before) = row.split_last().expect("a row has its diagonal");
            let known: f64 = before.iter().zip(&drawn).map(|(a, z)| a * z).sum();
            drawn.push((step - known) / last);
        }
        drawn
    }

    /// The deviation of one number, without what levels are stretched by.
    pub(super) fn deviation(&self, axis: usize) -> f64 {
        let variance: f64 = self.factor[axis].iter().map(|x| x * x).sum();
        self.step * libm::sqrt(variance)
    }

    /// Where the mean of a level lies, and what it is stretched by.
    pub(super) fn level(&mut self, axis: usize) -> (&mut f64, &mut f64) {
        (&mut self.mean[axis], &mut self.stretch[axis])
    }

    /// Adds `share · v · vᵀ` to the covariance matrix, in its factor.
    fn add(&mut self, share: f64, mut v: Vec<f64>) {
        let mut b = 1.0;
        for j in 0..v.len() {
            let old = self.factor[j][j];
            let w = v[j];
            let new = libm::sqrt(old * old + share / b * w * w);
            let gamma = old * old * b + share * w * w;
            self.factor[j][j] = new;
            for (row, v) in self.factor.iter_mut().zip(&mut v).skip(j + 1) {
                let below = row[j];
                *v -= w / old * below;
                row[j] = new / old * below + new * share * w / gamma * *v;
            }
            b += share * w * w / (old * old);
        }
    }
}

/// The weights of the parents, best first.
fn weights(parents: usize) -> Vec<f64> {
    let last = libm::log(parents as f64 + 0.5);
    let weight = |rank: usize| last - libm::log(rank as f64);
    let weights: Vec<_> = (1..=parents).map(weight).collect();
    let sum: f64 = weights.iter().sum();
    weights.into_iter().map(|weight| weight / sum).collect()
}

/// The weights of all samples, best first: evenly spaced and symmetric about 0, scaled
/// so that chance moves the mean as far as `effective` parents do.
fn by_rank(samples: usize, effective: f64) -> Vec<f64> {
    let middle = (samples as f64 - 1.0) / 2.0;
    let weights: Vec<_> = (0..samples).map(|rank| middle - rank as f64).collect();
    let squares: f64 = weights.iter().map(|weight| weight * weight).sum();
    let scale = 1.0 / libm::sqrt(squares * effective);
    weights.into_iter().map(|weight| weight * scale).collect()
}

/// A path fades and takes in a step, so that steps by chance leave its length as it is.
fn follow(path: &mut [f64], step: &[f64], rate: f64, effective: f64) {
    let share = libm::sqrt(rate * (2.0 - rate) * effective);
    for (path, step) in path.iter_mut().zip(step) {
        *path = (1.0 - rate) * *path + share * step;
    }
}

//! A Gaussian process.

use serde::{Deserialize, Serialize};

use super::cholesky::{Cholesky, dot};

/// Steps of the ascent to the most likely hyperparameters.
const STEPS: usize = 30;

/// The most points that the length scales are fitted to.
const MOST_TO_FIT: usize = 150;

/// The least noise, as a share of the variance of the function: the matrix stays regular.
const JITTER: f64 = 1e-6;

/// What is known of a function at a point.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Observation {
    /// Where.
    pub point: Vec<f64>,
    /// The value there.
    pub value: f64,
    /// The variance of its error.
    pub variance: f64,
}

/// The hyperparameters of a process, as logarithms: a length for every number, and the
/// variance of the function.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Hyper {
    pub lengths: Vec<f64>,
    pub variance: f64,
}

/// A Gaussian process with the Matérn 5/2 kernel and a length for every number, whose
/// observations each have an error of their own.
///
/// ```text
/// k(x, x′) = s² (1 + √5 r + 5/3 r²) e^(-√5 r),  r² = Σ ((xᵢ - xᵢ′) / lᵢ)²
/// ```
///
/// C. E. Rasmussen, C. K. I. Williams: Gaussian processes for machine learning, 2006,
/// algorithms 2.1 and 5.1.
pub struct Process<'a> {
    seen: &'a [Observation],
    kernel: Kernel,
    /// What the values are standardised by: their mean and their deviation.
    scale: (f64, f64),
    factor: Cholesky,
    /// The inverse of the matrix times the values.
    weights: Vec<f64>,
    /// Points whose values are awaited.
    awaited: Vec<Vec<f64>>,
}

struct Kernel {
    lengths: Vec<f64>,
    variance: f64,
}

impl Hyper {
    /// What is expected before anything is seen: a function that is smooth over the whole
    /// cube, the smoother the more numbers there are.
    ///
    /// C. Hvarfner, E. O. Hellsten, L. Nardi: Vanilla Bayesian optimization performs great
    /// in high dimensions, ICML 2024.
    pub fn expected(axes: usize) -> Self {
        Self {
            lengths: vec![0.5 * libm::log(axes as f64); axes],
            variance: 0.0,
        }
    }

    /// The most likely hyperparameters given the observations and what was expected.
    ///
    /// The steps depend on the signs of the slopes only: M. Riedmiller, H. Braun: A direct
    /// adaptive method for faster backpropagation learning, ICNN 1993.
    pub fn fitted(&self, seen: &[Observation]) -> Self {
        let share = seen.len().div_ceil(MOST_TO_FIT);
        let some: Vec<_> = seen.iter().step_by(share).cloned().collect();
        let mut now = self.clone();
        let mut best = (f64::NEG_INFINITY, self.clone());
        let mut steps = vec![0.2; self.lengths.len() + 1];
        let mut before = vec![0.0; steps.len()];
        for _ in 0..STEPS {
            let (likelihood, slopes) = now.likelihood(&some);
            if likelihood > best.0 {
                best = (likelihood, now.clone());
            }
            let numbers = now.lengths.iter_mut().chain([&mut now.variance]);
            for (i, number) in numbers.enumerate() {
                let agreement = slopes[i] * before[i];
                let factor = match agreement {
                    0.0 => 1.0,
                    same if same > 0.0 => 1.2,
                    _ => 0.5,
                };
                steps[i] = f64::clamp(steps[i] * factor, 1e-3, 1.0);
                if slopes[i] != 0.0 {
                    *number += steps[i].copysign(slopes[i]);
                }
                before[i] = slopes[i];
            }
        }
        best.1
    }

    /// The logarithm of the probability of the observations and these hyperparameters, but
    /// for a constant, and its slopes.
    fn likelihood(&self, seen: &[Observation]) -> (f64, Vec<f64>) {
        let process = Process::new(seen, self);
        let (mean, deviation) = process.scale;
        let values: Vec<_> = seen
            .iter()
            .map(|one| (one.value - mean) / deviation)
            .collect();
        let weights = &process.weights;
        let mut likelihood = -0.5 * dot(&values, weights) - 0.5 * process.factor.log_determinant();
        let inverse = process.factor.inverse();
        let mut slopes = vec![0.0; self.lengths.len() + 1];
        let last = self.lengths.len();
        for i in 0..seen.len() {
            for j in 0..=i {
                // Every element off the diagonal is there twice.
                let twice = if i == j { 0.5 } else { 1.0 };
                let by = twice * (weights[i] * weights[j] - inverse[i][j]);
                let (one, other) = (&seen[i].point, &seen[j].point);
                let distance = process.kernel.distance(one, other);
                slopes[last] += by * process.kernel.of(distance);
                if i != j {
                    let common = by * process.kernel.by_length(distance);
                    for (axis, slope) in slopes[..last].iter_mut().enumerate() {
                        let apart = (one[axis] - other[axis]) / process.kernel.lengths[axis];
                        *slope += common * apart * apart;
                    }
                }
            }
        }
        let prior = Self::expected(last);
        let expected = prior.lengths.iter().chain([&prior.variance]);
        let numbers = self.lengths.iter().chain([&self.variance]);
        for ((slope, number), expected) in slopes.iter_mut().zip(numbers).zip(expected) {
            let off = number - expected;
            likelihood -= 0.5 * off * off;
            *slope -= off;
        }
        (likelihood, slopes)
    }
}

impl<'a> Process<'a> {
    /// A process that has seen this; there is at least one observation.
    pub fn new(seen: &'a [Observation], hyper: &Hyper) -> Self {
        let kernel = Kernel {
            lengths: hyper.lengths.iter().map(|&log| libm::exp(log)).collect(),
            variance: libm::exp(hyper.variance),
        };
        let scale = scale(seen);
        let factor = Cholesky::of(seen.len(), |i, j| {
            let noise = match i == j {
                true => kernel.noise(seen[i].variance / (scale.1 * scale.1)),
                false => 0.0,
            };
            kernel.of(kernel.distance(&seen[i].point, &seen[j].point)) + noise
        });
        let values: Vec<_> = seen
            .iter()
            .map(|one| (one.value - scale.0) / scale.1)
            .collect();
        Self {
            weights: factor.solve(&values),
            seen,
            kernel,
            scale,
            factor,
            awaited: Vec::new(),
        }
    }

    /// The mean and the deviation of the function at a point. The mean is as if what is
    /// awaited came as expected.
    pub fn predict(&self, point: &[f64]) -> (f64, f64) {
        let row = self.row(point);
        let mean = dot(&row, &self.weights);
        let known = self.factor.forward(&row);
        let variance = self.kernel.variance - dot(&known, &known);
        (
            self.scale.0 + self.scale.1 * mean,
            self.scale.1 * libm::sqrt(variance.max(0.0)),
        )
    }

    /// Takes in that this point will be judged with an error of this variance: it becomes
    /// less uncertain, whatever its value will be.
    pub fn await_value(&mut self, point: Vec<f64>, variance: f64) {
        let row = self.row(&point);
        let noise = self.kernel.noise(variance / (self.scale.1 * self.scale.1));
        self.factor.grow(&row, self.kernel.variance + noise);
        self.awaited.push(point);
    }

    /// The kernel of a point with those that are seen or awaited.
    fn row(&self, point: &[f64]) -> Vec<f64> {
        let seen = self.seen.iter().map(|one| &one.point);
        let all = seen.chain(&self.awaited);
        all.map(|other| self.kernel.of(self.kernel.distance(point, other)))
            .collect()
    }
}

impl Kernel {
    fn distance(&self, one: &[f64], other: &[f64]) -> f64 {
        let squares = one
            .iter()
            .zip(other)
            .zip(&self.lengths)
            .map(|((a, b), length)| {
                let apart = (a - b) / length;
                apart * apart
            });
        libm::sqrt(squares.sum())
    }

    fn of(&self, distance: f64) -> f64 {
        let r = libm::sqrt(5.0) * distance;
        self.variance * (1.0 + r + r * r / 3.0) * libm::exp(-r)
    }

    /// What the kernel grows by with the logarithm of a length, but for the squared
    /// distance along it.
    fn by_length(&self, distance: f64) -> f64 {
        let r = libm::sqrt(5.0) * distance;
        self.variance * 5.0 / 3.0 * (1.0 + r) * libm::exp(-r)
    }

    fn noise(&self, variance: f64) -> f64 {
        variance.max(JITTER * self.variance)
    }
}

/// The mean of the values and their deviation, which is not 0.
fn scale(seen: &[Observation]) -> (f64, f64) {
    let count = seen.len() as f64;
    let mean = seen.iter().map(|one| one.value).sum::<f64>() / count;
    let squares = seen
        .iter()
        .map(|one| (one.value - mean) * (one.value - mean));
    let deviation = libm::sqrt(squares.sum::<f64>() / count);
    let noise = libm::sqrt(seen.iter().map(|one| one.variance).sum::<f64>() / count);
    match [deviation, noise].into_iter().find(|&one| one > 0.0) {
        Some(deviation) => (mean, deviation),
        None => (mean, 1.0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Seed;

    fn observations(count: u64) -> Vec<Observation> {
        let of = |index| {
            let mut stream = Seed::new(5).child("point", index).stream();
            let point = vec![stream.unit(), stream.unit(), stream.unit()];
            Observation {
                value: 3.0 * point[0] - point[1] * point[1] + 0.1 * stream.normal(),
                variance: 0.01 * (1.0 + index as f64),
                point,
            }
        };
        (0..count).map(of).collect()
    }

    /// The textbook's formulas, with a matrix inverted by Gauss and Jordan.
    #[test]
    fn predicted_as_by_the_direct_formula() {
        let seen = observations(12);
        let hyper = Hyper {
            lengths: vec![-0.3, 0.4, 1.0],
            variance: 0.2,
        };
        let process = Process::new(&seen, &hyper);
        let (mean, deviation) = process.scale;
        let kernel = |a: &[f64], b: &[f64]| {
            let squares = (0..3).map(|i| ((a[i] - b[i]) / hyper.lengths[i].exp()).powi(2));
            let r = squares.sum::<f64>().sqrt();
            let root = 5_f64.sqrt();
            hyper.variance.exp() * (1.0 + root * r + 5.0 / 3.0 * r * r) * (-root * r).exp()
        };
        let n = seen.len();
        let mut rows: Vec<Vec<f64>> = (0..n)
            .map(|i| {
                let mut row: Vec<_> = (0..2 * n)
                    .map(|j| match j < n {
                        true => kernel(&seen[i].point, &seen[j].point),
                        false => f64::from(u8::from(j == n + i)),
                    })
                    .collect();
                row[i] += seen[i].variance / (deviation * deviation);
                row
            })
            .collect();
        for i in 0..n {
            let pivot = rows[i][i];
            rows[i].iter_mut().for_each(|x| *x /= pivot);
            let own = rows[i].clone();
            for (_, row) in rows.iter_mut().enumerate().filter(|(j, _)| *j != i) {
                let by = row[i];
                row.iter_mut().zip(&own).for_each(|(x, own)| *x -= by * own);
            }
        }
        let at = [0.3, 0.9, 0.1];
        let k: Vec<_> = seen.iter().map(|one| kernel(&at, &one.point)).collect();
        let times = |v: &dyn Fn(usize) -> f64| -> f64 {
            let pairs = (0..n).flat_map(|i| (0..n).map(move |j| (i, j)));
            pairs.map(|(i, j)| k[i] * rows[i][n + j] * v(j)).sum()
        };
        let value = mean + deviation * times(&|j| (seen[j].value - mean) / deviation);
        let variance = hyper.variance.exp() - times(&|j| k[j]);
        let (predicted, spread) = process.predict(&at);
        assert!((predicted - value).abs() < 1e-9, "{predicted} {value}");
        assert!((spread - deviation * variance.sqrt()).abs() < 1e-9);
    }

    #[test]
    fn slopes_are_those_of_the_likelihood() {
        let seen = observations(10);
        let hyper = Hyper {
            lengths: vec![-0.3, 0.4, 1.0],
            variance: 0.2,
        };
        let (_, slopes) = hyper.likelihood(&seen);
        for (number, slope) in slopes.iter().enumerate() {
            let moved = |by: f64| {
                let mut hyper = hyper.clone();
                match hyper.lengths.get_mut(number) {
                    Some(length) => *length += by,
                    None => hyper.variance += by,
                }
                hyper.likelihood(&seen).0
            };
            let expected = (moved(1e-5) - moved(-1e-5)) / 2e-5;
            assert!((slope - expected).abs() < 1e-5, "{slope} {expected}");
        }
    }

    #[test]
    fn a_number_without_effect_gets_a_great_length() {
        let seen: Vec<_> = observations(60)
            .into_iter()
            .map(|one| Observation {
                value: (6.0 * one.point[0]).sin(),
                variance: 1e-4,
                ..one
            })
            .collect();
        let fitted = Hyper::expected(3).fitted(&seen);
        assert!(fitted.lengths[0] + 0.7 < fitted.lengths[1], "{fitted:?}");
        assert!(fitted.lengths[0] + 0.7 < fitted.lengths[2], "{fitted:?}");
    }

    #[test]
    fn what_is_awaited_is_less_uncertain_and_means_stay() {
        let seen = observations(8);
        let mut process = Process::new(&seen, &Hyper::expected(3));
        let at = vec![0.9, 0.1, 0.9];
        let (mean, deviation) = process.predict(&at);
        process.await_value(at.clone(), 0.01);
        let (after, less) = process.predict(&at);
        assert!((after - mean).abs() < 1e-12 && less < deviation);
    }
}

//! Selection: which organisms become parents. More fitness is better; not-a-number
//! is worst.

use std::num::NonZeroU32;

use serde::{Deserialize, Serialize};

use crate::{Pressure, Stream};

/// A way to choose parents.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(
    rename_all = "snake_case",
    deny_unknown_fields,
    expecting = "`\"roulette\"`, `{ rank = { pressure = 1.5 } }`, \
                 `{ tournament = { size = 3 } }` or `{ truncation = { best = 20 } }`"
)]
pub enum Selection {
    /// [`roulette`]
    Roulette,
    /// [`rank`]
    Rank {
        /// How often the best is chosen, in expectation.
        pressure: Pressure,
    },
    /// [`truncation`]
    Truncation {
        /// How many of the best may be chosen.
        best: NonZeroU32,
    },
    /// [`tournament`]
    Tournament {
        /// How many take part.
        size: NonZeroU32,
    },
}

impl Selection {
    /// Looks at the fitness of a generation once, so that each choice is quick.
    pub fn prepare(&self, fitness: &[f64]) -> Chooser {
        match *self {
            Self::Roulette => Chooser::Wheel(roulette(fitness)),
            Self::Rank { pressure } => Chooser::Wheel(rank(fitness, pressure)),
            Self::Truncation { best } => Chooser::Among(truncation(fitness, best.get() as usize)),
            Self::Tournament { size } => Chooser::Contest(best_first(fitness), size),
        }
    }
}

/// A selection made ready for one generation.
#[derive(Clone, Debug)]
pub enum Chooser {
    /// Shares of a wheel.
    Wheel(Wheel),
    /// All of these alike.
    Among(Vec<usize>),
    /// Tournaments of this size among these, given best first.
    Contest(Vec<usize>, NonZeroU32),
}

impl Chooser {
    /// The index of one parent.
    pub fn choose(&self, stream: &mut Stream) -> usize {
        match self {
            Self::Wheel(wheel) => wheel.spin(stream),
            Self::Among(best) => best[stream.below(best.len())],
            Self::Contest(order, size) => tournament(order, *size, stream),
        }
    }
}

/// A wheel of fortune whose sectors are as wide as the weights they were made of.
#[derive(Clone, Debug)]
pub struct Wheel {
    /// Where each sector ends.
    ends: Vec<f64>,
}

impl Wheel {
    /// Weights are finite and not negative; if all are 0, all sectors are alike.
    fn new(mut weights: Vec<f64>) -> Self {
        if weights.iter().all(|&weight| weight == 0.0) {
            weights.fill(1.0);
        }
        let mut sum = 0.0;
        for weight in &mut weights {
            sum += *weight;
            *weight = sum;
        }
        Self { ends: weights }
    }

    /// The sector where the wheel stops; never one of width 0.
    ///
    /// # Panics
    ///
    /// If there are no sectors.
    pub fn spin(&self, stream: &mut Stream) -> usize {
        let circumference = self.ends[self.ends.len() - 1];
        let stop = stream.unit() * circumference;
        self.ends.partition_point(|&end| end <= stop)
    }
}

/// All indices, the best fitness first; equals stay in order, not-a-number is last.
pub fn best_first(fitness: &[f64]) -> Vec<usize> {
    let key = |index: usize| {
        let value = fitness[index];
        // total_cmp would put it above infinity.
        if value.is_nan() {
            f64::NEG_INFINITY
        } else {
            value
        }
    };
    let mut order: Vec<_> = (0..fitness.len()).collect();
    order.sort_by(|&a, &b| key(b).total_cmp(&key(a)));
    order
}

/// Fitness-proportional selection: the chance is the share of the total fitness.
///
/// ```text
/// P(i) = f(i) / Σ f
/// ```
///
/// Proportions need a zero, so where there is none the following holds:
/// - if some fitness is negative, the lowest is subtracted from all (windowing):
///   the worst is never chosen, and a constant added changes nothing;
/// - if all are 0 (or all equal and negative), all are alike;
/// - infinite fitness leaves nothing for the finite;
/// - not-a-number and minus infinity are never chosen unless there is nothing else.
///
/// J. H. Holland: Adaptation in natural and artificial systems, 1975;
/// J. J. Grefenstette: Optimization of control parameters for genetic
/// algorithms, IEEE Trans. SMC 16(1), 1986 (windowing).
pub fn roulette(fitness: &[f64]) -> Wheel {
    if fitness.contains(&f64::INFINITY) {
        let only_infinite = |&value: &f64| f64::from(value == f64::INFINITY);
        return Wheel::new(fitness.iter().map(only_infinite).collect());
    }
    let finite = || fitness.iter().copied().filter(|value| value.is_finite());
    // Scaled to at most 1, so that no difference and no sum can overflow.
    let scale = finite().fold(0.0, |most: f64, value| most.max(value.abs()));
    let floor = finite().fold(0.0, f64::min) / scale;
    let weight = |&value: &f64| {
        if scale > 0.0 && value.is_finite() {
            value / scale - floor
        } else {
            0.0
        }
    };
    Wheel::new(fitness.iter().map(weight).collect())
}

/// Linear ranking: the chance depends on the place alone.
///
/// ```text
/// P(place k of n, best 0) = (s - 2(s - 1) · k / (n - 1)) / n,  s = pressure
/// ```
///
/// J. E. Baker: Adaptive selection methods for genetic algorithms, ICGA 1985.
pub fn rank(fitness: &[f64], pressure: Pressure) -> Wheel {
    let last = fitness.len().saturating_sub(1).max(1) as f64;
    let mut weights = vec![0.0; fitness.len()];
    for (place, index) in best_first(fitness).into_iter().enumerate() {
        weights[index] = pressure.get() - 2.0 * (pressure.get() - 1.0) * (place as f64 / last);
    }
    Wheel::new(weights)
}

/// Truncation: the indices of the `count` best, best first. Elites and survivors too.
///
/// ```text
/// sort by fitness; keep the first count
/// ```
///
/// H. Mühlenbein, D. Schlierkamp-Voosen: Predictive models for the breeder
/// genetic algorithm, Evolutionary Computation 1(1), 1993.
pub fn truncation(fitness: &[f64], count: usize) -> Vec<usize> {
    let mut order = best_first(fitness);
    order.truncate(count);
    order
}

/// Tournament: some are drawn, with replacement, and the best wins.
///
/// ```text
/// winner ← best of size draws from all
/// ```
///
/// `order` is what [`best_first`] gives: the place, not the fitness, is compared.
///
/// D. E. Goldberg, K. Deb: A comparative analysis of selection schemes used in
/// genetic algorithms, FOGA 1991.
///
/// # Panics
///
/// If there is nothing to draw from.
pub fn tournament(order: &[usize], size: NonZeroU32, stream: &mut Stream) -> usize {
    let first = stream.below(order.len());
    let place = (1..size.get()).fold(first, |best, _| best.min(stream.below(order.len())));
    order[place]
}

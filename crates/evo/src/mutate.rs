//! Mutation: small random changes of one genome.

use std::num::NonZeroU32;

use serde::{Deserialize, Serialize};

use crate::{Bits, Positive, Probability, Stream};

/// How numbers in bits mutate: [`flip_bits`] or, with a step, [`creep`].
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(
    deny_unknown_fields,
    expecting = "`{ rate = 0.005 }` or `{ rate = 0.3, step = 0.1 }`"
)]
pub struct BitMutation {
    /// The chance of every bit to flip or, with a step, of every number to change.
    pub rate: Probability,
    /// The standard deviation of a change, as a share of the number's range.
    #[serde(default)]
    pub step: Option<Positive>,
}

impl BitMutation {
    /// Bits flip at this rate.
    pub const fn flips(rate: Probability) -> Self {
        Self { rate, step: None }
    }
}

/// How named numbers of all kinds mutate: in the logarithm where that is what varies
/// evenly; whole numbers by at least one; choices are redrawn.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(
    rename_all = "snake_case",
    deny_unknown_fields,
    expecting = "`{ gaussian = { rate = 0.9, step = 0.1 } }` or \
                 `{ non_uniform = { rate = 0.9, shape = 2, horizon = 50 } }`"
)]
pub enum Nudge {
    /// [`gaussian`]
    Gaussian {
        /// The chance of every number to change.
        rate: Probability,
        /// The standard deviation, as a share of the range.
        step: Positive,
    },
    /// [`non_uniform`]
    NonUniform {
        /// The chance of every number to change.
        rate: Probability,
        /// Michalewicz's b: how fast the steps shrink.
        shape: Positive,
        /// Michalewicz's T: the generation from which nothing changes any more.
        horizon: NonZeroU32,
    },
}

impl Nudge {
    /// The chance of every number to change.
    pub const fn rate(&self) -> Probability {
        match *self {
            Self::Gaussian { rate, .. } | Self::NonUniform { rate, .. } => rate,
        }
    }
}

/// Flips every bit with the same chance, independently.
///
/// ```text
/// for each locus: with probability rate: bit ← ¬bit
/// ```
///
/// The number of bits skipped until the next flip is geometric and drawn at
/// once, `⌊ln u / ln(1 - rate)⌋`: the cost is one draw per flip, not per bit.
///
/// J. H. Holland: Adaptation in natural and artificial systems, 1975;
/// L. Devroye: Non-uniform random variate generation, 1986, chapter X.2.
pub fn flip_bits(genome: &mut Bits, rate: Probability, stream: &mut Stream) {
    if rate.get() == 0.0 {
        return;
    }
    // -∞ at rate 1, which makes every skip 0.
    let log_stay = libm::log1p(-rate.get());
    // 1 - unit is above 0. The cast cuts the fraction off and stops at the largest number.
    let mut skip = || (libm::log(1.0 - stream.unit()) / log_stay) as usize;
    let mut locus = skip();
    while locus < genome.len() {
        genome.flip(locus);
        locus = (locus + 1).saturating_add(skip());
    }
}

/// Moves a whole number by a normal step, at least by one; stops at the bounds.
///
/// ```text
/// change ← step · (max - min) · N(0, 1)
/// value ← clamp(value + change, rounded away from 0)
/// ```
///
/// A flipped bit may move a number by half of its range. Steps keep children near
/// what is known to be good.
///
/// L. Davis: Handbook of genetic algorithms, 1991, chapter 5 (“real number creep”).
pub fn creep(value: i32, (min, max): (i32, i32), step: Positive, stream: &mut Stream) -> i32 {
    let change = step.get() * stream.normal() * (f64::from(max) - f64::from(min));
    // The cast stops at the largest numbers.
    let away = away_from_zero(change) as i32;
    value.saturating_add(away).clamp(min, max)
}

/// The next whole number that is not nearer to 0: a step of a whole number.
pub(crate) fn away_from_zero(change: f64) -> f64 {
    if change < 0.0 {
        libm::floor(change)
    } else {
        libm::ceil(change)
    }
}

/// Adds a normal step whose deviation is a share of the range; stops at the bounds.
///
/// ```text
/// value ← clamp(value + step · (max - min) · N(0, 1))
/// ```
///
/// I. Rechenberg: Evolutionsstrategie, 1973.
pub fn gaussian(value: f64, (min, max): (f64, f64), step: Positive, stream: &mut Stream) -> f64 {
    // The shares are multiplied first: the range alone may be near the largest number.
    let change = step.get() * stream.normal() * (max - min);
    let moved = value + change;
    // A step too large for a float times a range of 0.
    if moved.is_nan() {
        value
    } else {
        moved.clamp(min, max)
    }
}

/// Michalewicz's non-uniform mutation: far at first, ever closer later.
///
/// ```text
/// Δ(y) = y · (1 - r^((1 - t/T)^b)),  r uniform in [0, 1)
/// heads: value ← value + Δ(max - value)
/// tails: value ← value - Δ(value - min)
/// ```
///
/// `elapsed` is t/T; from 1 on nothing changes. `shape` is b.
///
/// Z. Michalewicz: Genetic algorithms + data structures = evolution programs,
/// 1992, chapter 6.
pub fn non_uniform(
    value: f64,
    (min, max): (f64, f64),
    elapsed: f64,
    shape: Positive,
    stream: &mut Stream,
) -> f64 {
    let up = stream.chance(0.5);
    let share = 1.0 - libm::pow(stream.unit(), reach(elapsed, shape));
    let moved = if up {
        value + share * (max - value)
    } else {
        value - share * (value - min)
    };
    // Rounding may step over a bound.
    moved.clamp(min, max)
}

/// How far non-uniform steps still go, from 1 at the start to 0 at the horizon:
/// `(1 - t/T)^b`.
pub(crate) fn reach(elapsed: f64, shape: Positive) -> f64 {
    libm::pow(1.0 - elapsed.clamp(0.0, 1.0), shape.get())
}

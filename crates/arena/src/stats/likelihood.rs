//! How badly results fit a hypothesis: the heart of intervals and sequential tests.
//!
//! The scores of pairs have some distribution over 0, ¼, ½, ¾ and 1, about which
//! nothing else is assumed. The *deficit* of a hypothesis is the logarithm of how
//! many times less likely the results are under the distribution that explains
//! them best among those the hypothesis allows, than under the one that explains
//! them best of all (each score as frequent as it was seen). It is 0 if the best of
//! all is allowed, and never negative.
//!
//! A score that was not seen may yet be likely under a hypothesis, so no count is
//! ever replaced by a small number.

use std::f64::consts::PI;

use super::Pentanomial;

/// The mean score of a game in a pair, less ½.
const OFFSETS: [f64; 5] = [-0.5, -0.25, 0.0, 0.25, 0.5];

/// Trial values of the deviation, less one.
const TRIALS: u32 = 12;

/// Pairs by score, as weights.
#[derive(Debug, Clone, Copy)]
pub struct Counts([f64; 5]);

impl Counts {
    /// The counts of these results.
    pub fn of(results: &Pentanomial) -> Self {
        Self(results.by_score().map(|count| count as f64))
    }

    /// The counts of the other player.
    pub fn reversed(mut self) -> Self {
        self.0.reverse();
        self
    }

    /// The mean of this function of the pairs' offsets.
    fn mean(&self, f: impl Fn(f64) -> f64) -> f64 {
        let sum: f64 = self.weighted(|i| f(OFFSETS[i]));
        sum / self.weighted(|_| 1.0)
    }

    fn weighted(&self, f: impl Fn(usize) -> f64) -> f64 {
        self.0.iter().enumerate().map(|(i, n)| n * f(i)).sum()
    }

    /// The t-value of the pairs' scores: their mean less ½, divided by their
    /// deviation. 0 if all scored ½, infinite if all scored the same otherwise.
    pub fn t_value(&self) -> f64 {
        let mean = self.mean(|b| b);
        let deviation = self.mean(|b| (b - mean).powi(2)).sqrt();
        if mean == 0.0 { 0.0 } else { mean / deviation }
    }

    /// The deficit of the hypothesis that the expected score is this.
    pub fn deficit_of_score(&self, score: f64) -> f64 {
        self.deficit(OFFSETS.map(|b| 0.5 + b - score))
    }

    /// The deficit of the hypothesis that the t-value of pairs is `t`.
    ///
    /// The deviation σ of a distribution with mean ½ + μ is the least value over
    /// all c > 0 and m of ½ (c + E(b - m)² / c), b being the offset of the score
    /// from ½. So μ = tσ, for t > 0, is the edge of the convex set of distributions
    /// in which, for all c and m, E h ≤ 0 for
    ///
    /// ```text
    /// h(b) = b - t/2 (c + (b - m)² / c)
    /// ```
    ///
    /// Where h touches the edge, c = σ and m = μ = tσ: one number, c, is to be
    /// found. From outside the set the nearest point lies on the half-space that is
    /// farthest off, from inside on the one that is nearest. For t < 0 the same
    /// holds with the signs reversed.
    pub fn deficit_of_t(&self, t: f64) -> f64 {
        if t == 0.0 {
            return self.deficit(OFFSETS);
        }
        let seen = self.t_value();
        let is_outside = if t > 0.0 { seen > t } else { seen < t };
        let deficit = |c: f64| {
            let h = OFFSETS.map(|b| b - t / 2.0 * (c + (b - t * c).powi(2) / c));
            if !is_outside {
                self.deficit(h)
            } else if t * self.weighted(|i| h[i]) > 0.0 {
                -self.deficit(h)
            } else {
                // Inside this half-space, if not inside all.
                0.0
            }
        };

        // Offsets being multiples of ¼ up to ½, ¼|μ| ≤ E b² ≤ ¼; and E b² is
        // (1 + t²)σ².
        let square = 1.0 + t * t;
        let least = 0.25 * t.abs() / square;
        let most = 0.5 / square.sqrt();
        // Here a half-space cuts the results off if any does.
        let hint = (self.mean(|b| b * b) / square).sqrt().clamp(least, most);
        least_value(deficit, least, hint, most).abs()
    }

    /// The deficit of the hypothesis that the mean of `h` is 0; infinite if no
    /// distribution has that mean.
    ///
    /// Lagrange's multiplier x for the mean makes the probability of score i
    /// proportional to nᵢ / (1 + x hᵢ), and the deficit is the greatest value of
    /// Σ nᵢ ln(1 + x hᵢ), a concave function, over all x for which no 1 + x hᵢ is
    /// negative. (At the end of that range a score that was not seen takes the
    /// probability that is left.)
    fn deficit(&self, h: [f64; 5]) -> f64 {
        let total = self.weighted(|i| h[i]);
        if total == 0.0 {
            return 0.0;
        }
        let h = h.map(|value| value * total.signum());
        let least = h.into_iter().fold(f64::INFINITY, f64::min);
        if least >= 0.0 {
            return f64::INFINITY;
        }
        // In units of the greatest x.
        let h = h.map(|value| value / -least);
        let x = self.greatest(h);
        let seen = self.0.iter().zip(h).filter(|(n, _)| **n > 0.0);
        let sum: f64 = seen.map(|(n, h)| n * libm::log1p(x * h)).sum();
        // Rounding may leave a little less.
        sum.max(0.0)
    }

    /// Where Σ nᵢ ln(1 + x hᵢ) is greatest, for 0 ≤ x ≤ 1 and a least hᵢ of -1:
    /// Newton's method, and halving where it would leave the bracket.
    fn greatest(&self, h: [f64; 5]) -> f64 {
        let (mut low, mut high) = (0.0, 1.0);
        let mut x = 0.0;
        loop {
            let (mut slope, mut bend) = (0.0, 0.0);
            for (n, h) in self.0.into_iter().zip(h) {
                if n > 0.0 {
                    let share = h / (1.0 + x * h);
                    slope += n * share;
                    bend += n * share * share;
                }
            }
            if slope > 0.0 {
                low = x;
            } else {
                high = x;
            }
            let newton = x + slope / bend;
            let next = if newton > low && newton < high {
                newton
            } else if newton >= 1.0 && high == 1.0 && self.rises_to_the_end(h) {
                return 1.0;
            } else {
                (low + high) / 2.0
            };
            if (next - x).abs() <= 1e-14 || next == low || next == high {
                return next;
            }
            x = next;
        }
    }

    /// Whether Σ nᵢ ln(1 + x hᵢ) still rises at x = 1.
    fn rises_to_the_end(&self, h: [f64; 5]) -> bool {
        let seen = || self.0.into_iter().zip(h).filter(|(n, _)| *n > 0.0);
        seen().all(|(_, h)| h > -1.0) && seen().map(|(n, h)| n * h / (1.0 + h)).sum::<f64>() >= 0.0
    }
}

/// The least value of `f` from `least` to `most`. It may have several valleys: each
/// that shows at the trial values, `hint` among them, is searched.
fn least_value(f: impl Fn(f64) -> f64, least: f64, hint: f64, most: f64) -> f64 {
    // Denser towards the ends, where great t make the valleys narrow.
    let trial = |i| {
        let share = (1.0 - libm::cos(PI * i as f64 / TRIALS as f64)) / 2.0;
        least * libm::pow(most / least, share)
    };
    let mut trials: Vec<f64> = (0..=TRIALS).map(trial).chain([hint]).collect();
    trials.sort_by(f64::total_cmp);
    trials.dedup();
    let values: Vec<f64> = trials.iter().map(|c| f(*c)).collect();
    let last = trials.len() - 1;
    (0..=last)
        .map(|i| (i.saturating_sub(1), i, last.min(i + 1)))
        .filter(|&(low, i, high)| values[i] <= values[low] && values[i] <= values[high])
        .map(|(low, i, high)| golden_section(&f, trials[low], trials[high]).min(values[i]))
        .fold(f64::INFINITY, f64::min)
}

/// The least value of `f` from `low` to `high`, where it has one valley.
fn golden_section(f: impl Fn(f64) -> f64, mut low: f64, mut high: f64) -> f64 {
    let section = (5f64.sqrt() - 1.0) / 2.0;
    let left_of = |low: f64, high: f64| high - section * (high - low);
    let right_of = |low: f64, high: f64| low + section * (high - low);
    let (mut left, mut right) = (left_of(low, high), right_of(low, high));
    let (mut f_left, mut f_right) = (f(left), f(right));
    // At the bottom a step of this size changes the value by its square.
    while high - low > 1e-5 * high {
        if f_left < f_right {
            (high, right, f_right) = (right, left, f_left);
            left = left_of(low, high);
            f_left = f(left);
        } else {
            (low, left, f_left) = (left, right, f_right);
            right = right_of(low, high);
            f_right = f(right);
        }
    }
    f_left.min(f_right)
}

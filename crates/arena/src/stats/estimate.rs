//! Numbers with their margins of error.

use super::Pentanomial;
use super::confidence;
use super::elo::{ELO_OF_LOGIT, NELO_OF_T, logit_of_score, score_of_logit};
use super::likelihood::Counts;

/// No interval ends beyond this logit: an end above 5,000 Elo is as good as none.
const FARTHEST: f64 = 30.0;

/// The ends of intervals are found to this many deviations.
const CLOSE: f64 = 1e-9;

/// A number estimated from results, and its 95 % interval.
///
/// Of all such intervals at least 95 % hold the true number, but for the accidents
/// of small counts, which may take one or two per cent off or add some. This holds
/// for matches whose length was fixed beforehand: a match stopped by its results (by
/// an SPRT, or on looking at the table) tends to show too much of what stopped it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Estimate {
    /// The most likely number. Infinite after nothing but wins or nothing but
    /// losses; NaN with no result.
    pub value: f64,
    /// The lower end, -∞ if the results set no limit.
    pub low: f64,
    /// The upper end, ∞ if the results set no limit.
    pub high: f64,
}

impl Pentanomial {
    /// By how many Elo the player is stronger: the difference whose expected score
    /// is the score seen.
    ///
    /// The interval holds the Elo that fit the results well enough: those for which
    /// twice the logarithm of the likelihood ratio, against the best fit, stays
    /// below the square of Student's 97.5 % quantile for the number of pairs. A
    /// single pair sets no limit.
    pub fn elo(&self) -> Estimate {
        let logit = interval(self, logit_of_score(self.score()), |counts, logit| {
            counts.deficit_of_score(score_of_logit(logit))
        });
        Estimate {
            value: logit.value * ELO_OF_LOGIT,
            low: logit.low * ELO_OF_LOGIT,
            high: logit.high * ELO_OF_LOGIT,
        }
    }

    /// By how many normalised Elo the player is stronger: the mean score of a game
    /// less ½, divided by its deviation, times 800 / ln 10. The deviation is that of
    /// a pair's points divided by √2, as if its games were independent.
    ///
    /// It tells how many games show the difference: about as many at equal
    /// normalised Elo, be draws rare or frequent. The interval is made as
    /// [`Self::elo`]'s is.
    pub fn nelo(&self) -> Estimate {
        let t = Counts::of(self).t_value();
        // The logit of the score if no pair is divided, and a like measure if some are.
        let logit_of_t = |t: f64| 2.0 * libm::asinh(t);
        let t_of_logit = |logit: f64| libm::sinh(logit / 2.0);
        let logit = interval(self, logit_of_t(t), |counts, logit| {
            counts.deficit_of_t(t_of_logit(logit))
        });
        Estimate {
            value: t * NELO_OF_T,
            low: t_of_logit(logit.low) * NELO_OF_T,
            high: t_of_logit(logit.high) * NELO_OF_T,
        }
    }

    /// The likelihood of superiority: how sure the results make that the player is
    /// stronger, from 0 to 1. ½ with fewer than two pairs.
    ///
    /// Between equal players it is below p in a share p of all matches. It is 97.5 %
    /// where the lower end of [`Self::elo`]'s interval is 0.
    pub fn los(&self) -> f64 {
        let deviations = deviations(Counts::of(self).deficit_of_score(0.5));
        let signed = if self.score() < 0.5 {
            -deviations
        } else {
            deviations
        };
        confidence::probability(signed, self.pairs().saturating_sub(1))
    }
}

/// A deficit as the number of deviations of a normal distribution that has it.
fn deviations(deficit: f64) -> f64 {
    (2.0 * deficit).sqrt()
}

/// The interval of a number whose hypotheses have these deficits. `value` is the
/// most likely one; to the other player it is `-value`.
fn interval(results: &Pentanomial, value: f64, deficit: impl Fn(&Counts, f64) -> f64) -> Estimate {
    let most = confidence::deviations(results.pairs().saturating_sub(1));
    let counts = Counts::of(results);
    let low = |counts: Counts, value: f64| {
        if most == f64::INFINITY || value == f64::NEG_INFINITY {
            return f64::NEG_INFINITY;
        }
        let stride = most / (results.pairs() as f64).sqrt();
        end_below(value, stride, |x| deviations(deficit(&counts, x)) - most)
    };
    Estimate {
        value,
        low: low(counts, value),
        high: -low(counts.reversed(), -value),
    }
}

/// Where `excess`, negative at `inside`, is 0 below it: strides that double until
/// the end is passed, then false position, where an end that stays twice has
/// its value halved (the Illinois rule).
fn end_below(inside: f64, mut stride: f64, excess: impl Fn(f64) -> f64) -> f64 {
    let mut high = inside.min(FARTHEST);
    let mut excess_high = excess(high);
    let (mut low, mut excess_low);
    loop {
        low = high - stride;
        if low < -FARTHEST {
            return f64::NEG_INFINITY;
        }
        excess_low = excess(low);
        if excess_low >= 0.0 {
            break;
        }
        (high, excess_high) = (low, excess_low);
        stride *= 2.0;
    }
    let mut last_was_low = None;
    loop {
        let x = (low * excess_high - high * excess_low) / (excess_high - excess_low);
        let excess_x = excess(x);
        if excess_x.abs() < CLOSE || high - low < CLOSE {
            return x;
        }
        let is_low = excess_x > 0.0;
        let stays_again = last_was_low == Some(is_low);
        if is_low {
            (low, excess_low) = (x, excess_x);
            excess_high /= if stays_again { 2.0 } else { 1.0 };
        } else {
            (high, excess_high) = (x, excess_x);
            excess_low /= if stays_again { 2.0 } else { 1.0 };
        }
        last_was_low = Some(is_low);
    }
}

//! Numbers with the room that chance leaves them.

use super::confidence;
use super::elo::{ELO_OF_LOGIT, NELO_OF_T, logit_of_score, score_of_logit};
use super::likelihood::Counts;
use super::Pentanomial;

/// Beyond this no interval ends; a score of e⁻²⁰⁰ is as good as 0.
const FARTHEST: f64 = 200.0;

/// A number estimated from results, and its 95 % interval.
///
/// Of all such intervals at least 95 % hold the true number, but for the accidents
/// of small counts, which may take one or two per cent off or add some. This counts
/// matches whose length was fixed beforehand: a match stopped by its results (by
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

impl Estimate {
    fn scaled(self, factor: f64) -> Self {
        Self {
            value: self.value * factor,
            low: self.low * factor,
            high: self.high * factor,
        }
    }
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
        logit.scaled(ELO_OF_LOGIT)
    }

    /// By how many normalised Elo the player is stronger: the mean score of a game
    /// less ½, divided by its deviation (1/√2 of the pairs' scores', so that games
    /// count as if independent), times 800 / ln 10.
    ///
    /// It tells how many games show the difference: about as many at equal
    /// normalised Elo, be draws rare or frequent. The interval is made as
    /// [`Self::elo`]'s is.
    pub fn nelo(&self) -> Estimate {
        let t = Counts::of(self).t_value();
        // The inverse hyperbolic sine: t for small t, its logarithm for great.
        let asinh_t = interval(self, libm::asinh(t), |counts, asinh_t| {
            counts.deficit_of_t(libm::sinh(asinh_t))
        });
        Estimate {
            value: t,
            low: libm::sinh(asinh_t.low),
            high: libm::sinh(asinh_t.high),
        }
        .scaled(NELO_OF_T)
    }

    /// The likelihood of superiority: how sure the results make that the player is
    /// stronger, from 0 to 1. ½ with fewer than two pairs.
    ///
    /// Between equal players it is below p in a share p of all matches. It is 97.5 %
    /// where the lower end of [`Self::elo`]'s interval is 0.
    pub fn los(&self) -> f64 {
        let deviations = deviations(Counts::of(self).deficit_of_score(0.5));
        let signed = if self.score() < 0.5 { -deviations } else { deviations };
        confidence::probability(signed, self.pairs().saturating_sub(1))
    }
}

/// A deficit as the number of deviations of a normal distribution that has it.
fn deviations(deficit: f64) -> f64 {
    (2.0 * deficit).sqrt()
}

/// The interval of a number whose hypotheses have these deficits. `value` is the
/// most likely one; to the other player it is `-value`.
fn interval(
    results: &Pentanomial,
    value: f64,
    deficit: impl Fn(&Counts, f64) -> f64,
) -> Estimate {
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

/// Where `excess`, negative at `inside` and falling towards it, is 0 below it: strides that
/// double until the end is passed, then false position, where the end that stays
/// has its value halved (the Illinois rule).
fn end_below(inside: f64, stride: f64, excess: impl Fn(f64) -> f64) -> f64 {
    let mut high = inside.min(FARTHEST);
    let mut excess_high = excess(high);
    let mut stride = stride;
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
    while high - low > 1e-9 {
        let x = (low * excess_high - high * excess_low) / (excess_high - excess_low);
        let excess_x = excess(x);
        if excess_x >= 0.0 {
            (low, excess_low) = (x, excess_x);
            excess_high /= 2.0;
        } else {
            (high, excess_high) = (x, excess_x);
            excess_low /= 2.0;
        }
    }
    low
}

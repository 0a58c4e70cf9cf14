//! A test that stops by itself.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use super::Pentanomial;
use super::elo::{NELO_OF_T, score_of_elo};
use super::likelihood::Counts;

/// No hypothesis of a test may lie beyond this many Elo.
const MOST_ELO: f64 = 1000.0;

/// What a test's hypotheses are measured in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Scale {
    /// Elo, as [`Pentanomial::elo`] gives.
    Logistic,
    /// Normalised Elo, as [`Pentanomial::nelo`] gives.
    Normalised,
}

impl fmt::Display for Scale {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Logistic => "Elo",
            Self::Normalised => "nElo",
        })
    }
}

/// What a test says of the results so far.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Decision {
    /// Play on.
    Continue,
    /// The first hypothesis fits better: stop.
    AcceptH0,
    /// The second hypothesis fits better: stop.
    AcceptH1,
}

/// Why there is no such test.
#[derive(Debug, Clone, Copy, PartialEq, Error)]
pub enum SprtError {
    /// The hypotheses are the same or in the wrong order, or not numbers in range.
    #[error(
        "a test between {elo0} and {elo1} Elo: the first must be less than the second, \
         and both within ±{MOST_ELO}"
    )]
    Hypotheses {
        /// The first.
        elo0: f64,
        /// The second.
        elo1: f64,
    },
    /// The rates of error are not probabilities that a test can keep.
    #[error(
        "a test with alpha {alpha} and beta {beta}: both must be more than 0, \
         and their sum less than 1"
    )]
    ErrorRates {
        /// The rate of accepting the second hypothesis though the first is true.
        alpha: f64,
        /// The rate of accepting the first hypothesis though the second is true.
        beta: f64,
    },
}

/// The generalised sequential probability ratio test over pairs.
///
/// After each pair the likelihoods of the results under two hypotheses are
/// compared: the player is `elo0` stronger, or `elo1`. Each takes the distribution
/// of the pairs' scores that explains the results best. The match may be stopped as
/// soon as the logarithm of their ratio leaves its bounds, with the given rates of
/// error.
///
/// A. Wald: Sequential tests of statistical hypotheses, Ann. Math. Statist. 16(2),
/// 1945. X. Li, J. Liu, Z. Ying: Generalized sequential probability ratio test for
/// separate families of hypotheses, Sequential Analysis 33(4), 2014. Normalised
/// Elo: M. Van den Bergh, 2020.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Sprt {
    scale: Scale,
    elo0: f64,
    elo1: f64,
    alpha: f64,
    beta: f64,
}

/// `0 10 Elo, alpha 0.05, beta 0.05`
impl fmt::Display for Sprt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            scale,
            elo0,
            elo1,
            alpha,
            beta,
        } = self;
        write!(f, "{elo0} {elo1} {scale}, alpha {alpha}, beta {beta}")
    }
}

/// As it is displayed.
impl FromStr for Sprt {
    type Err = SprtTextError;

    fn from_str(text: &str) -> Result<Self, SprtTextError> {
        let words: Vec<_> = text
            .split([' ', ','])
            .filter(|word| !word.is_empty())
            .collect();
        let [elo0, elo1, scale, "alpha", alpha, "beta", beta] = words[..] else {
            return Err(SprtTextError);
        };
        let number = |word: &str| word.parse::<f64>().map_err(|_| SprtTextError);
        let scale = match scale {
            "Elo" => Scale::Logistic,
            "nElo" => Scale::Normalised,
            _ => return Err(SprtTextError),
        };
        let [elo0, elo1] = [number(elo0)?, number(elo1)?];
        Self::new(scale, elo0, elo1, number(alpha)?, number(beta)?).map_err(|_| SprtTextError)
    }
}

/// A text is not that of a test.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error("not a sequential test")]
pub struct SprtTextError;

impl Sprt {
    /// The test of `elo0` against `elo1`. `alpha` bounds the probability to accept
    /// `elo1` if `elo0` is true, `beta` that to accept `elo0` if `elo1` is true.
    pub fn new(
        scale: Scale,
        elo0: f64,
        elo1: f64,
        alpha: f64,
        beta: f64,
    ) -> Result<Self, SprtError> {
        let in_range = -MOST_ELO..=MOST_ELO;
        if !(in_range.contains(&elo0) && in_range.contains(&elo1) && elo0 < elo1) {
            return Err(SprtError::Hypotheses { elo0, elo1 });
        }
        if !(alpha > 0.0 && beta > 0.0 && alpha + beta < 1.0) {
            return Err(SprtError::ErrorRates { alpha, beta });
        }
        Ok(Self {
            scale,
            elo0,
            elo1,
            alpha,
            beta,
        })
    }

    /// The logarithm of the likelihood ratio: positive if `elo1` fits better.
    pub fn llr(&self, results: &Pentanomial) -> f64 {
        let counts = Counts::of(results);
        let deficit = |elo| match self.scale {
            Scale::Logistic => counts.deficit_of_score(score_of_elo(elo)),
            Scale::Normalised => counts.deficit_of_t(elo / NELO_OF_T),
        };
        deficit(self.elo0) - deficit(self.elo1)
    }

    /// Below the first of these [`Self::llr`] accepts `elo0`, above the second `elo1`.
    pub fn bounds(&self) -> (f64, f64) {
        (
            libm::log(self.beta / (1.0 - self.alpha)),
            libm::log((1.0 - self.beta) / self.alpha),
        )
    }

    /// What to do after these results.
    pub fn decide(&self, results: &Pentanomial) -> Decision {
        let llr = self.llr(results);
        let (low, high) = self.bounds();
        if llr <= low {
            Decision::AcceptH0
        } else if llr >= high {
            Decision::AcceptH1
        } else {
            Decision::Continue
        }
    }
}

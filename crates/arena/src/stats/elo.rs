//! Elo and the scores they stand for.

use std::f64::consts::{LN_10, SQRT_2};

/// Elo in one unit of `ln(score / (1 - score))`.
pub(super) const ELO_OF_LOGIT: f64 = 400.0 / LN_10;

/// Normalised Elo in one unit of the pairs' t-value: the mean of their scores less
/// ½, divided by their deviation. Per game the deviation is √2 times as large.
pub(super) const NELO_OF_T: f64 = 800.0 / LN_10 / SQRT_2;

/// The expected score of a game, from 0 to 1, of a player that is this many Elo
/// stronger.
pub fn score_of_elo(elo: f64) -> f64 {
    score_of_logit(elo / ELO_OF_LOGIT)
}

/// By how many Elo a player is stronger whose expected score is this; infinite for
/// 0 and 1.
pub fn elo_of_score(score: f64) -> f64 {
    logit_of_score(score) * ELO_OF_LOGIT
}

pub(super) fn score_of_logit(logit: f64) -> f64 {
    1.0 / (1.0 + libm::exp(-logit))
}

pub(super) fn logit_of_score(score: f64) -> f64 {
    libm::log(score / (1.0 - score))
}

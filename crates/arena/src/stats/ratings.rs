//! Ratings of the players of a tournament.

use super::bradley_terry::Fit;
use super::confidence;
use super::elo::ELO_OF_LOGIT;
use super::matrix::{Matrix, dot};
use super::reach::Reach;
use super::{CrossTable, Estimate};

/// Ratings by the model of Bradley and Terry: each player has a strength, and the
/// expected score of a game is the logistic function of the difference of two.
///
/// The ratings are those whose expected points equal the points of every player;
/// their mean is 0. Their intervals rest on how widely the scores of pairs really
/// spread, so draws and the likeness of the games of a pair are allowed for: in
/// each encounter by its own pairs, and by those of the whole tournament as far as
/// its own are few.
///
/// Results do not always fix the ratings. If a player won all games, or if two
/// groups of players never met, the model fits the better the farther they are
/// apart. Two players are in the same one of the [`Self::groups`] if chains of
/// players, each of which took points from the next, lead from either to the other.
/// With one group the ratings rest on the results alone. With several, each player
/// is given one drawn game against a player of rating 0, which keeps all ratings
/// finite and changes little within a group; bounds that the results do not set are
/// infinite.
///
/// R. A. Bradley, M. E. Terry: Rank analysis of incomplete block designs,
/// Biometrika 39, 1952. L. R. Ford: Solution of a ranking problem from binary
/// comparisons, Amer. Math. Monthly 64(8), 1957.
#[derive(Debug, Clone)]
pub struct Ratings {
    /// The ratings, as logarithms of odds.
    logits: Vec<f64>,
    /// Variances and covariances of the logits.
    covariance: Matrix,
    /// Half the width of an interval in deviations.
    deviations: f64,
    reach: Reach,
}

impl Ratings {
    /// The ratings that fit the results best.
    pub(super) fn of(table: &CrossTable) -> Self {
        let reach = Reach::of(table);
        let fit = Fit::of(table, &reach);
        Self {
            covariance: fit.covariance(&reach),
            deviations: confidence::deviations(fit.pairs_to_spare()),
            logits: fit.logits,
            reach,
        }
    }

    /// The Elo of a player above the mean of all.
    pub fn elo(&self, player: usize) -> Estimate {
        let mut weights = vec![0.0; self.logits.len()];
        weights[player] = 1.0;
        let players = 0..self.logits.len();
        let outside: Vec<usize> = players
            .filter(|other| !self.reach.both(player, *other))
            .collect();
        // A group cannot fall without limit if it took points, nor rise if it lost any.
        let has = |is_held: &dyn Fn(usize) -> bool| {
            outside.is_empty() || outside.iter().any(|other| is_held(*other))
        };
        self.estimate(
            &weights,
            has(&|other| self.reach.is(player, other)),
            has(&|other| self.reach.is(other, player)),
        )
    }

    /// By how many Elo a player is stronger than another.
    pub fn difference(&self, player: usize, other: usize) -> Estimate {
        let mut weights = vec![0.0; self.logits.len()];
        weights[player] += 1.0;
        weights[other] -= 1.0;
        self.estimate(
            &weights,
            self.reach.is(player, other),
            self.reach.is(other, player),
        )
    }

    /// The players in groups that the results compare; each player is in one group.
    pub fn groups(&self) -> Vec<Vec<usize>> {
        self.reach.groups()
    }

    /// The weighted sum of the ratings, and whether it has a lower and an upper bound.
    fn estimate(&self, weights: &[f64], has_low: bool, has_high: bool) -> Estimate {
        let value = dot(&self.logits, weights) * ELO_OF_LOGIT;
        let variance = dot(weights, &self.covariance.times(weights));
        // Rounding may leave a little less than nothing.
        let deviation = variance.max(0.0).sqrt() * ELO_OF_LOGIT;
        let end = |is_set: bool, sign: f64| {
            if is_set && self.deviations.is_finite() {
                value + sign * self.deviations * deviation
            } else {
                sign * f64::INFINITY
            }
        };
        Estimate {
            value,
            low: end(has_low, -1.0),
            high: end(has_high, 1.0),
        }
    }
}

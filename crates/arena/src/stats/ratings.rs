//! Ratings of the players of a tournament.

use super::confidence;
use super::elo::{ELO_OF_LOGIT, score_of_logit};
use super::matrix::Matrix;
use super::{CrossTable, Estimate, Pentanomial};

/// As many pairs of the whole tournament stand beside those of one encounter in
/// telling how widely its scores spread.
const COMMON_PAIRS: f64 = 5.0;

/// The scores of all pairs together spread at least as if so many of them were
/// games without draws.
const LEAST_SPREAD_PAIRS: f64 = 2.0;

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
/// apart. Players stand in one of the [`Self::groups`] if chains of players who
/// took points from the next lead from each to each. With one group the ratings rest
/// on the results alone. With several, each player is given one drawn game against
/// a player of rating 0, which keeps all ratings finite and changes little within
/// a group; bounds that the results do not set are infinite.
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
        let fit = Fit::of(table, reach.groups().len() > 1);
        let pairs: u64 = fit.encounters.iter().map(|e| e.results.pairs()).sum();
        let to_spare = (pairs + 1).saturating_sub(table.players() as u64);
        Self {
            covariance: fit.covariance(&reach, to_spare),
            logits: fit.logits,
            deviations: confidence::deviations(to_spare),
            reach,
        }
    }

    /// The Elo of a player above the mean of all.
    pub fn elo(&self, player: usize) -> Estimate {
        let others = || (0..self.logits.len()).filter(|other| !self.reach.both(player, *other));
        let mut weights = vec![0.0; self.logits.len()];
        weights[player] = 1.0;
        self.estimate(
            &weights,
            others().count() == 0 || others().any(|other| self.reach.is(player, other)),
            others().count() == 0 || others().any(|other| self.reach.is(other, player)),
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

    /// The players in groups that the results compare; each is in one.
    pub fn groups(&self) -> Vec<Vec<usize>> {
        self.reach.groups()
    }

    /// The weighted sum of the ratings, and whether it has a lower and an upper bound.
    fn estimate(&self, weights: &[f64], has_low: bool, has_high: bool) -> Estimate {
        let sum: f64 = self.logits.iter().zip(weights).map(|(x, w)| x * w).sum();
        let value = sum * ELO_OF_LOGIT;
        let deviation = self.covariance.form(weights, weights).max(0.0).sqrt() * ELO_OF_LOGIT;
        let has_width = self.deviations.is_finite();
        let end = |is_set: bool, sign: f64| {
            if is_set && has_width {
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

/// Whom chains of points lead to: a player reaches those of whom he took any, and
/// all whom they reach.
#[derive(Debug, Clone)]
struct Reach(Vec<Vec<bool>>);

impl Reach {
    fn of(table: &CrossTable) -> Self {
        let players = 0..table.players();
        let took = |i, j| i == j || table.cell(i, j).points() > 0.0;
        let row = |i| players.clone().map(|j| took(i, j)).collect();
        let mut reach: Vec<Vec<bool>> = players.clone().map(row).collect();
        for via in players {
            let next = reach[via].clone();
            for row in reach.iter_mut().filter(|row| row[via]) {
                row.iter_mut().zip(&next).for_each(|(to, more)| *to |= more);
            }
        }
        Self(reach)
    }

    fn is(&self, from: usize, to: usize) -> bool {
        self.0[from][to]
    }

    fn both(&self, one: usize, other: usize) -> bool {
        self.is(one, other) && self.is(other, one)
    }

    fn groups(&self) -> Vec<Vec<usize>> {
        let mut groups: Vec<Vec<usize>> = Vec::new();
        for player in 0..self.0.len() {
            match groups.iter_mut().find(|group| self.both(group[0], player)) {
                Some(group) => group.push(player),
                None => groups.push(vec![player]),
            }
        }
        groups
    }
}

/// Two players who met.
struct Encounter {
    player: usize,
    opponent: usize,
    results: Pentanomial,
}

/// The search for the best ratings.
struct Fit {
    encounters: Vec<Encounter>,
    logits: Vec<f64>,
    /// Drawn games of each player against one of rating 0.
    extra_draws: f64,
}

impl Fit {
    fn of(table: &CrossTable, is_divided: bool) -> Self {
        let players = table.players();
        let encounter = |player, opponent| Encounter {
            player,
            opponent,
            results: table.cell(player, opponent),
        };
        let mut fit = Self {
            encounters: (0..players)
                .flat_map(|i| (0..i).map(move |j| encounter(i, j)))
                .filter(|encounter| encounter.results.pairs() > 0)
                .collect(),
            logits: vec![0.0; players],
            extra_draws: if is_divided { 1.0 } else { 0.0 },
        };
        while fit.improve() {}
        let mean = fit.logits.iter().sum::<f64>() / players as f64;
        fit.logits.iter_mut().for_each(|logit| *logit -= mean);
        fit
    }

    /// One step of Newton's method, halved until it leads uphill. False when
    /// there is nothing more to gain.
    fn improve(&mut self) -> bool {
        let step = self.information().factor().solve(&self.slope());
        let here = self.log_likelihood(&self.logits);
        let mut share = 1.0;
        while step.iter().any(|s| (share * s).abs() > 1e-10) {
            let there: Vec<f64> = self.logits.iter().zip(&step).map(|(x, s)| x + share * s).collect();
            if self.log_likelihood(&there) > here {
                self.logits = there;
                return true;
            }
            share /= 2.0;
        }
        false
    }

    /// The logarithm of the likelihood, less half the square of the ratings' sum:
    /// that holds their mean at 0 and costs nothing.
    fn log_likelihood(&self, logits: &[f64]) -> f64 {
        let games = self.encounters.iter().map(|e| {
            let difference = logits[e.player] - logits[e.opponent];
            let (won, lost) = (e.results.points(), e.results.reversed().points());
            won * log_score(difference) + lost * log_score(-difference)
        });
        let draws = logits.iter().map(|x| (log_score(*x) + log_score(-x)) / 2.0);
        let sum: f64 = logits.iter().sum();
        games.sum::<f64>() + self.extra_draws * draws.sum::<f64>() - sum * sum / 2.0
    }

    /// The gradient of [`Self::log_likelihood`].
    fn slope(&self) -> Vec<f64> {
        let sum: f64 = self.logits.iter().sum();
        let draw = |x: &f64| self.extra_draws * (0.5 - score_of_logit(*x)) - sum;
        let mut slope: Vec<f64> = self.logits.iter().map(draw).collect();
        for e in &self.encounters {
            let games = e.results.games() as f64;
            let surplus = e.results.points() - games * self.expected(e);
            slope[e.player] += surplus;
            slope[e.opponent] -= surplus;
        }
        slope
    }

    /// How sharply [`Self::log_likelihood`] bends down in each direction.
    fn information(&self) -> Matrix {
        let mut information = self.draws_spread(1.0);
        for e in &self.encounters {
            information.add_difference(e.player, e.opponent, self.drawless_spread(e));
        }
        information
    }

    /// Variances and covariances of the logits: the information twice divides the
    /// real spread of the points.
    fn covariance(&self, reach: &Reach, to_spare: u64) -> Matrix {
        let pairs: f64 = self.encounters.iter().map(|e| e.results.pairs() as f64).sum();
        // Fitted ratings lie nearer to the results than true ones.
        let shrinkage = pairs / to_spare.max(1) as f64;
        let seen = |e: &Encounter| shrinkage * self.seen_spread(e);
        let all_seen: f64 = self.encounters.iter().map(seen).sum();
        let all_drawless: f64 = self.encounters.iter().map(|e| self.drawless_spread(e)).sum();
        let common = all_seen / all_drawless;

        let mut spread = self.draws_spread(0.0);
        for e in &self.encounters {
            let drawless = self.drawless_spread(e);
            let own = e.results.pairs() as f64;
            let variance = if reach.both(e.player, e.opponent) {
                let shared = (own * seen(e) + COMMON_PAIRS * common * drawless) / (own + COMMON_PAIRS);
                shared.max(LEAST_SPREAD_PAIRS / pairs * drawless)
            } else {
                // One took all points: no spread could be seen.
                drawless
            };
            spread.add_difference(e.player, e.opponent, variance);
        }

        let factor = self.information().factor();
        let players = self.logits.len();
        // What the points of all players weigh in the rating of one, mean 0.
        let weights: Vec<Vec<f64>> = (0..players)
            .map(|player| {
                let share = 1.0 / players as f64;
                let centred: Vec<f64> = (0..players)
                    .map(|other| if other == player { 1.0 - share } else { -share })
                    .collect();
                factor.solve(&centred)
            })
            .collect();
        Matrix::new(players, |i, j| spread.form(&weights[i], &weights[j]))
    }

    /// The variance that the extra draws would have as games without draws, with
    /// this much for the sum of the ratings.
    fn draws_spread(&self, sum: f64) -> Matrix {
        let mut spread = Matrix::new(self.logits.len(), |_, _| sum);
        for (i, x) in self.logits.iter().enumerate() {
            let score = score_of_logit(*x);
            spread.add(i, i, self.extra_draws * score * (1.0 - score));
        }
        spread
    }

    /// The variance of an encounter's points if games were independent and never
    /// drawn.
    fn drawless_spread(&self, encounter: &Encounter) -> f64 {
        let score = self.expected(encounter);
        encounter.results.games() as f64 * score * (1.0 - score)
    }

    /// The squares of the distances of the pairs' points from those expected.
    fn seen_spread(&self, encounter: &Encounter) -> f64 {
        let expected = 2.0 * self.expected(encounter);
        let counts = encounter.results.by_score().into_iter().enumerate();
        counts
            .map(|(half_points, n)| n as f64 * (half_points as f64 / 2.0 - expected).powi(2))
            .sum()
    }

    /// The expected score of a game of an encounter.
    fn expected(&self, encounter: &Encounter) -> f64 {
        score_of_logit(self.logits[encounter.player] - self.logits[encounter.opponent])
    }
}

/// The logarithm of the expected score.
fn log_score(logit: f64) -> f64 {
    // Without overflow at either end.
    logit.min(0.0) - libm::log1p(libm::exp(-logit.abs()))
}

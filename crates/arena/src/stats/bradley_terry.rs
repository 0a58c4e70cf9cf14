//! The fit of ratings to results.

use super::elo::score_of_logit;
use super::matrix::{Matrix, dot};
use super::reach::Reach;
use super::{CrossTable, Pentanomial};

/// The spread of the whole tournament counts like this many pairs beside an
/// encounter's own in the estimate of how widely the encounter's scores spread.
const COMMON_PAIRS: f64 = 5.0;

/// The scores of all pairs together spread at least as if this many pairs had been
/// played without draws.
const LEAST_SPREAD_PAIRS: f64 = 2.0;

/// Two players that met.
struct Encounter {
    player: usize,
    opponent: usize,
    results: Pentanomial,
}

/// The ratings that fit the results best.
pub struct Fit {
    encounters: Vec<Encounter>,
    /// The ratings, as logarithms of odds.
    pub logits: Vec<f64>,
    /// Drawn games of each player against one of rating 0.
    extra_draws: f64,
}

impl Fit {
    /// Finds them.
    pub fn of(table: &CrossTable, reach: &Reach) -> Self {
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
            extra_draws: if reach.groups().len() > 1 { 1.0 } else { 0.0 },
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
            let there: Vec<f64> = self
                .logits
                .iter()
                .zip(&step)
                .map(|(x, s)| x + share * s)
                .collect();
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
        // The square of the sum bends alike in all.
        let mut information = Matrix::new(self.logits.len(), |_, _| 1.0);
        self.add_extra_draws(&mut information);
        for e in &self.encounters {
            information.add_difference(e.player, e.opponent, self.drawless_spread(e));
        }
        information
    }

    /// How many pairs there are beyond those that fix the ratings.
    pub fn pairs_to_spare(&self) -> u64 {
        let pairs: u64 = self.encounters.iter().map(|e| e.results.pairs()).sum();
        (pairs + 1).saturating_sub(self.logits.len() as u64)
    }

    /// Variances and covariances of the logits: the real spread of the points, seen
    /// through the information on both sides.
    pub fn covariance(&self, reach: &Reach) -> Matrix {
        let players = self.logits.len();
        let share = 1.0 / players as f64;
        let information = self.information().factor();
        // The weight of every player's points in the rating of one.
        let weights = |player| {
            let centred = |other| if other == player { 1.0 - share } else { -share };
            let centred: Vec<f64> = (0..players).map(centred).collect();
            information.solve(&centred)
        };
        let weights: Vec<Vec<f64>> = (0..players).map(weights).collect();
        let spread = self.spread(reach);
        let spread: Vec<Vec<f64>> = weights.iter().map(|w| spread.times(w)).collect();
        Matrix::new(players, |i, j| dot(&weights[i], &spread[j]))
    }

    /// Variances and covariances of the players' points.
    fn spread(&self, reach: &Reach) -> Matrix {
        let sum = |f: &dyn Fn(&Encounter) -> f64| -> f64 { self.encounters.iter().map(f).sum() };
        let pairs = sum(&|e| e.results.pairs() as f64);
        // Fitted ratings lie nearer to the results than true ones.
        let shrinkage = pairs / self.pairs_to_spare().max(1) as f64;
        let seen = |e: &Encounter| shrinkage * self.seen_spread(e);
        let common = sum(&seen) / sum(&|e| self.drawless_spread(e));

        let mut spread = Matrix::new(self.logits.len(), |_, _| 0.0);
        self.add_extra_draws(&mut spread);
        for e in &self.encounters {
            let drawless = self.drawless_spread(e);
            let variance = if reach.both(e.player, e.opponent) {
                let own = e.results.pairs() as f64 / (e.results.pairs() as f64 + COMMON_PAIRS);
                let shared = own * seen(e) + (1.0 - own) * common * drawless;
                shared.max(LEAST_SPREAD_PAIRS / pairs * drawless)
            } else {
                // One player took all points: no spread could be seen.
                drawless
            };
            spread.add_difference(e.player, e.opponent, variance);
        }
        spread
    }

    /// Adds the variance of the extra draws' points, as if they were not drawn.
    fn add_extra_draws(&self, spread: &mut Matrix) {
        for (i, x) in self.logits.iter().enumerate() {
            let score = score_of_logit(*x);
            spread.add(i, i, self.extra_draws * score * (1.0 - score));
        }
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

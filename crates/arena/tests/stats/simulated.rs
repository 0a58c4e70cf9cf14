//! Matches whose truth is known.

use arena::stats::{GameResult, Pentanomial};
use evo::Stream;

use GameResult::{Draw, Loss, Win};

/// The true probability of every kind of pair.
#[derive(Debug, Clone)]
pub struct Truth {
    pub name: &'static str,
    /// By the results of the first and the second game: loss, draw, win.
    chances: [[f64; 3]; 3],
}

impl Truth {
    /// Two games with these probabilities of a loss, a draw and a win.
    pub fn new(name: &'static str, first: [f64; 3], second: [f64; 3]) -> Self {
        let chances = first.map(|a| second.map(|b| a * b));
        Self { name, chances }
    }

    /// Two games alike, with this expected score and share of draws.
    pub fn alike(name: &'static str, score: f64, draws: f64) -> Self {
        let game = [1.0 - score - draws / 2.0, draws, score - draws / 2.0];
        assert!(game.iter().all(|chance| *chance >= 0.0), "{name}");
        Self::new(name, game, game)
    }

    /// The same, but with this probability the second game ends as the first.
    pub fn repeating(mut self, share: f64) -> Self {
        for (i, row) in self.chances.iter_mut().enumerate() {
            let first: f64 = row.iter().sum();
            row.iter_mut().for_each(|chance| *chance *= 1.0 - share);
            row[i] += share * first;
        }
        self
    }

    /// The probabilities of the scores 0, ½, 1, 1½ and 2.
    pub fn by_score(&self) -> [f64; 5] {
        let mut by_score = [0.0; 5];
        for (i, row) in self.chances.iter().enumerate() {
            for (j, chance) in row.iter().enumerate() {
                by_score[i + j] += chance;
            }
        }
        by_score
    }

    /// The expected score of a game.
    fn score(&self) -> f64 {
        let chances = self.by_score().into_iter().enumerate();
        chances.map(|(i, p)| p * i as f64 / 4.0).sum()
    }

    pub fn elo(&self) -> f64 {
        -400.0 * (1.0 / self.score() - 1.0).log10()
    }

    pub fn nelo(&self) -> f64 {
        let mean = self.score();
        let chances = self.by_score().into_iter().enumerate();
        let variance_of_pair: f64 = chances
            .map(|(i, p)| p * (i as f64 / 4.0 - mean).powi(2))
            .sum();
        (mean - 0.5) / (2.0 * variance_of_pair).sqrt() * 800.0 / 10f64.ln()
    }

    /// Adds the results of this many pairs.
    pub fn play(&self, pairs: u64, stream: &mut Stream, results: &mut Pentanomial) {
        const RESULTS: [GameResult; 3] = [Loss, Draw, Win];
        for _ in 0..pairs {
            let mut left = stream.unit();
            let cells = (0..9).map(|cell| (cell / 3, cell % 3));
            let (first, second) = cells
                .clone()
                .find(|(i, j)| {
                    left -= self.chances[*i][*j];
                    left < 0.0
                })
                // The sum of the chances may be rounded to less than 1.
                .unwrap_or((2, 2));
            results.add_pair(RESULTS[first], RESULTS[second]);
        }
    }

    /// The results of a match of this many pairs.
    pub fn matched(&self, pairs: u64, stream: &mut Stream) -> Pentanomial {
        let mut results = Pentanomial::default();
        self.play(pairs, stream, &mut results);
        results
    }
}

/// Results with these pairs by score.
pub fn pairs(by_score: [u64; 5]) -> Pentanomial {
    let [two_losses, loss_and_draw, two_draws, draw_and_win, two_wins] = by_score;
    Pentanomial {
        two_losses,
        loss_and_draw,
        loss_and_win: 0,
        two_draws,
        draw_and_win,
        two_wins,
    }
}

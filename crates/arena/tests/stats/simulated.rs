//! Matches whose truth is known.

use arena::stats::{GameResult, Pentanomial};
use evo::Stream;

use GameResult::{Draw, Loss, Win};

const RESULTS: [GameResult; 3] = [Loss, Draw, Win];

/// The true probability of every kind of pair.
#[derive(Debug, Clone)]
pub struct Truth {
    pub name: &'static str,
    /// By the results of the first and the second game.
    chances: [[f64; 3]; 3],
}

impl Truth {
    /// Pairs whose games have these probabilities of a loss, a draw and a win.
    pub fn new(name: &'static str, first: [f64; 3], second: [f64; 3]) -> Self {
        let chances = first.map(|a| second.map(|b| a * b));
        Self { name, chances }
    }

    /// Games alike, with this score and this share of draws.
    pub fn even_colours(name: &'static str, score: f64, draws: f64) -> Self {
        let game = [1.0 - score - draws / 2.0, draws, score - draws / 2.0];
        assert!(game.iter().all(|chance| *chance >= 0.0), "{name}");
        Self::new(name, game, game)
    }

    /// The same, but with this probability the second game ends as the first.
    pub fn repeating(mut self, share: f64) -> Self {
        let mut first = [0.0; 3];
        for (i, row) in self.chances.iter_mut().enumerate() {
            first[i] = row.iter().sum();
            row.iter_mut().for_each(|chance| *chance *= 1.0 - share);
            row[i] += share * first[i];
        }
        self
    }

    /// The probabilities of the pair's mean scores 0, ¼, ½, ¾ and 1.
    pub fn by_score(&self) -> [f64; 5] {
        let mut by_score = [0.0; 5];
        for (i, row) in self.chances.iter().enumerate() {
            for (j, chance) in row.iter().enumerate() {
                by_score[i + j] += chance;
            }
        }
        by_score
    }

    pub fn score(&self) -> f64 {
        let chances = self.by_score().into_iter().enumerate();
        chances.map(|(i, p)| p * i as f64 / 4.0).sum()
    }

    pub fn elo(&self) -> f64 {
        -400.0 * (1.0 / self.score() - 1.0).log10()
    }

    /// By the definition: the deviation of a game as if a pair had two independent ones.
    pub fn nelo(&self) -> f64 {
        let mean = self.score();
        let chances = self.by_score().into_iter().enumerate();
        let variance: f64 = chances
            .map(|(i, p)| p * (i as f64 / 4.0 - mean).powi(2))
            .sum();
        (mean - 0.5) / (2.0 * variance).sqrt() * 800.0 / 10f64.ln()
    }

    /// The same game with the sides changed.
    pub fn reversed(&self) -> Self {
        let mut chances = self.chances;
        chances.reverse();
        chances.iter_mut().for_each(|row| row.reverse());
        Self { chances, ..*self }
    }

    pub fn play_pair(&self, stream: &mut Stream) -> (GameResult, GameResult) {
        let mut left = stream.unit();
        for (i, row) in self.chances.iter().enumerate() {
            for (j, chance) in row.iter().enumerate() {
                left -= chance;
                if left < 0.0 {
                    return (RESULTS[i], RESULTS[j]);
                }
            }
        }
        unreachable!("the chances of {} add up to 1", self.name)
    }

    pub fn play(&self, pairs: u64, stream: &mut Stream) -> Pentanomial {
        let mut results = Pentanomial::default();
        for _ in 0..pairs {
            let (first, second) = self.play_pair(stream);
            results.add_pair(first, second);
        }
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

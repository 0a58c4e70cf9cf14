//! How badly results fit a hypothesis, by climbing among distributions.

use arena::stats::Pentanomial;

/// What a hypothesis fixes.
#[derive(Debug, Clone, Copy)]
pub enum Fixed {
    /// The expected score of a game.
    Score(f64),
    /// The normalised Elo.
    Nelo(f64),
}

impl Fixed {
    /// How far above the hypothesis a distribution lies.
    fn excess(self, chances: [f64; 5]) -> f64 {
        let mut mean = 0.0;
        let mut square = 0.0;
        for (i, p) in chances.into_iter().enumerate() {
            let score = i as f64 / 4.0;
            mean += p * score;
            square += p * score * score;
        }
        match self {
            Self::Score(score) => mean - score,
            Self::Nelo(nelo) => {
                let deviation_of_game = (2.0 * (square - mean * mean).max(0.0)).sqrt();
                mean - 0.5 - nelo / 800.0 * 10f64.ln() * deviation_of_game
            }
        }
    }
}

/// By how much the logarithm of the likelihood of the results is smaller, at best,
/// under the hypothesis than with the frequencies seen.
///
/// Any five weights, tilted towards wins or losses until they meet the hypothesis,
/// are a distribution that it allows, and every such distribution is its own
/// weights. They are changed one at a time as long as that helps.
pub fn deficit(results: &Pentanomial, fixed: Fixed) -> f64 {
    let counts = results.by_score().map(|n| n as f64);
    let pairs: f64 = counts.iter().sum();
    let log_likelihood = |chances: [f64; 5]| -> f64 {
        let seen = counts.iter().zip(chances).filter(|(n, _)| **n > 0.0);
        seen.map(|(n, p)| n * p.ln()).sum()
    };
    let climb = |mut weights: [f64; 5]| {
        let mut best = log_likelihood(tilted(weights, fixed));
        let mut step = 2.0;
        while step > 1e-4 {
            let before = best;
            for i in 0..5 {
                for change in [step, -step] {
                    let mut changed = weights;
                    changed[i] += change;
                    let likelihood = log_likelihood(tilted(changed, fixed));
                    if likelihood > best {
                        (weights, best) = (changed, likelihood);
                    }
                }
            }
            if best - before < 1e-9 {
                step /= 2.0;
            }
        }
        best
    };
    // Several starts: there may be several peaks.
    let starts = [
        counts.map(|n| (n + 0.1).ln()),
        [0.0, 0.0, 0.0, 0.0, 5.0],
        [0.0, 0.0, 0.0, 5.0, 0.0],
    ];
    let under = starts.map(climb).into_iter().fold(f64::MIN, f64::max);
    log_likelihood(counts.map(|n| n / pairs)) - under
}

/// The distribution with these weights, given as logarithms, tilted to what the
/// hypothesis allows.
fn tilted(weights: [f64; 5], fixed: Fixed) -> [f64; 5] {
    let chances = |tilt: f64| {
        let mut odds = weights;
        for (i, odds) in odds.iter_mut().enumerate() {
            *odds += tilt * (i as f64 - 2.0);
        }
        let most = odds.into_iter().fold(f64::MIN, f64::max);
        let odds = odds.map(|log| (log - most).exp());
        let sum: f64 = odds.iter().sum();
        odds.map(|odds| odds / sum)
    };
    let (mut low, mut high) = (-60.0, 60.0);
    for _ in 0..60 {
        let middle = (low + high) / 2.0;
        if fixed.excess(chances(middle)) > 0.0 {
            high = middle;
        } else {
            low = middle;
        }
    }
    chances((low + high) / 2.0)
}

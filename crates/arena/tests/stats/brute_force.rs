//! The likelihood of results under a hypothesis, by climbing among distributions.

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
        let weighted = |f: &dyn Fn(f64) -> f64| -> f64 {
            chances.iter().enumerate().map(|(i, p)| p * f(i as f64 / 4.0)).sum()
        };
        let mean = weighted(&|a| a);
        match self {
            Self::Score(score) => mean - score,
            Self::Nelo(nelo) => {
                let deviation = weighted(&|a| (a - mean) * (a - mean)).sqrt();
                mean - 0.5 - nelo * 10f64.ln() / 800.0 * 2f64.sqrt() * deviation
            }
        }
    }
}

/// How much less the logarithm of the likelihood of these results can be at most under the
/// hypothesis than under the frequencies seen.
///
/// Any five weights, tilted towards wins or losses until they meet the hypothesis,
/// are a distribution that it allows, and every such distribution has weights. They
/// are changed one at a time as long as that helps.
pub fn deficit(results: &Pentanomial, fixed: Fixed) -> f64 {
    let counts = results.by_score().map(|n| n as f64);
    let pairs: f64 = counts.iter().sum();
    let log_likelihood = |chances: [f64; 5]| -> f64 {
        let seen = counts.iter().zip(chances).filter(|(n, _)| **n > 0.0);
        seen.map(|(n, p)| n * p.ln()).sum()
    };
    let climb = |mut weights: [f64; 5]| {
        let mut best = log_likelihood(tilted(weights, fixed));
        let mut step = 1.0;
        while step > 1e-7 {
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
            if best - before < 1e-12 {
                step /= 2.0;
            }
        }
        best
    };
    let starts = [
        counts.map(|n| (n + 0.1).ln()),
        counts.map(|n| (n + 0.1).ln() / 2.0),
        [0.0, 0.0, 0.0, 0.0, 3.0],
        [0.0, 0.0, 0.0, 3.0, 0.0],
        [0.0, 3.0, 0.0, 0.0, 0.0],
        [3.0, 0.0, 0.0, 0.0, 0.0],
    ];
    let under = starts.into_iter().map(climb).fold(f64::NEG_INFINITY, f64::max);
    log_likelihood(counts.map(|n| n / pairs)) - under
}

/// The distribution with these weights, given as logarithms, that the hypothesis allows.
fn tilted(weights: [f64; 5], fixed: Fixed) -> [f64; 5] {
    let chances = |tilt: f64| {
        let mut i = -3.0;
        let logs = weights.map(|w| {
            i += 1.0;
            w + tilt * i
        });
        let most = logs.into_iter().fold(f64::NEG_INFINITY, f64::max);
        let odds = logs.map(|log| (log - most).exp());
        let sum: f64 = odds.iter().sum();
        odds.map(|odds| odds / sum)
    };
    let (mut low, mut high) = (-60.0, 60.0);
    for _ in 0..70 {
        let middle = (low + high) / 2.0;
        if fixed.excess(chances(middle)) > 0.0 {
            high = middle;
        } else {
            low = middle;
        }
    }
    chances(low)
}

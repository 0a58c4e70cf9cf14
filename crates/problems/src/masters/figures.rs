//! Means and spreads of players.

use super::weights::{COUNT, Weights};

/// A weight over several players.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Figure {
    /// The mean.
    pub mean: f64,
    /// The standard deviation (divided by n).
    pub spread: f64,
}

/// Each weight over these players.
///
/// # Panics
///
/// If there are none.
pub fn figures(players: &[Weights]) -> [Figure; COUNT] {
    assert!(!players.is_empty(), "no players have no mean");
    std::array::from_fn(|weight| {
        let over = |of: &dyn Fn(f64) -> f64| {
            players.iter().map(|p| of(p.0[weight])).sum::<f64>() / players.len() as f64
        };
        let mean = over(&|value| value);
        let variance = over(&|value| (value - mean) * (value - mean));
        Figure {
            mean,
            spread: variance.sqrt(),
        }
    })
}

/// The player whose weights are the means of these players' weights.
///
/// # Panics
///
/// If there are none.
pub fn mean(players: &[Weights]) -> Weights {
    Weights(figures(players).map(|figure| figure.mean))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_of_known_players() {
        let players = [2.0, 4.0, 4.0, 4.0, 5.0, 5.0, 7.0, 9.0].map(|w| Weights([w; COUNT]));
        let figure = Figure {
            mean: 5.0,
            spread: 2.0,
        };
        assert_eq!(figures(&players), [figure; COUNT]);
        assert_eq!(mean(&players), Weights([5.0; COUNT]));
    }
}

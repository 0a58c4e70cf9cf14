//! The scores of players against each other.

use super::{Pentanomial, Ratings};

/// The results of every player against every other.
///
/// Players are numbered from 0.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CrossTable {
    /// For each player, the results against each.
    rows: Vec<Vec<Pentanomial>>,
}

impl CrossTable {
    /// The table of this many players before the first game.
    pub fn new(players: usize) -> Self {
        Self {
            rows: vec![vec![Pentanomial::default(); players]; players],
        }
    }

    /// How many players there are.
    pub fn players(&self) -> usize {
        self.rows.len()
    }

    /// Adds these results of `player` against `opponent`, for both.
    ///
    /// # Panics
    ///
    /// If they are the same player, or either is not in the table.
    pub fn add(&mut self, player: usize, opponent: usize, results: Pentanomial) {
        assert_ne!(
            player, opponent,
            "no player plays a rated game against itself"
        );
        self.rows[player][opponent] += results;
        self.rows[opponent][player] += results.reversed();
    }

    /// The results of `player` against `opponent`.
    pub fn cell(&self, player: usize, opponent: usize) -> Pentanomial {
        self.rows[player][opponent]
    }

    /// The results of `player` against all.
    pub fn total(&self, player: usize) -> Pentanomial {
        self.rows[player].iter().copied().sum()
    }

    /// The rating of every player.
    pub fn ratings(&self) -> Ratings {
        Ratings::of(self)
    }
}

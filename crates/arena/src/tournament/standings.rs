//! The standings of a tournament.

use std::time::Duration;

use chess::{Color, Outcome};

use super::Fixture;
use crate::stats::{CrossTable, GameResult, Pentanomial};

/// The standings of a tournament.
#[derive(Debug, Clone, PartialEq)]
pub struct Standings {
    /// The results of every player against every other.
    pub table: CrossTable,
    /// The faults of every player.
    pub faults: Vec<Faults>,
    /// Pairs that were played before this run.
    pub kept: usize,
    /// Pairs played since.
    pub played: usize,
    /// The time this run has taken.
    pub elapsed: Duration,
}

/// How many games a player lost by a fault.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Faults {
    /// By overstepping its time.
    pub time_losses: usize,
    /// In any other way.
    pub others: usize,
}

/// How a game ended, as far as standings go.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Verdict {
    pub outcome: Outcome,
    /// The side at fault, and whether the fault was to overstep the time.
    pub fault: Option<(Color, bool)>,
}

impl Faults {
    /// All faults.
    pub fn total(self) -> usize {
        self.time_losses + self.others
    }
}

impl Standings {
    /// Before the first game.
    pub(super) fn new(players: usize) -> Self {
        Self {
            table: CrossTable::new(players),
            faults: vec![Faults::default(); players],
            kept: 0,
            played: 0,
            elapsed: Duration::ZERO,
        }
    }

    /// Counts the two games of a pair, in their order.
    pub(super) fn add(&mut self, fixture: Fixture, verdicts: [Verdict; 2]) {
        let Fixture { first, second, .. } = fixture;
        let [one, other] = verdicts;
        let mut results = Pentanomial::default();
        results.add_pair(
            GameResult::of(one.outcome, Color::White),
            GameResult::of(other.outcome, Color::Black),
        );
        self.table.add(first, second, results);
        for (verdict, [white, black]) in [(one, [first, second]), (other, [second, first])] {
            if let Some((color, is_time)) = verdict.fault {
                let faults = match color {
                    Color::White => &mut self.faults[white],
                    Color::Black => &mut self.faults[black],
                };
                if is_time {
                    faults.time_losses += 1;
                } else {
                    faults.others += 1;
                }
            }
        }
    }

    /// Pairs played.
    pub fn pairs(&self) -> usize {
        self.kept + self.played
    }

    /// Games played a second in this run.
    pub fn speed(&self) -> f64 {
        2.0 * self.played as f64 / self.elapsed.as_secs_f64().max(f64::MIN_POSITIVE)
    }
}

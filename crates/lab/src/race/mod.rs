//! Optimisers against each other: the same problem, the same seeds, the same effort.
//!
//! ```text
//! recipe × optimisers × seeds ─► ordinary runs, each until its effort is spent
//!                                ─► Tracks: what each recommends as effort grows ─► Race
//! ```
//!
//! What counts is the quality of what a run recommends, and not of the luckiest organism:
//! where the best of a generation is tried on something else (the truth of a landscape, held
//! out positions), it is that.

mod duel;
mod entry;
mod track;

use std::cmp::Ordering;

pub use duel::Duel;
pub use entry::Entrant;
pub use track::{Held, Track};

use crate::{Mean, Measure};

/// What effort is counted in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    /// Games played.
    Games,
    /// Positions judged.
    Positions,
    /// Nodes searched.
    Nodes,
}

impl Unit {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Games, Self::Positions, Self::Nodes];

    /// What recipes call it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Games => "games",
            Self::Positions => "positions",
            Self::Nodes => "nodes",
        }
    }

    /// How many an effort has.
    pub const fn of(self, effort: evo::Effort) -> u64 {
        match self {
            Self::Games => effort.games,
            Self::Positions => effort.positions,
            Self::Nodes => effort.nodes,
        }
    }
}

/// How much effort each run of a race has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// How many.
    pub amount: u64,
    /// Of what.
    pub unit: Unit,
}

/// The result of a race.
#[derive(Clone, Debug, PartialEq)]
pub struct Race {
    /// What its figures count.
    pub measure: Measure,
    /// How much effort each run had.
    pub budget: Budget,
    /// The optimisers, the best first.
    pub lanes: Vec<Lane>,
}

/// One optimiser with its runs.
#[derive(Clone, Debug, PartialEq)]
pub struct Lane {
    /// The optimiser, as it was named.
    pub name: String,
    /// Its runs, in the order of their seeds.
    pub tracks: Vec<Track>,
}

impl Race {
    /// Puts the best first, by the mean in the end.
    pub fn new(measure: Measure, budget: Budget, mut lanes: Vec<Lane>) -> Self {
        let end = |lane: &Lane| lane.at(budget.amount as f64).map(|mean| mean.value);
        lanes.sort_by(|one, other| match (end(one), end(other)) {
            (Some(one), Some(other)) if measure.less_is_better => one.total_cmp(&other),
            (Some(one), Some(other)) => other.total_cmp(&one),
            (one, other) => other.is_some().cmp(&one.is_some()),
        });
        Self {
            measure,
            budget,
            lanes,
        }
    }

    /// How often each pair of optimisers would differ as much by chance, all pairs taken
    /// together; those of which one wins come first.
    pub fn duels(&self) -> Vec<Duel> {
        let end = self.budget.amount as f64;
        let mut duels = Vec::new();
        for (one, better) in self.lanes.iter().enumerate() {
            for (other, worse) in self.lanes.iter().enumerate().skip(one + 1) {
                let pairs = better.tracks.iter().zip(&worse.tracks);
                let both = pairs.filter_map(|(a, b)| Some(a.at(end)? - b.at(end)?));
                duels.extend(Duel::of([one, other], &both.collect::<Vec<_>>()));
            }
        }
        duel::correct(&mut duels);
        duels.sort_by(|one, other| one.p.partial_cmp(&other.p).unwrap_or(Ordering::Equal));
        duels
    }
}

impl Lane {
    /// The mean over seeds of what is recommended after this effort, where all have got as
    /// far as their first generation.
    pub fn at(&self, effort: f64) -> Option<Mean> {
        let values = self.tracks.iter().map(|track| track.at(effort));
        Mean::of(&values.collect::<Option<Vec<_>>>()?)
    }

    /// The mean share of held-out positions that are solved in the end, in percent.
    pub fn held_out(&self) -> Option<Mean> {
        let held = self.tracks.iter().map(|track| track.held_out);
        let percent = held.map(|held| held.map(Held::percent));
        Mean::of(&percent.collect::<Option<Vec<_>>>()?)
    }
}

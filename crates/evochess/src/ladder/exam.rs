//! Exams: how strong an individual is, as the paper measures it.

use std::num::NonZeroUsize;

use evo::{Backend, Failure, Kits, Problem, Seed, Threads};

use super::class::{CLASSES, Class};
use super::fitness::{fitness, stderr};
use super::game::{Played, Rules};
use super::problem::{Ladder, Trial};
use crate::Organism;

/// The paper's post-evaluation of its best programs: as many games against each of the
/// classes 8, 10 and 12.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Exam {
    /// Games against each class; the paper has 20.
    pub games: u32,
    /// When games end.
    pub rules: Rules,
    /// All chance comes from it.
    pub seed: Seed,
}

/// The games of an exam.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Examined(pub Vec<Played>);

impl Exam {
    /// The classes of the opponents.
    pub const CLASSES: [Class; 3] = [CLASSES[3], CLASSES[4], CLASSES[5]];

    /// Plays the games on this number of threads.
    pub fn of(&self, organism: &Organism, threads: NonZeroUsize) -> Result<Examined, Failure> {
        let ladder = Ladder {
            bounds: organism.bounds,
            rules: self.rules,
            trial: Trial::Exam {
                classes: Self::CLASSES.to_vec(),
                games: self.games,
            },
        };
        let tasks = ladder.plan(std::slice::from_ref(&organism.individual), self.seed);
        let records = Threads::new(threads).run_all(&ladder, &Kits::new(), &tasks)?;
        let games = records.into_iter().flat_map(|record| record.games);
        Ok(Examined(games.collect()))
    }
}

impl Examined {
    /// The fitness that the games give.
    pub fn fitness(&self) -> f64 {
        fitness(&self.0)
    }

    /// Half the width of its 95 % interval.
    pub fn margin(&self) -> f64 {
        1.96 * stderr(&self.0)
    }

    /// The individual's nodes a move.
    pub fn nodes_a_move(&self) -> f64 {
        let sum = |of: fn(&Played) -> u64| self.0.iter().map(of).sum::<u64>() as f64;
        sum(|game| game.nodes) / sum(|game| game.moves.into())
    }

    /// Games against a class: won, drawn or broken off, lost.
    pub fn tally(&self, class: Class) -> [usize; 3] {
        let of = || self.0.iter().filter(|game| game.class == class);
        let won = of().filter(|game| game.is_won()).count();
        let lost = of().filter(|game| game.is_lost()).count();
        [won, of().count() - won - lost, lost]
    }
}

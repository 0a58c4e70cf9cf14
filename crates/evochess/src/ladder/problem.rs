//! The problem: how high individuals climb.

use evo::{Effort, Failure, Fitness, Packed, Portable, Problem, Scores, Seed};
use serde::{Deserialize, Serialize};

use super::class::Class;
use super::climb::Climb;
use super::fitness::{fitness, stderr};
use super::game::{Played, Rules, play};
use crate::search::Bounds;
use crate::{Individual, twins};

/// Individuals judged by games against the ladder.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Ladder {
    /// How far individuals may search.
    pub bounds: Bounds,
    /// When games end.
    pub rules: Rules,
    /// Which games are played.
    pub trial: Trial,
}

/// Which games are played.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Trial {
    /// As many as the individual is worth, in four phases.
    Climb(Climb),
    /// As many against each of these classes.
    Exam {
        /// The classes.
        classes: Vec<Class>,
        /// The games against each.
        games: u32,
    },
}

/// Games of one individual: all its phases, which follow from each other, or one game of
/// an exam.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Task {
    /// Its place in the generation.
    place: u32,
    individual: Individual,
    /// The only class it meets; `None` in a climb.
    class: Option<Class>,
    seed: Seed,
}

/// The games of a task.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Record {
    /// In the order in which they were played.
    pub games: Vec<Played>,
}

impl Ladder {
    /// For each individual of a generation, the first with the same games. In a climb all
    /// have the same luck.
    fn firsts(&self, generation: &[Individual]) -> Vec<usize> {
        match self.trial {
            Trial::Climb(_) => twins(generation),
            Trial::Exam { .. } => (0..generation.len()).collect(),
        }
    }

    /// A game of an individual against a class, with all chance from a seed.
    pub fn game(&self, individual: &Individual, class: Class, seed: Seed) -> Played {
        play(individual, self.bounds, class, self.rules, seed.number())
    }
}

impl Portable for Ladder {
    const KIND: &'static str = "ladder";
}

impl Problem for Ladder {
    type Program = Individual;
    type Task = Task;
    type Outcome = Record;
    type Kit = ();

    fn plan(&self, generation: &[Individual], seed: Seed) -> Vec<Task> {
        let task = |place: usize, class, seed| Task {
            place: place as u32,
            individual: generation[place].clone(),
            class,
            seed,
        };
        let places = 0..generation.len();
        match &self.trial {
            // All have the same luck: one source of noise less.
            Trial::Climb(_) => {
                let firsts = self.firsts(generation).into_iter().enumerate();
                let firsts = firsts.filter(|(place, first)| place == first);
                firsts.map(|(place, _)| task(place, None, seed)).collect()
            }
            Trial::Exam { classes, games } => {
                let games = classes
                    .iter()
                    .flat_map(|class| (0..*games).map(move |game| (*class, game)));
                let games = games.map(|(class, game)| {
                    (
                        class,
                        seed.child("exam", class.number().into())
                            .child("game", game.into()),
                    )
                });
                let games: Vec<_> = games.collect();
                let tasks = places.flat_map(|place| {
                    let games = games.iter();
                    games.map(move |&(class, seed)| task(place, Some(class), seed))
                });
                tasks.collect()
            }
        }
    }

    fn equip(&self) -> Result<(), Failure> {
        Ok(())
    }

    fn run(&self, (): &mut (), task: &Task) -> Result<Record, Failure> {
        let Task {
            individual,
            class,
            seed,
            ..
        } = task;
        let games = match (class, &self.trial) {
            (Some(class), _) => vec![self.game(individual, *class, *seed)],
            (None, Trial::Climb(climb)) => {
                let mut number = 0;
                climb.climb(|class| {
                    number += 1;
                    self.game(individual, class, seed.child("game", number))
                })
            }
            (None, Trial::Exam { .. }) => {
                return Err(Failure::new("a game of an exam is against a class"));
            }
        };
        Ok(Record { games })
    }

    fn reduce(&self, generation: &[Individual], tasks: &[Task], outcomes: &[Record]) -> Scores {
        let mut games = vec![Vec::new(); generation.len()];
        for (task, record) in tasks.iter().zip(outcomes) {
            games[task.place as usize].extend_from_slice(&record.games);
        }
        let mut effort = Effort::default();
        for game in games.iter().flatten() {
            effort.games += 1;
            effort.positions += u64::from(game.moves + game.replies);
            effort.nodes += game.nodes + game.reply_nodes;
        }
        let firsts = self.firsts(generation).into_iter();
        let fitness = firsts.map(|first| Fitness {
            value: fitness(&games[first]),
            stderr: stderr(&games[first]),
        });
        Scores {
            fitness: fitness.collect(),
            effort,
        }
    }

    fn packed(&self) -> Option<Packed> {
        Some(Packed::of(self))
    }
}

//! How organisms learn, judged by what becomes of them.
//!
//! ```text
//!            ┌──────────── a life ────────────┐
//! parent ─► games against itself ─► learning ─┴─► weights ─┐
//!                    └────── round after round ──┘         ├─► pairs of games ─► points
//! parent ──────────────────────────────────────────────────┘   at several node limits
//! ```
//!
//! What is learned dies with the learner; its habits of learning are bred. All lives take
//! the same number of nodes, so games of more nodes are fewer. What counts is the node
//! limit at which the learner does worst: few nodes know nothing of depth.

mod habits;

use std::collections::VecDeque;
use std::num::{NonZeroU32, NonZeroU64, NonZeroUsize};
use std::sync::Arc;

use arena::book::Book;
use arena::stats::Pentanomial;
use chess::Color;
use engine::modern::search::SearchGenes;
use evo::{Effort, Failure, Packed, Portable, Problem, Scores, Seed};
use serde::{Deserialize, Serialize};

pub use habits::Habits;

use crate::coevolve::Judged;
use crate::learn::{Learner, Lessons, Numbers};
use crate::selfplay::{Engines, Limits, Practice, Records, Round};
use crate::shown;

/// The lives of organisms that all begin with the same weights.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Lives {
    /// The weights that all begin with, and that play against what is learned.
    pub parent: Arc<Numbers>,
    /// How all of them search.
    pub search: SearchGenes,
    /// How their games against themselves begin and end.
    pub practice: Practice,
    /// Rounds of a life: games, then learning.
    pub rounds: NonZeroU32,
    /// Nodes of a round; the game that takes the last of them is played to its end.
    pub round_nodes: NonZeroU64,
    /// The most positions of a game that are learned from.
    pub per_game: NonZeroUsize,
    /// Pairs of games against the parent at each node limit.
    pub pairs: NonZeroUsize,
    /// Nodes a move in them.
    pub limits: Vec<NonZeroU64>,
    /// The openings of these.
    pub book: Arc<Book>,
    /// The hash table of each player.
    pub mebibytes: usize,
}

/// A life, and the openings of its games against the parent at each limit.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Life {
    habits: Vec<i32>,
    seed: Seed,
    openings: Vec<Vec<usize>>,
}

/// The life of an organism.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Outcome {
    /// Games that it played against itself.
    practised: u32,
    /// Its games against the parent at each limit, White first, then Black.
    games: Vec<Records>,
    /// Nodes of all games.
    nodes: u64,
}

/// Learning in one task is done by one thread: there are as many tasks as organisms.
const ONE_THREAD: NonZeroUsize = NonZeroUsize::MIN;

impl Outcome {
    /// White's half points in its games at a limit, in which it had White and Black in
    /// turn.
    pub fn half_points(&self, limit: usize) -> Vec<u8> {
        self.games[limit].half_points()
    }
}

impl Lives {
    /// The weights that an organism ends with; games and nodes are added to what came
    /// before.
    fn live(
        &self,
        engines: &mut Engines,
        habits: Habits,
        seed: Seed,
        outcome: &mut Outcome,
    ) -> Numbers {
        let mut numbers = Numbers::clone(&self.parent);
        let mut rounds: VecDeque<(Lessons, f32)> = VecDeque::new();
        for round in 0..self.rounds.get() {
            let seed = seed.child("round", round.into());
            let games = self.practise(engines, &numbers, habits.nodes(), seed, outcome);
            let games = Round {
                games,
                values: numbers.weights().piece_values().0.to_vec(),
                unit: numbers.unit(),
                seed: seed.child("positions", 0),
            };
            rounds.push_back((
                games.lessons(self.per_game.get(), ONE_THREAD),
                numbers.unit(),
            ));
            if rounds.len() > habits.window() {
                rounds.pop_front();
            }
            let sets: Vec<_> = rounds.iter().map(|(set, unit)| (set, *unit)).collect();
            let mut learner = Learner::new(&numbers);
            let seed = seed.child("learn", 0);
            learner.study(
                &sets,
                &habits.schooling(),
                habits.epochs(),
                seed,
                ONE_THREAD,
            );
            numbers = learner.numbers();
        }
        numbers
    }

    /// The games of a round.
    fn practise(
        &self,
        engines: &mut Engines,
        numbers: &Numbers,
        nodes: NonZeroU64,
        seed: Seed,
        outcome: &mut Outcome,
    ) -> Records {
        engines.take_seats([numbers, numbers], &self.search);
        let end = outcome.nodes + self.round_nodes.get();
        let mut records = Records::default();
        for number in 0.. {
            let played = self.practice.play(engines, nodes.get(), number, seed);
            outcome.practised += 1;
            outcome.nodes += played.nodes;
            records.add(&played);
            if outcome.nodes >= end {
                break;
            }
        }
        records
    }

    /// Games against the parent from these openings, with both colours.
    fn try_against_parent(
        &self,
        engines: &mut Engines,
        limit: NonZeroU64,
        openings: &[usize],
        outcome: &mut Outcome,
    ) -> Records {
        let limits = Limits {
            nodes: limit.get(),
            most_plies: self.practice.most_plies,
        };
        let mut records = Records::default();
        for &opening in openings {
            for side in Color::ALL {
                let start = self.book.opening(opening).game.clone();
                let played = engines.play_each_other(start, side, limits);
                outcome.nodes += played.nodes;
                records.add(&played);
            }
        }
        records
    }
}

impl Portable for Lives {
    const KIND: &'static str = "lives";
}

impl Problem for Lives {
    type Program = Vec<i32>;
    type Task = Life;
    type Outcome = Outcome;
    type Kit = Engines;

    fn plan(&self, generation: &[Vec<i32>], seed: Seed) -> Vec<Life> {
        let mut order: Vec<_> = (0..self.book.openings().len()).collect();
        seed.child("openings", 0).stream().shuffle(&mut order);
        let mut openings = order.into_iter().cycle();
        let mut draw = || openings.by_ref().take(self.pairs.get()).collect();
        let life = |(number, habits): (usize, &Vec<i32>)| Life {
            habits: habits.clone(),
            seed: seed.child("life", number as u64),
            openings: self.limits.iter().map(|_| draw()).collect(),
        };
        generation.iter().enumerate().map(life).collect()
    }

    fn equip(&self) -> Result<Engines, Failure> {
        Engines::new(self.mebibytes)
    }

    fn run(&self, engines: &mut Engines, life: &Life) -> Result<Outcome, Failure> {
        let habits = Habits::of(&life.habits);
        let habits =
            habits.ok_or_else(|| Failure::new("these are not the numbers of a way of learning"))?;
        let mut outcome = Outcome::default();
        let learned = self.live(engines, habits, life.seed, &mut outcome);
        engines.take_seats([&learned, &self.parent], &self.search);
        for (&limit, openings) in self.limits.iter().zip(&life.openings) {
            let games = self.try_against_parent(engines, limit, openings, &mut outcome);
            outcome.games.push(games);
        }
        Ok(outcome)
    }

    /// Points against the parent at the limit that is worst, in percent.
    fn reduce(&self, _: &[Vec<i32>], _: &[Life], outcomes: &[Outcome]) -> Scores {
        let mut effort = Effort::default();
        let mut fitness = Vec::new();
        for outcome in outcomes {
            let results: Vec<Pentanomial> = outcome.games.iter().map(results).collect();
            let games: u64 = results.iter().map(Pentanomial::games).sum();
            effort.games += games + u64::from(outcome.practised);
            effort.nodes += outcome.nodes;
            let points = Judged::ByTheWorst.fitness(&results);
            fitness.push(points.scaled(100.0 / games as f64));
        }
        Scores { fitness, effort }
    }

    fn shown(&self, _: &Life, outcome: &Outcome) -> Option<String> {
        let games = outcome.games.first()?;
        let (game, half_points) = (games.replay().into_iter().next()?, games.half_points());
        let names = ["learner", "parent"].map(Into::into);
        Some(shown::game(names, &game, *half_points.first()?))
    }

    fn packed(&self) -> Option<Packed> {
        Some(Packed::of(self))
    }

    fn is_plausible(&self, life: &Life, outcome: &Outcome) -> bool {
        let counts = outcome.games.iter().map(Records::count_sound);
        let wanted = life
            .openings
            .iter()
            .map(|openings| Some(2 * openings.len()));
        counts.eq(wanted)
    }
}

/// Results of pairs of games in which the learner had White first.
fn results(games: &Records) -> Pentanomial {
    let half_points = games.half_points();
    let pairs = half_points.as_chunks().0.iter();
    let pairs = pairs.map(|&[white, black]| Pentanomial::of_half_points([white, 2 - black]));
    pairs.sum()
}

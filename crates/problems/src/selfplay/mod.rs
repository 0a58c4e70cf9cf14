//! Games of modern organisms that are to be learned from, and the gate between the one
//! that stands and the one that was learned last.
//!
//! ```text
//! candidate ─► games against itself, games of others ─► records: moves, scores, results
//!     │
//! candidate, champion ─► gate: pairs of games at more nodes ─► points
//! ```
//!
//! No game is ended by a score or by material: an evaluation that is still being learned
//! would label games with its own errors.

mod engines;
mod practice;
mod record;
mod study;

use std::num::{NonZeroU32, NonZeroU64};
use std::sync::Arc;

use arena::book::Book;
use arena::stats::{GameResult, Pentanomial};
use chess::Color;
use engine::modern::search::SearchGenes;
use evo::{Effort, Failure, Fitness, Packed, Portable, Problem, Scores, Seed};
use serde::{Deserialize, Serialize};

pub use engines::Engines;
pub(crate) use engines::Limits;
pub use practice::Practice;
pub use record::{Records, Round};
pub use study::Study;

use crate::learn::{Numbers, Pupil};
use crate::shown;

/// Games in one task: weights are made ready once for all of them.
const TASK_GAMES: u32 = 16;

/// How organisms play themselves, and how the gate is kept.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Selfplay {
    /// Games of the candidate against itself, in the first generation and in the last; in
    /// between they grow by the same factor from one to the next.
    pub games: [NonZeroU32; 2],
    /// Nodes a move in them, likewise.
    pub nodes: [NonZeroU64; 2],
    /// The number of the last generation.
    pub generations: u32,
    /// How its games against itself begin and end.
    pub practice: Practice,
    /// Pairs of games between candidate and champion.
    pub gate_pairs: usize,
    /// Nodes a move in them.
    pub gate_nodes: NonZeroU64,
    /// The hash table of each player.
    pub mebibytes: usize,
    /// How all of them search.
    pub search: SearchGenes,
    /// The openings of the gate.
    pub book: Arc<Book>,
    /// Games of others that are learned from too.
    pub study: Option<Study>,
}

/// Some games to be played.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum Task {
    /// Of an organism against itself.
    Practice {
        /// Its numbers.
        numbers: Arc<Numbers>,
        /// Nodes a move.
        nodes: NonZeroU64,
        /// How many games.
        games: u32,
        /// Where their openings come from.
        seed: Seed,
    },
    /// Of others, to be looked at by an organism.
    Study {
        /// Its numbers.
        numbers: Arc<Numbers>,
        /// Their places among all games to study.
        games: Vec<u32>,
    },
    /// Of two against each other, with both colours.
    Gate {
        /// Their numbers.
        players: [Arc<Numbers>; 2],
        /// The place of the opening in the book.
        opening: usize,
    },
}

/// Games that were played.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Outcome {
    /// The games, packed.
    pub games: Records,
    /// Nodes searched.
    pub nodes: u64,
}

impl Selfplay {
    /// Searches this number of nodes a move from now on, in as many games as take no more
    /// nodes than before.
    pub fn search_each(&mut self, nodes: NonZeroU64) {
        for (games, before) in self.games.iter_mut().zip(&mut self.nodes) {
            let fewer = u64::from(games.get()) * before.get() / nodes;
            *games = NonZeroU32::new(fewer as u32).unwrap_or(NonZeroU32::MIN);
            *before = nodes;
        }
    }

    /// Nodes a move in a generation.
    pub fn nodes_in(&self, generation: u32) -> NonZeroU64 {
        let ends = self.nodes.map(|nodes| nodes.get() as f64);
        let nodes = self.between(ends, generation) as u64;
        NonZeroU64::new(nodes).unwrap_or(NonZeroU64::MIN)
    }

    /// Games of the candidate against itself in a generation.
    pub fn games_in(&self, generation: u32) -> u32 {
        let ends = self.games.map(|games| f64::from(games.get()));
        self.between(ends, generation) as u32
    }

    fn between(&self, [first, last]: [f64; 2], generation: u32) -> f64 {
        let done = f64::from(generation) / f64::from(self.generations.max(1));
        libm::round(first * libm::pow(last / first, done.min(1.0)))
    }

    fn practice(
        &self,
        engines: &mut Engines,
        (numbers, nodes): (&Numbers, u64),
        games: u32,
        seed: Seed,
    ) -> Result<Outcome, Failure> {
        engines.take_seats([numbers, numbers], &self.search);
        let mut outcome = Outcome::default();
        for number in 0..games {
            let played = self.practice.play(engines, nodes, number, seed);
            outcome.nodes += played.nodes;
            outcome.games.add(&played);
        }
        Ok(outcome)
    }

    fn study(
        &self,
        engines: &mut Engines,
        numbers: &Numbers,
        games: &[u32],
    ) -> Result<Outcome, Failure> {
        engines.take_seats([numbers, numbers], &self.search);
        let values = numbers.weights().piece_values();
        let mut outcome = Outcome::default();
        for &game in games {
            let study = self.study.as_ref();
            let played = study.and_then(|study| study.look(engines, game, &values));
            let played =
                played.ok_or_else(|| Failure::new(format!("there is no game {game} to study")))?;
            outcome.nodes += played.nodes;
            outcome.games.add(&played);
        }
        Ok(outcome)
    }

    fn gate(&self, engines: &mut Engines, players: &[Arc<Numbers>; 2], opening: usize) -> Outcome {
        engines.take_seats([&players[0], &players[1]], &self.search);
        let limits = Limits {
            nodes: self.gate_nodes.get(),
            most_plies: self.practice.most_plies,
        };
        let mut records = Records::default();
        let mut searched = 0;
        for first in Color::ALL {
            let start = self.book.opening(opening).game.clone();
            let played = engines.play_each_other(start, first, limits);
            searched += played.nodes;
            records.add(&played);
        }
        Outcome {
            games: records,
            nodes: searched,
        }
    }
}

impl Portable for Selfplay {
    const KIND: &'static str = "selfplay";
}

impl Problem for Selfplay {
    type Program = Pupil;
    type Task = Task;
    type Outcome = Outcome;
    type Kit = Engines;

    /// The first of a generation is the candidate, and plays itself, unless it is the last;
    /// the others play it.
    fn plan(&self, generation: &[Pupil], seed: Seed) -> Vec<Task> {
        let numbers: Vec<_> = generation
            .iter()
            .map(|one| Arc::new(one.numbers.clone()))
            .collect();
        let Some((candidate, others)) = numbers.split_first() else {
            return Vec::new();
        };
        let nodes = self.nodes_in(generation[0].generation);
        let games = self.games_in(generation[0].generation);
        // After the last generation there is no other to learn from its games.
        let is_last = generation[0].generation >= self.generations;
        let games = if is_last { 0 } else { games };
        let starts = (0..games).step_by(TASK_GAMES as usize);
        let practice = starts.map(|start| Task::Practice {
            numbers: Arc::clone(candidate),
            nodes,
            games: TASK_GAMES.min(games - start),
            seed: seed.child("practice", start.into()),
        });
        let study = self.study.iter().filter(|_| !is_last).flat_map(|study| {
            let games = study.games_of(generation[0].generation);
            let tasks = games.chunks(TASK_GAMES as usize).map(<[u32]>::to_vec);
            tasks.collect::<Vec<_>>()
        });
        let study = study.map(|games| Task::Study {
            numbers: Arc::clone(candidate),
            games,
        });
        let mut order: Vec<_> = (0..self.book.openings().len()).collect();
        seed.child("openings", 0).stream().shuffle(&mut order);
        let openings = order.into_iter().cycle().take(self.gate_pairs);
        let gate = openings.flat_map(|opening| {
            others.iter().map(move |other| Task::Gate {
                players: [Arc::clone(candidate), Arc::clone(other)],
                opening,
            })
        });
        // The longest tasks first.
        gate.chain(practice).chain(study).collect()
    }

    fn equip(&self) -> Result<Engines, Failure> {
        Engines::new(self.mebibytes)
    }

    fn run(&self, engines: &mut Engines, task: &Task) -> Result<Outcome, Failure> {
        match task {
            Task::Practice {
                numbers,
                nodes,
                games,
                seed,
            } => self.practice(engines, (numbers, nodes.get()), *games, *seed),
            Task::Study { numbers, games } => self.study(engines, numbers, games),
            Task::Gate { players, opening } => Ok(self.gate(engines, players, *opening)),
        }
    }

    /// Points at the gate, in percent; alone, an organism has half of them.
    fn reduce(&self, generation: &[Pupil], tasks: &[Task], outcomes: &[Outcome]) -> Scores {
        let mut gate = Pentanomial::default();
        let mut effort = Effort::default();
        for (task, outcome) in tasks.iter().zip(outcomes) {
            effort.nodes += outcome.nodes;
            let results = outcome.games.half_points();
            if !matches!(task, Task::Study { .. }) {
                effort.games += results.len() as u64;
            }
            if let (Task::Gate { .. }, [white, black]) = (task, &results[..]) {
                gate.add_pair(result(*white), result(2 - black));
            }
        }
        let fitness = match gate.pairs() {
            0 => vec![Fitness::exact(50.0); generation.len()],
            pairs => {
                let share = 50.0 * gate.points() / pairs as f64;
                let stderr = deviation(&gate);
                let both = [share, 100.0 - share];
                both.map(|value| Fitness { value, stderr }).to_vec()
            }
        };
        Scores { fitness, effort }
    }

    fn records(&self, _: &[Task], outcomes: &[Outcome]) -> Vec<u8> {
        let bytes = outcomes.iter().map(|outcome| outcome.games.0.as_slice());
        bytes.collect::<Vec<_>>().concat()
    }

    fn shown(&self, task: &Task, outcome: &Outcome) -> Option<String> {
        let names = match task {
            Task::Practice { .. } => ["candidate", "candidate"],
            Task::Gate { .. } => ["candidate", "champion"],
            Task::Study { .. } => return None,
        };
        let game = outcome.games.replay().into_iter().next()?;
        let half_points = *outcome.games.half_points().first()?;
        Some(shown::game(names.map(Into::into), &game, half_points))
    }

    fn packed(&self) -> Option<Packed> {
        Some(Packed::of(self))
    }

    fn is_plausible(&self, task: &Task, outcome: &Outcome) -> bool {
        outcome.games.count_sound()
            == Some(match task {
                Task::Practice { games, .. } => *games as usize,
                Task::Gate { .. } => Color::ALL.len(),
                Task::Study { games, .. } => games.len(),
            })
    }
}

const fn result(half_points: u8) -> GameResult {
    match half_points {
        0 => GameResult::Loss,
        1 => GameResult::Draw,
        _ => GameResult::Win,
    }
}

/// The standard error of the points in percent, from the spread of the pairs.
fn deviation(gate: &Pentanomial) -> f64 {
    let pairs = gate.pairs() as f64;
    let mean = gate.points() / pairs;
    let squares = gate.by_score().into_iter().enumerate();
    let squares = squares.map(|(half_points, count)| {
        let off = half_points as f64 / 2.0 - mean;
        count as f64 * off * off
    });
    50.0 * libm::sqrt(squares.sum::<f64>()) / pairs
}

//! How long a run will take, before it has begun.
//!
//! The rates were measured on one thread of an idle machine. Another machine, or a
//! busy one, is slower or faster by the same factor in everything, so a short search
//! on every thread tells how much time to expect.

use std::num::NonZeroUsize;
use std::thread;
use std::time::Instant;

use chess::{Game, fen};
use engine::bench;
use engine::organism::Organism;
use engine::search::Limit;
use evo::GrayBits;
use problems::coevolve::Meetings;
use problems::mimic::Look;

use crate::recipe::{self, Finale};
use crate::study::{Kind, Study};
use crate::{Opponent, Stage, Task, Trial};

/// Seconds to look at one position, by how far an organism looks.
const STATIC_LOOK: f64 = 1.0 / 320e6;
const EXCHANGE_LOOK: f64 = 1.0 / 230e6;
const QUIESCENCE_LOOK: f64 = 1.0 / 30e6;

/// How much a thread searches to show its speed, in less than a tenth of a second, and
/// how long a node of that search takes where the rates below hold.
const SAMPLE_NODES: u64 = 50_000;
const SAMPLE_POSITIONS: usize = 4;
const SAMPLE_NODE: f64 = 1.0 / 4e6;

/// Seconds for a node of a game, for all else about a move, and for beginning with a
/// puzzle.
const NODE: f64 = 1.0 / 6e6;
const MOVE: f64 = 8e-6;
const PUZZLE: f64 = 250e-6;

/// Moves of both sides in a game.
const GAME_MOVES: f64 = 85.0;

/// Founders of a coevolution, more or less.
const FOUNDERS: u32 = 10;

/// The share of its nodes that a search of a suite needs on average.
const SUITE_SHARE: f64 = 0.65;

/// Seconds for a generation of which nothing is known.
const GENERATION: f64 = 0.1;

/// How long a run takes on this machine as it is now, in seconds of one thread.
#[derive(Clone, Debug, PartialEq)]
pub struct Forecast {
    /// Each stage.
    pub stages: Vec<f64>,
    /// Each trial at the end.
    pub trials: Vec<f64>,
}

impl Study {
    /// How long a whole run will take on this number of threads.
    pub fn forecast(&self, threads: NonZeroUsize) -> Forecast {
        let slowness = slowness(threads);
        let stages = self.recipe.stages.iter().zip(&self.kinds);
        let stages = stages.map(|(stage, kind)| slowness * kind.forecast(stage));
        let trials = self.recipe.trials().into_iter();
        let trials = trials.map(|trial| slowness * self.trial(trial));
        Forecast {
            stages: stages.collect(),
            trials: trials.collect(),
        }
    }

    fn trial(&self, trial: Trial) -> f64 {
        match (trial, self.kinds.last(), &self.recipe.last().task) {
            (Trial::Match(opponent), _, _) => self.pairs(opponent),
            (Trial::HeldOut, Some(Kind::Tactics(searches)), Task::Tactics(settings, method)) => {
                f64::from(method.population() + 1) * suite(settings, searches.unseen.len())
            }
            (Trial::HeldOut, _, _) => 0.0,
        }
    }

    fn pairs(&self, opponent: Opponent) -> f64 {
        let contest = self.recipe.contest(opponent);
        contest.map_or(0.0, |(contest, pairs)| {
            2.0 * pairs as f64 * game(contest.nodes)
        })
    }
}

impl Kind {
    fn forecast(&self, stage: &Stage) -> f64 {
        let generations = f64::from(stage.generations) + 1.0;
        let once = match (&stage.task, self) {
            (Task::Mimic(settings, method), _) => {
                let looks = settings.train.get_ref().get() as f64 * f64::from(method.population());
                looks * look(settings.scorer)
            }
            (Task::Coevolve(settings, method), _) => {
                let meetings = settings.meetings().expect("the recipe was checked");
                let first = settings.first.map_or(0.0, |first| {
                    let pairs = pairs(Meetings::All(first.openings), FOUNDERS);
                    pairs * 2.0 * game(first.nodes.get()) / generations
                });
                first + pairs(meetings, method.population()) * 2.0 * game(settings.nodes.get())
            }
            (Task::Final(settings), _) => {
                let Finale {
                    openings, nodes, ..
                } = settings.finale;
                let founders = settings.first.map(|first| first.best.get() as u32);
                let finalists = founders.unwrap_or(FOUNDERS) + 1;
                pairs(Meetings::All(openings), finalists) * 2.0 * game(nodes.get())
            }
            (Task::Tactics(settings, method), Self::Tactics(searches)) => {
                f64::from(method.population() - 1) * suite(settings, searches.train.len())
            }
            _ => GENERATION,
        };
        f64::from(stage.runs.get()) * generations * once
    }
}

/// How many times longer work takes on these threads now than was measured.
fn slowness(threads: NonZeroUsize) -> f64 {
    let sample = || {
        let mut engine = Organism::default().engine(1, 1);
        let begun = Instant::now();
        let mut nodes = 0;
        for position in &bench::POSITIONS[..SAMPLE_POSITIONS] {
            let board = fen::parse(position).expect("the bench has valid positions");
            let limit = Limit::nodes(SAMPLE_NODES);
            nodes += engine.search(&Game::new(board), &limit).nodes;
        }
        begun.elapsed().as_secs_f64() / (nodes as f64 * SAMPLE_NODE)
    };
    let samples: Vec<f64> = thread::scope(|scope| {
        let spawn = |_| {
            let thread = thread::Builder::new().stack_size(evo::STACK_BYTES);
            let thread = thread.spawn_scoped(scope, sample);
            thread.expect("the system can start a thread")
        };
        let threads: Vec<_> = (0..threads.get()).map(spawn).collect();
        let samples = threads.into_iter().map(|thread| thread.join());
        samples
            .map(|sample| sample.expect("a search that ends"))
            .collect()
    });
    samples.iter().sum::<f64>() / samples.len() as f64
}

fn look(scorer: Look) -> f64 {
    match scorer {
        Look::Static => STATIC_LOOK,
        Look::Exchange => EXCHANGE_LOOK,
        Look::Quiescence => QUIESCENCE_LOOK,
    }
}

/// Pairs of games in a generation.
fn pairs(meetings: Meetings, organisms: u32) -> f64 {
    meetings.count(organisms as usize) as f64
}

fn game(nodes: u64) -> f64 {
    GAME_MOVES * (MOVE + NODE * nodes as f64)
}

/// One search of this many positions.
fn suite(settings: &recipe::Tactics<GrayBits>, positions: usize) -> f64 {
    positions as f64 * (PUZZLE + SUITE_SHARE * NODE * settings.nodes.get() as f64)
}

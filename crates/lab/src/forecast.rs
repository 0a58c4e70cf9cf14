//! How long a run will take, before it has begun.
//!
//! The rates were measured on one thread of an idle machine. Another machine, or a
//! busy one, is slower or faster by the same factor in everything, so a short search
//! on every thread tells how much time to expect.

use std::num::{NonZeroU64, NonZeroUsize};
use std::thread;
use std::time::Instant;

use chess::{Game, fen};
use engine::Mind;
use engine::bench;
use engine::organism::Organism;
use engine::search::Limit;
use problems::coevolve::Meetings;

use crate::study::Study;

/// How much a thread searches to show its speed, in less than a tenth of a second, and
/// how long a node of that search takes where the rates below hold.
const SAMPLE_NODES: u64 = 50_000;
const SAMPLE_POSITIONS: usize = 4;
const SAMPLE_NODE: f64 = 1.0 / 4e6;

/// Seconds for a node of a search, and for all else about a move of a game.
pub const NODE: f64 = 1.0 / 6e6;
const MOVE: f64 = 8e-6;

/// Moves of both sides in a game.
const GAME_MOVES: f64 = 85.0;

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
        let stages = self.recipe.stages.iter().zip(&self.ready);
        let stages = stages.map(|(stage, ready)| {
            let once = ready.forecast(stage).unwrap_or(GENERATION);
            let generations = f64::from(stage.generations) + 1.0;
            slowness * f64::from(stage.runs.get()) * generations * once
        });
        let trials = self.recipe.trials().into_iter();
        let trials = trials.map(|trial| slowness * self.trial_seconds(trial));
        Forecast {
            stages: stages.collect(),
            trials: trials.collect(),
        }
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

/// Seconds for a generation of organisms that meet in pairs of games.
pub fn pairs(meetings: Meetings, organisms: u32, nodes: NonZeroU64) -> f64 {
    meetings.count(organisms as usize) as f64 * pair(nodes.get())
}

/// Seconds for a pair of games.
pub fn pair(nodes: u64) -> f64 {
    2.0 * GAME_MOVES * (MOVE + NODE * nodes as f64)
}

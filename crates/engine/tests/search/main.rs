//! The search against truths from outside: the rules, a brute-force mate
//! solver, a plain negamax, a slow exchange, and limits that hold whatever the
//! settings.

mod effective;
mod exchange;
mod lines;
mod mates;
mod plain;
mod safe;
mod threads;

#[path = "../any_search/draws.rs"]
mod draws;
#[path = "../any_search/limits.rs"]
mod limits;
#[path = "../support/mod.rs"]
mod support;

use engine::eval::{Evaluator, Weights};
use engine::search::{Engine, Limit, SearchParams, searcher};
use support::Random;

/// A fresh engine with the default weights and the smallest table.
fn engine(params: SearchParams) -> Engine {
    engine_of(Weights::default(), params)
}

/// An engine with the default settings on several threads.
fn team(threads: usize) -> Engine {
    let evaluations = (0..threads).map(|_| Evaluator::new(Weights::default()));
    Engine::of(searcher(evaluations, SearchParams::default()), 1)
}

/// A maker of fresh engines with random weights and parameters.
fn random_engine(random: &mut Random) -> impl Fn() -> Engine + use<> {
    let (weights, params) = (random.weights(), random.search_params());
    move || engine_of(weights, params)
}

fn engine_of(weights: Weights, params: SearchParams) -> Engine {
    Engine::new(Evaluator::new(weights), params, 1)
}

/// The two settings everything must hold for.
const SETTINGS: [fn() -> SearchParams; 2] = [SearchParams::default, || SearchParams::PLAIN];

/// Those that find a perpetual check within 200,000 nodes.
const FARSIGHTED: [fn() -> SearchParams; 2] = SETTINGS;

/// This many nodes, or a mate in this many moves.
fn until_mate(moves: i32, nodes: u64) -> Limit {
    Limit {
        mate: Some(moves as u8),
        ..Limit::nodes(nodes)
    }
}

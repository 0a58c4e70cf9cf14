//! The search against truths from outside: the rules, a brute-force mate
//! solver, a plain negamax, a slow exchange, and limits that hold whatever the
//! settings.

mod draws;
mod effective;
mod exchange;
mod limits;
mod lines;
mod mates;
mod plain;
mod safe;
mod threads;

#[path = "../support/mod.rs"]
mod support;

use chess::{Game, Move};
use engine::eval::{Evaluator, Weights};
use engine::search::{Engine, Limit, SearchParams};

/// A fresh engine with the default weights and the smallest table.
fn engine(params: SearchParams) -> Engine {
    Engine::new(Evaluator::new(Weights::default()), params, 1)
}

/// The two settings everything must hold for.
const SETTINGS: [fn() -> SearchParams; 2] = [SearchParams::default, || SearchParams::PLAIN];

fn game(fen: &str) -> Game {
    Game::new(support::board(fen))
}

/// A game with moves played, in UCI notation.
fn played(fen: &str, moves: &str) -> Game {
    let mut game = game(fen);
    for text in moves.split_whitespace() {
        game.play(mv(text)).expect("the test's moves are legal");
    }
    game
}

fn mv(text: &str) -> Move {
    text.parse().expect("the test's moves are moves")
}

/// This many nodes, or a mate in this many moves.
fn until_mate(moves: i32, nodes: u64) -> Limit {
    Limit {
        mate: Some(moves as u8),
        ..Limit::nodes(nodes)
    }
}

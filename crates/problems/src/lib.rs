//! Fitness: what an organism is judged by. One module per problem.
//!
//! - [`coevolve`]: win points against each other.
//! - [`endgame`]: play endings as a program of typed trees.
//! - [`masters`]: material and mobility from the moves that masters played.
//! - [`gauntlet`]: win points against given opponents.
//! - [`learn`]: predict the results of games, by weights that are learned.
//! - [`landscape`]: win simulated games, on a landscape whose summit is known.
//! - [`lives`]: learn well from self-play.
//! - [`mentor`]: score positions as a mentor does.
//! - [`mimic`]: play the moves that masters played.
//! - [`selfplay`]: win points against the champion so far; games to learn from.
//! - [`tactics`]: find the right move with few nodes.
//! - [`uci_engine`]: be better than the same engine with other options.

pub mod atomic;
pub mod coevolve;
pub mod endgame;
pub mod gauntlet;
pub mod landscape;
pub mod learn;
pub mod lives;
pub mod masters;
pub mod mentor;
pub mod mimic;
pub mod opponent;
pub mod positions;
mod sample;
pub mod selfplay;
mod shown;
mod slice;
pub mod tactics;
pub mod uci_engine;

pub use sample::Sample;
pub use slice::Slice;

use engine::eval::Weights;
use evo::{Gene, GrayBits};
use params::Table;

/// The chromosome of the 35 weights: 224 Gray-coded bits.
pub fn weights_space() -> GrayBits {
    bits(Weights::TABLE)
}

/// The chromosome of declared numbers, in Gray-coded bits.
pub fn bits(table: Table) -> GrayBits {
    let genes = table
        .iter()
        .map(|spec| Gene::new(spec.name, spec.min, spec.max));
    GrayBits::new(genes).expect("the declared ranges are valid")
}

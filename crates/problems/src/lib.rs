//! Fitness: what an organism is judged by. One module per problem.
//!
//! - [`endgame`]: play endings as a program of typed trees.
//! - [`ep`]: material and mobility from the moves that masters played.
//! - [`mentor`]: score positions as a mentor does.
//! - [`mimic`]: play the moves that masters played.

pub mod atomic;
pub mod endgame;
pub mod ep;
pub mod mentor;
pub mod mimic;
pub mod positions;
mod sample;
mod slice;

pub use sample::Sample;
pub use slice::Task;

use engine::eval::Weights;
use evo::{Gene, GrayBits};

/// The chromosome of the 35 weights: 224 Gray-coded bits.
pub fn weights_space() -> GrayBits {
    let genes = Weights::TABLE
        .iter()
        .map(|spec| Gene::new(spec.name, spec.min, spec.max));
    GrayBits::new(genes).expect("the declared ranges are valid")
}

//! A chess program made of values: evaluation weights and search parameters go
//! in, moves come out.

pub mod bench;
pub mod eval;
mod genes;
mod mind;
pub mod modern;
pub mod organism;
pub mod search;
pub mod strength;
pub mod uci;

pub use mind::{Mind, Term, Weight};

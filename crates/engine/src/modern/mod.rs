//! The modern kind of organism: an evaluation of about a thousand pairs of weights, which
//! are learned, and a search of some seventy genes, which are bred.

pub mod eval;
mod organism;
pub mod search;

pub use organism::{KIND, Organism, searcher};

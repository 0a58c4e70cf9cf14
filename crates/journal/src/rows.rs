//! What a journal says: plain values.

use evo::Stats;
use serde::{Deserialize, Serialize};

/// What a run is: all that it takes to do it again.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct About {
    /// The recipe, word for word.
    pub recipe: String,
    /// Where all chance comes from.
    pub seed: u64,
    /// The version of the program.
    pub version: String,
    /// The command that started it.
    pub command: String,
    /// Its parts, one after the other.
    pub phases: Vec<Phase>,
}

/// A part of a run in which one kind of genome evolves.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Phase {
    /// Its name.
    pub name: String,
    /// The names of its genes, in order.
    pub genes: Vec<String>,
}

/// The genes of an organism, as they are recorded.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Genes {
    /// One number for each name of the phase.
    pub values: Vec<f64>,
    /// The text of an organism that numbers alone do not describe.
    pub program: Option<String>,
}

impl From<Vec<f64>> for Genes {
    fn from(values: Vec<f64>) -> Self {
        Self {
            values,
            program: None,
        }
    }
}

/// The name of a generation: phases and generations count from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Place {
    /// The number of the phase.
    pub phase: u32,
    /// The number of the generation within the phase.
    pub generation: u32,
}

/// A generation in figures.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Figures {
    /// Which generation.
    pub place: Place,
    /// What its fitness values come to, and the work done for them.
    pub stats: Stats,
    /// How good its best organism is on what it was not bred on, or by another
    /// measure than its fitness, if that was asked for.
    pub held_out: Option<f64>,
}

/// What to continue from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Checkpoint {
    /// The generation after which it was taken.
    pub place: Place,
    /// The optimiser, as it saved itself.
    pub bytes: Vec<u8>,
}

/// Something that happened.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Event {
    /// When: milliseconds since 1970.
    pub unix_ms: i64,
    /// What.
    pub text: String,
}

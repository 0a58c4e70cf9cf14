//! A UCI engine of any author as what is bred: its options are the genes.
//!
//! ```text
//! Subject: the program, what is fixed, Parameters ─┐
//!   values ─► options                              ├─► Duel: pairs of games against the base ─► points
//! openings, or positions ──────────────────────────┘   Exam: moves, nodes or scores ──────────► marks
//! ```
//!
//! The engine is a process that may crash or hang. Whatever goes wrong is tried again with
//! a new process; what goes wrong [`TRIES`] times in the same place comes of the values
//! that were tried, and costs them that pair or that position. Engines stay alive from task
//! to task.
//!
//! With fixed nodes and one thread most engines repeat themselves, and so does a run. The
//! protocol cannot promise it.

mod duel;
mod exam;
mod organism;
pub mod probe;
mod subject;

pub use duel::{Bout, Duel, Games};
pub use exam::{Exam, Marks, Questions, Sitting};
pub use organism::{KIND, Organism};
pub use subject::{Parameter, Subject, Values};

/// How often a game or a position is tried before the values are at fault.
pub const TRIES: usize = 3;

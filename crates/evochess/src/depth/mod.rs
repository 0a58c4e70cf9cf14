//! The depth module: a program that is run in every node of the search and may move the
//! horizon.
//!
//! ```text
//! Program: blocks of statements ─► Code: flat, without what has no effect ─► run(Facts)
//! written, crossed, mutated        instructions that only jump forward       plies
//! ```
//!
//! A [`Program`] is a sequence of statements, some of which are a choice between two
//! sequences. [`Facts`] are what it can read, its registers among them.

mod code;
mod facts;
mod limits;
mod program;
mod text;
mod vary;
mod words;

pub use code::{Code, clamped, quotient, sigmoid};
pub use facts::{Facts, Registers};
pub use limits::Limits;
pub use program::{Block, Program, Statement};
pub use text::TextError;
pub use vary::{Swap, Variation};
pub use words::{Action, Compare, Terminal};

//! How large programs may be.

use std::num::NonZeroU16;

use evo::Probability;
use serde::{Deserialize, Serialize};

use super::Statement;
use super::program::{Program, nesting, size};

/// How large programs may be, and what is drawn for them.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(
    deny_unknown_fields,
    expecting = "`{ start = 20, statements = 200, nesting = 5, moves = 0.2, own = 0.05, \
                 alike = 0.5 }`"
)]
pub struct Limits {
    /// The most statements of a random program.
    pub start: NonZeroU16,
    /// The most statements of any program.
    pub statements: NonZeroU16,
    /// How deep choices may be nested.
    pub nesting: u8,
    /// How often a random statement that is no choice moves the horizon.
    pub moves: Probability,
    /// How often one of the others reads the accumulator; else it reads any terminal.
    pub own: Probability,
    /// How often a random choice compares terminals of one kind, such as two scores; else
    /// it compares any.
    pub alike: Probability,
}

impl Limits {
    /// Whether a program keeps to them.
    pub fn hold(&self, program: &Program) -> bool {
        self.allow(&program.0)
    }

    pub(super) fn allow(&self, block: &[Statement]) -> bool {
        size(block) <= self.statements.get().into() && nesting(block) <= self.nesting.into()
    }
}

//! How large programs may be.

use std::num::NonZeroU16;

use serde::{Deserialize, Serialize};

use super::Statement;
use super::program::{Program, nesting, size};

/// How large programs may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(
    deny_unknown_fields,
    expecting = "`{ start = 20, statements = 200, nesting = 5 }`"
)]
pub struct Limits {
    /// The most statements of a random program.
    pub start: NonZeroU16,
    /// The most statements of any program.
    pub statements: NonZeroU16,
    /// How deep choices may be nested.
    pub nesting: u8,
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

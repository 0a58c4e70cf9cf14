//! Why work could not be done.

use std::fmt::Display;

use serde::{Deserialize, Serialize};

/// Why a task could not be done, in one line. It says nothing of how good a program is:
/// a program that plays badly has an outcome, a worker without memory has none.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error, Serialize, Deserialize)]
#[error("{0}")]
pub struct Failure(String);

impl Failure {
    /// For this reason; line breaks become spaces.
    pub fn new(reason: impl Display) -> Self {
        let reason = reason.to_string();
        let lines: Vec<_> = reason.lines().map(str::trim).collect();
        Self(lines.join(" "))
    }

    /// The same, with what was being done: `task 3: no memory`.
    #[must_use]
    pub fn during(self, what: impl Display) -> Self {
        Self::new(format!("{what}: {}", self.0))
    }
}

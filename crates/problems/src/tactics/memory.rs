//! Searches that were already made.

use std::collections::HashMap;
use std::iter::Sum;
use std::sync::{Mutex, MutexGuard, PoisonError};

use serde::{Deserialize, Serialize};

use super::{Answer, Attempt};

/// What a search made of a puzzle, or of a whole suite.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Performance {
    /// Nodes until the right moves were found, the limit where one was not.
    pub nodes: u64,
    /// How many were found.
    pub solved: u32,
    /// Nodes searched in all.
    pub searched: u64,
}

impl From<Answer> for Performance {
    fn from(answer: Answer) -> Self {
        Self {
            nodes: answer.nodes,
            solved: answer.solved.into(),
            searched: answer.searched,
        }
    }
}

impl Sum for Performance {
    fn sum<I: Iterator<Item = Self>>(records: I) -> Self {
        records.fold(Self::default(), |sum, one| Self {
            nodes: sum.nodes + one.nodes,
            solved: sum.solved + one.solved,
            searched: sum.searched + one.searched,
        })
    }
}

/// Records by their task. A record is a function of its task, so what was
/// forgotten comes out the same again: nothing here needs to outlive the process.
#[derive(Debug, Default)]
pub struct Memory(Mutex<HashMap<Attempt, Performance>>);

impl Memory {
    pub fn get(&self, task: &Attempt) -> Option<Performance> {
        self.lock().get(task).copied()
    }

    pub fn keep(&self, task: Attempt, record: Performance) {
        self.lock().insert(task, record);
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<Attempt, Performance>> {
        // Whole records go in at once, so a panic elsewhere spoils nothing.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

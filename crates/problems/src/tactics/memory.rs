//! Searches that were already made.

use std::collections::HashMap;
use std::iter::Sum;
use std::sync::{Mutex, MutexGuard, PoisonError};

use serde::{Deserialize, Serialize};

use super::{Answer, Task};

/// What a search made of a puzzle, or of a whole suite.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Record {
    /// Nodes until the right moves were found, the limit where one was not.
    pub nodes: u64,
    /// How many were found.
    pub solved: u32,
    /// Nodes searched in all.
    pub searched: u64,
}

impl From<Answer> for Record {
    fn from(answer: Answer) -> Self {
        Self {
            nodes: answer.nodes,
            solved: answer.solved.into(),
            searched: answer.searched,
        }
    }
}

impl Sum for Record {
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
pub struct Memory(Mutex<HashMap<Task, Record>>);

impl Memory {
    pub fn get(&self, task: &Task) -> Option<Record> {
        self.lock().get(task).copied()
    }

    pub fn keep(&self, task: Task, record: Record) {
        self.lock().insert(task, record);
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<Task, Record>> {
        // Whole records go in at once, so a panic elsewhere spoils nothing.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

//! What is already known of searches that were tried.

use std::collections::HashMap;
use std::iter::Sum;
use std::sync::{Mutex, MutexGuard, PoisonError};

use engine::search::SearchParams;

use super::Answer;

/// What a search made of a whole suite.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
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

/// Records by their search. A record is a function of its search, so what was
/// forgotten comes out the same again: nothing here needs to outlive the process.
#[derive(Debug, Default)]
pub struct Memory(Mutex<HashMap<SearchParams, Record>>);

impl Memory {
    pub fn get(&self, params: &SearchParams) -> Option<Record> {
        self.lock().get(params).copied()
    }

    pub fn keep(&self, params: SearchParams, record: Record) {
        self.lock().insert(params, record);
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<SearchParams, Record>> {
        // Whole records go in at once, so a panic elsewhere spoils nothing.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

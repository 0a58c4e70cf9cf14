//! What the ledger wants, and what it is told.

use std::time::Duration;

use crate::wire::Refusal;

/// What is to be done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Action {
    /// Hand out these tasks under this number.
    Send {
        /// The number.
        number: u64,
        /// The tasks.
        tasks: Vec<usize>,
        /// The outside engines that they take.
        engines: Vec<String>,
    },
    /// Do this task in the coordinator's process.
    Do(usize),
    /// Put the problem into the store again.
    Store,
    /// Tell a worker why it is refused.
    Refuse {
        /// The worker.
        worker: String,
        /// Why.
        why: String,
    },
}

/// An answer to a batch.
pub struct Answer<'a> {
    /// The worker.
    pub worker: &'a str,
    /// The number of the batch.
    pub number: u64,
    /// The outcomes, or why there are none.
    pub result: Result<Vec<Vec<u8>>, Refusal>,
    /// How long the worker took.
    pub took: Duration,
}

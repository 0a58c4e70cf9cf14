//! How tasks are handed out.

use std::time::Duration;

/// How tasks are handed out, and how far workers are believed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rules {
    /// How much work a batch is to carry.
    pub batch: Duration,
    /// How much at least, where a generation runs out of tasks.
    pub least_batch: Duration,
    /// A generation that takes less than this in the coordinator's process is done there.
    pub worth_sending: Duration,
    /// The share of outcomes that are checked.
    pub checked: f64,
    /// The share of a newcomer's.
    pub checked_of_newcomers: f64,
    /// For so many outcomes a worker is a newcomer.
    pub newcomer: u64,
    /// How long an answer may take beyond the work in it.
    pub patience: Duration,
    /// How often a task is handed out before the coordinator does it itself.
    pub attempts: u32,
    /// How long a worker counts as present after it was heard of.
    pub presence: Duration,
    /// The most bytes of tasks in a batch.
    pub most_bytes: usize,
}

impl Default for Rules {
    fn default() -> Self {
        Self {
            batch: Duration::from_secs(1),
            least_batch: Duration::from_millis(100),
            worth_sending: Duration::from_millis(250),
            checked: 0.02,
            checked_of_newcomers: 0.1,
            newcomer: 50,
            patience: Duration::from_secs(60),
            attempts: 3,
            presence: Duration::from_secs(15),
            most_bytes: 512 << 10,
        }
    }
}

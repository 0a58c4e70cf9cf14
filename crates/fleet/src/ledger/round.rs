//! What is known of the tasks of a generation.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::time::Duration;

use crate::wire::Hash;

/// The tasks of one generation.
#[derive(Default)]
pub struct Round {
    pub problem: Hash,
    pub sizes: Vec<usize>,
    pub outcomes: Vec<Option<Outcome>>,
    /// How many there are.
    pub done: usize,
    /// Those that are not there or not checked are to be handed out.
    pub waiting: VecDeque<usize>,
    pub out: BTreeMap<u64, Out>,
    /// How many of these are not stale.
    pub fresh: usize,
    /// How often each task was handed out in vain.
    pub vain: Vec<u32>,
    /// Outcomes that are being compared with a second one.
    pub unchecked: BTreeSet<usize>,
    /// Those of them that are yet to be handed out a second time.
    pub to_check: Vec<usize>,
    /// Outcomes that came beside another one that differs.
    pub disputed: BTreeMap<usize, Vec<Outcome>>,
    /// What the coordinator does itself.
    pub here: BTreeSet<usize>,
}

/// An outcome, and which worker it came from; none did it in the coordinator's process.
#[derive(Clone)]
pub struct Outcome {
    pub bytes: Vec<u8>,
    pub from: Option<String>,
}

/// A batch that was handed out.
pub struct Out {
    pub tasks: Vec<usize>,
    pub since: Duration,
    /// Whether it was handed out again since; it may be answered all the same.
    pub stale: bool,
}

impl Round {
    /// Tasks with these sizes in bytes, of which nothing is done.
    pub fn new(problem: Hash, sizes: Vec<usize>) -> Self {
        let count = sizes.len();
        Self {
            problem,
            outcomes: vec![None; count],
            waiting: (0..count).collect(),
            vain: vec![0; count],
            sizes,
            ..Self::default()
        }
    }

    /// Whether a task has no outcome, or one that is being checked.
    pub fn is_open(&self, task: usize) -> bool {
        self.outcomes[task].is_none() || self.unchecked.contains(&task)
    }

    /// Whether a task is to be handed out.
    pub fn is_wanted(&self, task: usize) -> bool {
        self.is_open(task) && !self.here.contains(&task)
    }

    /// Takes the next tasks that wait: at least one, at most this number and so many bytes.
    pub fn cut(&mut self, most: usize, most_bytes: usize) -> Vec<usize> {
        let mut tasks = Vec::new();
        let mut bytes = 0;
        while let Some(&task) = self.waiting.front() {
            if self.is_wanted(task) {
                bytes += self.sizes[task];
                if !tasks.is_empty() && (tasks.len() >= most || bytes > most_bytes) {
                    break;
                }
                tasks.push(task);
            }
            self.waiting.pop_front();
        }
        tasks
    }
}

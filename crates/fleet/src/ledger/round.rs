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
    /// How many of the first were taken out already.
    pub taken: usize,
    /// Those that are not there or not checked are to be handed out, by what it takes.
    pub lines: Vec<Line>,
    /// The line of each task.
    pub line_of: Vec<usize>,
    pub out: BTreeMap<u64, Out>,
    /// How often each task was handed out in vain.
    pub vain: Vec<u32>,
    /// How often tasks were handed out beside what is out, to threads without other work.
    pub copies: BTreeMap<usize, u32>,
    /// Outcomes that are being compared with a second one.
    pub unchecked: BTreeSet<usize>,
    /// Those of them that are yet to be handed out a second time.
    pub to_check: Vec<usize>,
    /// Outcomes that came beside another one that differs.
    pub disputed: BTreeMap<usize, Vec<Outcome>>,
    /// What the coordinator does itself.
    pub here: BTreeSet<usize>,
}

/// Tasks that the same workers can do.
#[derive(Default)]
pub struct Line {
    /// The outside engines that they take.
    pub engines: Vec<String>,
    /// Those that are to be handed out.
    pub waiting: VecDeque<usize>,
    /// Batches of them that are handed out and not stale.
    pub fresh: usize,
    /// Threads of those workers that are present and not refused, and how many these are.
    pub threads: usize,
    pub helpers: usize,
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
    pub line: usize,
    pub since: Duration,
    /// Which copy of its tasks it is; 0 for the first that was handed out.
    pub copy: u32,
    /// Whether there is a copy of what was open of it.
    pub copied: bool,
    /// Whether it was given up and handed out again; it may be answered all the same.
    pub stale: bool,
}

impl Round {
    /// Tasks with these sizes in bytes, of which nothing is done, and the engines that each
    /// takes, if any does.
    pub fn new(problem: Hash, sizes: Vec<usize>, engines: &[Vec<String>]) -> Self {
        let count = sizes.len();
        let mut lines: Vec<Line> = Vec::new();
        let mut line_of = Vec::with_capacity(count);
        for task in 0..count {
            let engines = engines.get(task).map_or(&[][..], Vec::as_slice);
            let line = lines.iter().position(|line| line.engines == engines);
            let line = line.unwrap_or_else(|| {
                lines.push(Line {
                    engines: engines.to_vec(),
                    ..Line::default()
                });
                lines.len() - 1
            });
            lines[line].waiting.push_back(task);
            line_of.push(line);
        }
        Self {
            problem,
            outcomes: vec![None; count],
            lines,
            line_of,
            vain: vec![0; count],
            sizes,
            ..Self::default()
        }
    }

    /// The line of a task.
    pub fn line(&mut self, task: usize) -> &mut Line {
        &mut self.lines[self.line_of[task]]
    }

    /// Whether a task has no outcome, or one that is being checked.
    pub fn is_open(&self, task: usize) -> bool {
        self.outcomes[task].is_none() || self.unchecked.contains(&task)
    }

    /// Whether a task is to be handed out.
    pub fn is_wanted(&self, task: usize) -> bool {
        self.is_open(task) && !self.here.contains(&task)
    }

    /// Takes the next tasks that wait in a line: at least one, at most this number and so many
    /// bytes.
    pub fn cut(&mut self, line: usize, most: usize, most_bytes: usize) -> Vec<usize> {
        let mut tasks = Vec::new();
        let mut bytes = 0;
        while let Some(&task) = self.lines[line].waiting.front() {
            if self.is_wanted(task) {
                bytes += self.sizes[task];
                if !tasks.is_empty() && (tasks.len() >= most || bytes > most_bytes) {
                    break;
                }
                tasks.push(task);
            }
            self.lines[line].waiting.pop_front();
        }
        tasks
    }
}

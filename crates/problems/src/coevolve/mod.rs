//! Play against each other: the coevolution of EVOL*.
//!
//! ```text
//! generation ─► Task: two organisms, one opening ─► Outcome: two games ─► points
//! book ─────────────┘   both colours
//! ```
//!
//! Every organism meets every other in as many openings as wanted, each played
//! with both colours and each for one meeting only. They search by plain
//! alpha-beta with quiescence, limited by nodes. A win is a point, a draw half of
//! one; fitness is the sum. It depends on who else is there, so it is never kept
//! from one generation to the next.

mod contest;

use std::num::NonZeroUsize;

use arena::stats::Pentanomial;
use evo::{Bits, Effort, Fitness, GrayBits, Problem, Scores, Seed, Space};

pub use contest::{Contest, Outcome, Task};

/// Games of everybody against everybody as a problem of evolution.
#[derive(Debug, Clone)]
pub struct Coevolve {
    space: GrayBits,
    contest: Contest,
    /// Openings in which two organisms meet.
    openings: NonZeroUsize,
}

impl Coevolve {
    /// Any two organisms meet in so many openings.
    pub fn new(contest: Contest, openings: NonZeroUsize) -> Self {
        Self {
            space: crate::weights_space(),
            contest,
            openings,
        }
    }
}

/// What the first player of all these pairs scored.
pub fn results(outcomes: &[Outcome]) -> Pentanomial {
    outcomes.iter().map(Outcome::pair).sum()
}

impl Problem for Coevolve {
    type Genome = Bits;
    type Task = Task;
    type Outcome = Outcome;

    fn plan(&self, generation: &[Bits], seed: Seed) -> Vec<Task> {
        let programs: Vec<_> = generation
            .iter()
            .map(|one| self.space.decode(one))
            .collect();
        let mut openings = self.contest.openings(seed);
        let mut tasks = Vec::new();
        for (first, second) in meetings(generation.len()) {
            let meeting = (programs[first].clone(), programs[second].clone());
            for opening in openings.by_ref().take(self.openings.get()) {
                tasks.push(Task::new(&meeting, opening));
            }
        }
        tasks
    }

    fn run(&self, task: &Task) -> Outcome {
        self.contest.play(task)
    }

    fn reduce(&self, generation: &[Bits], _: &[Task], outcomes: &[Outcome]) -> Scores {
        let mut results = vec![Pentanomial::default(); generation.len()];
        let mut effort = Effort::default();
        let meetings = meetings(generation.len());
        for ((first, second), outcomes) in meetings.zip(outcomes.chunks(self.openings.get())) {
            let pairs = self::results(outcomes);
            results[first] += pairs;
            results[second] += pairs.reversed();
            effort.games += pairs.games();
            effort.nodes += outcomes.iter().map(|outcome| outcome.nodes).sum::<u64>();
        }
        Scores {
            fitness: results.iter().map(fitness).collect(),
            effort,
        }
    }
}

/// Every two of so many, once.
fn meetings(count: usize) -> impl Iterator<Item = (usize, usize)> {
    (0..count).flat_map(move |first| (first + 1..count).map(move |second| (first, second)))
}

/// The points, with the error that the spread of the pairs' scores gives them.
fn fitness(results: &Pentanomial) -> Fitness {
    let pairs = results.pairs() as f64;
    let mean = results.points() / pairs;
    let squares = results.by_score().into_iter().enumerate();
    let squares = squares.map(|(half_points, count)| {
        let off = half_points as f64 / 2.0 - mean;
        count as f64 * off * off
    });
    Fitness {
        value: results.points(),
        stderr: squares.sum::<f64>().sqrt(),
    }
}

//! Play against each other: the coevolution of EVOL*.
//!
//! ```text
//! generation ─► Pairing: two organisms, one opening ─► Outcome: two games ─► points
//! book ─────────────┘   both colours
//! ```
//!
//! Every organism meets every other, or some that are drawn, and every opening is
//! played with both colours. They search by plain alpha-beta with quiescence, limited
//! by nodes. A win is a point, a draw half of one; fitness is the sum. It depends on
//! the opponents, so it is never kept from one generation to the next. The positions of
//! the games are examples for a method that learns: the evaluation is linear in its
//! weights, and its score should predict the result.

mod contest;
mod examples;
mod meetings;

use arena::stats::Pentanomial;
use evo::{Effort, Example, Failure, Fitness, Problem, Scores, Seed};

pub use contest::{Contest, Outcome, Pairing, Players};
pub use meetings::Meetings;

/// Games of the organisms against each other as a problem of evolution.
#[derive(Debug, Clone)]
pub struct Coevolve {
    contest: Contest,
    meetings: Meetings,
}

impl Coevolve {
    /// Organisms that play by this contest and meet like this.
    pub fn new(contest: Contest, meetings: Meetings) -> Self {
        Self { contest, meetings }
    }
}

/// What the first player of all these pairs scored.
pub fn results(outcomes: &[Outcome]) -> Pentanomial {
    outcomes.iter().map(Outcome::pair).sum()
}

impl Problem for Coevolve {
    type Program = Vec<i32>;
    type Task = Pairing;
    type Outcome = Outcome;
    type Kit = Players;

    fn plan(&self, generation: &[Vec<i32>], seed: Seed) -> Vec<Pairing> {
        let pairs = self.meetings.pairs(generation.len(), seed);
        let pairs = pairs.into_iter().zip(self.contest.openings(seed));
        pairs
            .map(|(players, opening)| Pairing::new(generation, players, opening))
            .collect()
    }

    fn equip(&self) -> Result<Players, Failure> {
        self.contest.players()
    }

    fn run(&self, players: &mut Players, task: &Pairing) -> Result<Outcome, Failure> {
        self.contest.play(players, task)
    }

    fn reduce(&self, generation: &[Vec<i32>], tasks: &[Pairing], outcomes: &[Outcome]) -> Scores {
        let mut results = vec![Pentanomial::default(); generation.len()];
        let mut effort = Effort::default();
        for (task, outcome) in tasks.iter().zip(outcomes) {
            let (first, second) = task.players;
            let pair = outcome.pair();
            results[first] += pair;
            results[second] += pair.reversed();
            effort.games += pair.games();
            effort.nodes += outcome.nodes;
        }
        Scores {
            fitness: results.iter().map(fitness).collect(),
            effort,
        }
    }

    fn examples(&self, tasks: &[Pairing], outcomes: &[Outcome]) -> Vec<Example> {
        let mut examples = Vec::new();
        for (task, outcome) in tasks.iter().zip(outcomes) {
            let opening = &self.contest.book.opening(task.opening).game;
            examples::add(opening, outcome, &mut examples);
        }
        examples
    }
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

//! Play against each other: the coevolution of EVOL*.
//!
//! ```text
//! generation ─► Pairing: two organisms, one opening ─► Outcome: two games ─► points
//! book ─────────────┘   both colours
//! ```
//!
//! Every organism meets every other, or some that are drawn, or its twin, and every opening
//! is played with both colours, limited by nodes. The numbers of an organism are an
//! evaluation, and it searches by plain alpha-beta with quiescence; or they are a search,
//! and all have the same evaluation ([`Searches`]). A win is a point, a draw half of one;
//! fitness is the sum. It depends on the opponents, so it is never kept from one
//! generation to the next. The positions of the games are examples for a method that
//! learns: the evaluation is linear in its weights, and its score should predict the
//! result.

mod cast;
mod contest;
mod examples;
mod meetings;

use std::iter::repeat_n;
use std::sync::Arc;

use arena::stats::Pentanomial;
use cast::{Cast, Evaluations};
use evo::{Effort, Example, Failure, Fitness, Packed, Portable, Problem, Scores, Seed};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

pub use cast::Searches;
pub(crate) use contest::are_legal;
pub use contest::{Contest, Outcome, Pairing, Players};
pub use meetings::Meetings;

/// Games of the organisms against each other as a problem of evolution.
#[derive(Debug, Clone)]
pub struct Coevolve {
    cast: Arc<dyn Cast>,
    contests: Vec<Contest>,
    meetings: Meetings,
    judged: Judged,
}

/// What of several contests counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Judged {
    /// All points.
    ByAll,
    /// The points in the contest that it did worst in, as if they were those of all.
    ByTheWorst,
}

impl Coevolve {
    /// Evaluations that play by this contest and meet like this.
    pub fn new(contest: Contest, meetings: Meetings) -> Self {
        Self {
            cast: Arc::new(Evaluations),
            contests: vec![contest],
            meetings,
            judged: Judged::ByAll,
        }
    }

    /// Searches for an evaluation that play by these contests in turn.
    ///
    /// # Panics
    ///
    /// If there is no contest.
    pub fn of_searches(
        searches: Searches,
        contests: Vec<Contest>,
        meetings: Meetings,
        judged: Judged,
    ) -> Self {
        assert!(!contests.is_empty(), "there is a contest");
        Self {
            cast: Arc::new(searches),
            contests,
            meetings,
            judged,
        }
    }

    /// Which organisms of a generation meet.
    pub fn meetings(&self) -> Meetings {
        self.meetings
    }
}

/// What the first player of all these pairs scored.
pub fn results(outcomes: &[Outcome]) -> Pentanomial {
    outcomes.iter().map(Outcome::pair).sum()
}

impl Serialize for Coevolve {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self {
            cast,
            contests,
            meetings,
            judged,
        } = self;
        (cast.common(), contests, meetings, judged).serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Coevolve {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let (common, contests, meetings, judged) = Deserialize::deserialize(deserializer)?;
        Ok(Self {
            cast: match common {
                None => Arc::new(Evaluations),
                Some(weights) => Arc::new(Searches(weights)),
            },
            contests,
            meetings,
            judged,
        })
    }
}

impl Portable for Coevolve {
    const KIND: &'static str = "coevolve";
}

impl Problem for Coevolve {
    type Program = Vec<i32>;
    type Task = Pairing;
    type Outcome = Outcome;
    type Kit = Players;

    fn plan(&self, generation: &[Vec<i32>], seed: Seed) -> Vec<Pairing> {
        let pairs = self.meetings.pairs(generation.len(), seed);
        let pairs = pairs.into_iter().zip(self.contests[0].openings(seed));
        let contests = (0..self.contests.len()).cycle();
        pairs
            .zip(contests)
            .map(|((players, opening), contest)| {
                Pairing::new(generation, players, opening, contest)
            })
            .collect()
    }

    fn equip(&self) -> Result<Players, Failure> {
        self.contests[0].players()
    }

    fn run(&self, players: &mut Players, task: &Pairing) -> Result<Outcome, Failure> {
        let contest = self.contests.get(task.contest);
        let contest = contest.ok_or_else(|| Failure::new("there is no such contest"))?;
        let [first, second] = [&task.first, &task.second].map(|one| self.cast.checked(one));
        players.play_as([first?, second?]);
        contest.pair(players, task.opening)
    }

    fn reduce(&self, generation: &[Vec<i32>], tasks: &[Pairing], outcomes: &[Outcome]) -> Scores {
        let none = vec![Pentanomial::default(); self.contests.len()];
        let mut results = vec![none; generation.len()];
        let mut effort = Effort::default();
        for (task, outcome) in tasks.iter().zip(outcomes) {
            let (first, second) = task.players;
            let pair = outcome.pair();
            results[first][task.contest] += pair;
            results[second][task.contest] += pair.reversed();
            effort.games += pair.games();
            effort.nodes += outcome.nodes;
        }
        // Of an organism that plays none, nothing is known but what all have on average.
        let usual = effort.games as f64 / self.meetings.players(generation.len()) as f64;
        let unknown = Fitness {
            value: usual,
            stderr: usual,
        };
        let idle = generation.len() - self.meetings.players(generation.len());
        let played = results[idle..].iter().map(|by| self.judged.fitness(by));
        Scores {
            fitness: repeat_n(unknown, idle).chain(played).collect(),
            effort,
        }
    }

    fn examples(&self, tasks: &[Pairing], outcomes: &[Outcome]) -> Vec<Example> {
        let mut examples = Vec::new();
        for (task, outcome) in tasks.iter().zip(outcomes) {
            let opening = &self.contests[task.contest].book.opening(task.opening).game;
            self.cast.teach(opening, outcome, &mut examples);
        }
        examples
    }

    fn shown(&self, task: &Pairing, outcome: &Outcome) -> Option<String> {
        let (first, second) = task.players;
        let names = [first, second].map(|player| format!("number {player}"));
        self.contests
            .get(task.contest)?
            .shown(names, task.opening, outcome)
    }

    fn packed(&self) -> Option<Packed> {
        Some(Packed::of(self))
    }

    fn is_plausible(&self, task: &Pairing, outcome: &Outcome) -> bool {
        self.contests[task.contest].may_give(task.opening, outcome)
    }
}

impl Judged {
    /// The fitness of an organism with these results in each contest.
    pub(crate) fn fitness(self, results: &[Pentanomial]) -> Fitness {
        let all: Pentanomial = results.iter().copied().sum();
        match self {
            Self::ByAll => fitness(&all),
            Self::ByTheWorst => {
                let share = |results: &&Pentanomial| results.points() / results.games() as f64;
                let played = results.iter().filter(|results| results.games() > 0);
                let worst = played.min_by(|a, b| share(a).total_cmp(&share(b)));
                let worst = *worst.unwrap_or(&all);
                let scale = all.games() as f64 / worst.games().max(1) as f64;
                fitness(&worst).scaled(scale)
            }
        }
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

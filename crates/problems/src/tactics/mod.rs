//! Find the right move with few nodes: the search of EVOL*.
//!
//! ```text
//! suite ─► Puzzles ─► a search of each by each organism ─► nodes to the right move
//!          once       every generation, a task each
//! ```
//!
//! An organism is 18 search parameters; the evaluation is given. It searches
//! every puzzle until an iteration ends with a right move, up to a limit of
//! nodes. What counts are the nodes until that move took the lead; a puzzle that
//! is not solved counts the limit. Fitness is inverse to the total.
//!
//! Only what is already known is left out to save time. In particular no organism
//! is given up halfway because it can no longer be among the best:
//! fitness-proportional selection needs the fitness of every organism, and so do
//! the mean and the spread of the generation.

mod memory;
pub mod mine;
mod puzzle;

use std::collections::HashMap;
use std::num::NonZeroU64;
use std::sync::Arc;

use engine::eval::Weights;
use engine::organism::searcher;
use engine::search::{Engine, Limit, SearchParams};
use evo::{Effort, Failure, Fitness, Packed, Portable, Problem, Scores, Seed};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use memory::Memory;
pub use memory::Performance;
pub use puzzle::{Answer, BUILT_IN, Puzzle, SuiteError, Until};

/// Fitness is how often a suite could be solved with this many nodes.
pub const FITNESS_NODES: f64 = 1e9;

/// A suite to solve as a problem of evolution.
#[derive(Clone)]
pub struct Tactics {
    suite: Arc<Suite>,
    goal: Goal,
}

/// Everything but the goal: problems of different goals share what they know.
struct Suite {
    puzzles: Vec<Puzzle>,
    weights: Weights,
    limit_nodes: u64,
    hash_mebibytes: usize,
    memory: Memory,
}

#[derive(Clone, Copy, Serialize, Deserialize)]
enum Goal {
    FewNodes,
    MostSolved,
}

/// One search on one puzzle.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Attempt {
    /// How to search.
    pub params: SearchParams,
    /// The number of the puzzle.
    pub puzzle: usize,
}

impl Tactics {
    /// Searches with these weights, at most `limit_nodes` a puzzle, each with an empty
    /// hash table of this size.
    pub fn new(
        puzzles: Vec<Puzzle>,
        weights: Weights,
        limit_nodes: NonZeroU64,
        hash_mebibytes: usize,
    ) -> Self {
        Self {
            suite: Arc::new(Suite {
                puzzles,
                weights,
                limit_nodes: limit_nodes.get(),
                hash_mebibytes,
                memory: Memory::default(),
            }),
            goal: Goal::FewNodes,
        }
    }

    /// The same suite, judged by the number of puzzles solved. What one of the two
    /// has found out costs the other nothing.
    pub fn by_solved(&self) -> Self {
        Self {
            goal: Goal::MostSolved,
            ..self.clone()
        }
    }

    /// How many puzzles there are.
    pub fn len(&self) -> usize {
        self.suite.puzzles.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.suite.puzzles.is_empty()
    }

    /// The search of these numbers, with numbers that have no effect made equal.
    fn params(numbers: &[i32]) -> SearchParams {
        let numbers = numbers.try_into().expect("a number for each parameter");
        SearchParams(numbers).effective()
    }

    fn fitness(&self, record: Performance) -> Fitness {
        Fitness::exact(match self.goal {
            Goal::FewNodes => FITNESS_NODES / record.nodes as f64,
            Goal::MostSolved => record.solved.into(),
        })
    }
}

impl Serialize for Tactics {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Suite {
            puzzles,
            weights,
            limit_nodes,
            hash_mebibytes,
            memory: _,
        } = &*self.suite;
        (puzzles, weights, limit_nodes, hash_mebibytes, self.goal).serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Tactics {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let (puzzles, weights, limit, hash, goal) = Deserialize::deserialize(deserializer)?;
        Ok(Self {
            goal,
            ..Self::new(puzzles, weights, limit, hash)
        })
    }
}

impl Portable for Tactics {
    const KIND: &'static str = "tactics";
}

impl Problem for Tactics {
    type Program = Vec<i32>;
    type Task = Attempt;
    type Outcome = Performance;
    type Kit = Engine;

    /// Every search that differs from the others, on every puzzle.
    fn plan(&self, generation: &[Vec<i32>], _: Seed) -> Vec<Attempt> {
        let mut distinct = Vec::new();
        for params in generation.iter().map(|one| Self::params(one)) {
            if !distinct.contains(&params) {
                distinct.push(params);
            }
        }
        let tasks = distinct
            .into_iter()
            .flat_map(|params| (0..self.len()).map(move |puzzle| Attempt { params, puzzle }));
        tasks.collect()
    }

    fn equip(&self) -> Result<Engine, Failure> {
        let mebibytes = self.suite.hash_mebibytes;
        let searcher = searcher(self.suite.weights, SearchParams::default(), 1);
        let mut engine = Engine::of(searcher, 1);
        let sized = engine.resize_table(mebibytes);
        sized.map_err(|error| Failure::new(format!("a hash table of {mebibytes} MiB: {error}")))?;
        Ok(engine)
    }

    fn run(&self, engine: &mut Engine, task: &Attempt) -> Result<Performance, Failure> {
        let suite = &self.suite;
        if let Some(known) = suite.memory.get(task) {
            return Ok(known);
        }
        engine.replace(searcher(suite.weights, task.params, 1));
        engine.new_game();
        let limit = Limit::nodes(suite.limit_nodes);
        let answer = suite.puzzles[task.puzzle].search(engine, &limit, Until::Found);
        suite.memory.keep(*task, answer.into());
        Ok(answer.into())
    }

    /// Effort is counted as if no search had been known, so that it does not depend
    /// on how often the run was interrupted.
    fn reduce(
        &self,
        generation: &[Vec<i32>],
        tasks: &[Attempt],
        outcomes: &[Performance],
    ) -> Scores {
        let mut found: HashMap<SearchParams, Vec<Performance>> = HashMap::new();
        for (task, outcome) in tasks.iter().zip(outcomes) {
            found.entry(task.params).or_default().push(*outcome);
        }
        let total = |program: &Vec<i32>| found[&Self::params(program)].iter().copied().sum();
        let records: Vec<Performance> = generation.iter().map(total).collect();
        Scores {
            fitness: records.iter().map(|&record| self.fitness(record)).collect(),
            effort: Effort {
                positions: (self.len() * generation.len()) as u64,
                nodes: records.iter().map(|record| record.searched).sum(),
                ..Effort::default()
            },
        }
    }

    fn repeatable(&self) -> bool {
        true
    }

    fn packed(&self) -> Option<Packed> {
        Some(Packed::of(self))
    }

    fn is_plausible(&self, _: &Attempt, outcome: &Performance) -> bool {
        (1..=self.suite.limit_nodes).contains(&outcome.nodes) && outcome.solved <= 1
    }
}

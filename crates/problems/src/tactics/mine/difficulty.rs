//! How hard a puzzle is.

use std::fmt;
use std::str::FromStr;

use engine::organism::Organism;
use engine::search::Limit;

use crate::tactics::{Puzzle, Until};

/// What is found with no more nodes than this is obvious.
const OBVIOUS_NODES: u64 = 1_000;

/// No more nodes are spent on finding out.
const LIMIT_NODES: u64 = 500_000;

const HASH_MEBIBYTES: usize = 16;

/// Where the classes end, in nodes; the last is for what is not solved.
const CLASS_ENDS: [u64; CLASSES - 1] = [3_000, 10_000, 50_000, LIMIT_NODES];

/// How many classes of difficulty there are.
pub const CLASSES: usize = 5;

/// Nodes until the organism with the published values finds the right move; `None`
/// if it does not within half a million.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Difficulty(pub Option<u64>);

impl Difficulty {
    /// Whether the right move of a puzzle is obvious.
    pub fn is_none(puzzle: &Puzzle) -> bool {
        nodes_to_solve(puzzle, OBVIOUS_NODES).is_some()
    }

    /// Tries a puzzle.
    pub fn of(puzzle: &Puzzle) -> Self {
        Self(nodes_to_solve(puzzle, LIMIT_NODES))
    }

    /// Its class, the easiest being 0.
    pub fn class(self) -> usize {
        self.0.map_or(CLASSES - 1, |nodes| {
            CLASS_ENDS.partition_point(|&end| end < nodes)
        })
    }

    /// What to sort by, the easiest first.
    pub fn nodes(self) -> u64 {
        self.0.unwrap_or(u64::MAX)
    }
}

fn nodes_to_solve(puzzle: &Puzzle, limit: u64) -> Option<u64> {
    let limit = Limit::nodes(limit);
    let answer = puzzle.solve(&Organism::default(), &limit, HASH_MEBIBYTES, Until::Found);
    answer.solved.then_some(answer.nodes)
}

impl fmt::Display for Difficulty {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Some(nodes) => write!(f, "{nodes}"),
            None => write!(f, "over {LIMIT_NODES}"),
        }
    }
}

impl FromStr for Difficulty {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        if text == format!("over {LIMIT_NODES}") {
            return Ok(Self(None));
        }
        let nodes = text.parse().ok().filter(|&nodes| nodes <= LIMIT_NODES);
        match nodes {
            Some(nodes) => Ok(Self(Some(nodes))),
            None => Err(format!("`{text}` is not a difficulty")),
        }
    }
}

//! The problem of the ordering module alone: a full search with few nodes.

use std::num::NonZeroU8;

use chess::{Board, Game};
use evo::{Effort, Failure, Fitness, Packed, Portable, Problem, Scores, Seed};
use serde::{Deserialize, Serialize};

use super::{Evolved, Order, OrderingWeights};
use crate::Weights;
use crate::depth::Code;
use crate::position::{Position, PositionWeights};
use crate::search::{Allowance, Bounds, Tree};

/// Orders judged by the nodes of plain alpha-beta to a fixed depth, with the standard
/// evaluation, with or without its share of chance: no order can foresee that, and all
/// need about a third more nodes with it.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(
    from = "(Vec<Game>, NonZeroU8, bool)",
    into = "(Vec<Game>, NonZeroU8, bool)"
)]
pub struct FewNodes {
    /// Where to search.
    pub positions: Vec<Board>,
    /// How deep.
    pub depth: NonZeroU8,
    /// Whether evaluations have their share of chance.
    pub chance: bool,
}

/// The fitness of an order that needs a single node for a position.
pub const FITNESS_NODES: f64 = 1e9;

/// Some positions for one order.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Task {
    place: u32,
    weights: OrderingWeights,
    /// The first position and the one after the last.
    positions: (u32, u32),
}

/// Positions of a task: enough to share a tree, and few enough to share the work.
const A_TASK: usize = 10;

impl FewNodes {
    /// The nodes that an order needs for some of the positions.
    pub fn nodes(&self, order: impl Order, positions: std::ops::Range<usize>) -> u64 {
        let mut position = Position::new(&PositionWeights::default(), 0);
        if !self.chance {
            position = position.without_chance();
        }
        let bounds = Bounds::fixed(self.depth);
        let mut tree = Tree::new(position, order, Code::default(), bounds);
        let positions = self.positions[positions].iter();
        let games = positions.map(|board| Game::new(board.clone()));
        games
            .map(|game| tree.search(&game, Allowance::ALL, &mut ()).nodes)
            .sum()
    }
}

impl From<FewNodes> for (Vec<Game>, NonZeroU8, bool) {
    fn from(problem: FewNodes) -> Self {
        let positions = problem.positions.into_iter().map(Game::new);
        (positions.collect(), problem.depth, problem.chance)
    }
}

impl From<(Vec<Game>, NonZeroU8, bool)> for FewNodes {
    fn from((positions, depth, chance): (Vec<Game>, NonZeroU8, bool)) -> Self {
        let positions = positions.iter().map(|game| game.board().clone());
        Self {
            positions: positions.collect(),
            depth,
            chance,
        }
    }
}

impl Portable for FewNodes {
    const KIND: &'static str = "few nodes";
}

impl Problem for FewNodes {
    type Program = Vec<i32>;
    type Task = Task;
    type Outcome = u64;
    type Kit = ();

    fn plan(&self, generation: &[Vec<i32>], _: Seed) -> Vec<Task> {
        let count = self.positions.len();
        let starts = || (0..count).step_by(A_TASK);
        let tasks = generation.iter().enumerate().flat_map(|(place, weights)| {
            starts().map(move |first| Task {
                place: place as u32,
                weights: Weights::of(weights),
                positions: (first as u32, count.min(first + A_TASK) as u32),
            })
        });
        tasks.collect()
    }

    fn equip(&self) -> Result<(), Failure> {
        Ok(())
    }

    fn run(&self, (): &mut (), task: &Task) -> Result<u64, Failure> {
        let (first, end) = task.positions;
        let order = Evolved::new(&task.weights);
        Ok(self.nodes(order, first as usize..end as usize))
    }

    fn reduce(&self, generation: &[Vec<i32>], tasks: &[Task], outcomes: &[u64]) -> Scores {
        let mut nodes = vec![0; generation.len()];
        for (task, more) in tasks.iter().zip(outcomes) {
            nodes[task.place as usize] += more;
        }
        let count = self.positions.len();
        let fitness = |&nodes: &u64| {
            let each = nodes as f64 / count as f64;
            Fitness::exact(FITNESS_NODES / each)
        };
        Scores {
            fitness: nodes.iter().map(fitness).collect(),
            effort: Effort {
                positions: (count * generation.len()) as u64,
                nodes: nodes.iter().sum(),
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

    fn is_plausible(&self, _: &Task, &nodes: &u64) -> bool {
        nodes > 0
    }
}

//! How often numbers choose the move that was played.

use std::ops::Range;
use std::sync::Arc;

use chess::legal_moves;
use evo::{Effort, Failure, Fitness, Problem, Scores, Seed};
use serde::{Deserialize, Serialize};

use super::settle::Settler;
use super::{Numbers, Pupil};
use crate::Sample;

/// Positions in one task.
const TASK_POSITIONS: usize = 250;

/// The moves of masters as a problem: fitness is the share of positions in which the move
/// played comes to rest best, one half move ahead.
#[derive(Debug, Clone)]
pub struct Agree {
    samples: Arc<[Sample]>,
}

/// Numbers in some of the positions.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Positions {
    numbers: Numbers,
    range: Range<usize>,
}

impl Agree {
    /// Numbers are judged on these.
    pub const fn new(samples: Arc<[Sample]>) -> Self {
        Self { samples }
    }
}

/// Whether the move played is the best; of several that are as good the first counts.
fn agrees(sample: &Sample, settler: &mut Settler) -> bool {
    let mut best = (i32::MIN, None);
    for mv in legal_moves(&sample.board) {
        let mut board = sample.board.clone();
        board.play_unchecked(mv);
        let score = match legal_moves(&board).is_empty() && board.checkers().is_empty() {
            true => 0,
            false => -settler.settle(&board).0,
        };
        if score > best.0 {
            best = (score, Some(mv));
        }
    }
    best.1 == Some(sample.played)
}

impl Problem for Agree {
    type Program = Pupil;
    type Task = Positions;
    type Outcome = u32;
    type Kit = ();

    fn plan(&self, generation: &[Pupil], _: Seed) -> Vec<Positions> {
        let starts = || (0..self.samples.len()).step_by(TASK_POSITIONS);
        let task = |numbers: &Numbers, start: usize| Positions {
            numbers: numbers.clone(),
            range: start..(start + TASK_POSITIONS).min(self.samples.len()),
        };
        generation
            .iter()
            .flat_map(|pupil| starts().map(move |start| task(&pupil.numbers, start)))
            .collect()
    }

    fn equip(&self) -> Result<(), Failure> {
        Ok(())
    }

    fn run(&self, (): &mut (), task: &Positions) -> Result<u32, Failure> {
        let samples = self.samples.get(task.range.clone());
        let samples = samples.ok_or_else(|| Failure::new("there are no such positions"))?;
        let mut settler = Settler::new(&task.numbers.weights());
        let solved = samples
            .iter()
            .filter(|sample| agrees(sample, &mut settler))
            .count();
        Ok(solved as u32)
    }

    fn reduce(&self, generation: &[Pupil], _: &[Positions], solved: &[u32]) -> Scores {
        let slices = solved.len() / generation.len().max(1);
        let share = |solved: &[u32]| {
            f64::from(solved.iter().sum::<u32>()) / self.samples.len().max(1) as f64
        };
        let fitness = solved.chunks(slices.max(1));
        Scores {
            fitness: fitness
                .map(|solved| Fitness::exact(share(solved)))
                .collect(),
            effort: Effort {
                positions: (generation.len() * self.samples.len()) as u64,
                ..Effort::default()
            },
        }
    }

    fn repeatable(&self) -> bool {
        true
    }
}

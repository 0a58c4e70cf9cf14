//! How often numbers choose the move that was played.

use std::sync::Arc;

use chess::legal_moves;
use evo::{Effort, Failure, Fitness, Packed, Portable, Problem, Scores, Seed};
use serde::{Deserialize, Serialize};

use super::settle::Settler;
use super::{Pupil, Slice};
use crate::Sample;

/// Positions in one task.
const TASK_POSITIONS: usize = 250;

/// The moves of masters as a problem: fitness is the share of positions in which the move
/// played has the best value, one half move and quiescence ahead.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Agree {
    samples: Arc<[Sample]>,
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

impl Portable for Agree {
    const KIND: &'static str = "agree";
}

impl Problem for Agree {
    type Program = Pupil;
    type Task = Slice;
    type Outcome = u32;
    type Kit = ();

    fn plan(&self, generation: &[Pupil], _: Seed) -> Vec<Slice> {
        Slice::all(generation, self.samples.len(), TASK_POSITIONS)
    }

    fn equip(&self) -> Result<(), Failure> {
        Ok(())
    }

    fn run(&self, (): &mut (), task: &Slice) -> Result<u32, Failure> {
        let samples = self.samples.get(task.positions.clone());
        let samples = samples.ok_or_else(|| Failure::new("there are no such positions"))?;
        let mut settler = Settler::new(&task.numbers.weights());
        let solved = samples
            .iter()
            .filter(|sample| agrees(sample, &mut settler))
            .count();
        Ok(solved as u32)
    }

    fn reduce(&self, generation: &[Pupil], _: &[Slice], solved: &[u32]) -> Scores {
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

    fn packed(&self) -> Option<Packed> {
        Some(Packed::of(self))
    }

    fn is_plausible(&self, task: &Slice, &solved: &u32) -> bool {
        solved as usize <= task.positions.len()
    }
}

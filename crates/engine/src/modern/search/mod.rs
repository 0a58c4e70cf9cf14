//! The modern search: principal variation search in whole plies, with everything that is
//! selective about it set by [`SearchGenes`].

mod early;
mod genes;
mod history;
mod keys;
mod node;
mod picker;
mod quiescence;
mod root;

use chess::Move;

pub use genes::{COUNT, SearchGenes};

use crate::eval::{Evaluation, PieceValues};
use crate::search::iterate::Root;
use crate::search::score::MAX_EVALUATION;
use crate::search::worker::{self, Line, Worker};
use crate::search::{Progress, Search};
use genes::Plan;
use genes::time::{TIME_DROP, TIME_EFFORT, TIME_STEADY, TIME_USUAL};
use history::{Before, History, Place, Traits};

/// What is known of the line's node at one ply.
#[derive(Default, Clone)]
pub struct Frame {
    line: Line,
    killers: [Option<Move>; 2],
    /// The corrected evaluation, unless the side to move is in check.
    evaluation: Option<i32>,
    /// Where the move under search went; nowhere if it is a pass.
    moved: Place,
    /// The move under test for being the only good one.
    excluded: Option<Move>,
    /// Second plies given on the way here.
    doubled: u8,
    /// In the first frame only: passing is not tried before this ply.
    no_pass_before: usize,
}

impl worker::Frame for Frame {
    fn line(&mut self) -> &mut Line {
        &mut self.line
    }
}

impl Search for SearchGenes {
    type Plan = Plan;
    type History = History;
    type Frame = Frame;

    fn plan(&self, values: &PieceValues) -> Plan {
        Plan::new(self, values)
    }

    /// Marks forget by themselves.
    fn fade(_: &mut History) {}

    fn settle<'a, E: Evaluation>(
        worker: &mut Worker<'a, E, Self>,
        root: &mut Root,
        rank: usize,
        report: &mut impl FnMut(&Worker<'a, E, Self>, &Root, usize),
    ) {
        worker.settle(root, rank, report);
    }

    fn patience(plan: &Plan, progress: &Progress) -> f64 {
        let percent = |gene: usize| f64::from(plan[gene]) / 100.0;
        let steady = f64::from(progress.steady.min(10));
        let drop = f64::from(plan.in_pawns(progress.drop).clamp(0, 100)) / 100.0;
        // Half of the nodes for the other moves is usual.
        let effort = 1.0 + percent(TIME_EFFORT) * (0.5 - progress.share);
        let factor = percent(TIME_USUAL)
            * (1.0 + 3.0 * percent(TIME_STEADY) - percent(TIME_STEADY) * steady).max(0.3)
            * effort.max(0.3)
            * (1.0 + percent(TIME_DROP) * drop);
        factor.clamp(0.1, 5.0)
    }
}

impl<E: Evaluation> Worker<'_, E, SearchGenes> {
    /// The moves one, two and four plies before the node at `ply`.
    #[inline(always)]
    fn before(&self, ply: usize) -> Before {
        [1, 2, 4].map(|back| match ply.checked_sub(back) {
            Some(earlier) => self.frames[earlier].moved,
            None => Place::NONE,
        })
    }

    /// An evaluation, corrected by what was learned about positions like this.
    #[inline(always)]
    fn corrected(&self, raw: i32, traits: &Traits) -> i32 {
        let correction = self.history.correction(self.plan, traits);
        (raw + correction).clamp(-MAX_EVALUATION, MAX_EVALUATION)
    }
}

//! What is different about kinds of search.

use chess::Move;

use super::SearchParams;
use super::history::History;
use super::iterate::{Root, RootMove};
use super::params::Selectivity;
use super::picker::Killers;
use super::score::MATE_BOUND;
use super::worker::{self, Line, Worker};
use crate::eval::{Evaluation, PieceValues};

/// A kind of search: its parameters, and how they find the best moves of one iteration.
/// Deepening, limits, the hash table, threads and endgame tables are the same for all.
pub trait Search: Clone + Send + Sync + 'static {
    /// The parameters as the search uses them.
    type Plan: Send + Sync;
    /// What a thread has learned about moves; it is kept from one search to the next.
    type History: Default + Send;
    /// What is known of the line's node at one ply.
    type Frame: worker::Frame;

    /// Works out the parameters for an evaluation by which pieces have these values.
    fn plan(&self, values: &PieceValues) -> Self::Plan;

    /// Lets what was learned count for less in the next search.
    fn fade(history: &mut Self::History);

    /// Finds the root's move of the given rank at the worker's iteration, those ranked
    /// better left aside, and puts it in its place. `report` is called when the score
    /// leaves the window.
    fn settle<'a, E: Evaluation>(
        worker: &mut Worker<'a, E, Self>,
        root: &mut Root,
        rank: usize,
        report: &mut impl FnMut(&Worker<'a, E, Self>, &Root, usize),
    );

    /// How much of the usual time a move deserves, as a factor.
    fn patience(_plan: &Self::Plan, _progress: &Progress) -> f64 {
        1.0
    }
}

/// How the iterations of a search have gone so far.
#[derive(Debug, Clone, Copy, Default)]
pub struct Progress {
    /// The best move of the last iteration.
    best: Option<Move>,
    /// Iterations since the best move has changed.
    pub steady: u32,
    /// The best score of the last iteration, if it was no mate.
    score: Option<i32>,
    /// How much the score fell in the last iteration, in centipawns; negative if it rose.
    pub drop: i32,
    /// Which share of the last iteration's nodes went into the best move.
    pub share: f64,
}

impl Progress {
    /// Takes in an iteration that has ended with these moves, the best first.
    pub(super) fn note(&mut self, moves: &[RootMove]) {
        let best = &moves[0];
        self.steady = match self.best {
            Some(mv) if mv == best.mv => self.steady + 1,
            _ => 0,
        };
        self.best = Some(best.mv);
        let score = (best.score.abs() < MATE_BOUND).then_some(best.score);
        self.drop = match (self.score, score) {
            (Some(before), Some(now)) => before - now,
            _ => 0,
        };
        self.score = score;
        let all: u64 = moves.iter().map(|root_move| root_move.nodes).sum();
        self.share = best.nodes as f64 / all.max(1) as f64;
    }
}

/// What the published search knows of the line's node at one ply.
#[derive(Default, Clone)]
pub struct Frame {
    pub killers: Killers,
    pub line: Line,
    /// The move under search and whether it takes something.
    pub under_search: Option<(Move, bool)>,
}

impl worker::Frame for Frame {
    fn line(&mut self) -> &mut Line {
        &mut self.line
    }
}

impl Search for SearchParams {
    type Plan = Selectivity;
    type History = History;
    type Frame = Frame;

    fn plan(&self, _: &PieceValues) -> Selectivity {
        Selectivity::from(self)
    }

    fn fade(history: &mut History) {
        history.fade();
    }

    fn settle<'a, E: Evaluation>(
        worker: &mut Worker<'a, E, Self>,
        root: &mut Root,
        rank: usize,
        report: &mut impl FnMut(&Worker<'a, E, Self>, &Root, usize),
    ) {
        worker.aspire(root, rank, report);
    }
}

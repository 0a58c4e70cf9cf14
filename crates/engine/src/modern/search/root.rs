//! The root: windows around the last score.

use super::SearchGenes;
use super::genes::*;
use super::node::{Top, enabled};
use crate::eval::Evaluation;
use crate::search::iterate::Root;
use crate::search::score::{INFINITE, PROVEN_BOUND};
use crate::search::worker::Worker;

impl<E: Evaluation> Worker<'_, E, SearchGenes> {
    /// Finds the move of the given rank, those ranked better left aside.
    pub fn settle(
        &mut self,
        root: &mut Root,
        rank: usize,
        report: &mut impl FnMut(&Self, &Root, usize),
    ) {
        let depth = self.iteration as i32;
        let expected = root.moves[rank].score;
        let is_known = enabled(self.plan[ASPIRATION_DEPTH], depth) && expected.abs() < PROVEN_BOUND;
        let mut width = self.plan[ASPIRATION_WIDTH];
        let (mut alpha, mut beta) = if is_known {
            (expected - width, expected + width)
        } else {
            (-INFINITE, INFINITE)
        };
        loop {
            let board = root.board;
            let top = Top { root, rank };
            let score = self.node::<true>(Some(top), board, alpha, beta, depth, 0, false);
            // The sort is stable: what was not better keeps its place.
            root.moves[rank..].sort_by_key(|root_move| (root_move.tier, -root_move.score));
            if self.stopped {
                return;
            }
            width += width * (self.plan[ASPIRATION_GROWTH] - 100) / 100 + 1;
            if score <= alpha && alpha > -INFINITE {
                beta = (alpha + beta) / 2;
                alpha = (score - width).max(-INFINITE);
            } else if score >= beta && beta < INFINITE {
                beta = (score + width).min(INFINITE);
            } else {
                return;
            }
            if root.wanted == 1 {
                report(self, root, rank);
            }
            // Far outside, a window is only in the way.
            if width > 1000 || score.abs() >= PROVEN_BOUND {
                (alpha, beta) = (-INFINITE, INFINITE);
            }
        }
    }
}

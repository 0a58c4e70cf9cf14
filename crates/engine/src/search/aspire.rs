//! The root of the published search: windows around the last score.

use chess::key;

use super::SearchParams;
use super::alpha_beta::Expect;
use super::iterate::Root;
use super::params::ONE_PLY;
use super::picker::Picked;
use super::score::{INFINITE, MATE_BOUND};
use super::worker::Worker;
use crate::eval::Evaluation;

/// Half the width of the first window around the last iteration's score.
const ASPIRATION: i32 = 25;
/// The first iterations are over at once and jump about.
const ASPIRATION_FROM: usize = 4;

impl<E: Evaluation> Worker<'_, E, SearchParams> {
    /// Finds the move of the given rank, those ranked better left aside.
    pub fn aspire(
        &mut self,
        root: &mut Root,
        rank: usize,
        report: &mut impl FnMut(&Self, &Root, usize),
    ) {
        let expected = root.moves[rank].score;
        let settled = self.iteration >= ASPIRATION_FROM && expected.abs() < MATE_BOUND;
        let mut width = ASPIRATION;
        let (mut alpha, mut beta) = if settled {
            (expected - width, expected + width)
        } else {
            (-INFINITE, INFINITE)
        };
        loop {
            let score = self.search_root(root, rank, alpha, beta);
            // The sort is stable: what was not better keeps its place.
            root.moves[rank..].sort_by_key(|root_move| (root_move.tier, -root_move.score));
            if self.stopped {
                return;
            }
            width *= 2;
            if score <= alpha {
                beta = (alpha + beta) / 2;
                alpha = (score - width).max(-INFINITE);
            } else if score >= beta {
                beta = (score + width).min(INFINITE);
            } else {
                return;
            }
            if root.wanted == 1 {
                report(self, root, rank);
            }
            if width > 1000 {
                (alpha, beta) = (-INFINITE, INFINITE);
            }
        }
    }

    fn search_root(&mut self, root: &mut Root, rank: usize, mut alpha: i32, beta: i32) -> i32 {
        let depth = self.iteration as i32 * ONE_PLY;
        let mut best = -INFINITE;
        self.frames[1].killers = [None; 2];
        let tier = root.moves[rank].tier;
        for index in rank..root.moves.len() {
            if root.moves[index].tier > tier {
                break;
            }
            let mv = root.moves[index].mv;
            let mut child = root.board.clone();
            child.play_unchecked(mv);
            let nodes_before = self.nodes;
            if !self.may_visit() {
                return best;
            }
            let picked = Picked::new(root.board, mv);
            self.frames[0].under_search = Some((mv, !picked.quiet));
            self.keys.push(key(&child));
            let next = depth - ONE_PLY + self.extension(picked, &child, 0, false, false);
            let mut score = -INFINITE;
            let first = index == rank;
            if !first {
                score = -self.alpha_beta(&child, -alpha - 1, -alpha, next, 1, Expect::Cut);
            }
            if !self.stopped && (first || (score > alpha && score < beta)) {
                score = -self.alpha_beta(&child, -beta, -alpha, next, 1, Expect::Exact);
            }
            self.keys.pop();
            if self.stopped {
                return best;
            }

            best = best.max(score);
            self.note_root(root, rank, index, score, (alpha, beta), nodes_before);
            if score > alpha {
                alpha = score;
                if score >= beta {
                    break;
                }
            }
        }
        best
    }
}

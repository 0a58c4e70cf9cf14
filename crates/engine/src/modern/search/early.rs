//! What settles a node before its moves are tried.

use chess::{Board, Move, key};

use super::SearchGenes;
use super::genes::*;
use super::history::Place;
use super::keys::Parts;
use super::node::{Known, Node, WHOLE, enabled};
use super::picker::{Picker, Wanted};
use crate::eval::Evaluation;
use crate::search::alpha_beta::has_pieces;
use crate::search::picker::Picked;
use crate::search::score::{PROVEN_BOUND, to_table};
use crate::search::table::{Bound, Entry, PLY};
use crate::search::worker::Worker;

impl<E: Evaluation> Worker<'_, E, SearchGenes> {
    /// The score of a node that need not be searched, or hardly.
    #[inline(always)]
    pub fn cut_early(&mut self, board: &Board, alpha: i32, node: &Node) -> Option<i32> {
        let Node {
            beta, depth, ply, ..
        } = *node;
        let evaluation = node.evaluation?;
        let plan = self.plan;
        if depth <= plan[RAZOR_DEPTH] && evaluation + plan[RAZOR_MARGIN] * depth < alpha {
            let score = self.quiescence::<false>(board, alpha, alpha + 1, ply, 0);
            if self.stopped || score <= alpha {
                return Some(score);
            }
        }
        if evaluation < beta || beta <= -PROVEN_BOUND {
            return self.probcut(board, node);
        }
        let relief = if node.improving {
            plan[REVERSE_IMPROVING]
        } else {
            0
        };
        if depth <= plan[REVERSE_DEPTH]
            && evaluation < PROVEN_BOUND
            && evaluation - (plan[REVERSE_MARGIN] * depth - relief).max(0) >= beta
        {
            if node.known.is_none() {
                // The next iteration will come here again: it need not evaluate then.
                self.remember(node, None, evaluation, 0);
            }
            return Some((evaluation + beta) / 2);
        }
        let may_pass = enabled(plan[NULL_DEPTH], depth)
            && evaluation - plan[NULL_MARGIN] >= beta
            && node.before[0] != Place::NONE
            && ply >= self.frames[0].no_pass_before
            && has_pieces(board);
        if may_pass {
            self.table.prefetch(Parts::get().passed(board));
        }
        if may_pass
            && let Some(passed) = board.null_move()
            && self.may_visit()
        {
            let by_depth = plan[NULL_BY_DEPTH] * depth / WHOLE;
            let by_eval = (evaluation - beta) / plan[NULL_BY_EVAL];
            let reduction = plan[NULL_BASE] + by_depth + by_eval.min(plan[NULL_BY_EVAL_MOST]);
            let reduced = depth - reduction;
            self.frames[ply].moved = Place::NONE;
            self.keys.push(key(&passed));
            let score =
                -self.node::<false>(None, &passed, -beta, 1 - beta, reduced, ply + 1, !node.cut);
            self.keys.pop();
            if self.stopped {
                return None;
            }
            if score >= beta {
                // Passing is not a legal move, so the wins found after it are not proven.
                let score = if score >= PROVEN_BOUND { beta } else { score };
                if !enabled(plan[NULL_VERIFY], depth) || self.frames[0].no_pass_before > 0 {
                    return Some(score);
                }
                // Where every move makes things worse, passing proves nothing: look again
                // without it.
                self.frames[0].no_pass_before = ply + (3 * reduced.max(1) as usize) / 4;
                let verified =
                    self.node::<false>(None, board, beta - 1, beta, reduced.max(1), ply, false);
                self.frames[0].no_pass_before = 0;
                if self.stopped || verified >= beta {
                    return Some(score);
                }
            }
        }
        if self.stopped {
            return None;
        }
        self.probcut(board, node)
    }

    /// Tries captures against a raised window, less deep: what passes that would most
    /// likely pass the full search.
    fn probcut(&mut self, board: &Board, node: &Node) -> Option<i32> {
        let Node {
            beta, depth, ply, ..
        } = *node;
        let evaluation = node.evaluation?;
        let raised = beta + self.plan[PROBCUT_MARGIN];
        let reduced = depth - self.plan[PROBCUT_REDUCTION];
        let is_refuted = |known: &Known| {
            known.depth >= reduced && known.bound != Bound::Lower && known.score < raised
        };
        if !enabled(self.plan[PROBCUT_DEPTH], depth)
            || beta.abs() >= PROVEN_BOUND
            || raised >= PROVEN_BOUND
            || node.known.as_ref().is_some_and(is_refuted)
        {
            return None;
        }
        let values = self.values;
        let wanted = Wanted {
            hash_move: node.known.and_then(|known| known.mv),
            favourites: [None; 3],
            before: node.before,
            threshold: raised - evaluation,
        };
        let us = board.side_to_move();
        let mut picker = Picker::noisy(self.table, board, &values, wanted);
        while let Some(picked) = picker.next(self.plan, self.history) {
            let Picked { mv, piece, .. } = picked;
            let mut child = board.clone();
            child.play_unchecked(mv);
            let child_key = key(&child);
            if !self.may_visit() {
                return None;
            }
            self.frames[ply].moved = Place::new(us, piece, mv.to);
            self.keys.push(child_key);
            let mut score = -self.quiescence::<false>(&child, -raised, 1 - raised, ply + 1, 0);
            if score >= raised && !self.stopped && reduced > 0 {
                score = -self.node::<false>(
                    None,
                    &child,
                    -raised,
                    1 - raised,
                    reduced,
                    ply + 1,
                    !node.cut,
                );
            }
            self.keys.pop();
            if self.stopped {
                return None;
            }
            if score >= raised {
                self.remember(node, Some(mv), score, (reduced + 1).max(0));
                return Some(score);
            }
        }
        None
    }

    /// Keeps what a node is worth at least.
    fn remember(&self, node: &Node, mv: Option<Move>, score: i32, depth: i32) {
        let entry = Entry {
            mv,
            score: to_table(score, node.ply),
            evaluation: node.raw,
            depth: depth * PLY,
            bound: Bound::Lower,
        };
        self.table.store(self.keys[self.keys.len() - 1], entry);
    }
}

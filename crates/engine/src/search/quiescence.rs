//! The search continues until nothing hangs.

use chess::{Board, key};

use super::alpha_beta::STALE_CLOCK;
use super::params::SearchParams;
use super::picker::{Picked, Picker};
use super::score::{DRAW, INFINITE, MATED, from_table, to_table};
use super::table::{Bound, Entry};
use super::worker::Worker;
use crate::eval::Evaluation;

/// What is searched besides captures and ways out of check. It is a depth in the table:
/// a search that looks at less accepts the result of one that looked at more.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Calm {
    /// Nothing.
    Captures = 0,
    /// Moves that give check: at the first ply, where the search has left off.
    WithChecks = 1,
}

impl<E: Evaluation> Worker<'_, E, SearchParams> {
    /// The score of `board` after the captures worth making, at the first ply also
    /// the checks, and after every way out of check.
    pub fn quiescence(
        &mut self,
        board: &Board,
        mut alpha: i32,
        beta: i32,
        ply: usize,
        calm: Calm,
    ) -> i32 {
        if let Some(score) = self.enter(board, ply) {
            return score;
        }

        // Standing pat settles most nodes, and is faster than memory.
        let in_check = !board.checkers().is_empty();
        let evaluation = (!in_check).then(|| self.evaluate(board));
        let mut best = evaluation.unwrap_or(-INFINITE);
        if best >= beta {
            return best;
        }
        let hash_key = self.keys[self.keys.len() - 1];
        let known = self.table.probe(hash_key);
        if let Some(entry) = known
            && beta - alpha == 1
            && entry.depth >= calm as i32
            && board.halfmove_clock() < STALE_CLOCK
        {
            let score = from_table(entry.score, ply);
            if entry.bound.decides(score, alpha, beta) {
                return score;
            }
        }

        let original_alpha = alpha;
        let mut best_move = None;
        alpha = alpha.max(best);
        let values = self.values;
        let mut picker = if in_check {
            let hash_move = known.and_then(|entry| entry.mv);
            Picker::new(board, &values, hash_move, [None; 2])
        } else {
            Picker::noisy(board, &values, calm == Calm::WithChecks)
        };
        while let Some(Picked { mv, .. }) = picker.next(self.history) {
            let mut child = board.clone();
            child.play_unchecked(mv);
            let child_key = key(&child);
            self.table.prefetch(child_key);
            if !self.may_visit() {
                return DRAW;
            }
            self.keys.push(child_key);
            let score = -self.quiescence(&child, -beta, -alpha, ply + 1, Calm::Captures);
            self.keys.pop();
            if self.stopped {
                return DRAW;
            }
            if score > best {
                best = score;
                if score > alpha {
                    alpha = score;
                    best_move = Some(mv);
                    if score >= beta {
                        break;
                    }
                }
            }
        }
        if in_check && best == -INFINITE {
            return MATED + ply as i32;
        }

        let bound = Bound::of(best, original_alpha, beta);
        self.table.store(
            hash_key,
            Entry {
                mv: best_move,
                score: to_table(best, ply),
                evaluation,
                depth: calm as i32,
                bound,
            },
        );
        best
    }
}

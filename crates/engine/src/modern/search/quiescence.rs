//! The search continues until nothing hangs.

use chess::{Board, Piece, key};

use super::SearchGenes;
use super::genes::*;
use super::history::{Place, Traits};
use super::picker::{Picker, Wanted};
use crate::eval::Evaluation;
use crate::search::alpha_beta::STALE_CLOCK;
use crate::search::exchange;
use crate::search::picker::Picked;
use crate::search::score::{
    DRAW, INFINITE, MATED, MAX_PLY, PROVEN_BOUND, from_table, to_table,
};
use crate::search::table::{Bound, Entry};
use crate::search::worker::Worker;

impl<E: Evaluation> Worker<'_, E, SearchGenes> {
    /// The score of `board` after the captures worth making, and after ways out of check.
    pub fn quiescence<const EXACT: bool>(
        &mut self,
        board: &Board,
        mut alpha: i32,
        beta: i32,
        ply: usize,
    ) -> i32 {
        self.frames[ply].line.clear();
        self.selective_depth = self.selective_depth.max(ply);
        if self.is_drawn(board) {
            return DRAW;
        }
        if ply >= MAX_PLY - 1 {
            return self.evaluate(board);
        }
        let hash_key = self.keys[self.keys.len() - 1];
        let entry = self.table.probe(hash_key);
        let known = entry.map(|entry| (from_table(entry.score, ply), entry.bound));
        if let Some((score, bound)) = known
            && !EXACT
            && board.halfmove_clock() < STALE_CLOCK
            && bound.decides(score, alpha, beta)
        {
            return score;
        }

        let in_check = !board.checkers().is_empty();
        let mut raw = None;
        let mut best = -INFINITE;
        let mut ceiling = INFINITE;
        self.frames[ply].evaluation = None;
        if !in_check {
            let kept = entry.and_then(|entry| entry.evaluation);
            let plain = kept.unwrap_or_else(|| self.evaluate(board));
            let evaluation = self.corrected(plain, &Traits::of(board));
            self.frames[ply].evaluation = Some(evaluation);
            raw = Some(plain);
            best = evaluation;
            if let Some((score, bound)) = known
                && self.plan[HASH_EVAL] != 0
                && score.abs() < PROVEN_BOUND
                && bound.decides(score, evaluation, evaluation)
            {
                best = score;
            }
            if best >= beta {
                if entry.is_none() {
                    self.keep(hash_key, None, best, raw, Bound::Lower, ply);
                }
                return best;
            }
            ceiling = best + self.plan[CALM_MARGIN];
        }

        let original_alpha = alpha;
        let mut best_move = None;
        alpha = alpha.max(best);
        let values = self.values;
        let wanted = Wanted {
            hash_move: entry.and_then(|entry| entry.mv),
            favourites: [None; 3],
            before: self.before(ply),
            threshold: if in_check { 0 } else { self.plan[CALM_EXCHANGE] },
        };
        let mut picker = if in_check {
            Picker::new(board, &values, wanted)
        } else {
            Picker::noisy(board, &values, wanted)
        };
        let us = board.side_to_move();
        while let Some(Picked { mv, piece, .. }) = picker.next(self.plan, self.history) {
            if best > -PROVEN_BOUND {
                if in_check {
                    // One way out is enough to know that it is no mate.
                    picker.skip_quiets();
                } else if mv.promotion.is_none() {
                    let taken = exchange::captured(board, mv).map_or(0, |victim| values[victim]);
                    if ceiling + taken <= alpha {
                        best = best.max(ceiling + taken);
                        continue;
                    }
                    if ceiling <= alpha && !exchange::reaches(board, mv, &values, 1) {
                        best = best.max(ceiling);
                        continue;
                    }
                } else if mv.promotion != Some(Piece::Queen) {
                    continue;
                }
            }
            let mut child = board.clone();
            child.play_unchecked(mv);
            let child_key = key(&child);
            self.table.prefetch(child_key);
            if !self.may_visit() {
                return DRAW;
            }
            self.frames[ply].moved = Place::new(us, piece, mv.to);
            self.keys.push(child_key);
            let score = -self.quiescence::<EXACT>(&child, -beta, -alpha, ply + 1);
            self.keys.pop();
            if self.stopped {
                return DRAW;
            }
            if score > best {
                best = score;
                if score > alpha {
                    alpha = score;
                    best_move = Some(mv);
                    if EXACT {
                        self.extend_line(ply, mv);
                    }
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
        self.keep(hash_key, best_move, best, raw, bound, ply);
        best
    }

    /// Puts what quiescence found in the table.
    #[inline(always)]
    fn keep(
        &mut self,
        hash_key: u64,
        mv: Option<chess::Move>,
        score: i32,
        evaluation: Option<i32>,
        bound: Bound,
        ply: usize,
    ) {
        let score = to_table(score, ply);
        let depth = 0;
        self.table.store(
            hash_key,
            Entry {
                mv,
                score,
                evaluation,
                depth,
                bound,
            },
        );
    }
}

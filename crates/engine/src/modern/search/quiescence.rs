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
use crate::search::score::{DRAW, INFINITE, MATED, PROVEN_BOUND, from_table, to_table};
use crate::search::table::{Bound, Entry};
use crate::search::worker::Worker;

impl<E: Evaluation> Worker<'_, E, SearchGenes> {
    /// The score of `board` after the captures worth making, after ways out of check and,
    /// on the first `checks` plies, after quiet checks.
    pub fn quiescence<const EXACT: bool>(
        &mut self,
        board: &Board,
        mut alpha: i32,
        beta: i32,
        ply: usize,
        checks: i32,
    ) -> i32 {
        if let Some(score) = self.enter(board, ply) {
            return score;
        }

        let in_check = !board.checkers().is_empty();
        // Found while the table's entry is on its way from memory.
        let traits = (!in_check).then(|| Traits::of(board));
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
        let raw = traits.map(|_| {
            let kept = entry.and_then(|entry| entry.evaluation);
            kept.unwrap_or_else(|| self.evaluate(board))
        });
        let both = raw.zip(traits);
        let evaluation = both.map(|(raw, traits)| self.corrected(raw, &traits));
        self.frames[ply].evaluation = evaluation;
        let mut best = evaluation.unwrap_or(-INFINITE);
        if let (Some((score, bound)), Some(guess)) = (known, evaluation)
            && self.plan[HASH_EVAL] != 0
            && score.abs() < PROVEN_BOUND
            && bound.decides(score, guess, guess)
        {
            best = score;
        }
        if best >= beta {
            if entry.is_none() {
                self.table.store(
                    hash_key,
                    Entry {
                        mv: None,
                        score: to_table(best, ply),
                        evaluation: raw,
                        depth: 0,
                        bound: Bound::Lower,
                    },
                );
            }
            return best;
        }
        let ceiling = best + self.plan[CALM_MARGIN];

        let original_alpha = alpha;
        let mut best_move = None;
        alpha = alpha.max(best);
        let values = self.values;
        let wanted = Wanted {
            hash_move: entry.and_then(|entry| entry.mv),
            favourites: [None; 3],
            before: self.before(ply),
            threshold: if in_check {
                0
            } else {
                self.plan[CALM_EXCHANGE]
            },
        };
        let mut picker = if in_check {
            Picker::new(self.table, board, &values, wanted)
        } else if checks > 0 {
            Picker::noisy_and_checks(self.table, board, &values, wanted)
        } else {
            Picker::noisy(self.table, board, &values, wanted)
        };
        let us = board.side_to_move();
        while let Some(picked) = picker.next(self.plan, self.history) {
            let Picked {
                mv,
                piece,
                victim,
                quiet,
            } = picked;
            if best > -PROVEN_BOUND {
                if in_check {
                    // One way out is enough to know that it is no mate.
                    picker.skip_quiets();
                } else if quiet {
                    if !exchange::wins(board, picked, &values, 0) {
                        continue;
                    }
                } else if mv.promotion.is_none() {
                    let taken = victim.map_or(0, |victim| values[victim]);
                    if ceiling + taken <= alpha {
                        best = best.max(ceiling + taken);
                        continue;
                    }
                    if ceiling <= alpha && !exchange::wins(board, picked, &values, 1) {
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
            if !self.may_visit() {
                return DRAW;
            }
            self.frames[ply].moved = Place::new(us, piece, mv.to);
            self.keys.push(child_key);
            let score = -self.quiescence::<EXACT>(&child, -beta, -alpha, ply + 1, checks - 1);
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
        self.table.store(
            hash_key,
            Entry {
                mv: best_move,
                score: to_table(best, ply),
                evaluation: raw,
                depth: 0,
                bound: Bound::of(best, original_alpha, beta),
            },
        );
        best
    }
}

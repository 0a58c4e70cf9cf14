//! Principal variation search with null move, futility, multi-cut and
//! fractional extensions.

use arrayvec::ArrayVec;
use chess::{Board, Color, Move, Piece, Rank, key};

use super::params::{ONE_PLY, SearchParams};
use super::picker::{Picked, Picker};
use super::quiescence::Calm;
use super::score::{DRAW, INFINITE, MATE_BOUND, MATED, PROVEN_BOUND, from_table, to_table};
use super::table::{Bound, Entry};
use super::worker::Worker;
use crate::eval::Evaluation;

/// What a node is expected to turn out to be.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Expect {
    /// Its exact score is wanted.
    Exact,
    /// A move that fails high.
    Cut,
    /// Every move fails low.
    All,
}

impl Expect {
    /// What the children of a zero-window search are then expected to be.
    fn turned(self) -> Self {
        match self {
            Self::Cut => Self::All,
            Self::Exact | Self::All => Self::Cut,
        }
    }
}

/// A node without a hash move, this deep, is searched less deep first to find one.
const INTERNAL_DEEPENING_FROM: i32 = 4 * ONE_PLY;
const INTERNAL_DEEPENING_BY: i32 = 2 * ONE_PLY;

/// Extensions end where the line is this many times as long as the iteration is deep.
const LONGEST_LINE: usize = 2;

/// The table does not know how near the fifty-move rule is; from here on it is ignored.
pub const STALE_CLOCK: u8 = 90;

/// Quiet moves remembered so that history can mark them down.
const TRIED: usize = 64;

impl<E: Evaluation> Worker<'_, E, SearchParams> {
    /// The score of `board` for the side to move, `depth` quarter plies deep.
    pub fn alpha_beta(
        &mut self,
        board: &Board,
        mut alpha: i32,
        mut beta: i32,
        depth: i32,
        ply: usize,
        expect: Expect,
    ) -> i32 {
        if depth < ONE_PLY {
            return self.quiescence(board, alpha, beta, ply, Calm::WithChecks);
        }
        if let Some(score) = self.enter(board, ply) {
            return score;
        }
        // A mate nearer the root than any that could be found here has been found.
        alpha = alpha.max(MATED + ply as i32);
        beta = beta.min(-MATED - ply as i32 - 1);
        if alpha >= beta {
            return alpha;
        }

        let exact = expect == Expect::Exact;
        let in_check = !board.checkers().is_empty();
        let hash_key = self.keys[self.keys.len() - 1];
        let known = self.table.probe(hash_key);
        if let Some(entry) = known
            && !exact
            && entry.depth >= depth
            && board.halfmove_clock() < STALE_CLOCK
        {
            let score = from_table(entry.score, ply);
            if entry.bound.decides(score, alpha, beta) {
                return score;
            }
        }
        if let Some(score) = self.ask_tablebase(board, ply) {
            return score;
        }
        let evaluation = (!in_check).then(|| {
            known
                .and_then(|entry| entry.evaluation)
                .unwrap_or_else(|| self.evaluate(board))
        });

        let after_null = ply > 0 && self.frames[ply - 1].under_search.is_none();
        let mut mate_threat = false;
        if let Some(null) = self.plan.null_move
            && !exact
            && !after_null
            && evaluation.is_some_and(|evaluation| evaluation >= beta)
            && has_pieces(board)
            && let Some(passed) = board.null_move()
            && self.may_visit()
        {
            self.frames[ply].under_search = None;
            let reduced = depth - null.reduction(depth);
            self.keys.push(key(&passed));
            let score = -self.alpha_beta(&passed, -beta, 1 - beta, reduced, ply + 1, Expect::All);
            self.keys.pop();
            if self.stopped {
                return DRAW;
            }
            if score >= beta {
                // Passing is not a legal move, so the wins found after it are not proven.
                return if score >= PROVEN_BOUND { beta } else { score };
            }
            mate_threat = score <= -MATE_BOUND;
        }
        if self.stopped {
            return DRAW;
        }

        let mut hash_move = known.and_then(|entry| entry.mv);
        if hash_move.is_none() && depth >= INTERNAL_DEEPENING_FROM && expect != Expect::All {
            self.alpha_beta(
                board,
                alpha,
                beta,
                depth - INTERNAL_DEEPENING_BY,
                ply,
                expect,
            );
            if self.stopped {
                return DRAW;
            }
            hash_move = self.table.probe(hash_key).and_then(|entry| entry.mv);
        }

        if expect == Expect::Cut
            && !in_check
            && !after_null
            && let Some(score) = self.multi_cut(board, beta, depth, ply, hash_move)
        {
            return score;
        }
        if self.stopped {
            return DRAW;
        }

        self.frames[ply + 1].killers = [None; 2];
        let values = self.values;
        let mut picker = Picker::new(board, &values, hash_move, self.frames[ply].killers);
        let forced = self.plan.extensions.one_reply > 0 && picker.only_one();
        let futile_below = evaluation.and_then(|evaluation| {
            let threshold = self.plan.futility.threshold(depth)?;
            Some(evaluation + threshold)
        });
        let original_alpha = alpha;
        let mut best = -INFINITE;
        let mut best_move = None;
        let mut tried = ArrayVec::<(Piece, Move), TRIED>::new();
        let mut moves = 0;
        while let Some(picked) = picker.next(self.history) {
            let Picked {
                mv, piece, quiet, ..
            } = picked;
            let mut child = board.clone();
            child.play_unchecked(mv);
            let child_key = key(&child);
            self.table.prefetch(child_key);
            moves += 1;
            if let Some(ceiling) = futile_below
                && quiet
                && !exact
                && ceiling <= alpha
                && best > -MATE_BOUND
                && child.checkers().is_empty()
            {
                best = best.max(ceiling);
                continue;
            }

            let extension = self.extension(picked, &child, ply, forced, mate_threat);
            let next = depth - ONE_PLY + extension;
            if !self.may_visit() {
                return DRAW;
            }
            self.frames[ply].under_search = Some((mv, !quiet));
            self.keys.push(child_key);
            let mut score = -INFINITE;
            if moves > 1 || !exact {
                score =
                    -self.alpha_beta(&child, -alpha - 1, -alpha, next, ply + 1, expect.turned());
            }
            if exact && !self.stopped && (moves == 1 || (score > alpha && score < beta)) {
                score = -self.alpha_beta(&child, -beta, -alpha, next, ply + 1, Expect::Exact);
            }
            self.keys.pop();
            if self.stopped {
                return DRAW;
            }

            if score > best {
                best = score;
                if score > alpha {
                    best_move = Some(mv);
                    alpha = score;
                    if exact {
                        self.extend_line(ply, mv);
                    }
                    if score >= beta {
                        if quiet {
                            self.note_cut(board.side_to_move(), depth, ply, (piece, mv), &tried);
                        }
                        break;
                    }
                }
            }
            if quiet && !tried.is_full() {
                tried.push((piece, mv));
            }
        }
        if moves == 0 {
            return if in_check { MATED + ply as i32 } else { DRAW };
        }

        let bound = Bound::of(best, original_alpha, beta);
        self.table.store(
            hash_key,
            Entry {
                mv: best_move,
                score: to_table(best, ply),
                evaluation,
                depth,
                bound,
            },
        );
        best
    }

    /// Tries the first moves at reduced depth. Where enough moves fail high, the
    /// full search most likely would too.
    fn multi_cut(
        &mut self,
        board: &Board,
        beta: i32,
        depth: i32,
        ply: usize,
        hash_move: Option<Move>,
    ) -> Option<i32> {
        let multi_cut = self.plan.multi_cut?;
        if depth < multi_cut.from_depth.max(ONE_PLY) || beta <= -MATE_BOUND {
            return None;
        }
        let reduced = depth - ONE_PLY - multi_cut.reduction;
        let values = self.values;
        let mut picker = Picker::new(board, &values, hash_move, self.frames[ply].killers);
        let mut cuts = 0;
        for _ in 0..multi_cut.moves {
            let Picked { mv, quiet, .. } = picker.next(self.history)?;
            let mut child = board.clone();
            child.play_unchecked(mv);
            if !self.may_visit() {
                return None;
            }
            self.frames[ply].under_search = Some((mv, !quiet));
            self.keys.push(key(&child));
            let score = -self.alpha_beta(&child, -beta, 1 - beta, reduced, ply + 1, Expect::All);
            self.keys.pop();
            if self.stopped {
                return None;
            }
            if score >= beta {
                cuts += 1;
                if cuts == multi_cut.cuts {
                    return Some(beta);
                }
            }
        }
        None
    }

    /// Quarter plies that `picked` is searched deeper, never more than it costs.
    pub fn extension(
        &self,
        picked: Picked,
        child: &Board,
        ply: usize,
        forced: bool,
        mate_threat: bool,
    ) -> i32 {
        if ply >= LONGEST_LINE * self.iteration {
            return 0;
        }
        let by = &self.plan.extensions;
        let mut extension = 0;
        if !child.checkers().is_empty() {
            extension += by.check;
        }
        if forced {
            extension += by.one_reply;
        }
        if mate_threat {
            extension += by.mate_threat;
        }
        if !picked.quiet && self.retakes(picked.mv, ply) {
            extension += by.recapture;
        }
        if by.passed_pawn > 0 && picked.piece == Piece::Pawn && reaches_seventh(child, picked.mv) {
            extension += by.passed_pawn;
        }
        extension.min(ONE_PLY)
    }

    /// Whether the move before took something on the square `mv` goes to.
    fn retakes(&self, mv: Move, ply: usize) -> bool {
        ply > 0
            && self.frames[ply - 1]
                .under_search
                .is_some_and(|(before, took)| took && before.to == mv.to)
    }

    /// Remembers a quiet move that failed high.
    fn note_cut(
        &mut self,
        color: Color,
        depth: i32,
        ply: usize,
        best: (Piece, Move),
        tried: &[(Piece, Move)],
    ) {
        let killers = &mut self.frames[ply].killers;
        if killers[0] != Some(best.1) {
            *killers = [Some(best.1), killers[0]];
        }
        self.history.reward(color, depth, best, tried);
    }
}

/// Whether the side to move has more than its king and pawns: otherwise passing may
/// be its best move, and the null move proves nothing.
pub fn has_pieces(board: &Board) -> bool {
    let simple = board.pieces(Piece::King) | board.pieces(Piece::Pawn);
    !(board.colors(board.side_to_move()) - simple).is_empty()
}

/// Whether the pawn that has just moved stands on its seventh rank, where no
/// pawn can stop it any more.
fn reaches_seventh(child: &Board, mv: Move) -> bool {
    mv.to.rank() == Rank::Seventh.relative_to(!child.side_to_move())
}

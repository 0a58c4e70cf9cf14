//! Principal variation search: one node, whether root, exact or not.

use arrayvec::ArrayVec;
use chess::{Board, Move, key};

use super::SearchGenes;
use super::genes::*;
use super::history::{Before, Place, Traits};
use super::picker::{Picker, Wanted};
use crate::eval::Evaluation;
use crate::search::alpha_beta::STALE_CLOCK;
use crate::search::exchange;
use crate::search::iterate::Root;
use crate::search::picker::Picked;
use crate::search::score::{DRAW, INFINITE, MATED, PROVEN_BOUND, from_table, to_table};
use crate::search::table::{Bound, Entry, PLY};
use crate::search::worker::Worker;

/// Extensions end where the line is this many times as long as the iteration is deep.
const LONGEST_LINE: usize = 2;

/// Second plies that one line may be given.
const DOUBLES: u8 = 8;

/// Moves remembered so that history can mark them down.
const TRIED: usize = 32;

/// One ply, in the units of reductions.
pub const WHOLE: i32 = 1024;

/// The root's moves from a rank on: its node takes them instead of a picker's.
pub struct Top<'r, 'b> {
    pub root: &'r mut Root<'b>,
    pub rank: usize,
}

/// What is known of a node before its moves are tried.
#[derive(Clone, Copy)]
pub struct Node {
    pub beta: i32,
    pub depth: i32,
    pub ply: usize,
    /// Some move is expected to fail high.
    pub cut: bool,
    /// The plain evaluation, unless in check.
    pub raw: Option<i32>,
    /// The best guess at the score, unless in check.
    pub evaluation: Option<i32>,
    /// The evaluation is better than it was two plies ago.
    pub improving: bool,
    pub before: Before,
    /// What the table knows.
    pub known: Option<Known>,
}

/// What the table knows of a node.
#[derive(Clone, Copy)]
pub struct Known {
    pub mv: Option<Move>,
    pub score: i32,
    pub depth: i32,
    pub bound: Bound,
}

impl<E: Evaluation> Worker<'_, E, SearchGenes> {
    /// The score of `board` for the side to move, `depth` plies deep.
    #[allow(clippy::too_many_arguments, reason = "what differs from node to node")]
    pub fn node<const EXACT: bool>(
        &mut self,
        mut top: Option<Top>,
        board: &Board,
        mut alpha: i32,
        mut beta: i32,
        mut depth: i32,
        ply: usize,
        cut: bool,
    ) -> i32 {
        if depth <= 0 {
            let checks = self.plan[CALM_CHECKS];
            return self.quiescence::<EXACT>(board, alpha, beta, ply, checks);
        }
        let is_root = top.is_some();
        if is_root {
            self.frames[ply].line.clear();
        } else {
            if let Some(score) = self.enter(board, ply) {
                return score;
            }
            // A mate nearer the root than any that could be found here has been found.
            alpha = alpha.max(MATED + ply as i32);
            beta = beta.min(-MATED - ply as i32 - 1);
            if alpha >= beta {
                return alpha;
            }
        }

        let in_check = !board.checkers().is_empty();
        let excluded = self.frames[ply].excluded;
        let hash_key = self.keys[self.keys.len() - 1];
        // Found while the table's entry is on its way from memory.
        let traits = (!in_check && excluded.is_none()).then(|| Traits::of(board));
        let entry = match excluded {
            None => self.table.probe(hash_key),
            Some(_) => None,
        };
        let known = entry.map(|entry| Known {
            mv: entry.mv,
            score: from_table(entry.score, ply),
            depth: entry.depth / PLY,
            bound: entry.bound,
        });
        if let Some(known) = known
            && !EXACT
            && known.depth >= depth
            && board.halfmove_clock() < STALE_CLOCK
            && known.bound.decides(known.score, alpha, beta)
        {
            return known.score;
        }
        if !is_root
            && excluded.is_none()
            && let Some(score) = self.ask_tablebase(board, ply)
        {
            return score;
        }

        let mut raw = None;
        let mut evaluation = self.frames[ply].evaluation;
        if excluded.is_none() {
            raw = traits.map(|_| {
                let kept = entry.and_then(|entry| entry.evaluation);
                kept.unwrap_or_else(|| self.evaluate(board))
            });
            let both = raw.zip(traits);
            evaluation = both.map(|(raw, traits)| self.corrected(raw, &traits));
            self.frames[ply].evaluation = evaluation;
        }
        let corrected = evaluation;
        if let (Some(known), Some(guess)) = (known, evaluation)
            && self.plan[HASH_EVAL] != 0
            && known.score.abs() < PROVEN_BOUND
            && known.bound.decides(known.score, guess, guess)
        {
            evaluation = Some(known.score);
        }
        let mut node = Node {
            beta,
            depth,
            ply,
            cut,
            raw,
            evaluation,
            improving: self.improves(ply),
            before: self.before(ply),
            known,
        };
        self.frames[ply + 1].killers = [None; 2];
        self.frames[ply + 1].excluded = None;
        self.frames[ply + 1].doubled = self.frames[ply].doubled;

        if !EXACT && excluded.is_none() {
            if let Some(score) = self.cut_early(board, alpha, &node) {
                return score;
            }
            if self.stopped {
                return DRAW;
            }
        }
        let hash_move = known.and_then(|known| known.mv);
        if hash_move.is_none()
            && excluded.is_none()
            && (EXACT || cut)
            && enabled(self.plan[INTERNAL_DEPTH], depth)
        {
            depth -= 1;
            node.depth = depth;
        }

        let values = self.values;
        let [first, second] = self.frames[ply].killers;
        let reply = self.history.reply(node.before[0]);
        let favourites = [first, second, reply];
        let wanted = Wanted {
            hash_move,
            favourites,
            before: node.before,
            threshold: 0,
        };
        let mut picker = Picker::new(self.table, board, &values, wanted);
        let hash_takes = picker.hash_move().is_some_and(|picked| !picked.quiet);
        let quiet_limit = match depth <= self.plan[QUIET_LIMIT_DEPTH] {
            true => self.plan.quiet_limit(depth, node.improving),
            false => usize::MAX,
        };
        let us = board.side_to_move();
        let original_alpha = alpha;
        let mut best = -INFINITE;
        let mut best_move = None;
        let mut quiets = ArrayVec::<Picked, TRIED>::new();
        let mut captures = ArrayVec::<Picked, TRIED>::new();
        let mut moves = 0;
        loop {
            let picked = match &top {
                None => picker.next(self.plan, self.history),
                Some(Top { root, rank }) => {
                    let tier = root.moves[*rank].tier;
                    let next = root.moves.get(rank + moves);
                    let next = next.filter(|root_move| root_move.tier == tier);
                    next.map(|root_move| Picked::new(board, root_move.mv))
                }
            };
            let Some(picked) = picked else {
                break;
            };
            let Picked {
                mv, piece, quiet, ..
            } = picked;
            if Some(mv) == excluded {
                continue;
            }
            moves += 1;
            let mark = if quiet {
                self.history
                    .quiets(self.plan, us, node.before)
                    .from(piece, mv.from)
                    .to(mv.to)
            } else {
                self.history.capture(us, picked)
            };
            let mut reduction = self.plan.reduction(quiet, depth, moves);

            let reduced = (depth - reduction / WHOLE).max(1);
            let may_skip = !is_root && best > -PROVEN_BOUND;
            if may_skip && quiet {
                if moves > quiet_limit {
                    picker.skip_quiets();
                }
                if let Some(evaluation) = corrected
                    && reduced <= self.plan[FUTILITY_DEPTH]
                    && evaluation + self.plan[FUTILITY_BASE] + self.plan[FUTILITY_MARGIN] * reduced
                        <= alpha
                {
                    picker.skip_calm_quiets();
                    if !picker.is_wanted(piece, mv) {
                        continue;
                    }
                }
                if reduced <= self.plan[HISTORY_DEPTH]
                    && mark < -self.plan[HISTORY_MARGIN] * reduced
                {
                    continue;
                }
            }
            if may_skip && !picker.has_won() && depth <= self.plan[EXCHANGE_DEPTH] {
                let may_lose = match quiet {
                    true => self.plan[EXCHANGE_QUIET] * reduced * reduced,
                    false => self.plan[EXCHANGE_CAPTURE] * depth,
                };
                if !exchange::wins(board, picked, &values, -may_lose) {
                    continue;
                }
            }
            let mut child = board.clone();
            child.play_unchecked(mv);
            let child_key = key(&child);

            let mut extension = 0;
            if !is_root && excluded.is_none() && ply < LONGEST_LINE * self.iteration {
                match self.singularity::<EXACT>(board, mv, &node) {
                    Singularity::Cut(score) => return score,
                    Singularity::Extend(plies) => extension = plies,
                }
                if self.stopped {
                    return DRAW;
                }
            }

            let gives_check = !child.checkers().is_empty();
            if gives_check
                && extension == 0
                && self.plan[CHECK_EXTENSION] != 0
                && ply < LONGEST_LINE * self.iteration
                && exchange::wins(board, picked, &values, 0)
            {
                extension = 1;
            }
            let nodes_before = self.nodes;
            if !self.may_visit() {
                return best;
            }
            self.frames[ply].moved = Place::new(us, piece, mv.to);
            self.frames[ply + 1].doubled = self.frames[ply].doubled + u8::from(extension > 1);
            self.keys.push(child_key);
            let mut full = depth - 1 + extension;
            let mut score = -INFINITE;
            if enabled(self.plan[REDUCTION_DEPTH], depth)
                && moves as i32 > self.plan[REDUCTION_MOVES]
            {
                if EXACT {
                    reduction -= self.plan[REDUCTION_EXACT];
                }
                if cut {
                    reduction += self.plan[REDUCTION_CUT];
                }
                if !node.improving {
                    reduction += self.plan[REDUCTION_WORSE];
                }
                if gives_check {
                    reduction -= self.plan[REDUCTION_CHECK];
                }
                if hash_takes {
                    reduction += self.plan[REDUCTION_HASH_CAPTURE];
                }
                if quiet && favourites.contains(&Some(mv)) {
                    reduction -= self.plan[REDUCTION_KILLER];
                }
                reduction -= mark * WHOLE / self.plan[REDUCTION_HISTORY];
                let reduced = (full - reduction / WHOLE).clamp(1.min(full), full);
                score =
                    -self.node::<false>(None, &child, -alpha - 1, -alpha, reduced, ply + 1, true);
                if !self.stopped && score > alpha && reduced < full {
                    full += i32::from(score > best + self.plan[DEEPER_MARGIN] && best > -INFINITE);
                    if reduced < full {
                        score = -self.node::<false>(
                            None,
                            &child,
                            -alpha - 1,
                            -alpha,
                            full,
                            ply + 1,
                            !cut,
                        );
                    }
                }
            } else if !EXACT || moves > 1 {
                score = -self.node::<false>(None, &child, -alpha - 1, -alpha, full, ply + 1, !cut);
            }
            if EXACT && !self.stopped && (moves == 1 || score > alpha) {
                score = -self.node::<true>(None, &child, -beta, -alpha, full, ply + 1, false);
            }
            self.keys.pop();
            if self.stopped {
                return best;
            }
            if let Some(Top { root, rank }) = &mut top {
                let index = *rank + moves - 1;
                self.note_root(root, *rank, index, score, (alpha, beta), nodes_before);
            }

            if score > best {
                best = score;
                if score > alpha {
                    best_move = Some(picked);
                    alpha = score;
                    if EXACT {
                        self.extend_line(ply, mv);
                    }
                    if score >= beta {
                        break;
                    }
                }
            }
            if best_move.is_none_or(|best| best.mv != mv) {
                let tried = if quiet { &mut quiets } else { &mut captures };
                let _ = tried.try_push(picked);
            }
        }
        if moves == 0 {
            return if excluded.is_some() {
                alpha
            } else if in_check {
                MATED + ply as i32
            } else {
                DRAW
            };
        }

        if best >= beta
            && let Some(best_move) = best_move
        {
            self.reward(board, best_move, &node, &quiets, &captures);
        }
        if excluded.is_none() {
            let bound = Bound::of(best, original_alpha, beta);
            if let (Some(traits), Some(corrected)) = (traits, corrected)
                && best_move.is_none_or(|best| best.quiet)
                && best.abs() < PROVEN_BOUND
                && bound.decides(best, corrected, corrected)
            {
                self.history.correct(&traits, best - corrected, depth);
            }
            self.table.store(
                hash_key,
                Entry {
                    mv: best_move.map(|best| best.mv),
                    score: to_table(best, ply),
                    evaluation: raw,
                    depth: depth * PLY,
                    bound,
                },
            );
        }
        best
    }

    /// Whether the side to move stands better than at its last turns.
    #[inline(always)]
    fn improves(&self, ply: usize) -> bool {
        let earlier = |back| {
            let earlier = ply.checked_sub(back);
            earlier.and_then(|earlier| self.frames[earlier].evaluation)
        };
        let before = earlier(2).or_else(|| earlier(4));
        match (self.frames[ply].evaluation, before) {
            (Some(now), Some(before)) => now > before,
            (Some(_), None) => true,
            (None, _) => false,
        }
    }

    /// Tests whether the hash move is the only good one, by a search without it.
    #[inline(always)]
    fn singularity<const EXACT: bool>(
        &mut self,
        board: &Board,
        mv: Move,
        node: &Node,
    ) -> Singularity {
        let Node {
            beta,
            depth,
            ply,
            cut,
            ..
        } = *node;
        let Some(known) = node.known.filter(|known| known.mv == Some(mv)) else {
            return Singularity::Extend(0);
        };
        if !enabled(self.plan[SINGULAR_DEPTH], depth)
            || known.depth < depth - self.plan[SINGULAR_HASH_DEPTH]
            || known.bound == Bound::Upper
            || known.score.abs() >= PROVEN_BOUND
        {
            return Singularity::Extend(0);
        }
        let below = known.score - self.plan[SINGULAR_MARGIN] * depth / 16;
        self.frames[ply].excluded = Some(mv);
        let score = self.node::<false>(None, board, below - 1, below, (depth - 1) / 2, ply, cut);
        self.frames[ply].excluded = None;
        if self.stopped {
            return Singularity::Extend(0);
        }
        Singularity::Extend(if score < below {
            let clearly = score < below - self.plan[SINGULAR_DOUBLE];
            let again = !EXACT && clearly && self.frames[ply].doubled < DOUBLES;
            1 + i32::from(again)
        } else if self.plan[SINGULAR_CUT] != 0 && below >= beta {
            return Singularity::Cut(below);
        } else if known.score >= beta || cut {
            -self.plan[SINGULAR_LESS]
        } else {
            0
        })
    }

    /// Remembers the move that cut off, and marks down those tried before it.
    fn reward(
        &mut self,
        board: &Board,
        best: Picked,
        node: &Node,
        quiets: &[Picked],
        captures: &[Picked],
    ) {
        let plan = self.plan;
        let us = board.side_to_move();
        let bonus = (plan[BONUS_FACTOR] * node.depth).min(plan[BONUS_MOST]);
        let malus = -(plan[MALUS_FACTOR] * node.depth).min(plan[MALUS_MOST]);
        let mv = best.mv;
        if best.quiet {
            let killers = &mut self.frames[node.ply].killers;
            if killers[0] != Some(mv) {
                *killers = [Some(mv), killers[0]];
            }
            if node.before[0] != Place::NONE {
                self.history.set_reply(node.before[0], mv);
            }
            self.history.mark_quiet(us, node.before, best, bonus);
            for &other in quiets {
                self.history.mark_quiet(us, node.before, other, malus);
            }
        } else {
            self.history.mark_capture(us, best, bonus);
        }
        for &other in captures {
            self.history.mark_capture(us, other, malus);
        }
    }
}

/// What the search without the hash move showed.
enum Singularity {
    /// The node fails high whatever is played.
    Cut(i32),
    /// The hash move is searched deeper by this number of plies.
    Extend(i32),
}

/// Whether `depth` is at least `from`, which is not 0.
#[inline(always)]
pub fn enabled(from: i32, depth: i32) -> bool {
    from > 0 && depth >= from
}

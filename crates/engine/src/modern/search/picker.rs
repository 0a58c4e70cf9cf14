//! Moves in the order in which they are worth trying, made only when asked for.

use arrayvec::ArrayVec;
use chess::{BitBoard, Board, Move, Piece, PieceMoves};

use super::genes::Plan;
use super::history::{Before, History, Place};
use crate::eval::PieceValues;
use crate::search::exchange;
use crate::search::picker::{MAX_GROUPS, MAX_MOVES, Picked, check_squares, noisy_squares};

/// Above every sum of quiet marks.
const FAVOURITE: i32 = 1 << 20;

/// A quiet move that is tried before the others.
pub type Favourites = [Option<Move>; 3];

#[derive(Clone, Copy, PartialEq, Eq)]
enum Stage {
    Hash,
    Generate,
    Captures,
    Quiets,
    LosingCaptures,
}

/// What a picker must know of its node.
#[derive(Clone, Copy)]
pub struct Wanted {
    pub hash_move: Option<Move>,
    /// Killers and the countermove.
    pub favourites: Favourites,
    pub before: Before,
    /// Captures that win less by exchange come last.
    pub threshold: i32,
}

/// Gives out the moves of one position: the hash move, captures that win enough,
/// favourites and other quiet moves by history, the other captures.
pub struct Picker<'a> {
    board: &'a Board,
    values: &'a PieceValues,
    wanted: Wanted,
    stage: Stage,
    /// No quiet moves, or no more of them.
    skips_quiets: bool,
    /// Where quiet moves must go to, by piece, if not all are wanted.
    checks_from: Option<[BitBoard; Piece::NUM]>,
    /// No captures that win too little.
    skips_losing: bool,
    groups: ArrayVec<PieceMoves, MAX_GROUPS>,
    moves: ArrayVec<Picked, MAX_MOVES>,
    /// Their scores, at the same places.
    scores: ArrayVec<i32, MAX_MOVES>,
    /// Captures that lose are moved to the front of `moves` as they are found.
    losing: usize,
    next: usize,
}

impl<'a> Picker<'a> {
    /// All legal moves. The hash move may belong to another position: it is checked.
    #[inline(always)]
    pub fn new(board: &'a Board, values: &'a PieceValues, wanted: Wanted) -> Self {
        Self {
            board,
            values,
            wanted: Wanted {
                hash_move: wanted.hash_move.filter(|&mv| board.is_legal(mv)),
                ..wanted
            },
            stage: Stage::Hash,
            skips_quiets: false,
            checks_from: None,
            skips_losing: false,
            groups: ArrayVec::new(),
            moves: ArrayVec::new(),
            scores: ArrayVec::new(),
            losing: 0,
            next: 0,
        }
    }

    /// Captures and promotions that win at least the threshold.
    #[inline(always)]
    pub fn noisy(board: &'a Board, values: &'a PieceValues, wanted: Wanted) -> Self {
        let hash_move = wanted.hash_move.filter(|&mv| {
            let mover = board.piece_on(mv.from);
            mover.is_some_and(|piece| noisy_squares(board, piece).has(mv.to))
        });
        Self {
            skips_quiets: true,
            skips_losing: true,
            ..Self::new(
                board,
                values,
                Wanted {
                    hash_move,
                    ..wanted
                },
            )
        }
    }

    /// Gives out no more quiet moves.
    pub fn skip_quiets(&mut self) {
        self.skips_quiets = true;
    }

    /// Gives out no more quiet moves but those that attack the enemy king.
    pub fn skip_calm_quiets(&mut self) {
        if self.checks_from.is_some() {
            return;
        }
        let checks_from = check_squares(self.board);
        self.checks_from = Some(checks_from);
        if self.stage == Stage::Quiets {
            let mut kept = self.next;
            for place in self.next..self.moves.len() {
                let Picked { mv, piece, .. } = self.moves[place];
                if checks_from[piece as usize].has(mv.to) {
                    self.moves.swap(kept, place);
                    self.scores.swap(kept, place);
                    kept += 1;
                }
            }
            self.moves.truncate(kept);
            self.scores.truncate(kept);
        }
    }

    /// Whether a quiet move would still be given out.
    pub fn is_wanted(&self, piece: Piece, mv: Move) -> bool {
        let from = self.checks_from.as_ref();
        !self.skips_quiets && from.is_none_or(|from| from[piece as usize].has(mv.to))
    }

    /// The hash move, if it is legal.
    pub fn hash_move(&self) -> Option<Move> {
        self.wanted.hash_move
    }

    /// The next move to try.
    #[inline]
    pub fn next(&mut self, plan: &Plan, history: &History) -> Option<Picked> {
        loop {
            match self.stage {
                Stage::Hash => {
                    self.stage = Stage::Generate;
                    if let Some(mv) = self.wanted.hash_move {
                        return Some(Picked::new(self.board, mv));
                    }
                }
                Stage::Generate => {
                    self.generate();
                    self.add_captures(history);
                    self.stage = Stage::Captures;
                }
                Stage::Captures => {
                    if let Some(best) = self.select() {
                        let threshold = self.wanted.threshold;
                        if exchange::reaches(self.board, best.mv, self.values, threshold) {
                            return Some(best);
                        }
                        self.moves.swap(self.losing, self.next - 1);
                        self.scores.swap(self.losing, self.next - 1);
                        self.losing += 1;
                    } else {
                        self.truncate();
                        self.next = self.losing;
                        if !self.skips_quiets {
                            self.add_quiets(plan, history);
                        }
                        self.stage = Stage::Quiets;
                    }
                }
                Stage::Quiets => {
                    if !self.skips_quiets
                        && let Some(best) = self.select()
                    {
                        return Some(best);
                    }
                    if self.skips_losing {
                        return None;
                    }
                    self.truncate();
                    self.next = 0;
                    self.stage = Stage::LosingCaptures;
                }
                Stage::LosingCaptures => return self.select(),
            }
        }
    }

    /// Keeps the captures that lose.
    fn truncate(&mut self) {
        self.moves.truncate(self.losing);
        self.scores.truncate(self.losing);
    }

    fn generate(&mut self) {
        let groups = &mut self.groups;
        self.board.generate_moves(|group| {
            groups.push(group);
            false
        });
    }

    fn add_captures(&mut self, history: &History) {
        let us = self.board.side_to_move();
        for &group in &self.groups {
            let piece = group.piece;
            let noisy = PieceMoves {
                to: group.to & noisy_squares(self.board, piece),
                ..group
            };
            for mv in noisy {
                if Some(mv) == self.wanted.hash_move {
                    continue;
                }
                let victim = exchange::captured(self.board, mv);
                let value = victim.map_or(0, |victim| self.values[victim]);
                let promotion = match mv.promotion {
                    None => 0,
                    Some(Piece::Queen) => self.values[Piece::Queen],
                    // Hardly ever better than a queen.
                    Some(_) => -self.values[Piece::Queen],
                };
                let place = Place::new(us, piece, mv.to);
                let mark = victim.map_or(0, |victim| history.capture(place, victim));
                self.moves.push(Picked {
                    mv,
                    piece,
                    quiet: false,
                });
                self.scores
                    .push(16 * (value + promotion) - piece as i32 + mark / 4);
            }
        }
    }

    fn add_quiets(&mut self, plan: &Plan, history: &History) {
        let marks = history.quiets(plan, self.board.side_to_move(), self.wanted.before);
        let [first, second, reply] = self.wanted.favourites;
        for &group in &self.groups {
            let piece = group.piece;
            let wanted = self
                .checks_from
                .map_or(BitBoard::FULL, |from| from[piece as usize]);
            for to in (group.to - noisy_squares(self.board, piece)) & wanted {
                let mv = Move {
                    from: group.from,
                    to,
                    promotion: None,
                };
                let moved = Some(mv);
                if moved == self.wanted.hash_move {
                    continue;
                }
                let score = if moved == first {
                    FAVOURITE + 2
                } else if moved == second {
                    FAVOURITE + 1
                } else if moved == reply {
                    FAVOURITE
                } else {
                    marks.get(piece, mv)
                };
                self.moves.push(Picked {
                    mv,
                    piece,
                    quiet: true,
                });
                self.scores.push(score);
            }
        }
    }

    /// Swaps the best of the moves not yet given out to their front. The first of equals
    /// is taken, so that the order never depends on chance.
    fn select(&mut self) -> Option<Picked> {
        let scores = self.scores.get_mut(self.next..)?;
        // Two simple passes that the compiler can do for many scores at once.
        let most = scores.iter().copied().max()?;
        let best = scores.iter().position(|&score| score == most)?;
        scores.swap(0, best);
        self.moves.swap(self.next, self.next + best);
        self.next += 1;
        Some(self.moves[self.next - 1])
    }
}

//! Moves in the order in which they are worth trying, made only when asked for.

use arrayvec::ArrayVec;
use chess::{BitBoard, Board, Move, Piece, PieceMoves, Rank};

use super::exchange;
use super::history::History;
use crate::eval::PieceValues;

/// No position has more legal moves.
const MAX_MOVES: usize = 218;
/// The board library reports moves in at most this many groups.
const MAX_GROUPS: usize = 18;
/// Above every mark of the history.
const KILLER: i32 = 1 << 20;

/// Two quiet moves that cut off at the same ply elsewhere.
pub type Killers = [Option<Move>; 2];

/// A move and what kind of move it is.
#[derive(Clone, Copy)]
pub struct Picked {
    pub mv: Move,
    pub piece: Piece,
    /// Neither takes anything nor promotes.
    pub quiet: bool,
}

impl Picked {
    /// Looks at a legal move of `board`.
    pub fn new(board: &Board, mv: Move) -> Self {
        let piece = board.piece_on(mv.from).expect("a legal move moves a piece");
        Self {
            mv,
            piece,
            quiet: !noisy_squares(board, piece).has(mv.to),
        }
    }
}

#[derive(Clone, Copy)]
struct Scored {
    picked: Picked,
    score: i32,
}

#[derive(Clone, Copy)]
enum Stage {
    Hash,
    Generate,
    Captures,
    Quiets,
    LosingCaptures,
}

/// Gives out the moves of one position: the hash move, captures that do not
/// lose, killers and other quiet moves by history, captures that lose.
pub struct Picker<'a> {
    board: &'a Board,
    values: &'a PieceValues,
    hash_move: Option<Move>,
    killers: Killers,
    /// Only moves that take or promote, and none that loses material.
    noisy: bool,
    stage: Stage,
    groups: ArrayVec<PieceMoves, MAX_GROUPS>,
    moves: ArrayVec<Scored, MAX_MOVES>,
    /// Captures that lose are moved to the front of `moves` as they are found.
    losing: usize,
    next: usize,
}

impl<'a> Picker<'a> {
    /// All legal moves. `hash_move` may belong to another position: it is checked.
    #[inline(always)]
    pub fn new(
        board: &'a Board,
        values: &'a PieceValues,
        hash_move: Option<Move>,
        killers: Killers,
    ) -> Self {
        Self {
            board,
            values,
            hash_move: hash_move.filter(|&mv| board.is_legal(mv)),
            killers,
            noisy: false,
            stage: Stage::Hash,
            groups: ArrayVec::new(),
            moves: ArrayVec::new(),
            losing: 0,
            next: 0,
        }
    }

    /// Captures and promotions to a queen that do not lose material.
    #[inline(always)]
    pub fn noisy(board: &'a Board, values: &'a PieceValues) -> Self {
        Self {
            noisy: true,
            stage: Stage::Generate,
            ..Self::new(board, values, None, [None; 2])
        }
    }

    /// Whether the position has exactly one legal move.
    pub fn only_one(&mut self) -> bool {
        self.generate();
        self.groups.len() == 1 && self.groups[0].len() == 1
    }

    /// The next move to try.
    #[inline]
    pub fn next(&mut self, history: &History) -> Option<Picked> {
        loop {
            match self.stage {
                Stage::Hash => {
                    self.stage = Stage::Generate;
                    if let Some(mv) = self.hash_move {
                        return Some(Picked::new(self.board, mv));
                    }
                }
                Stage::Generate => {
                    self.generate();
                    self.add_captures();
                    self.stage = Stage::Captures;
                }
                Stage::Captures => {
                    if let Some(best) = self.select() {
                        if exchange::reaches(self.board, best.mv, self.values, 0) {
                            return Some(best);
                        }
                        self.moves.swap(self.losing, self.next - 1);
                        self.losing += 1;
                    } else if self.noisy {
                        return None;
                    } else {
                        self.moves.truncate(self.losing);
                        self.next = self.losing;
                        self.add_quiets(history);
                        self.stage = Stage::Quiets;
                    }
                }
                Stage::Quiets => {
                    if let Some(best) = self.select() {
                        return Some(best);
                    }
                    self.moves.truncate(self.losing);
                    self.next = 0;
                    self.stage = Stage::LosingCaptures;
                }
                Stage::LosingCaptures => return self.select(),
            }
        }
    }

    fn generate(&mut self) {
        if self.groups.is_empty() {
            let groups = &mut self.groups;
            self.board.generate_moves(|group| {
                groups.push(group);
                false
            });
        }
    }

    fn add_captures(&mut self) {
        for &group in &self.groups {
            let noisy = PieceMoves {
                to: group.to & noisy_squares(self.board, group.piece),
                ..group
            };
            for mv in noisy {
                let weak_promotion = !matches!(mv.promotion, None | Some(Piece::Queen));
                if Some(mv) != self.hash_move && !(self.noisy && weak_promotion) {
                    self.moves.push(Scored {
                        picked: Picked {
                            mv,
                            piece: group.piece,
                            quiet: false,
                        },
                        score: capture_score(self.board, self.values, group.piece, mv),
                    });
                }
            }
        }
    }

    fn add_quiets(&mut self, history: &History) {
        let us = self.board.side_to_move();
        for &group in &self.groups {
            let piece = group.piece;
            for to in group.to - noisy_squares(self.board, piece) {
                let mv = Move {
                    from: group.from,
                    to,
                    promotion: None,
                };
                if Some(mv) == self.hash_move {
                    continue;
                }
                let score = match self.killers {
                    [Some(first), _] if first == mv => KILLER + 1,
                    [_, Some(second)] if second == mv => KILLER,
                    _ => history.get(us, piece, to),
                };
                self.moves.push(Scored {
                    picked: Picked {
                        mv,
                        piece,
                        quiet: true,
                    },
                    score,
                });
            }
        }
    }

    /// Swaps the best of the moves not yet given out to the front of them.
    /// The first of equals is taken, so that the order never depends on chance.
    fn select(&mut self) -> Option<Picked> {
        let rest = self.moves.get_mut(self.next..)?;
        let mut best = 0;
        for index in 1..rest.len() {
            if rest[index].score > rest[best].score {
                best = index;
            }
        }
        if rest.is_empty() {
            return None;
        }
        rest.swap(0, best);
        self.next += 1;
        Some(rest[0].picked)
    }
}

/// Where a move of this piece takes something or promotes.
#[inline(always)]
fn noisy_squares(board: &Board, piece: Piece) -> BitBoard {
    let enemies = board.colors(!board.side_to_move());
    if piece == Piece::Pawn {
        let last_ranks = Rank::First.bitboard() | Rank::Eighth.bitboard();
        let en_passant = exchange::en_passant_square(board);
        enemies | last_ranks | en_passant.map_or(BitBoard::EMPTY, |square| square.bitboard())
    } else {
        enemies
    }
}

/// The most valuable victim first, taken by the least of the pieces.
#[inline(always)]
fn capture_score(board: &Board, values: &PieceValues, piece: Piece, mv: Move) -> i32 {
    let victim = exchange::captured(board, mv).map_or(0, |victim| values[victim]);
    let promotion = mv.promotion.map_or(0, |promotion| values[promotion]);
    (victim + promotion) * 8 - piece as i32
}

//! Moves in the order in which they are worth trying, made only when asked for.

use arrayvec::ArrayVec;
use chess::{
    BitBoard, Board, Move, Piece, PieceMoves, Rank, Square, get_between_rays, get_bishop_moves,
    get_bishop_rays, get_knight_moves, get_line_rays, get_pawn_attacks, get_rook_moves,
    get_rook_rays,
};

use super::exchange;
use super::history::History;
use crate::eval::PieceValues;

/// No position has more legal moves.
pub const MAX_MOVES: usize = 218;
/// The board library reports moves in at most this many groups.
pub const MAX_GROUPS: usize = 18;
/// Above every mark of the history.
const KILLER: i32 = 1 << 20;

/// Two quiet moves that cut off at the same ply elsewhere.
pub type Killers = [Option<Move>; 2];

/// A move and what kind of move it is, aligned so that it is copied as one number.
#[derive(Clone, Copy)]
#[repr(align(4))]
pub struct Picked {
    pub mv: Move,
    pub piece: Piece,
    /// What it takes.
    pub victim: Option<Piece>,
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
            victim: exchange::captured(board, mv),
            quiet: !noisy_squares(board, piece).has(mv.to),
        }
    }

    /// A move that is known to take nothing and not to promote.
    #[inline(always)]
    pub fn quiet(piece: Piece, from: Square, to: Square) -> Self {
        let mv = Move {
            from,
            to,
            promotion: None,
        };
        Self {
            mv,
            piece,
            victim: None,
            quiet: true,
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
    Checks,
}

/// Which moves are wanted.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    All,
    /// What takes or promotes to a queen, and loses no material.
    Noisy,
    /// Also quiet checks that lose none.
    NoisyAndChecks,
}

/// Gives out the moves of one position: the hash move, captures that do not
/// lose, killers and other quiet moves by history, captures that lose. For the
/// quiescence: captures and then checks, those that do not lose.
pub struct Picker<'a> {
    board: &'a Board,
    values: &'a PieceValues,
    hash_move: Option<Move>,
    killers: Killers,
    kind: Kind,
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
            kind: Kind::All,
            stage: Stage::Hash,
            groups: ArrayVec::new(),
            moves: ArrayVec::new(),
            losing: 0,
            next: 0,
        }
    }

    /// Captures, promotions to a queen and, if wanted, checks that do not lose
    /// material.
    #[inline(always)]
    pub fn noisy(board: &'a Board, values: &'a PieceValues, checks: bool) -> Self {
        Self {
            kind: if checks {
                Kind::NoisyAndChecks
            } else {
                Kind::Noisy
            },
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
                        if exchange::wins(self.board, best, self.values, 0) {
                            return Some(best);
                        }
                        self.moves.swap(self.losing, self.next - 1);
                        self.losing += 1;
                    } else {
                        self.moves.truncate(self.losing);
                        self.next = self.losing;
                        match self.kind {
                            Kind::All => {
                                self.add_quiets(history);
                                self.stage = Stage::Quiets;
                            }
                            Kind::Noisy => return None,
                            Kind::NoisyAndChecks => {
                                self.add_checks(history);
                                self.stage = Stage::Checks;
                            }
                        }
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
                Stage::Checks => {
                    let best = self.select()?;
                    if exchange::wins(self.board, best, self.values, 0) {
                        return Some(best);
                    }
                }
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
                if Some(mv) != self.hash_move && !(self.kind != Kind::All && weak_promotion) {
                    let victim = exchange::captured(self.board, mv);
                    let picked = Picked {
                        mv,
                        piece: group.piece,
                        victim,
                        quiet: false,
                    };
                    self.moves.push(Scored {
                        picked,
                        score: capture_score(picked, self.values),
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
                let picked = Picked::quiet(piece, group.from, to);
                let mv = picked.mv;
                if Some(mv) == self.hash_move {
                    continue;
                }
                let score = match self.killers {
                    [Some(first), _] if first == mv => KILLER + 1,
                    [_, Some(second)] if second == mv => KILLER,
                    _ => history.get(us, piece, to),
                };
                self.moves.push(Scored { picked, score });
            }
        }
    }

    fn add_checks(&mut self, history: &History) {
        let us = self.board.side_to_move();
        let king = self.board.king(!us);
        let from_where = check_squares(self.board);
        let uncovering = uncovering(self.board);
        for &group in &self.groups {
            let PieceMoves { piece, from, to } = group;
            // Castling goes to a square with an own piece; it is left out.
            let quiet = to - noisy_squares(self.board, piece) - self.board.colors(us);
            let mut checks = quiet & from_where[piece as usize];
            if uncovering.has(from) {
                checks |= quiet - get_line_rays(king, from);
            }
            for to in checks {
                self.moves.push(Scored {
                    picked: Picked::quiet(piece, from, to),
                    score: history.get(us, piece, to),
                });
            }
        }
    }

    /// Swaps the best of the remaining moves to their front. The first of equals
    /// is taken, so that the order never depends on chance.
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
pub fn noisy_squares(board: &Board, piece: Piece) -> BitBoard {
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
fn capture_score(picked: Picked, values: &PieceValues) -> i32 {
    let victim = picked.victim.map_or(0, |victim| values[victim]);
    let promotion = picked.mv.promotion.map_or(0, |promotion| values[promotion]);
    (victim + promotion) * 8 - picked.piece as i32
}

/// From where each kind of piece attacks the king of the side not to move.
pub fn check_squares(board: &Board) -> [BitBoard; Piece::NUM] {
    let them = !board.side_to_move();
    let (king, occupied) = (board.king(them), board.occupied());
    let diagonal = get_bishop_moves(king, occupied);
    let straight = get_rook_moves(king, occupied);
    let mut squares = [BitBoard::EMPTY; Piece::NUM];
    squares[Piece::Pawn as usize] = get_pawn_attacks(king, them);
    squares[Piece::Knight as usize] = get_knight_moves(king);
    squares[Piece::Bishop as usize] = diagonal;
    squares[Piece::Rook as usize] = straight;
    squares[Piece::Queen as usize] = diagonal | straight;
    squares
}

/// The pieces of the side to move that stand alone between one of its own and the
/// other king: they give check by stepping aside.
fn uncovering(board: &Board) -> BitBoard {
    let us = board.side_to_move();
    let king = board.king(!us);
    let diagonal = board.pieces(Piece::Bishop) | board.pieces(Piece::Queen);
    let straight = board.pieces(Piece::Rook) | board.pieces(Piece::Queen);
    let aimed = get_bishop_rays(king) & diagonal | get_rook_rays(king) & straight;
    let mut uncovering = BitBoard::EMPTY;
    for slider in aimed & board.colors(us) {
        let between = get_between_rays(king, slider) & board.occupied();
        if between.len() == 1 {
            uncovering |= between & board.colors(us);
        }
    }
    uncovering
}

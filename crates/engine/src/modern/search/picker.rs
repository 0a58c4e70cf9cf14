//! Moves in the order in which they are worth trying, made only when asked for.

use arrayvec::ArrayVec;
use chess::{BitBoard, Board, Move, Piece, PieceMoves, Rank, get_king_moves};

use super::genes::Plan;
use super::history::{Before, History};
use super::keys::Parts;
use crate::eval::PieceValues;
use crate::eval::pawn_structure::beside;
use crate::search::exchange;
use crate::search::picker::{MAX_GROUPS, MAX_MOVES, Picked, check_squares, noisy_squares};
use crate::search::table::Table;

/// Above every sum of quiet marks, even for the last favourite.
const FAVOURITE: i32 = 1 << 20;

const PLACE_BITS: u32 = 8;
const LAST_PLACE: usize = (1 << PLACE_BITS) - 1;
const MOST_SCORE: i32 = (1 << (i32::BITS - 1 - PLACE_BITS)) - 1;

/// Ranks that are compared at once.
const LANES: usize = 8;

/// Below every rank.
const NONE: i32 = i32::MIN;

/// Quiet moves that are tried before the others.
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
    table: &'a Table,
    keys: &'static Parts,
    values: &'a PieceValues,
    wanted: Wanted,
    /// The hash move, if it is legal.
    hash_move: Option<Picked>,
    stage: Stage,
    /// No quiet moves, or no more of them.
    skips_quiets: bool,
    /// Where quiet moves must go to, by piece, if not all are wanted.
    checks_from: Option<[BitBoard; Piece::NUM]>,
    /// No captures that win too little.
    skips_losing: bool,
    groups: ArrayVec<PieceMoves, MAX_GROUPS>,
    moves: ArrayVec<Picked, MAX_MOVES>,
    /// Their ranks, at the same places, and [`NONE`]s that fill up the last lanes wherever
    /// the first begin.
    ranks: ArrayVec<i32, { MAX_MOVES + LANES - 1 }>,
    /// Captures that lose are moved to the front of `moves` as they are found.
    losing: usize,
    next: usize,
}

impl<'a> Picker<'a> {
    /// All legal moves. The hash move may belong to another position: it is checked.
    #[inline(always)]
    pub fn new(
        table: &'a Table,
        board: &'a Board,
        values: &'a PieceValues,
        wanted: Wanted,
    ) -> Self {
        let hash_move = wanted.hash_move.filter(|&mv| board.is_legal(mv));
        Self {
            board,
            table,
            keys: Parts::get(),
            values,
            wanted: Wanted {
                hash_move,
                ..wanted
            },
            hash_move: hash_move.map(|mv| Picked::new(board, mv)),
            stage: Stage::Hash,
            skips_quiets: false,
            checks_from: None,
            skips_losing: false,
            groups: ArrayVec::new(),
            moves: ArrayVec::new(),
            ranks: ArrayVec::new(),
            losing: 0,
            next: 0,
        }
    }

    /// Captures and promotions that win at least the threshold.
    #[inline(always)]
    pub fn noisy(
        table: &'a Table,
        board: &'a Board,
        values: &'a PieceValues,
        wanted: Wanted,
    ) -> Self {
        let hash_move = wanted.hash_move.filter(|&mv| {
            let mover = board.piece_on(mv.from);
            mover.is_some_and(|piece| noisy_squares(board, piece).has(mv.to))
        });
        Self {
            skips_quiets: true,
            skips_losing: true,
            ..Self::new(
                table,
                board,
                values,
                Wanted {
                    hash_move,
                    ..wanted
                },
            )
        }
    }

    /// The same, and then quiet moves that attack the enemy king.
    #[inline(always)]
    pub fn noisy_and_checks(
        table: &'a Table,
        board: &'a Board,
        values: &'a PieceValues,
        wanted: Wanted,
    ) -> Self {
        Self {
            skips_quiets: false,
            checks_from: Some(check_squares(board)),
            ..Self::noisy(table, board, values, wanted)
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
                    self.swap(kept, place);
                    kept += 1;
                }
            }
            self.truncate(kept);
            self.fill_lanes();
        }
    }

    /// Whether quiet moves are still to come.
    pub fn is_wanted(&self, piece: Piece, mv: Move) -> bool {
        let from = self.checks_from.as_ref();
        !self.skips_quiets && from.is_none_or(|from| from[piece as usize].has(mv.to))
    }

    /// Whether the last move was a capture that wins enough.
    #[inline(always)]
    pub fn has_won(&self) -> bool {
        self.stage == Stage::Captures
    }

    /// The hash move, if it is legal.
    pub fn hash_move(&self) -> Option<Picked> {
        self.hash_move
    }

    /// The next move to try.
    #[inline]
    pub fn next(&mut self, plan: &Plan, history: &History) -> Option<Picked> {
        if self.stage == Stage::Hash {
            self.stage = Stage::Generate;
            if let Some(picked) = self.hash_move {
                return Some(self.announced(picked));
            }
        }
        if self.stage == Stage::Generate {
            self.generate();
            self.add_captures(history);
            self.fill_lanes();
            self.stage = Stage::Captures;
        }
        loop {
            let best = self.select();
            match (self.stage, best) {
                (Stage::Captures, Some(best)) => {
                    let best = self.announced(best);
                    let threshold = self.wanted.threshold;
                    if exchange::wins(self.board, best, self.values, threshold) {
                        return Some(best);
                    }
                    self.swap(self.losing, self.next - 1);
                    self.losing += 1;
                }
                (Stage::Captures, None) => {
                    self.truncate(self.losing);
                    self.next = self.losing;
                    if !self.skips_quiets {
                        self.add_quiets(plan, history);
                    }
                    self.fill_lanes();
                    self.stage = Stage::Quiets;
                }
                (Stage::Quiets, Some(best)) if !self.skips_quiets => {
                    return Some(self.announced(best));
                }
                (Stage::Quiets, _) => {
                    if self.skips_losing {
                        return None;
                    }
                    self.truncate(self.losing);
                    self.fill_lanes();
                    self.next = 0;
                    self.stage = Stage::LosingCaptures;
                }
                (_, best) => return best.map(|best| self.announced(best)),
            }
        }
    }

    /// Keeps the first moves.
    fn truncate(&mut self, kept: usize) {
        self.moves.truncate(kept);
        self.ranks.truncate(kept);
    }

    /// To be called when all moves of a stage are there.
    fn fill_lanes(&mut self) {
        let filled = self.ranks.try_extend_from_slice(&[NONE; LANES - 1]);
        filled.expect("there is room for every move and the lanes");
    }

    fn generate(&mut self) {
        let groups = &mut self.groups;
        let movers = match self.skips_quiets {
            true => takers(self.board),
            false => BitBoard::FULL,
        };
        self.board.generate_moves_for(movers, |group| {
            groups.push(group);
            false
        });
    }

    /// Where each kind of piece takes or promotes.
    #[inline(always)]
    fn noisy_squares(&self) -> impl Fn(Piece) -> BitBoard + use<> {
        let [pawns, others] =
            [Piece::Pawn, Piece::Knight].map(|one| noisy_squares(self.board, one));
        move |piece| if piece == Piece::Pawn { pawns } else { others }
    }

    fn add_captures(&mut self, history: &History) {
        let us = self.board.side_to_move();
        let noisy_squares = self.noisy_squares();
        for &group in &self.groups {
            let piece = group.piece;
            let noisy = PieceMoves {
                to: group.to & noisy_squares(piece),
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
                let picked = Picked {
                    mv,
                    piece,
                    victim,
                    quiet: false,
                };
                let mark = victim.map_or(0, |_| history.capture(us, picked));
                let score = 16 * (value + promotion) - piece as i32 + mark / 4;
                let score = score.clamp(-MOST_SCORE, MOST_SCORE);
                self.ranks.push(rank(score, self.moves.len()));
                self.moves.push(picked);
            }
        }
    }

    fn add_quiets(&mut self, plan: &Plan, history: &History) {
        let marks = history.quiets(plan, self.board.side_to_move(), self.wanted.before);
        let noisy_squares = self.noisy_squares();
        for &PieceMoves { piece, from, to } in &self.groups {
            let mut squares = to - noisy_squares(piece);
            if let Some(checks_from) = &self.checks_from {
                squares &= checks_from[piece as usize];
            }
            if let Some(mv) = self.wanted.hash_move
                && mv.from == from
            {
                squares -= mv.to.bitboard();
            }
            if squares.is_empty() {
                continue;
            }
            let first = self.moves.len();
            let marks = marks.from(piece, from);
            for to in squares {
                self.ranks.push(rank(marks.to(to), self.moves.len()));
                self.moves.push(Picked::quiet(piece, from, to));
            }
            for (nth, favourite) in self.wanted.favourites.iter().enumerate().rev() {
                if let Some(mv) = favourite
                    && mv.from == from
                    && squares.has(mv.to)
                {
                    let earlier = BitBoard(mv.to.bitboard().0 - 1) & squares;
                    let place = first + earlier.len() as usize;
                    self.ranks[place] = rank(FAVOURITE - nth as i32, place);
                }
            }
        }
    }

    /// Swaps the best of the remaining moves to their front. The first of equals
    /// is taken, so that the order never depends on chance.
    #[inline(always)]
    fn select(&mut self) -> Option<Picked> {
        if self.next >= self.moves.len() {
            return None;
        }
        let rest = self.ranks[self.next..].as_chunks::<LANES>().0;
        let best = rest.as_flattened().iter().copied().fold(NONE, i32::max);
        self.swap(self.next, place(best));
        self.next += 1;
        Some(self.moves[self.next - 1])
    }

    /// Has the place of the position after a move fetched from memory: it is needed once
    /// the exchange has been looked at and the move made. That is too late to begin with it,
    /// even if many a move is not searched.
    #[inline(always)]
    fn announced(&self, picked: Picked) -> Picked {
        self.table.prefetch(self.keys.after(self.board, picked));
        picked
    }

    #[inline(always)]
    fn swap(&mut self, a: usize, b: usize) {
        self.moves.swap(a, b);
        let [at_a, at_b] = [a, b].map(|place| score(self.ranks[place]));
        self.ranks[a] = rank(at_b, a);
        self.ranks[b] = rank(at_a, b);
    }
}

/// A score and a place in one number: the greatest is the first of the best, so one pass
/// finds both. No score is beyond [`MOST_SCORE`].
#[inline(always)]
fn rank(score: i32, place: usize) -> i32 {
    (score << PLACE_BITS) | (LAST_PLACE - place) as i32
}

#[inline(always)]
fn score(rank: i32) -> i32 {
    rank >> PLACE_BITS
}

#[inline(always)]
fn place(rank: i32) -> usize {
    LAST_PLACE - (rank as usize & LAST_PLACE)
}

/// The pieces that may have something to take, or pawns about to promote. Sliders are
/// all among them, since to find out is to find their moves.
#[inline(always)]
fn takers(board: &Board) -> BitBoard {
    let us = board.side_to_move();
    let enemies = board.colors(!us);
    let king = board.king(us);
    let mut idle = BitBoard::EMPTY;
    if get_king_moves(king).is_disjoint(enemies) {
        idle |= king.bitboard();
    }
    if board.en_passant().is_none() {
        let active = beside(enemies, !us) | Rank::Seventh.relative_to(us).bitboard();
        idle |= board.pieces(Piece::Pawn) - active;
    }
    !idle
}

//! The program: material and mobility.

use chess::{BitBoard, Board, Color, Piece, Rank};
use chess::{get_bishop_moves, get_king_moves, get_knight_moves, get_rook_moves};
use engine::Term;
use engine::eval::{Evaluation, PieceValues};
use evo::{Mixed, MixedGene};
use serde::{Deserialize, Serialize};

use super::Error;
use crate::mimic::Linear;

/// How many weights are evolved.
pub const COUNT: usize = 5;

/// Their names in files and reports.
pub const NAMES: [&str; COUNT] = [
    "KNIGHT_VALUE",
    "BISHOP_VALUE",
    "ROOK_VALUE",
    "QUEEN_VALUE",
    "MOBILITY",
];

/// The least and the greatest value of each weight.
pub type Bounds = [(f64, f64); COUNT];

/// The paper's bounds.
pub const BOUNDS: Bounds = [
    (100.0, 500.0),
    (130.0, 530.0),
    (300.0, 700.0),
    (700.0, 1100.0),
    (0.0, 300.0),
];

/// Where the players of the paper's run 31 start.
pub const NARROW_START: Bounds = [
    (400.0, 500.0),
    (400.0, 500.0),
    (400.0, 500.0),
    (400.0, 500.0),
    (0.0, 300.0),
];

/// The one value put in by hand, in centipawns.
const PAWN_VALUE: i32 = 100;

/// Weights are kept in 64ths of a centipawn where they are multiplied, so that
/// all sums are whole numbers.
const FRACTION: i32 = 64;

/// The most of everything that one side can have: pieces, and moves in any
/// position known.
const MOST: [f64; COUNT] = [10.0, 10.0, 10.0, 9.0, 218.0];

/// The space of the weights within `bounds`.
///
/// The scorer counts in whole numbers up to 2^24: bounds under which two positions
/// could differ by more are refused.
pub fn space(bounds: &Bounds) -> Result<Mixed<f64>, Error> {
    let size = |&(min, max): &(f64, f64)| min.abs().max(max.abs());
    let pieces: f64 = bounds.iter().map(size).zip(MOST).map(|(w, n)| w * n).sum();
    let most_cp = 2.0 * (pieces + 8.0 * f64::from(PAWN_VALUE));
    let limit_cp = f64::from(1 << 24) / f64::from(FRACTION);
    // Not-a-number and infinity are for the space to refuse, by the gene's name.
    if most_cp.is_finite() && most_cp > limit_cp {
        return Err(Error::TooWide { most_cp, limit_cp });
    }
    let genes = NAMES.iter().zip(bounds);
    Ok(Mixed::new(genes.map(|(name, &(min, max))| {
        MixedGene::real(name, min, max)
    }))?)
}

/// What makes one virtual player differ from another, in the order of [`NAMES`],
/// in centipawns.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Weights(pub [f64; COUNT]);

impl Weights {
    /// The weights of a genome of [`space`].
    pub fn of(genome: &[f64]) -> Self {
        Self(genome.try_into().expect("a genome of this space"))
    }

    /// What the evaluation of a position is made of.
    pub(super) fn terms(&self, board: &Board) -> Vec<Term> {
        let mover = match board.side_to_move() {
            Color::White => 1,
            Color::Black => -1,
        };
        let named = MEANINGS.iter().zip(features(board)).zip(self.fixed());
        let terms = named.map(|((&(name, meaning), more), weight)| Term {
            name,
            meaning,
            cp: f64::from(mover * more * weight) / f64::from(FRACTION),
        });
        terms.filter(|term| term.cp != 0.0).collect()
    }

    /// One whole number for each of [`features`], the pawn first.
    pub(super) fn fixed(&self) -> [i32; FEATURES] {
        let mut fixed = [PAWN_VALUE * FRACTION; FEATURES];
        for (fixed, weight) in fixed[1..].iter_mut().zip(self.0) {
            *fixed = (weight * f64::from(FRACTION)).round() as i32;
        }
        fixed
    }
}

/// The pawns and what the weights multiply.
const FEATURES: usize = COUNT + 1;

/// The names and the meanings of the features.
const MEANINGS: [(&str, &str); FEATURES] = [
    ("PAWN_VALUE", "pawns"),
    (NAMES[0], "knights"),
    (NAMES[1], "bishops"),
    (NAMES[2], "rooks"),
    (NAMES[3], "queens"),
    (NAMES[4], "squares that pieces can go to"),
];

/// The pieces by their place among the features; mobility comes after them.
const PIECES: [Piece; COUNT] = [
    Piece::Pawn,
    Piece::Knight,
    Piece::Bishop,
    Piece::Rook,
    Piece::Queen,
];

/// What the side to move has more of than the opponent.
fn features(board: &Board) -> [i32; FEATURES] {
    let (us, them) = (board.side_to_move(), !board.side_to_move());
    let mut more = [0; FEATURES];
    for (more, piece) in more.iter_mut().zip(PIECES) {
        let count = |side| board.colored_pieces(side, piece).len() as i32;
        *more = count(us) - count(them);
    }
    more[COUNT] = mobility(board, us) - mobility(board, them);
    more
}

/// The available moves of one side: the squares its pieces reach, pins, checks
/// and castling apart, so that both sides are counted alike whichever is to move.
fn mobility(board: &Board, side: Color) -> i32 {
    let occupied = board.occupied();
    let own = board.colors(side);
    let of = |piece| board.colored_pieces(side, piece);
    let mut moves = pawn_moves(board, side);
    let mut add = |reached: BitBoard| moves += (reached - own).len();
    add(get_king_moves(board.king(side)));
    of(Piece::Knight)
        .iter()
        .for_each(|from| add(get_knight_moves(from)));
    (of(Piece::Bishop) | of(Piece::Queen))
        .iter()
        .for_each(|from| add(get_bishop_moves(from, occupied)));
    (of(Piece::Rook) | of(Piece::Queen))
        .iter()
        .for_each(|from| add(get_rook_moves(from, occupied)));
    moves as i32
}

/// Steps and captures of all pawns of one side.
fn pawn_moves(board: &Board, side: Color) -> u32 {
    let pawns = board.colored_pieces(side, Piece::Pawn).0;
    let forward = |squares: u64| match side {
        Color::White => squares << 8,
        Color::Black => squares >> 8,
    };
    let empty = !board.occupied().0;
    let enemies = board.colors(!side).0;
    let third = Rank::Third.relative_to(side).bitboard().0;
    let step = forward(pawns) & empty;
    let double_step = forward(step & third) & empty;
    let left = forward(pawns & !chess::File::A.bitboard().0) >> 1 & enemies;
    let right = forward(pawns & !chess::File::H.bitboard().0) << 1 & enemies;
    [step, double_step, left, right]
        .map(u64::count_ones)
        .iter()
        .sum()
}

/// The features for the batch scorer, counted whole: only the exchange look needs
/// fractions of a piece, and it is not used here.
pub(super) struct Counted;

impl Linear for Counted {
    type Features = [i32; FEATURES];

    const NOTHING: Self::Features = [0; FEATURES];

    /// Bounds are the user's.
    const NEVER_NEGATIVE: bool = false;

    fn features(board: &Board) -> Self::Features {
        features(board)
    }

    fn piece_param(piece: Piece) -> usize {
        piece as usize
    }
}

/// The program as a search uses it.
#[derive(Debug, Clone)]
pub struct Evaluator {
    weights: [i32; FEATURES],
}

impl Evaluator {
    /// An evaluation with these weights.
    pub fn new(weights: &Weights) -> Self {
        Self {
            weights: weights.fixed(),
        }
    }

    /// The position's worth for the side to move, in 64ths of a centipawn.
    pub fn fractions(&self, board: &Board) -> i32 {
        let seen = features(board);
        seen.iter().zip(self.weights).map(|(f, w)| f * w).sum()
    }
}

impl Evaluation for Evaluator {
    fn evaluate(&mut self, board: &Board) -> i32 {
        self.fractions(board) / FRACTION
    }

    fn piece_values(&self) -> PieceValues {
        let mut values = [0; Piece::NUM];
        for (piece, weight) in PIECES.into_iter().zip(self.weights) {
            values[piece as usize] = weight / FRACTION;
        }
        PieceValues(values)
    }
}

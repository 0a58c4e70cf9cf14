//! The evaluation: about a thousand weights, each with a value for the midgame and one
//! for the endgame.
//!
//! Each family looks at a [`View`] of the position and reports what it saw to a [`Sink`].
//! One sink adds up the score, the other collects the features for learning: both come
//! from the same line of code. [`Ending`] makes one number of the two sums.
//!
//! ```
//! use chess::Board;
//! use engine::eval::Evaluation;
//! use engine::modern::eval::{Evaluator, Features, Weights};
//!
//! let mut board = Board::startpos();
//! board.play("e2e4".parse().unwrap());
//! let weights = Weights::default();
//! let score = Evaluator::new(&weights).evaluate(&board);
//! assert_eq!(score, Features::of(&board).score(&weights));
//! ```

mod ending;
mod explain;
mod families;
mod pawn_facts;
mod piece_values;
mod view;
mod weights;

use chess::{Board, Color, Piece, Square};

pub use ending::{Ending, FULL_PHASE};
pub use explain::{explain, terms};
pub use pawn_facts::PawnFacts;
pub use view::View;
pub use weights::{COUNT, ENDING_COUNT, Weights};

use crate::eval::{Evaluation, PieceValues};
use families::{
    files, king_attack, lone_king, material, passed, pawns, shelter, space, squares, tempo, threats,
};
use pawn_facts::PawnCache;

/// Where a family reports what it saw.
pub trait Sink {
    /// Reports the feature that weight `param` multiplies `count` times.
    fn add(&mut self, param: usize, count: i32);

    /// Reports it once.
    #[inline(always)]
    fn one(&mut self, param: usize) {
        self.add(param, 1);
    }

    /// Reports what `see` reports, `count` times.
    fn times(&mut self, count: i32, see: impl FnOnce(&mut Self));

    /// Reports a piece and its square, seen from its own side.
    #[inline(always)]
    fn place(&mut self, piece: Piece, square: Square) {
        if let Some(material) = squares::material(piece) {
            self.one(material);
        }
        self.one(squares::square(piece, square));
    }
}

/// Reports what one side's pawns show by themselves.
#[inline(always)]
fn see_pawns(facts: &PawnFacts, us: Color, sink: &mut impl Sink) {
    pawns::see(facts, us, sink);
    passed::see_pawns(facts, us, sink);
    space::see_pawns(facts, us, sink);
}

/// Reports what the king of `us` shows beside the pawns of both sides.
#[inline(always)]
fn see_king<S: Sink>(facts: &PawnFacts, us: Color, sinks: &mut [S; 2]) {
    shelter::see(facts, us, &mut sinks[us as usize]);
    files::see_king(facts, us, &mut sinks[us as usize]);
    passed::see_king(facts, us, sinks);
}

/// Reports what each side's pieces show, White's first.
#[inline(always)]
fn see_pieces<S: Sink>(board: &Board, facts: &PawnFacts, sinks: &mut [S; 2]) {
    let mut view = View::new(board, facts);
    let [white, black] = sinks;
    // No loop: each side's code is compiled for its colour.
    view.see_pieces(Color::White, white);
    view.see_pieces(Color::Black, black);
    see_together(&view, Color::White, white);
    see_together(&view, Color::Black, black);
    // Not chosen by an index: what is indexed is kept in memory, not in registers.
    match board.side_to_move() {
        Color::White => white.one(tempo::TEMPO),
        Color::Black => black.one(tempo::TEMPO),
    }
}

/// Reports what one side shows once the attacks of both are known.
#[inline(always)]
fn see_together(view: &View, us: Color, sink: &mut impl Sink) {
    material::see(view, us, sink);
    passed::see(view, us, sink);
    king_attack::see(view, us, sink);
    threats::see(view, us, sink);
    space::see(view, us, sink);
    lone_king::see(view, us, sink);
}

/// A midgame and an endgame number in one: sums of both cost one addition.
type Pair = i64;

const fn pair(midgame: i32, endgame: i32) -> Pair {
    ((endgame as i64) << 32) + midgame as i64
}

const fn midgame(pair: Pair) -> i32 {
    pair as i32
}

const fn endgame(pair: Pair) -> i32 {
    // A negative midgame half has borrowed from the other.
    ((pair + (1 << 31)) >> 32) as i32
}

/// The weights as the evaluation reads them.
struct Pairs {
    each: [Pair; COUNT],
    /// Material and square together, by piece and square.
    placed: [[Pair; Square::NUM]; Piece::NUM],
}

impl Pairs {
    fn new(weights: &Weights) -> Box<Self> {
        let each = std::array::from_fn(|n| pair(weights.midgame[n], weights.endgame[n]));
        let placed = Piece::ALL.map(|piece| {
            let material = squares::material(piece).map_or(0, |param| each[param]);
            Square::ALL.map(|square| material + each[squares::square(piece, square)])
        });
        Box::new(Self { each, placed })
    }

    /// What `see` reports of White less what it reports of Black.
    #[inline(always)]
    fn balance(&self, see: impl FnOnce(&mut [Sum; 2])) -> Pair {
        let mut sums = Color::ALL.map(|_| Sum {
            pairs: self,
            total: 0,
        });
        see(&mut sums);
        sums[0].total - sums[1].total
    }
}

/// The evaluation with given weights, pawn structures cached.
pub struct Evaluator {
    pairs: Box<Pairs>,
    ending: [i32; ENDING_COUNT],
    values: PieceValues,
    cache: PawnCache,
}

impl Evaluator {
    /// An evaluation with these weights.
    pub fn new(weights: &Weights) -> Self {
        Self {
            pairs: Pairs::new(weights),
            ending: weights.ending,
            values: weights.piece_values(),
            cache: PawnCache::new(),
        }
    }
}

impl Evaluation for Evaluator {
    fn evaluate(&mut self, board: &Board) -> i32 {
        let pairs = &*self.pairs;
        let entry = self.cache.get(
            board,
            |facts| {
                pairs.balance(|sums| {
                    for us in Color::ALL {
                        see_pawns(facts, us, &mut sums[us as usize]);
                    }
                })
            },
            |facts, us| pairs.balance(|sums| see_king(facts, us, sums)),
        );
        let pieces = pairs.balance(|sums| see_pieces(board, &entry.facts, sums));
        let white = entry.score() + pieces;
        let us = board.side_to_move();
        let total = match us {
            Color::White => white,
            Color::Black => -white,
        };
        Ending::new(board, us).finish(midgame(total), endgame(total), &self.ending)
    }

    fn piece_values(&self) -> PieceValues {
        self.values
    }
}

struct Sum<'a> {
    pairs: &'a Pairs,
    total: Pair,
}

impl Sink for Sum<'_> {
    #[inline(always)]
    fn add(&mut self, param: usize, count: i32) {
        self.total += self.pairs.each[param] * Pair::from(count);
    }

    #[inline(always)]
    fn one(&mut self, param: usize) {
        self.total += self.pairs.each[param];
    }

    #[inline(always)]
    fn times(&mut self, count: i32, see: impl FnOnce(&mut Self)) {
        let mut inner = Self { total: 0, ..*self };
        see(&mut inner);
        self.total += inner.total * Pair::from(count);
    }

    #[inline(always)]
    fn place(&mut self, piece: Piece, square: Square) {
        self.total += self.pairs.placed[piece as usize][square as usize];
    }
}

/// What the families saw: the features of the side to move less those of its opponent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Features {
    /// The weights that count here, in order, and how often.
    pub counts: Vec<(u16, i16)>,
    /// What makes one number of the two sums.
    pub ending: Ending,
}

impl Features {
    /// The features of `board`, seen by the side to move.
    pub fn of(board: &Board) -> Self {
        let sides = Self::of_sides(board);
        let us = board.side_to_move();
        let (own, other) = (&sides[us as usize].counts, &sides[!us as usize].counts);
        let differences = own.iter().zip(other).map(|(own, other)| own - other);
        let seen = (0..).zip(differences).filter(|&(_, count)| count != 0);
        Self {
            counts: seen.map(|(param, count)| (param, count as i16)).collect(),
            ending: Ending::new(board, us),
        }
    }

    /// What each side has for itself, by colour.
    fn of_sides(board: &Board) -> [Seen; 2] {
        let facts = PawnFacts::new(board);
        let mut sides = [Seen::nothing(), Seen::nothing()];
        for us in Color::ALL {
            see_pawns(&facts, us, &mut sides[us as usize]);
            see_king(&facts, us, &mut sides);
        }
        see_pieces(board, &facts, &mut sides);
        sides
    }

    /// The midgame and the endgame sum under `weights`.
    pub fn sums(&self, weights: &Weights) -> [i32; 2] {
        [&weights.midgame, &weights.endgame].map(|weights| {
            let each = self.counts.iter();
            each.map(|&(param, count)| weights[usize::from(param)] * i32::from(count))
                .sum()
        })
    }

    /// The score under `weights`, in centipawns for the side to move.
    pub fn score(&self, weights: &Weights) -> i32 {
        let [midgame, endgame] = self.sums(weights);
        self.ending.finish(midgame, endgame, &weights.ending)
    }
}

/// How often each weight counts.
struct Seen {
    counts: [i32; COUNT],
    /// How often what is reported now counts.
    times: i32,
}

impl Seen {
    fn nothing() -> Self {
        Self {
            counts: [0; COUNT],
            times: 1,
        }
    }
}

impl Sink for Seen {
    fn add(&mut self, param: usize, count: i32) {
        self.counts[param] += self.times * count;
    }

    fn times(&mut self, count: i32, see: impl FnOnce(&mut Self)) {
        let times = self.times;
        self.times *= count;
        see(self);
        self.times = times;
    }
}

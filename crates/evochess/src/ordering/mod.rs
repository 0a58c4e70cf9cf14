//! The ordering module: which moves are tried first.

mod few_nodes;
mod killers;
mod scene;
mod weights;

use chess::{BitBoard, Move, Piece, PieceMoves, key};

pub use few_nodes::{FITNESS_NODES, FewNodes, Task};
pub use killers::{Killers, MOST_KILLERS};
pub use scene::{Scene, Seen};
pub use weights::{OrderingWeights, TABLE};

use crate::Weights;
use crate::position::{CENTRE, PIECES, PositionWeights};
use weights as w;

/// A way to put moves in order.
pub trait Order {
    /// The value of a move; higher ones are tried first, and of equal ones those that
    /// are generated first.
    fn value(&self, scene: &Scene<'_>, mv: Move, piece: Piece, killers: &Killers) -> f32;

    /// Tells all moves of a piece with their values, in order.
    #[inline]
    fn values(
        &self,
        scene: &Scene<'_>,
        moves: PieceMoves,
        killers: &Killers,
        mut tell: impl FnMut(Move, f32),
    ) where
        Self: Sized,
    {
        for mv in moves {
            tell(mv, self.value(scene, mv, moves.piece, killers));
        }
    }
}

impl<O: Order + ?Sized> Order for &O {
    fn value(&self, scene: &Scene<'_>, mv: Move, piece: Piece, killers: &Killers) -> f32 {
        (**self).value(scene, mv, piece, killers)
    }
}

/// The order of the ordering module.
#[derive(Clone, Debug)]
pub struct Evolved {
    /// For each phase, what each piece is worth.
    pieces: [[f32; 6]; 3],
    /// What each victim is worth to each aggressor.
    captures: [[f32; 6]; 6],
    /// What the first and the last killer move of a level are worth.
    killers: [f32; 2],
    weights: [f32; TABLE.len()],
}

/// What pieces are worth as victims and aggressors, pawn to king: the standard values. A king
/// captures what nothing protects, so that it risks no more than a pawn.
fn material() -> [f32; 6] {
    let standard = PositionWeights::default();
    let [pawn, knight, bishop, rook, queen] = PIECES.map(|gene| standard[gene] as f32);
    [pawn, knight, bishop, rook, queen, pawn]
}

impl Evolved {
    /// The order by these weights.
    pub fn new(weights: &OrderingWeights) -> Self {
        let value = |gene: usize| weights[gene] as f32;
        // Three phases of each piece stand side by side.
        let pieces =
            [0, 1, 2].map(|phase| [0, 1, 2, 3, 4, 5].map(|piece| value(3 * piece + phase)));
        let material = material();
        let captures =
            material.map(|victim| material.map(|aggressor| value(w::VICTIM) * victim / aggressor));
        let values: Vec<_> = weights
            .values()
            .iter()
            .map(|&weight| weight as f32)
            .collect();
        Self {
            pieces,
            captures,
            killers: [w::KILLER_FIRST, w::KILLER_LAST].map(value),
            weights: values.try_into().expect("one value for each weight"),
        }
    }

    /// Names every feature of a move with what it is worth.
    #[inline(always)]
    pub fn features(
        &self,
        scene: &Scene<'_>,
        mv: Move,
        piece: Piece,
        killers: &Killers,
        mut add: impl FnMut(&'static str, f32),
    ) {
        let Seen {
            piece,
            victim,
            check,
        } = scene.see(mv, piece);
        let phase = scene.phase as usize;
        let mut add_weight = |name, gene: usize| add(name, self.weights[gene]);
        if check {
            add_weight("check", w::CHECK);
        }
        if piece == Piece::Pawn {
            match scene.pawn_attacks(mv.to) {
                true => add_weight("pawn attack", w::PAWN_ATTACK),
                false => add_weight("pawn quiet", w::PAWN_QUIET),
            }
            if mv.promotion == Some(Piece::Queen) {
                add_weight("queening", w::QUEENING);
            }
        }
        if CENTRE.has(mv.from) {
            add_weight("from centre", w::FROM_CENTRE);
        }
        if CENTRE.has(mv.to) {
            add_weight("to centre", w::TO_CENTRE);
        }
        if victim.is_some() {
            add_weight("capture", w::CAPTURE);
        }
        add("piece", self.pieces[phase][piece as usize]);
        if let Some(victim) = victim {
            let worth = self.captures[victim as usize][piece as usize];
            add("victim", worth);
        }
        if let Some(rank) = killers.rank(mv) {
            let [first, last] = self.killers;
            let step = (last - first) / (killers.room() - 1).max(1) as f32;
            add("killer", first + step * rank as f32);
        }
    }
}

impl Order for Evolved {
    #[inline]
    fn value(&self, scene: &Scene<'_>, mv: Move, piece: Piece, killers: &Killers) -> f32 {
        let mut value = 0.0;
        self.features(scene, mv, piece, killers, |_, worth| value += worth);
        value
    }

    /// Most moves of pieces have few features, which are seen together.
    #[inline]
    fn values(
        &self,
        scene: &Scene<'_>,
        moves: PieceMoves,
        killers: &Killers,
        mut tell: impl FnMut(Move, f32),
    ) {
        let PieceMoves { piece, from, to } = moves;
        let mut plain = to & !scene.board.occupied();
        if piece == Piece::Pawn || killers.start_from(from) {
            plain = BitBoard::EMPTY;
        }
        let checks = scene.checks(piece, from);
        let if_in = |squares: BitBoard, square, gene: usize| match squares.has(square) {
            true => self.weights[gene],
            false => 0.0,
        };
        let all =
            self.pieces[scene.phase as usize][piece as usize] + if_in(CENTRE, from, w::FROM_CENTRE);
        for mv in moves {
            let value = match plain.has(mv.to) {
                true => all + if_in(CENTRE, mv.to, w::TO_CENTRE) + if_in(checks, mv.to, w::CHECK),
                false => self.value(scene, mv, piece, killers),
            };
            tell(mv, value);
        }
    }
}

/// A random order, which is always the same for a position and a seed.
#[derive(Clone, Copy, Debug)]
pub struct Random(pub u64);

impl Order for Random {
    fn value(&self, scene: &Scene<'_>, mv: Move, _: Piece, _: &Killers) -> f32 {
        let promotion = mv.promotion.map_or(0, |piece| 1 + piece as u64);
        let number = mv.from as u64 | (mv.to as u64) << 6 | promotion << 12;
        let mixed =
            (key(scene.board) ^ self.0).wrapping_add(number.wrapping_mul(0x9e37_79b9_7f4a_7c15));
        let mixed = (mixed ^ mixed >> 32).wrapping_mul(0xd6e8_feb8_6659_fd93);
        (mixed >> 40) as f32
    }
}

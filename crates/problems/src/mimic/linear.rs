//! Evaluations that are linear in their weights.

use chess::{Board, Piece};
use engine::eval::{COUNT, Features, Weights};

/// An evaluation known by its features alone.
pub trait Linear {
    /// One number per weight, in sixteenths.
    type Features: AsRef<[i32]> + AsMut<[i32]> + Copy;

    /// No features at all.
    const NOTHING: Self::Features;

    /// Whether no weight is ever negative.
    const NEVER_NEGATIVE: bool;

    /// The features of a position, seen by the side to move.
    fn features(board: &Board) -> Self::Features;

    /// The weight that is the value of this piece.
    fn piece_param(piece: Piece) -> usize;
}

/// The evaluation of 35 terms.
pub struct Star;

impl Linear for Star {
    type Features = [i32; COUNT];

    const NOTHING: Self::Features = [0; COUNT];

    const NEVER_NEGATIVE: bool = {
        let mut param = 0;
        while param < COUNT {
            assert!(Weights::TABLE.get(param).min >= 0);
            param += 1;
        }
        true
    };

    fn features(board: &Board) -> Self::Features {
        Features::of(board).0
    }

    fn piece_param(piece: Piece) -> usize {
        engine::eval::piece_param(piece).expect("the king is never taken")
    }
}

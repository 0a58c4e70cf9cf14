//! Positions with the move that was played in them.

use chess::{Board, Move};

/// A position and the move a master chose.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sample {
    /// The position.
    pub board: Board,
    /// The move played.
    pub played: Move,
}

//! Scores: centipawns, or moves to mate.

use serde::{Deserialize, Serialize};

/// The longest line the search follows, extensions and captures included.
pub const MAX_PLY: usize = 128;

/// Being mated now; being mated in `n` plies is `n` more.
pub const MATED: i32 = -32_000;

/// Better than every score there is.
pub const INFINITE: i32 = 32_001;

/// Scores at least this far from zero say that there is a forced mate.
pub const MATE_BOUND: i32 = -MATED - MAX_PLY as i32;

/// A win that endgame tables know, now; in `n` plies it is `n` less. It is not a mate:
/// the tables do not say how far away that is.
pub const TABLE_WIN: i32 = MATE_BOUND - 1;

/// Scores at least this far from zero are proven: by a mate or by tables.
pub const PROVEN_BOUND: i32 = TABLE_WIN - MAX_PLY as i32;

/// Evaluations are cut to this, so that none is mistaken for something proven.
pub const MAX_EVALUATION: i32 = PROVEN_BOUND - 1;

/// A draw.
pub const DRAW: i32 = 0;

/// A score as people and programs read it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Score {
    /// Centipawns for the side to move.
    Centipawns(i32),
    /// Moves until the side to move mates, or is mated if negative.
    Mate(i32),
}

impl Score {
    /// Reads the search's own number.
    pub fn new(value: i32) -> Self {
        if value >= MATE_BOUND {
            Self::Mate((-MATED - value + 1) / 2)
        } else if value <= -MATE_BOUND {
            Self::Mate((MATED - value) / 2)
        } else {
            Self::Centipawns(value)
        }
    }
}

/// Proven scores count from the root; the table keeps them counted from the position.
pub fn to_table(score: i32, ply: usize) -> i32 {
    if score >= PROVEN_BOUND {
        score + ply as i32
    } else if score <= -PROVEN_BOUND {
        score - ply as i32
    } else {
        score
    }
}

/// The reverse of [`to_table`].
pub fn from_table(score: i32, ply: usize) -> i32 {
    if score >= PROVEN_BOUND {
        score - ply as i32
    } else if score <= -PROVEN_BOUND {
        score + ply as i32
    } else {
        score
    }
}

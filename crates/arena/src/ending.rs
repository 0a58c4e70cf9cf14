//! How a game ended.

use std::fmt;

use chess::{Color, End, Outcome};

/// How a game ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ending {
    /// By the rules of chess.
    Rules(End),
    /// One side was far ahead in material for some moves.
    Material {
        /// That side.
        winner: Color,
    },
    /// One side resigned, or both sides scored it as far behind for some moves.
    Resignation {
        /// The side ahead.
        winner: Color,
    },
    /// Both sides scored the game as even for some moves, late in the game.
    Agreement,
    /// The game was too long.
    MoveLimit,
    /// Endgame tables know the result.
    Tablebase(Outcome),
    /// A side overstepped its time.
    TimeLoss {
        /// That side.
        loser: Color,
    },
    /// A side did something else that no player may do.
    Fault {
        /// That side.
        loser: Color,
    },
}

impl Ending {
    /// The outcome.
    pub fn outcome(self) -> Outcome {
        match self {
            Self::Rules(end) => end.outcome(),
            Self::Material { winner } | Self::Resignation { winner } => Outcome::Win(winner),
            Self::Agreement | Self::MoveLimit => Outcome::Draw,
            Self::Tablebase(outcome) => outcome,
            Self::TimeLoss { loser } | Self::Fault { loser } => Outcome::Win(!loser),
        }
    }
}

impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Rules(end) => end.fmt(f),
            Self::Material { winner } => write!(f, "{} wins by material", name(*winner)),
            Self::Resignation { winner } => write!(f, "{} resigns", name(!*winner)),
            Self::Agreement => f.write_str("draw agreed"),
            Self::MoveLimit => f.write_str("move limit"),
            Self::Tablebase(Outcome::Win(winner)) => write!(f, "{} wins by tables", name(*winner)),
            Self::Tablebase(Outcome::Draw) => f.write_str("draw by tables"),
            Self::TimeLoss { loser } => write!(f, "{} loses on time", name(*loser)),
            Self::Fault { loser } => write!(f, "{} loses by a fault", name(*loser)),
        }
    }
}

fn name(color: Color) -> &'static str {
    match color {
        Color::White => "White",
        Color::Black => "Black",
    }
}

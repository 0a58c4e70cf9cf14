//! The sign that ends a game's movetext.

use crate::{Color, Outcome};
use std::fmt;

/// The sign that ends a game: `1-0`, `0-1`, `1/2-1/2` or `*`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Marker {
    /// The game was finished.
    Finished(Outcome),
    /// `*`: the game was not finished, or its result is not known.
    Unfinished,
}

impl Marker {
    /// Reads a marker; `1/2` alone is taken for a draw.
    pub fn parse(text: &[u8]) -> Option<Self> {
        Some(match text {
            b"1-0" => Self::Finished(Outcome::Win(Color::White)),
            b"0-1" => Self::Finished(Outcome::Win(Color::Black)),
            b"1/2-1/2" | b"1/2" => Self::Finished(Outcome::Draw),
            b"*" => Self::Unfinished,
            _ => return None,
        })
    }

    /// The outcome; `None` if the game was not finished.
    pub fn outcome(self) -> Option<Outcome> {
        match self {
            Self::Finished(outcome) => Some(outcome),
            Self::Unfinished => None,
        }
    }
}

impl From<Option<Outcome>> for Marker {
    fn from(outcome: Option<Outcome>) -> Self {
        outcome.map_or(Self::Unfinished, Self::Finished)
    }
}

impl fmt::Display for Marker {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Finished(outcome) => outcome.fmt(f),
            Self::Unfinished => f.write_str("*"),
        }
    }
}

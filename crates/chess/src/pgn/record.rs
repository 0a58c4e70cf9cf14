//! A game as a file keeps it.

use super::{Marker, Tags};
use crate::{Game, Outcome};

/// A game read from a file, every move played.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Record {
    /// The game's place in the file, counted from 1, faulty games included.
    pub number: u64,
    /// The line of the file the game begins on, counted from 1.
    pub line: u64,
    /// The tags.
    pub tags: Tags,
    /// The start and the moves.
    pub game: Game,
    /// The comments outside variations.
    pub comments: Vec<Comment>,
    /// The sign that ends the moves, if there is one.
    pub marker: Option<Marker>,
}

/// A comment and its place in the game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Comment {
    /// How many half moves are played before it.
    pub after: usize,
    /// Its words, with single spaces between.
    pub text: String,
}

impl Record {
    /// The outcome; `None` if the game was not finished or does not say.
    ///
    /// The sign at the end of the moves and the `Result` tag may disagree: the
    /// sign counts, being nearer to the game, and the tag only where there is no
    /// sign. Both are kept, in [`marker`](Self::marker) and
    /// [`tags.result()`](Tags::result).
    pub fn result(&self) -> Option<Outcome> {
        self.marker.or(self.tags.result())?.outcome()
    }
}

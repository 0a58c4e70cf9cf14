//! What can be wrong with a PGN file.

use crate::{fen::FenError, san::SanError};
use std::{io, path::PathBuf};
use thiserror::Error;

/// A fault in a PGN file and where it is.
#[derive(Debug, Error)]
#[error("{}:{line}: game {game}: {problem}", .file.display())]
pub struct PgnError {
    /// The file, as it was named.
    pub file: PathBuf,
    /// The line of the text as it is uncompressed, counted from 1.
    pub line: u64,
    /// The game in the file, counted from 1, faulty ones included.
    pub game: u64,
    /// What is wrong.
    pub problem: Problem,
}

/// What is wrong with a game.
#[derive(Debug, Error)]
pub enum Problem {
    /// A tag is not `[Name "value"]`.
    #[error("malformed tag: {0}")]
    Tag(String),
    /// The start position is faulty.
    #[error(transparent)]
    Start(#[from] FenError),
    /// The game follows other rules.
    #[error("the rules of variant `{0}` are not known")]
    Variant(String),
    /// A move is illegal, ambiguous or not a move at all.
    #[error(transparent)]
    Move(#[from] SanError),
    /// A comment has no closing brace.
    #[error("the comment has no end")]
    OpenComment,
    /// A variation has no closing parenthesis.
    #[error("the variation has no end")]
    OpenVariation,
    /// Something other than comments follows the result.
    #[error("`{0}` after the game's result")]
    AfterResult(String),
    /// The text goes on and on: not a game, probably not PGN.
    #[error("the game is longer than {} MiB", .0 >> 20)]
    TooLong(usize),
    /// The compressed file ends too early.
    #[error("the compressed file is cut off")]
    CutOff,
    /// The file cannot be read.
    #[error("cannot read: {0}")]
    Read(io::Error),
}

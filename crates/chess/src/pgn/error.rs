//! What can be wrong with a PGN file.

use crate::{epd, fen::FenError, san::SanError};
use std::io;
use std::path::{Path, PathBuf};
use thiserror::Error;

/// A fault in a PGN file and where it is.
#[derive(Debug, Error)]
#[error("{}: {problem}", place(.file, *.line, *.game))]
pub struct PgnError {
    /// The file, as it was named.
    pub file: PathBuf,
    /// The line of the text as it is uncompressed, counted from 1; 0 if the file could
    /// not be opened.
    pub line: u64,
    /// The game in the file, counted from 1, faulty ones included; 0 where the line is.
    pub game: u64,
    /// What is wrong.
    pub problem: Flaw,
}

impl PgnError {
    /// Whether no game after this one can be read.
    pub const fn ends_file(&self) -> bool {
        matches!(self.problem, Flaw::CutOff | Flaw::Read(_))
    }
}

fn place(file: &Path, line: u64, game: u64) -> String {
    let place = epd::place(file, line);
    match game {
        0 => place,
        _ => format!("{place}: game {game}"),
    }
}

/// What is wrong with a game.
#[derive(Debug, Error)]
pub enum Flaw {
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
    /// The text is too long: not a game, probably not PGN.
    #[error("the game is longer than {} MiB", .0 >> 20)]
    TooLong(usize),
    /// The compressed file ends too early.
    #[error("the compressed file is cut off")]
    CutOff,
    /// The file cannot be read.
    #[error("cannot read: {0}")]
    Read(io::Error),
}

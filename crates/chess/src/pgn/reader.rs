//! Game after game from a file.

use super::{
    Flaw, GameText, PgnError, Record, source,
    split::{Cut, Splitter},
};
use std::{
    fs, io,
    io::Read,
    path::{Path, PathBuf},
};

/// Reads the games of a PGN file, plain or compressed with zstd, gzip or bzip2.
///
/// As an iterator it yields every game, each move checked. A faulty game is an
/// error, and the next game comes after; if the file cannot be read any further, the
/// error is the last item. A file without games yields nothing: then both
/// [`read`](Self::read) and [`skipped`](Self::skipped) stay 0.
pub struct Reader {
    file: PathBuf,
    splitter: Splitter,
    games: u64,
    read: u64,
    skipped: u64,
    failed: bool,
}

impl Reader {
    /// Opens a file.
    pub fn open(path: impl AsRef<Path>) -> Result<Self, PgnError> {
        let path = path.as_ref();
        let file = fs::File::open(path).map_err(|error| unreadable(path, error))?;
        Self::new(path, file)
    }

    /// Reads from `bytes`, which may be compressed; `file` is the name errors
    /// give.
    pub fn new(
        file: impl Into<PathBuf>,
        bytes: impl Read + Send + 'static,
    ) -> Result<Self, PgnError> {
        let file = file.into();
        let source = source::open(bytes).map_err(|error| unreadable(&file, error))?;
        Ok(Self {
            file,
            splitter: Splitter::new(source),
            games: 0,
            read: 0,
            skipped: 0,
            failed: false,
        })
    }

    /// Games read without a fault so far.
    pub fn read(&self) -> u64 {
        self.read
    }

    /// Games skipped so far, one for every error.
    pub fn skipped(&self) -> u64 {
        self.skipped
    }

    /// The text of the next game, for callers that need tags or notation only: its
    /// moves are not checked. `None` at the end of the file.
    pub fn next_text(&mut self) -> Option<Result<GameText<'_>, PgnError>> {
        Some(match self.cut()? {
            Ok(line) => {
                self.read += 1;
                Ok(self.text(line))
            }
            Err(error) => Err(error),
        })
    }

    /// Advances to the next game and returns the line on which it begins.
    fn cut(&mut self) -> Option<Result<u64, PgnError>> {
        if self.failed {
            return None;
        }
        let (line, problem) = match self.splitter.next_game() {
            Ok(Cut::End) => return None,
            Ok(Cut::Game { line }) => {
                self.games += 1;
                return Some(Ok(line));
            }
            Ok(Cut::TooLong { line, limit }) => (line, Flaw::TooLong(limit)),
            Err(error) => {
                self.failed = true;
                let problem = match error.kind() {
                    io::ErrorKind::UnexpectedEof => Flaw::CutOff,
                    _ => Flaw::Read(error),
                };
                (self.splitter.lines() + 1, problem)
            }
        };
        self.games += 1;
        Some(Err(self.skip(line, problem)))
    }

    fn text(&self, line: u64) -> GameText<'_> {
        GameText {
            number: self.games,
            line,
            bytes: self.splitter.text(),
        }
    }

    fn skip(&mut self, line: u64, problem: Flaw) -> PgnError {
        self.skipped += 1;
        PgnError {
            file: self.file.clone(),
            line,
            game: self.games,
            problem,
        }
    }
}

impl Iterator for Reader {
    type Item = Result<Record, PgnError>;

    fn next(&mut self) -> Option<Self::Item> {
        let line = match self.cut()? {
            Ok(line) => line,
            Err(error) => return Some(Err(error)),
        };
        Some(match self.text(line).replay() {
            Ok(record) => {
                self.read += 1;
                Ok(record)
            }
            Err((problem, at)) => {
                let before = &self.splitter.text()[..at];
                let newlines = before.iter().filter(|&&byte| byte == b'\n').count();
                Err(self.skip(line + newlines as u64, problem))
            }
        })
    }
}

fn unreadable(file: &Path, error: io::Error) -> PgnError {
    PgnError {
        file: file.into(),
        line: 0,
        game: 0,
        problem: Flaw::Read(error),
    }
}

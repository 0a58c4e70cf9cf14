//! Openings to start games from.

mod make;

use std::io::Cursor;
use std::path::{Path, PathBuf};

use chess::epd::{self, EpdFileError};
use chess::pgn::{self, PgnError};
use chess::{Board, End, Game, fen};
use evo::Seed;
use thiserror::Error;

use crate::Variant;

pub use make::{Plan, make};

/// The project's own openings; `data/README.md` says how they were made.
const BUILT_IN: &str = include_str!("../../../../data/openings.epd");

/// Openings in the order they are to be played.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Book {
    /// What the book is called in the games that are played from it.
    name: String,
    /// What its openings are of.
    variant: Variant,
    openings: Vec<Opening>,
}

/// A beginning of a game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Opening {
    /// Its place in the file, counted from 1; of the start positions of Chess960 the
    /// number they go by.
    pub number: usize,
    /// The start and the moves from it that are already played.
    pub game: Game,
}

/// Why a file is no book.
#[derive(Debug, Error)]
pub enum BookError {
    /// A position cannot be read.
    #[error(transparent)]
    Epd(#[from] EpdFileError),
    /// A game cannot be read.
    #[error(transparent)]
    Pgn(#[from] PgnError),
    /// There is nothing left to play.
    #[error("{}:{line}: opening {number} ends the game ({end})", .file.display())]
    Over {
        /// The file.
        file: PathBuf,
        /// The line the opening begins on.
        line: u64,
        /// Which opening, counted from 1.
        number: usize,
        /// How the game is over.
        end: End,
    },
    /// Standard chess is to be played.
    #[error(
        "{}:{line}: opening {number} is of Chess960, which is played with --variant chess960",
        .file.display()
    )]
    Chess960 {
        /// The file.
        file: PathBuf,
        /// The line the opening begins on.
        line: u64,
        /// Which opening, counted from 1.
        number: usize,
    },
    /// There is nothing in the file.
    #[error("{}: no opening in it", .0.display())]
    Empty(PathBuf),
}

impl Book {
    /// The openings that are part of the program: balanced, and in no order.
    pub fn built_in() -> Self {
        let file = Path::new("openings.epd");
        let lines = epd::Reader::new(file, Cursor::new(BUILT_IN));
        Self::from_positions(Self::empty(file, Variant::Standard), file, lines)
            .expect("the built-in book is checked by a test")
    }

    /// The 960 start positions of Chess960 in the order of their numbers.
    pub fn chess960() -> Self {
        let opening = |number: u32| Opening {
            number: number as usize,
            game: Game::new(Board::chess960_startpos(number)),
        };
        Self {
            name: "the start positions of Chess960".into(),
            variant: Variant::Chess960,
            openings: (0..960).map(opening).collect(),
        }
    }

    /// Reads a file: games if it is called `.pgn`, compressed or not, else one
    /// position a line, EPD or FEN. Of a game the first `plies` half moves are
    /// played, all of them if that is `None`. Standard chess has no openings of
    /// Chess960; the other way round is fine.
    pub fn read(file: &Path, plies: Option<usize>, variant: Variant) -> Result<Self, BookError> {
        let book = Self::empty(file, variant);
        if has_games(file) {
            Self::from_games(book, file, pgn::Reader::open(file)?, plies)
        } else {
            Self::from_positions(book, file, epd::read(file)?)
        }
    }

    /// The openings in another order: a function of the seed.
    pub fn shuffled(mut self, seed: Seed) -> Self {
        let mut stream = seed.child("book", 0).stream();
        for last in (1..self.openings.len()).rev() {
            self.openings.swap(last, stream.below(last + 1));
        }
        self
    }

    /// The name of the file.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// What the openings are of.
    pub fn variant(&self) -> Variant {
        self.variant
    }

    /// The openings.
    pub fn openings(&self) -> &[Opening] {
        &self.openings
    }

    /// The opening of a round, counted from 0: the book comes round again.
    pub fn opening(&self, round: usize) -> &Opening {
        &self.openings[round % self.openings.len()]
    }

    fn from_positions<R: std::io::BufRead>(
        mut book: Self,
        file: &Path,
        mut lines: epd::Reader<R>,
    ) -> Result<Self, BookError> {
        while let Some(epd) = lines.next() {
            book.add(file, lines.line(), Game::new(epd?.board))?;
        }
        book.filled(file)
    }

    fn from_games(
        mut book: Self,
        file: &Path,
        games: pgn::Reader,
        plies: Option<usize>,
    ) -> Result<Self, BookError> {
        for record in games {
            let record = record?;
            let mut game = Game::new(record.game.start().clone());
            for &mv in record.game.moves().iter().take(plies.unwrap_or(usize::MAX)) {
                game.play(mv).expect("the moves of a game read are legal");
            }
            book.add(file, record.line, game)?;
        }
        book.filled(file)
    }

    fn empty(file: &Path, variant: Variant) -> Self {
        let name = file.file_name().unwrap_or(file.as_os_str());
        Self {
            name: name.to_string_lossy().into_owned(),
            variant,
            openings: Vec::new(),
        }
    }

    fn add(&mut self, file: &Path, line: u64, game: Game) -> Result<(), BookError> {
        let number = self.openings.len() + 1;
        let file = file.into();
        if self.variant == Variant::Standard && !fen::has_standard_castling(game.start()) {
            return Err(BookError::Chess960 { file, line, number });
        }
        if let Some(end) = game.end() {
            return Err(BookError::Over {
                file,
                line,
                number,
                end,
            });
        }
        self.openings.push(Opening { number, game });
        Ok(())
    }

    fn filled(self, file: &Path) -> Result<Self, BookError> {
        if self.openings.is_empty() {
            return Err(BookError::Empty(file.into()));
        }
        Ok(self)
    }
}

/// Whether the file is called `x.pgn`, `x.pgn.zst` or the like.
fn has_games(file: &Path) -> bool {
    let name = file.file_name().unwrap_or_default().to_string_lossy();
    let name = name.to_ascii_lowercase();
    let stem = [".zst", ".gz", ".bz2"]
        .iter()
        .find_map(|ending| name.strip_suffix(ending))
        .unwrap_or(&name);
    stem.ends_with(".pgn")
}

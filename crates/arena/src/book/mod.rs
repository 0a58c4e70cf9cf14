//! Openings to start games from.

mod make;

use std::io::Cursor;
use std::path::{Path, PathBuf};

use chess::epd::{self, EpdFileError};
use chess::pgn::{self, PgnError};
use chess::{Board, Damage, Game, fen};
use evo::Seed;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::Variant;

pub use make::{BookPlan, make};

/// The project's own openings; `data/README.md` says how they were made.
pub const BUILT_IN: &str = include_str!("../../../../data/openings.epd");

/// Openings in the order they are to be played.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Book {
    /// What the book is called in the games that are played from it.
    name: String,
    /// The variant of its openings.
    variant: Variant,
    openings: Vec<Opening>,
    /// Openings of the file that are left out.
    #[serde(skip, default = "Damage::lines")]
    damage: Damage,
}

/// A beginning of a game.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Opening {
    /// Its place in the file, counted from 1; for a start position of Chess960, its
    /// usual number.
    pub number: usize,
    /// The start and the moves from it that are already played.
    pub game: Game,
}

/// Why a file is not a book.
#[derive(Debug, Error)]
pub enum BookError {
    /// A file of positions cannot be read.
    #[error(transparent)]
    Epd(#[from] EpdFileError),
    /// A file of games cannot be read.
    #[error(transparent)]
    Pgn(#[from] PgnError),
    /// There is no opening in the file that can be played.
    #[error("{}: no opening in it{}", .file.display(), .damage.remark())]
    Empty {
        /// The file.
        file: PathBuf,
        /// What is in it instead.
        damage: Damage,
    },
}

impl Book {
    /// The openings that are part of the program: balanced, and in no order.
    pub fn built_in() -> Self {
        let file = Path::new("openings.epd");
        let lines = epd::Reader::new(file, Cursor::new(BUILT_IN));
        let book = Self::empty(file, Variant::Standard, Damage::lines());
        let book = Self::from_positions(book, file, lines);
        let book = book.expect("the built-in book is checked by a test");
        assert_eq!(book.damage.count, 0, "{}", book.damage);
        book
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
            damage: Damage::lines(),
        }
    }

    /// Reads a file: games if it is called `.pgn`, compressed or not, else one
    /// position a line, EPD or FEN. Of a game the first `plies` half moves are
    /// played, or all if that is `None`. What is damaged or cannot be played from is
    /// counted and left out: openings of Chess960 too if the variant is standard
    /// chess. Openings of standard chess fit both.
    pub fn read(file: &Path, plies: Option<usize>, variant: Variant) -> Result<Self, BookError> {
        if has_games(file) {
            let book = Self::empty(file, variant, Damage::games());
            Self::from_games(book, file, pgn::Reader::open(file)?, plies)
        } else {
            let book = Self::empty(file, variant, Damage::lines());
            Self::from_positions(book, file, epd::read(file)?)
        }
    }

    /// The openings in another order: a function of the seed.
    pub fn shuffled(mut self, seed: Seed) -> Self {
        let mut stream = seed.child("book", 0).stream();
        stream.shuffle(&mut self.openings);
        self
    }

    /// The openings at the places that are chosen, and the others.
    pub fn split(self, is_chosen: impl Fn(usize) -> bool) -> (Self, Self) {
        let Self {
            name,
            variant,
            openings,
            damage,
        } = self;
        let (chosen, others): (Vec<_>, Vec<_>) = (0..)
            .zip(openings)
            .partition(|(place, _)| is_chosen(*place));
        let book = |part: Vec<(usize, Opening)>| Self {
            name: name.clone(),
            variant,
            openings: part.into_iter().map(|(_, opening)| opening).collect(),
            damage: damage.clone(),
        };
        (book(chosen), book(others))
    }

    /// The name of the file.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The variant of the openings.
    pub fn variant(&self) -> Variant {
        self.variant
    }

    /// What is left out of the file.
    pub const fn damage(&self) -> &Damage {
        &self.damage
    }

    /// The openings.
    pub fn openings(&self) -> &[Opening] {
        &self.openings
    }

    /// The opening of a round, counted from 0: after its last opening the book starts
    /// again.
    pub fn opening(&self, round: usize) -> &Opening {
        &self.openings[round % self.openings.len()]
    }

    fn from_positions<R: std::io::BufRead>(
        mut book: Self,
        file: &Path,
        mut lines: epd::Reader<R>,
    ) -> Result<Self, BookError> {
        for number in 1.. {
            match lines.next() {
                None => break,
                Some(Ok(epd)) => book.add(file, lines.line(), number, Game::new(epd.board)),
                Some(Err(error)) if error.ends_file() => return Err(error.into()),
                Some(Err(error)) => book.damage.note(error),
            }
        }
        book.filled(file)
    }

    fn from_games(
        mut book: Self,
        file: &Path,
        games: pgn::Reader,
        plies: Option<usize>,
    ) -> Result<Self, BookError> {
        for (number, record) in (1..).zip(games) {
            let record = match record {
                Ok(record) => record,
                Err(error) if error.ends_file() => return Err(error.into()),
                Err(error) => {
                    book.damage.note(error);
                    continue;
                }
            };
            let mut game = Game::new(record.game.start().clone());
            for &mv in record.game.moves().iter().take(plies.unwrap_or(usize::MAX)) {
                game.play(mv).expect("the moves of a game read are legal");
            }
            book.add(file, record.line, number, game);
        }
        book.filled(file)
    }

    fn empty(file: &Path, variant: Variant, damage: Damage) -> Self {
        let name = file.file_name().unwrap_or(file.as_os_str());
        Self {
            name: name.to_string_lossy().into_owned(),
            variant,
            openings: Vec::new(),
            damage,
        }
    }

    /// Adds the opening of this number and line of a file, if it can be played from.
    fn add(&mut self, file: &Path, line: u64, number: usize, game: Game) {
        let is_standard = self.variant == Variant::Standard;
        let problem = if is_standard && !fen::has_standard_castling(game.start()) {
            Some("is of Chess960, which is played with --variant chess960".to_owned())
        } else {
            game.end().map(|end| format!("ends the game ({end})"))
        };
        match problem {
            None => self.openings.push(Opening { number, game }),
            Some(problem) => {
                let file = file.display();
                let problem = format_args!("{file}:{line}: opening {number} {problem}");
                self.damage.note(problem);
            }
        }
    }

    fn filled(self, file: &Path) -> Result<Self, BookError> {
        if self.openings.is_empty() {
            let (file, damage) = (file.into(), self.damage);
            return Err(BookError::Empty { file, damage });
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

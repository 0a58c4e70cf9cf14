//! The puzzles found so far, and their file.
//!
//! ```text
//! 3r2k1/5ppp/8/8/8/8/5PPP/R5K1 w - - bm Ra8; ce 512; c0 "difficulty 48211";
//!     c1 "Stockfish 15.1, 4000 and 500000 nodes"; id "games 17/43";
//! ```
//!
//! in one line: `ce` is the oracle's score in centipawns or `dm` the moves to
//! mate, `c0` the [`Difficulty`], `c1` the oracle with the nodes of its two looks,
//! and `id` the file, the game in it and how many half moves were played before.

use std::fs::TryLockError;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use arena::sole::{self, Sole};
use chess::epd::{Epd, EpdError, Operation};
use chess::{Board, san};
use engine::search::Score;

use super::difficulty::{CLASSES, Difficulty};
use super::prospect::{Nugget, difference};
use super::{Error, MinePlan};

/// Positions that differ on at most this many squares, those of six half moves, are
/// nearly the same.
const NEAR: u32 = 12;

/// What has been found.
pub struct Collection {
    path: PathBuf,
    file: Sole,
    /// The oracle that judged, as every line says.
    oracle: String,
    wanted: usize,
    found: Vec<Found>,
    /// Of the file, in bytes.
    length: usize,
    /// Where the last puzzle in the file comes from.
    last_site: Option<String>,
}

/// What is remembered of a puzzle.
struct Found {
    board: Board,
    class: usize,
    site: String,
    /// Where its line begins in the file.
    begins: usize,
}

impl Collection {
    /// Opens the file at `path`, or makes it. What is in it must have been judged
    /// alike.
    pub fn open(plan: &MinePlan, oracle: &str, path: &Path) -> Result<Self, Error> {
        let failed = |error| Error::File {
            path: path.into(),
            error,
        };
        let mut file = open(path)?;
        let mut text = String::new();
        file.read_to_string(&mut text).map_err(failed)?;

        let (look, confirm) = (plan.look_nodes, plan.confirm_nodes);
        let oracle = oracle.replace('"', "'");
        let mut collection = Self {
            path: path.into(),
            file,
            oracle: format!("{oracle}, {look} and {confirm} nodes"),
            wanted: plan.positions,
            found: Vec::new(),
            length: 0,
            last_site: None,
        };
        for (number, line) in text.split_inclusive('\n').enumerate() {
            let at_line = |problem| format!("line {}: {problem}", number + 1);
            // The last line may be cut off; it is of the last game, which is looked at again.
            if line.ends_with('\n') {
                let found = collection.recall(line);
                let found = found.map_err(|problem| collection.foreign(&at_line(problem)))?;
                collection.found.push(found);
            } else if !begins_a_position(line) {
                let problem = "it is not a position".to_owned();
                return Err(collection.foreign(&at_line(problem)));
            }
            collection.length += line.len();
        }
        collection.last_site = collection.found.last().map(|found| found.site.clone());
        Ok(collection)
    }

    /// Reads a line of the file.
    fn recall(&self, line: &str) -> Result<Found, String> {
        let epd: Epd = line
            .trim()
            .parse()
            .map_err(|error: EpdError| error.to_string())?;
        let text = |opcode| epd.operands(opcode).map(|text| text.trim_matches('"'));
        let oracle = text("c1").unwrap_or("an unnamed oracle");
        if oracle != self.oracle {
            return Err(format!("judged by {oracle}, not by {}", self.oracle));
        }
        let difficulty = text("c0").and_then(|text| text.strip_prefix("difficulty "));
        let difficulty: Difficulty = difficulty.ok_or("it has no difficulty")?.parse()?;
        let id = epd.id().unwrap_or_default();
        let (site, _) = id.rsplit_once('/').ok_or("its id names no game")?;
        Ok(Found {
            class: difficulty.class(),
            site: site.to_owned(),
            board: epd.board,
            begins: self.length,
        })
    }

    /// The error for a file that is not of this plan.
    pub fn foreign(&self, problem: &str) -> Error {
        Error::Foreign {
            path: self.path.clone(),
            problem: problem.into(),
        }
    }

    /// The game of the last puzzle that was in the file.
    pub fn last_site(&self) -> Option<&str> {
        self.last_site.as_deref()
    }

    /// Removes the puzzles of the last game, which may not be complete, unless no more
    /// are wanted.
    pub fn forget_last_site(&mut self) -> Result<(), Error> {
        if self.is_full() {
            return Ok(());
        }
        let of_others = |found: &Found| Some(&found.site) != self.last_site.as_ref();
        let first = self.found.iter().rposition(of_others);
        let first = first.map_or(0, |last_other| last_other + 1);
        self.length = self.found.get(first).map_or(0, |found| found.begins);
        self.found.truncate(first);
        let cut = self.file.set_len(self.length as u64);
        cut.map_err(|error| self.failed(error))
    }

    fn failed(&self, error: io::Error) -> Error {
        Error::File {
            path: self.path.clone(),
            error,
        }
    }

    pub fn len(&self) -> usize {
        self.found.len()
    }

    /// Puzzles by class of difficulty.
    pub fn classes(&self) -> [usize; CLASSES] {
        let mut classes = [0; CLASSES];
        for found in &self.found {
            classes[found.class] += 1;
        }
        classes
    }

    /// The classes that have room. All have the same share of what is wanted.
    pub fn room(&self) -> [bool; CLASSES] {
        let share = self.wanted.div_ceil(CLASSES);
        self.classes().map(|count| count < share && !self.is_full())
    }

    pub fn is_full(&self) -> bool {
        self.len() >= self.wanted
    }

    /// Takes what there is room for and what is not nearly the same as another.
    pub fn add(&mut self, offers: Vec<Nugget>) -> Result<(), Error> {
        for nugget in offers {
            let near = |found: &Found| difference(&found.board, &nugget.board).len() <= NEAR;
            let class = nugget.difficulty.class();
            if !self.room()[class] || self.found.iter().any(near) {
                continue;
            }
            let line = format!("{}\n", self.epd(&nugget));
            // One write: an interrupted run leaves at most one line cut off.
            let written = self.file.write_all(line.as_bytes());
            written.map_err(|error| self.failed(error))?;
            self.found.push(Found {
                class,
                site: nugget.site,
                board: nugget.board,
                begins: self.length,
            });
            self.length += line.len();
        }
        Ok(())
    }

    fn epd(&self, nugget: &Nugget) -> Epd {
        let Nugget {
            board,
            best,
            score,
            difficulty,
            site,
            ply,
        } = nugget;
        let score = match score {
            Score::Centipawns(cp) => Operation::new("ce", cp),
            Score::Mate(moves) => Operation::new("dm", moves),
        };
        Epd {
            board: board.clone(),
            operations: vec![
                Operation::new("bm", san::write(board, *best)),
                score,
                Operation::new("c0", format_args!("\"difficulty {difficulty}\"")),
                Operation::new("c1", format_args!("\"{}\"", self.oracle)),
                Operation::new("id", format_args!("\"{site}/{ply}\"")),
            ],
        }
    }
}

/// Cuts a file off after this many puzzles.
pub fn keep(path: &Path, puzzles: usize) -> Result<(), Error> {
    let failed = |error| Error::File {
        path: path.into(),
        error,
    };
    let mut file = open(path)?;
    let mut text = String::new();
    file.read_to_string(&mut text).map_err(failed)?;
    let lines = text.split_inclusive('\n').take(puzzles);
    let length: usize = lines.map(str::len).sum();
    file.set_len(length as u64).map_err(failed)
}

fn open(path: &Path) -> Result<Sole, Error> {
    sole::open(path).map_err(|error| match error {
        TryLockError::WouldBlock => Error::InUse(path.into()),
        TryLockError::Error(error) => Error::File {
            path: path.into(),
            error,
        },
    })
}

/// Whether a line that was cut off may be the beginning of a puzzle.
fn begins_a_position(line: &str) -> bool {
    let squares = line.split(' ').next().unwrap_or_default();
    squares.chars().all(|c| "/12345678pnbrqkPNBRQK".contains(c))
}

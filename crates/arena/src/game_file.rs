//! A PGN file that grows as games are played and survives interruption.

use std::fs::TryLockError;
use std::io::{self, Cursor, Read, Seek, Write};
use std::path::{Path, PathBuf};

use chess::Game;
use chess::pgn::{self, Marker, PgnError, Record, Tags};
use thiserror::Error;

use crate::sole::{self, Sole};

/// Why a file of games cannot be continued.
#[derive(Debug, Error)]
pub enum FileError {
    /// The file cannot be written or read.
    #[error("{}: {error}", .path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// What the system says.
        error: io::Error,
    },
    /// Another process is writing the file.
    #[error("{}: another process is writing it", .0.display())]
    InUse(PathBuf),
    /// A game in the file cannot be read.
    #[error(transparent)]
    Pgn(#[from] PgnError),
    /// The file does not hold the first of the games that are to be played.
    #[error("{}: game {number} is not one that this command plays: {difference}; delete the file or name another", .path.display())]
    Foreign {
        /// The file.
        path: PathBuf,
        /// The first game that does not belong, counted from 1.
        number: usize,
        /// How it differs from the expected game.
        difference: String,
    },
}

/// A file of whole games that no other process writes.
pub struct GameFile {
    path: PathBuf,
    file: Sole,
}

impl GameFile {
    /// Opens the file at `path`, or makes it.
    ///
    /// Game `n` in it, counted from 1, must have the tags that `tags` gives for `n`;
    /// each is shown to `note`, which may refuse it. Games are written `unit` at a
    /// time: an incomplete unit at the end was cut off by an interruption, and is
    /// removed.
    pub fn open(
        path: &Path,
        unit: usize,
        tags: impl Fn(usize) -> Tags,
        mut note: impl FnMut(&Record) -> Result<(), String>,
    ) -> Result<Self, FileError> {
        let failed = |error| FileError::Io {
            path: path.into(),
            error,
        };
        let mut file = open(path)?;
        let mut text = Vec::new();
        file.read_to_end(&mut text).map_err(failed)?;
        let torn = text.split_off(whole_units(&text, unit));
        let length = text.len() as u64;

        let foreign = |number, difference| FileError::Foreign {
            path: path.into(),
            number,
            difference,
        };
        let mut count = 0;
        for record in pgn::Reader::new(path, Cursor::new(text))? {
            let record = record?;
            count += 1;
            for (name, ours) in tags(count).iter() {
                let theirs = record.tags.get(name).unwrap_or_default();
                if theirs != ours {
                    let difference = format!("its {name} is `{theirs}`, not `{ours}`");
                    return Err(foreign(count, difference));
                }
            }
            note(&record).map_err(|difference| foreign(count, difference))?;
        }
        let begun = beginning(&tags(count + 1));
        if !torn.starts_with(&begun) && !begun.starts_with(&torn) {
            let difference = "it begins differently".into();
            return Err(foreign(count + 1, difference));
        }
        // Only now: a file that is not ours is left as it is.
        file.set_len(length).map_err(failed)?;
        file.seek(io::SeekFrom::End(0)).map_err(failed)?;
        let path = path.into();
        Ok(Self { path, file })
    }

    /// Adds the text of a unit of games, in one write: an interruption cuts off
    /// the last unit at most.
    pub fn append(&mut self, text: &[u8]) -> Result<(), FileError> {
        self.file.write_all(text).map_err(|error| FileError::Io {
            path: self.path.clone(),
            error,
        })
    }
}

/// Cuts a file off after this many units of games.
pub fn keep(path: &Path, unit: usize, units: usize) -> Result<(), FileError> {
    let failed = |error| FileError::Io {
        path: path.into(),
        error,
    };
    let mut file = open(path)?;
    let mut text = Vec::new();
    file.read_to_end(&mut text).map_err(failed)?;
    let length = match units.checked_sub(1) {
        None => 0,
        Some(last) => unit_ends(&text, unit).nth(last).unwrap_or(text.len()),
    };
    file.set_len(length as u64).map_err(failed)
}

fn open(path: &Path) -> Result<Sole, FileError> {
    sole::open(path).map_err(|error| match error {
        TryLockError::WouldBlock => FileError::InUse(path.into()),
        TryLockError::Error(error) => FileError::Io {
            path: path.into(),
            error,
        },
    })
}

/// The first line of a game with these tags.
fn beginning(tags: &Tags) -> Vec<u8> {
    let mut text = Vec::new();
    pgn::write(&mut text, tags, &Game::default(), Marker::Unfinished, &[])
        .expect("memory can be written");
    let end = text.iter().position(|&byte| byte == b'\n');
    text.truncate(end.map_or(0, |end| end + 1));
    text
}

/// The length of the whole units at the beginning of a file written here.
pub fn whole_units(text: &[u8], unit: usize) -> usize {
    unit_ends(text, unit).last().unwrap_or(0)
}

/// Where the units of a file written here end: each game has one empty line after its tags
/// and one after its moves, and no other.
fn unit_ends(text: &[u8], unit: usize) -> impl Iterator<Item = usize> {
    let pairs = text.windows(2).enumerate();
    let empty_lines = pairs.filter(|(_, pair)| pair == b"\n\n");
    let unit_ends = empty_lines.skip(2 * unit - 1).step_by(2 * unit);
    unit_ends.map(|(at, _)| at + 2)
}

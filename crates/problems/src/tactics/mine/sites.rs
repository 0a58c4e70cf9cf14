//! The games to look through, in order.

use std::path::{Path, PathBuf};
use std::slice;

use chess::pgn::Reader;
use chess::{Damage, Game};

use super::Error;

/// Endings of file names that say nothing of the games.
const ENDINGS: [&str; 4] = [".zst", ".gz", ".bz2", ".pgn"];

/// A game and where it comes from.
pub struct Site {
    /// The file and the game in it: `games 12`.
    pub name: String,
    pub game: Game,
}

/// Goes through files of games. Damaged games are skipped, but counted.
pub struct Sites<'a> {
    files: slice::Iter<'a, PathBuf>,
    open: Option<Open<'a>>,
    /// Read, but not yet passed.
    held: Option<Site>,
    games: u64,
    damage: Damage,
}

/// The file that is being read.
struct Open<'a> {
    file: &'a Path,
    reader: Reader,
    is_empty: bool,
}

impl<'a> Sites<'a> {
    /// All files must exist, and no two may give games the same names.
    pub fn new(files: &'a [PathBuf]) -> Result<Self, Error> {
        for (number, file) in files.iter().enumerate() {
            let is_namesake = |other: &&PathBuf| stem(other) == stem(file);
            if let Some(other) = files[..number].iter().find(is_namesake) {
                return Err(Error::Namesakes(other.clone(), file.clone()));
            }
            Reader::open(file)?;
        }
        Ok(Self {
            files: files.iter(),
            open: None,
            held: None,
            games: 0,
            damage: Damage::games(),
        })
    }

    /// Games passed over.
    pub fn games(&self) -> u64 {
        self.games
    }

    /// Games that could not be read, of those passed over or given out.
    pub fn damage(&self) -> &Damage {
        &self.damage
    }

    /// Passes over all games before the one of this name, if there is one.
    pub fn skip_to(&mut self, name: &str) -> Result<bool, Error> {
        while let Some(site) = self.one()? {
            if site.name == name {
                self.held = Some(site);
                return Ok(true);
            }
            self.games += 1;
        }
        Ok(false)
    }

    /// The next games, as many as wanted if there are as many.
    pub fn next(&mut self, wanted: usize) -> Result<Vec<Site>, Error> {
        let mut sites = Vec::new();
        while sites.len() < wanted {
            let Some(site) = self.one()? else {
                break;
            };
            sites.push(site);
        }
        Ok(sites)
    }

    fn one(&mut self) -> Result<Option<Site>, Error> {
        if self.held.is_some() {
            return Ok(self.held.take());
        }
        loop {
            let Some(open) = &mut self.open else {
                let Some(file) = self.files.next() else {
                    return Ok(None);
                };
                self.open = Some(Open {
                    file,
                    reader: Reader::open(file)?,
                    is_empty: true,
                });
                continue;
            };
            match open.reader.next() {
                Some(Ok(record)) => {
                    open.is_empty = false;
                    return Ok(Some(Site {
                        name: format!("{} {}", stem(open.file), record.number),
                        game: record.game,
                    }));
                }
                Some(Err(error)) if error.ends_file() => return Err(error.into()),
                Some(Err(error)) => self.damage.note(error),
                None if open.is_empty => return Err(Error::NoGame(open.file.into())),
                None => self.open = None,
            }
        }
    }
}

/// The name of a file without its endings.
fn stem(file: &Path) -> String {
    let name = file.file_name().unwrap_or_default().to_string_lossy();
    let mut name = name.as_ref();
    for ending in ENDINGS {
        name = name.strip_suffix(ending).unwrap_or(name);
    }
    name.to_owned()
}

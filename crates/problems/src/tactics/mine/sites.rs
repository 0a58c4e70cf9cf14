//! The games to look through, in order.

use std::path::{Path, PathBuf};
use std::slice;

use chess::Game;
use chess::pgn::{PgnError, Problem, Reader};

/// A game and where it comes from.
pub struct Site {
    /// The file and the game in it: `games 12`.
    pub name: String,
    pub game: Game,
}

/// Goes through files of games. Damaged games are passed over; they count.
pub struct Sites<'a> {
    files: slice::Iter<'a, PathBuf>,
    open: Option<(String, Reader)>,
    /// Read, but not gone by yet.
    held: Option<Site>,
    games: u64,
}

impl<'a> Sites<'a> {
    pub fn new(files: &'a [PathBuf]) -> Self {
        Self {
            files: files.iter(),
            open: None,
            held: None,
            games: 0,
        }
    }

    /// Games passed over.
    pub fn games(&self) -> u64 {
        self.games
    }

    /// Passes over all games before the one of this name, if there is one.
    pub fn skip_to(&mut self, name: &str) -> Result<bool, PgnError> {
        while let Some(site) = self.one()? {
            if site.name == name {
                self.held = Some(site);
                return Ok(true);
            }
            self.games += 1;
        }
        Ok(false)
    }

    /// The next games, as many as there are and as wanted.
    pub fn next(&mut self, wanted: usize) -> Result<Vec<Site>, PgnError> {
        let mut sites = Vec::new();
        while sites.len() < wanted {
            let Some(site) = self.one()? else {
                break;
            };
            sites.push(site);
        }
        Ok(sites)
    }

    fn one(&mut self) -> Result<Option<Site>, PgnError> {
        if self.held.is_some() {
            return Ok(self.held.take());
        }
        loop {
            let Some((source, reader)) = &mut self.open else {
                let Some(file) = self.files.next() else {
                    return Ok(None);
                };
                self.open = Some((stem(file), Reader::open(file)?));
                continue;
            };
            match reader.next() {
                Some(Ok(record)) => {
                    return Ok(Some(Site {
                        name: format!("{source} {}", record.number),
                        game: record.game,
                    }));
                }
                Some(Err(error)) if matches!(error.problem, Problem::CutOff | Problem::Read(_)) => {
                    return Err(error);
                }
                Some(Err(_)) => {}
                None => self.open = None,
            }
        }
    }
}

/// The name of a file without its endings.
fn stem(file: &Path) -> String {
    let name = file.file_name().unwrap_or_default().to_string_lossy();
    name.split('.').next().unwrap_or_default().to_owned()
}

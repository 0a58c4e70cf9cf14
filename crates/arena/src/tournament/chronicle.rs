//! The results in the record of a tournament.

use std::fs::File;
use std::io::{self, Cursor, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};

use chess::Color;
use chess::pgn::{self, Tags};

use super::scoresheet::SPRT;
use crate::game_file::whole_units;
use crate::stats::{CrossTable, GameResult, Pentanomial, Sprt};

/// The results of a tournament, read from its record, which may go on to grow.
#[derive(Debug)]
pub struct Chronicle {
    path: PathBuf,
    /// Bytes read.
    read: u64,
    /// The fingerprint that all games share.
    settings: Option<String>,
    players: Vec<String>,
    pairs: Vec<Pair>,
    event: String,
    test: Option<Sprt>,
}

/// The two games of a pair.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Pair {
    /// The number of the player that had White in the first game.
    pub first: usize,
    /// The number of the player that had White in the second game.
    pub second: usize,
    /// The points of the first player.
    pub results: Pentanomial,
}

/// The bytes of a file that are read at a time.
const CHUNK: u64 = 4 << 20;

impl Chronicle {
    /// Of a file of which nothing is read yet.
    pub fn of(path: &Path) -> Self {
        Self {
            path: path.into(),
            read: 0,
            settings: None,
            players: Vec::new(),
            pairs: Vec::new(),
            event: String::new(),
            test: None,
        }
    }

    /// Reads what has been added. A file that is not the record of a tournament has no
    /// results; one that has become shorter is another one.
    pub fn update(&mut self) -> io::Result<()> {
        let mut file = File::open(&self.path)?;
        let length = file.metadata()?.len();
        if length < self.read {
            *self = Self::of(&self.path);
        }
        while self.read < length {
            file.seek(SeekFrom::Start(self.read))?;
            let mut text = Vec::new();
            file.by_ref().take(CHUNK).read_to_end(&mut text)?;
            text.truncate(whole_units(&text, 2));
            if text.is_empty() {
                break;
            }
            self.read += text.len() as u64;
            self.add(text);
            if self.pairs.is_empty() {
                // These are other games, of which there may be many.
                self.read = length;
            }
        }
        Ok(())
    }

    fn add(&mut self, text: Vec<u8>) {
        let Ok(mut reader) = pgn::Reader::new(&self.path, Cursor::new(text)) else {
            return;
        };
        let mut first: Option<Tags> = None;
        while let Some(Ok(game)) = reader.next_text() {
            let Ok((tags, _)) = game.parse() else {
                continue;
            };
            match first.take() {
                None => first = Some(tags),
                Some(one) => self.pair(&one, &tags),
            }
        }
    }

    fn pair(&mut self, one: &Tags, other: &Tags) {
        let settings = one.get("Settings");
        let is_pair = settings.is_some()
            && settings == other.get("Settings")
            && one.get("White") == other.get("Black")
            && one.get("Black") == other.get("White");
        let results = [one, other].map(|tags| tags.result().and_then(|marker| marker.outcome()));
        let ([Some(white), Some(black)], true) = (results, is_pair) else {
            return;
        };
        let settings = settings.map(str::to_owned);
        if self.settings.is_none() {
            self.settings.clone_from(&settings);
            self.event = one.get("Event").unwrap_or_default().to_owned();
        }
        if self.settings != settings {
            return;
        }
        // A match may go on with another test.
        self.test = other.get(SPRT).and_then(|test| test.parse().ok());
        let mut results = Pentanomial::default();
        results.add_pair(
            GameResult::of(white, Color::White),
            GameResult::of(black, Color::Black),
        );
        let [first, second] = ["White", "Black"].map(|side| one.get(side).unwrap_or("?"));
        let [first, second] = [first, second].map(|name| self.number(name));
        if first != second {
            self.pairs.push(Pair {
                first,
                second,
                results,
            });
        }
    }

    fn number(&mut self, name: &str) -> usize {
        let known = self.players.iter().position(|player| player == name);
        known.unwrap_or_else(|| {
            self.players.push(name.to_owned());
            self.players.len() - 1
        })
    }

    /// What the tournament is called.
    pub fn event(&self) -> &str {
        &self.event
    }

    /// The players, in the order in which they first played.
    pub fn players(&self) -> &[String] {
        &self.players
    }

    /// The pairs, in the order in which they were recorded.
    pub fn pairs(&self) -> &[Pair] {
        &self.pairs
    }

    /// The test that ends the match by its results.
    pub const fn test(&self) -> Option<&Sprt> {
        self.test.as_ref()
    }

    /// The results of every player against every other.
    pub fn table(&self) -> CrossTable {
        let mut table = CrossTable::new(self.players.len());
        for pair in &self.pairs {
            table.add(pair.first, pair.second, pair.results);
        }
        table
    }

    /// The test after each of at most this many numbers of pairs, evenly apart: the number,
    /// and the logarithm of the likelihood ratio. None where there is no test, or more
    /// than two players.
    pub fn course(&self, most: usize) -> Vec<(usize, f64)> {
        let (Some(test), [_, _]) = (&self.test, &self.players[..]) else {
            return Vec::new();
        };
        let step = self.pairs.len().div_ceil(most.max(1)).max(1);
        let mut results = Pentanomial::default();
        let mut course = Vec::new();
        for (number, pair) in (1..).zip(&self.pairs) {
            results += match pair.first {
                0 => pair.results,
                _ => pair.results.reversed(),
            };
            if number % step == 0 || number == self.pairs.len() {
                course.push((number, test.llr(&results)));
            }
        }
        course
    }
}

//! The games and faults of a tournament, on disk.

use std::ffi::OsString;
use std::fs::File;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use super::{Fixture, GameFault, Standings, Tournament, scoresheet};
use crate::game_file::GameFile;
use crate::{FileError, Played, date};

/// The games, and beside them the faults.
pub struct Ledger<'a> {
    tournament: &'a Tournament,
    fingerprint: String,
    games: GameFile,
    /// Made at the first fault.
    faults: PathBuf,
}

impl<'a> Ledger<'a> {
    /// Opens the file of games, or makes it, and counts what is in it.
    pub fn open(
        tournament: &'a Tournament,
        path: &Path,
        standings: &mut Standings,
    ) -> Result<Self, FileError> {
        let fingerprint = tournament.fingerprint();
        let tags = |number: usize| {
            let (index, game) = ((number - 1) / 2, (number - 1) % 2);
            scoresheet::tags(tournament, &fingerprint, tournament.fixture(index), game)
        };
        let mut first = None;
        let games = GameFile::open(path, 2, tags, |record| {
            let verdict = scoresheet::verdict(record)?;
            match first.take() {
                None => first = Some(verdict),
                Some(first) => {
                    let fixture = tournament.fixture(standings.kept);
                    standings.add(fixture, [first, verdict]);
                    standings.kept += 1;
                }
            }
            Ok(())
        })?;
        let mut faults = OsString::from(path);
        faults.push(".faults");
        Ok(Self {
            tournament,
            fingerprint,
            games,
            faults: faults.into(),
        })
    }

    /// Adds a pair.
    pub fn add(
        &mut self,
        fixture: Fixture,
        pair: &[Played; 2],
        faults: &[GameFault],
    ) -> Result<(), FileError> {
        // First: a game lost by a fault must not be recorded without the fault.
        self.add_faults(faults).map_err(|error| FileError::Io {
            path: self.faults.clone(),
            error,
        })?;
        let mut text = Vec::new();
        for (game, played) in pair.iter().enumerate() {
            let mut tags = scoresheet::tags(self.tournament, &self.fingerprint, fixture, game);
            if self.tournament.dated {
                tags.set("Date", date::today());
            }
            if let Some(test) = self.tournament.test {
                tags.set(scoresheet::SPRT, test.to_string());
            }
            let paces = fixture
                .colours(game)
                .map(|player| self.tournament.entrants[player].pace);
            text.extend(scoresheet::write(tags, played, paces));
        }
        self.games.append(&text)
    }

    fn add_faults(&self, faults: &[GameFault]) -> io::Result<()> {
        let mut text = String::new();
        for GameFault {
            round,
            player,
            opponent,
            fault,
        } in faults
        {
            let [player, opponent] =
                [player, opponent].map(|&index| &self.tournament.entrants[index].name);
            text += &format!("round {round}, {player} against {opponent}: {fault}\n\n");
        }
        if text.is_empty() {
            return Ok(());
        }
        let mut file = File::options()
            .append(true)
            .create(true)
            .open(&self.faults)?;
        file.write_all(text.as_bytes())
    }
}

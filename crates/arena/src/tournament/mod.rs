//! Matches and tournaments.
//!
//! ```text
//! Schedule ─► Fixture ─► Hall: two games ─► Standings
//! Book ───────────┘      (many threads)        │
//!                                              └─► PGN file: the record
//! ```
//!
//! The unit is the pair: one opening, both colours. Pairs are played on many
//! threads and counted in the order of the schedule, so at fixed nodes or depth a
//! tournament of organisms is a function of its plan, and whatever stops it by the
//! results so far stops it at the same pair.
//!
//! The PGN file is the record. Pairs are added to it whole; the same tournament
//! with the same file continues after the last one, and a [`Chronicle`] reads its results.
//!
//! At fixed nodes or depth the pairs may be played on machines elsewhere, as [`pairs`].

mod boards;
mod chronicle;
mod elsewhere;
mod entrant;
mod hall;
pub mod pairs;
mod patience;
mod record;
mod schedule;
mod scoresheet;
mod sheet;
mod standings;
mod tally;

use std::convert::Infallible;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::mpsc;
use std::thread;

use evo::{Failure, Seed};
use thiserror::Error;

use crate::book::Book;
use crate::register::RegisterError;
use crate::stats::Sprt;
use crate::{Contender, Fault, FileError, Pace, Rules, ordered};
use boards::Boards;
use hall::Hall;
use pairs::Unfit;
use tally::Tally;

pub use chronicle::{Chronicle, Pair};
pub use entrant::Entrant;
pub use schedule::{Fixture, Schedule};
pub use standings::{Faults, Standings};

/// Which players meet, from which openings and under which rules.
///
/// A match is a tournament of two.
#[derive(Debug, Clone)]
pub struct Tournament {
    /// The players, at least two, with different names.
    pub entrants: Vec<Entrant>,
    /// Which players meet in a round.
    pub schedule: Schedule,
    /// How many rounds.
    pub rounds: usize,
    /// The openings, one a round.
    pub book: Book,
    /// When games end.
    pub rules: Rules,
    /// Pairs played at once.
    pub workers: usize,
    /// Whether games carry the day, in UTC, they are played on. Without it the file
    /// of a tournament that repeats is the same on every day.
    pub dated: bool,
    /// The test that games carry as a note, for spectators; `news` decides
    /// whether it ends anything.
    pub test: Option<Sprt>,
}

/// What has happened: a pair was played, or a record was read.
pub struct News<'a> {
    /// How things stand now.
    pub standings: &'a Standings,
    /// What went wrong in the pair.
    pub faults: &'a [GameFault],
}

/// A fault in a game of a tournament.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GameFault {
    /// The `Round` tag of the game.
    pub round: String,
    /// The player at fault.
    pub player: usize,
    /// Its opponent.
    pub opponent: usize,
    /// What went wrong.
    pub fault: Fault,
}

/// Why a tournament ended early.
#[derive(Debug, Error)]
pub enum Error {
    /// Games that cannot differ prove nothing.
    #[error(
        "{rounds} openings are needed, and the book has {openings}: at fixed nodes or depth \
         organisms would play the same games again; ask for fewer pairs or give more openings"
    )]
    Repeats {
        /// Rounds wanted.
        rounds: usize,
        /// Openings in the book.
        openings: usize,
    },
    /// The games cannot be kept.
    #[error(transparent)]
    File(#[from] FileError),
    /// It cannot be played elsewhere.
    #[error(transparent)]
    Unfit(#[from] Unfit),
    /// A pair could not be played anywhere.
    #[error(transparent)]
    Failed(#[from] Failure),
    /// Which workers had a part in the games cannot be kept.
    #[error(transparent)]
    Register(#[from] RegisterError),
    /// A player is at fault in every game.
    #[error("{name} was at fault in {games} games in a row, the last time: {fault}")]
    Hopeless {
        /// The player.
        name: String,
        /// How many games.
        games: usize,
        /// Its last fault.
        fault: Box<Fault>,
    },
}

impl Tournament {
    /// What to call it.
    pub fn name(&self) -> String {
        match self.entrants.as_slice() {
            [one, other] => format!("{} against {}", one.name, other.name),
            [first, ..] if self.schedule == Schedule::Gauntlet => {
                format!("gauntlet of {}", first.name)
            }
            _ => format!("{} of {}", self.schedule, self.entrants.len()),
        }
    }

    /// Pairs in all.
    pub fn pairs(&self) -> usize {
        let pairs_a_round = self.schedule.pairs_a_round(self.entrants.len());
        self.rounds.saturating_mul(pairs_a_round)
    }

    /// Plays the pairs that the record does not hold yet.
    ///
    /// Once before the first pair and after each, `news` gets the standings and may
    /// end the tournament. As soon as `stop` is true, games under way are broken off
    /// and forgotten. Faults, with the last lines exchanged, also go to a file beside
    /// the record, with the same name and `.faults` after it. While it lasts, what is on
    /// the boards is in another one ([`live`](crate::live)).
    ///
    /// # Panics
    ///
    /// If there are fewer than two players, or a book without openings.
    pub fn run(
        &self,
        record: Option<&Path>,
        stop: &(dyn Fn() -> bool + Sync),
        news: impl FnMut(News<'_>) -> ControlFlow<()>,
    ) -> Result<Standings, Error> {
        self.check()?;
        let (mut tally, so_far) = Tally::begin(self, record, news)?;
        if so_far.is_break() {
            return Ok(tally.standings);
        }
        let mut failure = None;
        let is_ended = AtomicBool::new(false);
        let is_over = || is_ended.load(Relaxed) || stop();
        let boards = record.map(|record| Boards::beside(record, self));
        let boards = boards.as_ref();
        thread::scope(|scope| {
            let (_playing, played) = mpsc::channel();
            if let Some(boards) = boards {
                scope.spawn(move || boards.keep(&played));
            }
            let Ok(()) = ordered::run::<_, _, Infallible>(
                tally.standings.kept..self.pairs(),
                self.workers,
                || Ok((Hall::default(), boards.map(Boards::take))),
                |(hall, place), index| hall.play(self, self.fixture(index), *place, &is_over),
                |pair| {
                    let added = match pair {
                        Some(pair) => tally.add(&pair),
                        None => Ok(ControlFlow::Break(())),
                    };
                    let flow = added.unwrap_or_else(|error| {
                        failure = Some(error);
                        ControlFlow::Break(())
                    });
                    is_ended.store(flow.is_break(), Relaxed);
                    flow
                },
            );
        });
        failure.map_or(Ok(tally.standings), Err)
    }

    /// Pair `index`, counted from 0.
    fn fixture(&self, index: usize) -> Fixture {
        self.schedule.fixture(self.entrants.len(), index)
    }

    /// Whether two games from the same opening must be the same: all players are
    /// organisms at fixed nodes or depth.
    pub fn repeats(&self) -> bool {
        self.entrants.iter().all(|entrant| {
            let is_inside = matches!(entrant.contender, Contender::Inside(_));
            is_inside && matches!(entrant.pace, Pace::Nodes(_) | Pace::Depth(_))
        })
    }

    fn check(&self) -> Result<(), Error> {
        let (rounds, openings) = (self.rounds, self.book.openings().len());
        if rounds > openings && self.repeats() {
            return Err(Error::Repeats { rounds, openings });
        }
        Ok(())
    }

    /// A number that two tournaments share only if their games may be in one file.
    /// The text it is made of may change with the program: so may its play.
    fn fingerprint(&self) -> String {
        let mut text = format!("{:?} {:?}", self.schedule, self.rules);
        for entrant in &self.entrants {
            text += &format!(" {entrant:?}");
        }
        for opening in self.book.openings() {
            text += &format!(" {:x}", chess::key(opening.game.board()));
        }
        format!("{:016x}", Seed::new(0).child(&text, 0).number())
    }
}

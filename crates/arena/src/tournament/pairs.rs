//! The pairs of a tournament as work for machines elsewhere.

use std::path::Path;

use evo::{Failure, Packed, Piecework, portable};
use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::hall::Hall;
use super::sheet::Sheet;
use super::{Entrant, Fixture, Schedule, Tournament};
use crate::book::Book;
use crate::lent::{Engines, Lent, LentError, MOST_MEBIBYTES};
use crate::{Contender, Pace, Program, Rules};

/// The pairs of a tournament. Organisms travel as the texts of their files, outside engines
/// as the names that owners of machines have for them.
pub struct Pairs<'a> {
    tournament: Tournament,
    travellers: Vec<Traveller>,
    /// Players that this machine does not have.
    lacking: Vec<usize>,
    /// Whether the tournament is another machine's.
    is_guest: bool,
    /// Whether games under way are to be broken off.
    stop: &'a (dyn Fn() -> bool + Sync),
}

/// A contender on its way to another machine.
#[derive(Debug, Clone, Serialize, Deserialize)]
enum Traveller {
    Organism {
        file: String,
        mebibytes: Option<usize>,
    },
    Engine(Lent),
}

/// Makes a contender of the text of an organism's file, with a hash table of this size if it
/// has one. The path is for the error message.
pub type Revive = fn(&str, &Path, Option<usize>) -> Result<Contender, Failure>;

/// Why a tournament cannot be played elsewhere.
#[derive(Debug, Error)]
pub enum Unfit {
    /// A player plays by time.
    #[error(
        "{name} plays by time ({pace}): machines differ in speed, so a fleet plays at fixed nodes or \
         depth only; give --nodes N or --depth N"
    )]
    Time {
        /// The player.
        name: String,
        /// Its pace.
        pace: Pace,
    },
    /// Tables end games.
    #[error("endgame tables are files of this machine; a fleet plays without --syzygy")]
    Tables,
    /// A player speaks the protocol of xboard.
    #[error("{0} speaks the protocol of xboard; a fleet plays with engines that speak UCI")]
    Xboard(String),
    /// An outside engine cannot be asked for elsewhere.
    #[error("{name}: {why}")]
    Engine {
        /// The player.
        name: String,
        /// Why not.
        why: Box<LentError>,
    },
}

impl<'a> Pairs<'a> {
    /// What its kind is called.
    pub const KIND: &'static str = "pairs";

    /// The pairs of a tournament on this machine. Once `stop` is true, its games end.
    pub fn of(tournament: &Tournament, stop: &'a (dyn Fn() -> bool + Sync)) -> Result<Self, Unfit> {
        if tournament.rules.tables.is_some() {
            return Err(Unfit::Tables);
        }
        let traveller = |entrant: &Entrant| {
            let (name, pace) = (entrant.name.clone(), entrant.pace);
            if pace.is_time() {
                return Err(Unfit::Time { name, pace });
            }
            match &entrant.contender {
                Contender::Inside(inside) => {
                    let (file, mebibytes) = inside.parts();
                    let file = file.to_owned();
                    Ok(Traveller::Organism { file, mebibytes })
                }
                Contender::Uci(program) => match Lent::new(program) {
                    Ok(lent) => Ok(Traveller::Engine(lent)),
                    Err(why) => Err(Unfit::Engine {
                        name,
                        why: Box::new(why),
                    }),
                },
                Contender::Xboard(_) => Err(Unfit::Xboard(name)),
            }
        };
        let travellers = tournament.entrants.iter().map(traveller);
        Ok(Self {
            travellers: travellers.collect::<Result<_, _>>()?,
            tournament: tournament.clone(),
            lacking: Vec::new(),
            is_guest: false,
            stop,
        })
    }

    /// Those of a tournament that came as bytes, on a machine that lends these engines.
    pub fn unpack(bytes: &[u8], revive: Revive, engines: &Engines) -> Result<Self, Failure> {
        let (book, rules, players): (Book, Rules, Vec<(Traveller, Pace)>) = portable::read(bytes)?;
        if book.openings().is_empty() {
            return Err(Failure::new("a book without openings"));
        }
        let (mut entrants, mut travellers, mut lacking) = (Vec::new(), Vec::new(), Vec::new());
        for (number, (traveller, pace)) in players.into_iter().enumerate() {
            let contender = match &traveller {
                Traveller::Organism { file, mebibytes } => {
                    if mebibytes.is_some_and(|size| size > MOST_MEBIBYTES) {
                        let what =
                            format!("a hash table of more than {MOST_MEBIBYTES} MiB is not given");
                        return Err(Failure::new(what));
                    }
                    revive(file, "organism".as_ref(), *mebibytes)?
                }
                Traveller::Engine(lent) if engines.contains_key(&lent.engine) => {
                    Contender::Uci(lent.program(engines)?)
                }
                Traveller::Engine(lent) => {
                    lacking.push(number);
                    Contender::Uci(Program::new(&lent.engine))
                }
            };
            let name = format!("player {number}");
            entrants.push(Entrant {
                name,
                contender,
                pace,
            });
            travellers.push(traveller);
        }
        Ok(Self {
            tournament: Tournament {
                entrants,
                schedule: Schedule::RoundRobin,
                rounds: 0,
                book,
                rules,
                workers: 1,
                dated: false,
                test: None,
            },
            travellers,
            lacking,
            is_guest: true,
            stop: &|| false,
        })
    }

    /// The games of a pair, if they are possible.
    pub(super) fn played(
        &self,
        fixture: Fixture,
        sheets: &[Sheet; 2],
    ) -> Option<[crate::Played; 2]> {
        let start = &self.tournament.book.opening(fixture.round).game;
        let [one, other] = sheets;
        let rules = &self.tournament.rules;
        Some([one.played(start, rules)?, other.played(start, rules)?])
    }
}

impl Piecework for Pairs<'_> {
    type Task = Fixture;
    type Outcome = [Sheet; 2];
    type Kit = Hall;

    fn equip(&self) -> Result<Hall, Failure> {
        Ok(Hall::default())
    }

    fn run(&self, hall: &mut Hall, &fixture: &Fixture) -> Result<[Sheet; 2], Failure> {
        let Fixture { first, second, .. } = fixture;
        if first == second || first.max(second) >= self.travellers.len() {
            return Err(Failure::new("there are no such players"));
        }
        if self.lacking.contains(&first) || self.lacking.contains(&second) {
            return Err(Failure::new("this worker does not lend the engine"));
        }
        let pair = hall.play(&self.tournament, fixture, None, self.stop);
        let pair = pair.ok_or_else(|| Failure::new("broken off"))?;
        let fault = pair.iter().find_map(|played| played.fault.as_ref());
        match fault {
            // The machine may be to blame: the tournament's own finds out.
            Some((_, fault)) if self.is_guest => Err(Failure::new(fault)),
            _ => Ok(pair.each_ref().map(Sheet::from)),
        }
    }

    fn packed(&self) -> Packed {
        let Tournament {
            entrants,
            book,
            rules,
            ..
        } = &self.tournament;
        let paces = entrants.iter().map(|entrant| entrant.pace);
        let players: Vec<_> = self.travellers.iter().zip(paces).collect();
        Packed::new(Self::KIND, &(book, rules, players))
    }

    fn engines(&self, task: &Fixture) -> Vec<String> {
        let players = [task.first, task.second].into_iter();
        let engines = players.filter_map(|player| match &self.travellers[player] {
            Traveller::Organism { .. } => None,
            Traveller::Engine(lent) => Some(lent.engine.clone()),
        });
        engines.collect()
    }

    fn is_plausible(&self, &task: &Fixture, outcome: &[Sheet; 2]) -> bool {
        !outcome.iter().any(Sheet::has_fault) && self.played(task, outcome).is_some()
    }
}

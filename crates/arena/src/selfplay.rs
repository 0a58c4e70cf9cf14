//! Games of an engine against itself, kept as data.
//!
//! Game `n`, counted from 1, is a function of the seed and `n`: which worker played
//! which game, and how often the run was interrupted, does not show in the file.

use std::ops::ControlFlow;
use std::path::Path;
use std::time::{Duration, Instant};

use chess::pgn::{self, Comment, Marker, Tags};
use chess::{Game, Outcome};
use evo::{Failure, Packed, Piecework, Seed, portable};
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::adjudicate::Judge;
use crate::elsewhere::{Elsewhere, End};
use crate::game_file::{self, FileError, GameFile};
use crate::lent::{Engines, Lent, LentError};
use crate::register::RegisterError;
use crate::{Ending, Fault, Limit, Misdeed, Program, Rules, UciEngine, opening, ordered};

/// What to play.
#[derive(Debug, Clone)]
pub struct GamesPlan {
    /// The engine; see [`Program::repeatable`].
    pub program: Program,
    /// Nodes a move, varied by a tenth either way.
    pub nodes: u64,
    /// Openings, at least 1; with more games than openings they repeat, and the
    /// games differ by their nodes only.
    pub openings: u64,
    /// Openings are accepted if the engine scores them within this of zero.
    pub even_cp: u32,
    /// Games.
    pub games: usize,
    /// The seed.
    pub seed: Seed,
    /// Games played at once.
    pub workers: usize,
}

impl GamesPlan {
    fn chances(&self) -> Chances {
        Chances {
            nodes: self.nodes,
            even_cp: self.even_cp,
            seed: self.seed,
        }
    }

    /// The opening of a game, both counted from 1.
    fn opening(&self, game: usize) -> u64 {
        (game as u64 - 1) % self.openings.max(1) + 1
    }
}

/// What has been played.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Made {
    /// Games already in the file when the run began.
    pub kept: usize,
    /// Games played since.
    pub played: usize,
    /// How many of all these have a winner.
    pub decisive: usize,
    /// The time the run has taken.
    pub elapsed: Duration,
}

impl Made {
    /// Games in the file.
    pub fn games(&self) -> usize {
        self.kept + self.played
    }

    /// Games played a second.
    pub fn speed(&self) -> f64 {
        self.played as f64 / self.elapsed.as_secs_f64().max(f64::MIN_POSITIVE)
    }
}

/// Why a run ended early.
#[derive(Debug, Error)]
pub enum Error {
    /// The engine failed twice in the same game, or could not be started.
    #[error(transparent)]
    Fault(#[from] Fault),
    /// The games cannot be kept.
    #[error(transparent)]
    File(#[from] FileError),
    /// The engine cannot be asked for elsewhere.
    #[error(transparent)]
    Lent(#[from] LentError),
    /// A game could not be played anywhere.
    #[error(transparent)]
    Failed(#[from] Failure),
    /// Which workers had a part in the games cannot be kept.
    #[error(transparent)]
    Register(#[from] RegisterError),
}

/// Plays the games of `plan` and appends each to the file at `path` as it ends, in
/// order.
///
/// If the file exists already, the run continues after its last whole game. After
/// each game `progress` may stop the run.
pub fn run(
    plan: &GamesPlan,
    path: &Path,
    mut progress: impl FnMut(&Made) -> ControlFlow<()>,
) -> Result<Made, Error> {
    let mut making = Making::begin(plan, path)?;
    let mut failure = None;
    let chances = plan.chances();
    ordered::run(
        making.tally.kept + 1..plan.games + 1,
        plan.workers,
        || UciEngine::start(&plan.program),
        |engine, number| {
            engine.retry(|engine| play(engine, &chances, plan.opening(number), number))
        },
        |played| {
            let added = played.map_err(Error::from);
            match added.and_then(|(game, ending)| making.add(&game, ending)) {
                Ok(()) => progress(&making.tally),
                Err(error) => {
                    failure = Some(error);
                    ControlFlow::Break(())
                }
            }
        },
    )?;
    failure.map_or(Ok(making.tally), Err)
}

/// The same as [`run`], with the games played by engines that machines elsewhere lend.
pub fn run_elsewhere(
    plan: &GamesPlan,
    path: &Path,
    elsewhere: Elsewhere<'_>,
    mut progress: impl FnMut(&Made) -> ControlFlow<()>,
) -> Result<Made, Error> {
    let games = Games {
        chances: plan.chances(),
        lent: Lent::new(&plan.program)?,
        program: plan.program.clone(),
    };
    let cut = |kept| Ok(game_file::keep(path, 1, kept)?);
    elsewhere.go(Some(path), cut, |register| {
        let mut making = Making::begin(plan, path)?;
        let numbers = making.tally.kept + 1..plan.games + 1;
        let tasks: Vec<_> = numbers
            .map(|number| (plan.opening(number), number))
            .collect();
        let end = elsewhere.take(&games, &tasks, |game, worker| {
            let ending = ended(&game).ok_or_else(|| Failure::new("an unfinished game"))?;
            register.note(worker, making.tally.games())?;
            making.add(&game, ending)?;
            Ok::<_, Error>(progress(&making.tally))
        })?;
        Ok((end != End::Undone).then_some(making.tally))
    })
}

/// A file of games that is being made.
struct Making<'a> {
    plan: &'a GamesPlan,
    begun: Instant,
    name: String,
    file: GameFile,
    tally: Made,
}

impl<'a> Making<'a> {
    /// Counts what is in the file.
    fn begin(plan: &'a GamesPlan, path: &Path) -> Result<Self, Error> {
        let begun = Instant::now();
        let name = UciEngine::start(&plan.program)?.name().to_owned();
        let mut tally = Made::default();
        let file = GameFile::open(
            path,
            1,
            |number| tags(plan, &name, number),
            |record| {
                tally.kept += 1;
                let is_decisive = matches!(record.result(), Some(Outcome::Win(_)));
                tally.decisive += usize::from(is_decisive);
                Ok(())
            },
        )?;
        Ok(Self {
            plan,
            begun,
            name,
            file,
            tally,
        })
    }

    /// Adds the next game.
    fn add(&mut self, game: &Game, ending: Ending) -> Result<(), Error> {
        let number = self.tally.games() + 1;
        let text = write(&tags(self.plan, &self.name, number), game, ending);
        self.file.append(&text)?;
        self.tally.played += 1;
        self.tally.decisive += usize::from(ending.outcome() != Outcome::Draw);
        self.tally.elapsed = self.begun.elapsed();
        Ok(())
    }
}

/// The games of a plan as work for machines elsewhere.
pub struct Games {
    chances: Chances,
    lent: Lent,
    program: Program,
}

impl Games {
    /// What its kind is called.
    pub const KIND: &'static str = "games";

    /// The games in these bytes, on a machine that lends these engines.
    pub fn unpack(bytes: &[u8], engines: &Engines) -> Result<Self, Failure> {
        let (chances, lent): (Chances, Lent) = portable::read(bytes)?;
        let program = lent.program(engines)?;
        Ok(Self {
            chances,
            lent,
            program,
        })
    }
}

impl Piecework for Games {
    type Task = (u64, usize);
    type Outcome = Game;
    type Kit = UciEngine;

    fn equip(&self) -> Result<UciEngine, Failure> {
        UciEngine::start(&self.program).map_err(Failure::new)
    }

    fn run(
        &self,
        engine: &mut UciEngine,
        &(opening, number): &(u64, usize),
    ) -> Result<Game, Failure> {
        let played = engine.retry(|engine| play(engine, &self.chances, opening, number));
        Ok(played.map_err(Failure::new)?.0)
    }

    fn packed(&self) -> Packed {
        Packed::new(Self::KIND, &(&self.chances, &self.lent))
    }

    fn engines(&self, _: &(u64, usize)) -> Vec<String> {
        vec![self.lent.engine.clone()]
    }

    fn is_plausible(&self, _: &(u64, usize), outcome: &Game) -> bool {
        ended(outcome).is_some()
    }
}

/// How a game ended, if it ended with its last move.
fn ended(game: &Game) -> Option<Ending> {
    let rules = Rules::default();
    let mut judge = Judge::new(&rules);
    let mut so_far = Game::new(game.start().clone());
    for &mv in game.moves() {
        if judge.ending(&so_far).is_some() {
            return None;
        }
        so_far.play(mv).ok()?;
        // Scores end no game by these rules.
        judge.note(so_far.board(), None);
    }
    judge.ending(&so_far)
}

/// What games depend on beside their numbers.
#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
struct Chances {
    nodes: u64,
    even_cp: u32,
    seed: Seed,
}

/// Plays one game.
fn play(
    engine: &mut UciEngine,
    plan: &Chances,
    opening: u64,
    number: usize,
) -> Result<(Game, Ending), Fault> {
    let opening_seed = plan.seed.child("opening", opening);
    let limit = Limit::Nodes(plan.nodes);
    let start = opening::find(engine, limit, plan.even_cp, opening_seed)?;
    let mut nodes = plan.seed.child("nodes", number as u64).stream();
    let mut game = Game::new(start);
    let rules = Rules::default();
    let mut judge = Judge::new(&rules);
    engine.new_game()?;
    loop {
        if let Some(ending) = judge.ending(&game) {
            return Ok((game, ending));
        }
        let tenth = plan.nodes / 10;
        let varied = plan.nodes - tenth + nodes.below(2 * tenth as usize + 1) as u64;
        let found = engine.search(&game, Limit::Nodes(varied.max(1)))?;
        let fen = || chess::fen::write(game.board());
        let Some(mv) = found.best else {
            return Err(engine.accuse(Misdeed::NoMove(fen())));
        };
        let Some(score) = found.score() else {
            return Err(engine.accuse(Misdeed::NoScore(fen())));
        };
        if game.play(mv).is_err() {
            unreachable!("the engine's moves are checked");
        }
        judge.note(game.board(), Some(score));
    }
}

/// The tags that identify a game of this plan.
fn tags(plan: &GamesPlan, name: &str, number: usize) -> Tags {
    let mut tags = Tags::default();
    let seed = plan.seed.number();
    tags.set("Event", format!("Self-play, seed {seed}"));
    tags.set("Round", number.to_string());
    tags.set("White", name);
    tags.set("Black", name);
    tags.set("Nodes", plan.nodes.to_string());
    let (opening, even_cp) = (plan.opening(number), plan.even_cp);
    tags.set("Opening", format!("random {opening} within {even_cp} cp"));
    tags
}

/// A game as text, with the reason it ended.
fn write(tags: &Tags, game: &Game, ending: Ending) -> Vec<u8> {
    let comment = Comment {
        after: game.moves().len(),
        text: ending.to_string(),
    };
    let marker = Marker::Finished(ending.outcome());
    let mut text = Vec::new();
    pgn::write(&mut text, tags, game, marker, &[comment]).expect("memory can be written");
    text
}

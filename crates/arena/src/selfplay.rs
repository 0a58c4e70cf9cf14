//! Games of an engine against itself, kept as data.
//!
//! Game `n`, counted from 1, is a function of the seed and `n`: which worker played
//! which game, and how often the run was interrupted, does not show in the file.

use std::ops::ControlFlow;
use std::path::Path;
use std::time::{Duration, Instant};

use chess::pgn::{self, Comment, Marker, Tags};
use chess::{Game, Outcome};
use evo::Seed;
use thiserror::Error;

use crate::adjudicate::Judge;
use crate::game_file::{FileError, GameFile};
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
    let begun = Instant::now();
    let name = UciEngine::start(&plan.program)?.name().to_owned();
    let mut tally = Made::default();
    let mut file = GameFile::open(
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

    let mut failure = None;
    ordered::run(
        tally.kept + 1..plan.games + 1,
        plan.workers,
        || UciEngine::start(&plan.program),
        |engine, number| engine.retry(|engine| play(engine, plan, number)),
        |played| {
            let number = tally.games() + 1;
            let written = played.map_err(Error::from).and_then(|(game, ending)| {
                let text = write(&tags(plan, &name, number), &game, ending);
                file.append(&text)?;
                Ok(ending)
            });
            match written {
                Ok(ending) => {
                    tally.played += 1;
                    tally.decisive += usize::from(ending.outcome() != Outcome::Draw);
                    tally.elapsed = begun.elapsed();
                    progress(&tally)
                }
                Err(error) => {
                    failure = Some(error);
                    ControlFlow::Break(())
                }
            }
        },
    )?;
    failure.map_or(Ok(tally), Err)
}

/// Plays one game.
fn play(engine: &mut UciEngine, plan: &GamesPlan, number: usize) -> Result<(Game, Ending), Fault> {
    let opening_seed = plan.seed.child("opening", plan.opening(number));
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

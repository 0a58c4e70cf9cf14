//! An organism that plays in this process.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::time::Duration;

use chess::{Color, Game};
use engine::Mind;
use engine::search::{self, Budget, Clock, Engine};

use crate::{Fault, Limit, Misdeed, Player, Thought};

/// What a clock keeps back for a machine that is busy with other things.
const OVERHEAD: Duration = Duration::from_millis(10);

/// An organism that plays in this process, on one thread: no pipes, no text.
///
/// At fixed nodes or depth its games repeat exactly.
pub struct OrganismPlayer {
    organism: Arc<dyn Mind>,
    mebibytes: usize,
    /// `None` after a fault.
    engine: Option<Engine>,
}

impl OrganismPlayer {
    /// A player with a hash table of this size.
    pub fn new(organism: Arc<dyn Mind>, mebibytes: usize) -> Self {
        Self {
            engine: None,
            organism,
            mebibytes,
        }
    }

    /// Plays as another organism from its next game on. The hash table is kept:
    /// allocating it again takes as long as many moves.
    pub fn play_as(&mut self, organism: Arc<dyn Mind>) {
        if let Some(engine) = &mut self.engine {
            engine.replace(organism.searcher(1));
        }
        self.organism = organism;
    }
}

impl Player for OrganismPlayer {
    fn name(&self) -> &str {
        self.organism.name()
    }

    fn new_game(&mut self) -> Result<(), Fault> {
        if let Some(engine) = &mut self.engine {
            engine.new_game();
            return Ok(());
        }
        let mut engine = self.organism.engine(1, 1);
        engine.resize_table(self.mebibytes).map_err(|error| {
            let reason = format!("a hash table of {} MiB: {error}", self.mebibytes);
            self.accuse(Misdeed::NotStarted(reason))
        })?;
        self.engine = Some(engine);
        Ok(())
    }

    fn choose(&mut self, game: &Game, limit: Limit) -> Result<Option<Thought>, Fault> {
        let Some(engine) = &mut self.engine else {
            return Err(self.accuse(Misdeed::NotRunning));
        };
        let limit = search_limit(game, limit);
        // One organism's failure must not end the games of all others.
        let found = catch_unwind(AssertUnwindSafe(|| engine.search(game, &limit)));
        let found = found.map_err(|panic| self.accuse(Misdeed::Panic(message(&*panic))))?;
        let Some(mv) = found.best else {
            let fen = chess::fen::write(game.board());
            return Err(self.accuse(Misdeed::NoMove(fen)));
        };
        Ok(Some(Thought {
            mv,
            score: Some(found.score),
            depth: Some(found.depth.into()),
            nodes: Some(found.nodes),
        }))
    }

    fn accuse(&mut self, misdeed: Misdeed) -> Fault {
        self.engine = None;
        Fault {
            program: self.organism.name().into(),
            misdeed,
            transcript: Vec::new(),
        }
    }
}

/// What this limit leaves for the next move of a game.
pub fn search_limit(game: &Game, limit: Limit) -> search::Limit {
    match limit {
        Limit::Nodes(nodes) => search::Limit::nodes(nodes),
        Limit::Depth(depth) => search::Limit::depth(depth),
        Limit::MoveTime(time) => search::Limit {
            time: Some(Budget::fixed(time)),
            ..search::Limit::default()
        },
        Limit::Clocks { white, black } => {
            let clock = match game.board().side_to_move() {
                Color::White => white,
                Color::Black => black,
            };
            let overhead = OVERHEAD;
            search::Limit::on_clock(&Clock { overhead, ..clock }, game.board())
        }
    }
}

/// What a panic said.
fn message(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
    text.or_else(|| panic.downcast_ref::<String>().cloned())
        .unwrap_or_default()
}

//! An organism that plays in this process.

use chess::Game;
use engine::eval::Evaluator;
use engine::organism::Organism;
use engine::search::Engine;

use crate::{Fault, Limit, Misdeed, Player, Thought};

/// An organism that plays in this process: no pipes, no text.
pub struct OrganismPlayer {
    organism: Organism,
    mebibytes: usize,
    /// `None` after a fault.
    engine: Option<Engine<Evaluator>>,
}

impl OrganismPlayer {
    /// A player with a hash table of this size.
    pub fn new(organism: Organism, mebibytes: usize) -> Self {
        Self {
            engine: Some(organism.engine(1, mebibytes)),
            organism,
            mebibytes,
        }
    }
}

impl Player for OrganismPlayer {
    fn name(&self) -> &str {
        &self.organism.name
    }

    fn new_game(&mut self) -> Result<(), Fault> {
        todo!()
    }

    fn choose(&mut self, game: &Game, limit: Limit) -> Result<Option<Thought>, Fault> {
        todo!()
    }

    fn accuse(&mut self, misdeed: Misdeed) -> Fault {
        todo!()
    }
}

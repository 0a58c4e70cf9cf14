//! A running xboard engine.

use chess::Game;

use crate::{Fault, Limit, Misdeed, Player, Program, Thought};

/// A running engine that speaks the Chess Engine Communication Protocol, version 2.
pub struct XboardEngine {
    program: Program,
}

impl XboardEngine {
    /// Starts a program and greets it.
    pub fn start(program: &Program) -> Result<Self, Fault> {
        todo!()
    }
}

impl Player for XboardEngine {
    fn name(&self) -> &str {
        todo!()
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

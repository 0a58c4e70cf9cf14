//! Endgame players at the arena's boards.

use arena::{Fault, Inside, Limit, Misdeed, Player, Thought};
use chess::Game;

use super::organism::Organism;
use super::strategy::Strategy;

/// An endgame organism as a player: it looks as far ahead as its file says, whatever the limit.
pub struct EndgamePlayer {
    name: String,
    strategy: Strategy,
}

impl EndgamePlayer {
    /// The player that an organism is.
    pub fn new(organism: &Organism) -> Self {
        Self {
            name: organism.name.clone(),
            strategy: organism.strategy(),
        }
    }
}

impl Organism {
    /// A maker of players of this organism, for matches.
    pub fn inside(self) -> Inside {
        Inside::new(self.to_toml(), move || Box::new(EndgamePlayer::new(&self)))
    }
}

impl Player for EndgamePlayer {
    fn name(&self) -> &str {
        &self.name
    }

    fn new_game(&mut self) -> Result<(), Fault> {
        Ok(())
    }

    fn choose(&mut self, game: &Game, _: Limit) -> Result<Option<Thought>, Fault> {
        let (mv, judged) = self.strategy.choose(game);
        Ok(Some(Thought {
            mv,
            score: None,
            depth: Some(self.strategy.plies().get().into()),
            nodes: Some(judged),
        }))
    }

    fn accuse(&mut self, misdeed: Misdeed) -> Fault {
        Fault {
            program: self.name.clone(),
            misdeed,
            transcript: Vec::new(),
        }
    }
}

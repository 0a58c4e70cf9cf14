//! A UCI engine as a player.

use chess::{Game, fen};

use crate::{Fault, Limit, Misdeed, Player, Thought, UciEngine};

impl Player for UciEngine {
    fn name(&self) -> &str {
        UciEngine::name(self)
    }

    fn new_game(&mut self) -> Result<(), Fault> {
        UciEngine::new_game(self)
    }

    fn choose(&mut self, game: &Game, limit: Limit) -> Result<Option<Thought>, Fault> {
        let found = self.search(game, limit)?;
        let Some(mv) = found.best else {
            return Err(UciEngine::accuse(
                self,
                Misdeed::NoMove(fen::write(game.board())),
            ));
        };
        let line = found.lines.first();
        Ok(Some(Thought {
            mv,
            score: found.score(),
            depth: line.and_then(|line| line.depth),
            nodes: found.nodes,
        }))
    }

    fn accuse(&mut self, misdeed: Misdeed) -> Fault {
        UciEngine::accuse(self, misdeed)
    }
}

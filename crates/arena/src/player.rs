//! Players of chess.

use chess::{Game, Move};
use engine::search::Score;

use crate::{Fault, Limit, Misdeed};

/// What a player thought when it chose.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Thought {
    /// The move it chose.
    pub mv: Move,
    /// What it thinks the move is worth for itself.
    pub score: Option<Score>,
    /// Plies it searched.
    pub depth: Option<u32>,
    /// Nodes it searched.
    pub nodes: Option<u64>,
}

/// A player of chess, one game after the other.
pub trait Player: Send {
    /// What it is called.
    fn name(&self) -> &str;

    /// Forgets the game before. A player that is gone after a fault is started
    /// again.
    fn new_game(&mut self) -> Result<(), Fault>;

    /// Chooses a move in the last position of `game`, which has a legal one;
    /// `None` if it resigns. Every game begins with [`Player::new_game`], and from
    /// one call to the next it only grows.
    fn choose(&mut self, game: &Game, limit: Limit) -> Result<Option<Thought>, Fault>;

    /// Records a misdeed that only the opponent or the clock could see: the player
    /// is gone until its next game.
    fn accuse(&mut self, misdeed: Misdeed) -> Fault;
}

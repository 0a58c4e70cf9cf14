//! One game.

use std::time::Duration;

use chess::{Color, Game};

use crate::{Ending, Fault, Pace, Player, Rules, Thought};

/// A player at the board.
pub struct Seat<'a> {
    /// The player.
    pub player: &'a mut dyn Player,
    /// Its allowance.
    pub pace: Pace,
}

/// A thought and the time it took, measured from outside.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Timed {
    /// The thought.
    pub thought: Thought,
    /// From the question to the answer.
    pub time: Duration,
}

/// A game that was played.
#[derive(Debug, Clone)]
pub struct Played {
    /// The moves, those of the opening included.
    pub game: Game,
    /// How it ended.
    pub ending: Ending,
    /// What the players thought, move by move after the opening.
    pub thoughts: Vec<Timed>,
    /// What a player did wrong: that is why it lost.
    pub fault: Option<(Color, Fault)>,
}

/// Plays a game that begins with `start`, its moves included.
///
/// Both players are told of the new game first. A player that commits a fault
/// loses; it is started again when it is told of its next game.
pub fn play(white: Seat, black: Seat, start: Game, rules: &Rules) -> Played {
    todo!()
}

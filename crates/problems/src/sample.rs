//! Positions with the move that was played in them.

use chess::{Board, Game, Move};
use serde::{Deserialize, Serialize};

/// A position and the move a master chose. As a value it is a game of one move.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "Game", into = "Game")]
pub struct Sample {
    /// The position.
    pub board: Board,
    /// The move played.
    pub played: Move,
}

impl From<Sample> for Game {
    fn from(sample: Sample) -> Self {
        let mut game = Self::new(sample.board);
        game.play(sample.played).expect("a move that was played");
        game
    }
}

impl TryFrom<Game> for Sample {
    type Error = &'static str;

    fn try_from(game: Game) -> Result<Self, &'static str> {
        match *game.moves() {
            [played] => Ok(Self {
                board: game.start().clone(),
                played,
            }),
            _ => Err("a sample has one move"),
        }
    }
}

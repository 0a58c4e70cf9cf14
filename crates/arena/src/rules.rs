//! When a game ends before chess itself ends it.
//!
//! By default nothing that a player says ends a game: the centipawns of one organism
//! mean nothing to another, so a rule based on them would decide the winner. Material
//! is counted by the arena, the same for every player.

use std::sync::Arc;
use std::time::Duration;

use chess::Tables;
use serde::{Deserialize, Serialize};

/// When a game ends, apart from the rules of chess, and what a clock forgives.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Rules {
    /// When a side ahead in material has won.
    pub material: Option<Material>,
    /// When a side far behind by the players' scores has lost.
    pub resign: Option<Resign>,
    /// When a game that is even by the players' scores is drawn.
    pub draw: Option<Draw>,
    /// The number of the last move of a game: after it, the game is drawn.
    pub last_move: Option<u16>,
    /// Tables that know the result of endgames. They are files of this machine.
    #[serde(skip)]
    pub tables: Option<Arc<Tables>>,
    /// How far a player may overstep its time without losing.
    pub margin: Duration,
}

/// When a side ahead in material has won.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Material {
    /// How far ahead it must be: a pawn counts 1, a knight and a bishop 3, a rook 5
    /// and a queen 9.
    pub lead: u32,
    /// For how many moves of each side in a row.
    pub moves: usize,
}

/// When a side far behind by the players' scores has lost.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Resign {
    /// How far behind it must be by both sides' scores, in centipawns.
    pub cp: u32,
    /// For how many moves of each side in a row.
    pub moves: usize,
}

/// When a game that is even by the players' scores is drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Draw {
    /// The most any side may be ahead by both sides' scores, in centipawns.
    pub cp: u32,
    /// For how many moves of each side in a row.
    pub moves: usize,
    /// But only once this move has been played.
    pub from_move: u16,
}

impl Rules {
    /// The rules of chess and nothing else; clocks forgive as by default.
    pub fn chess_only() -> Self {
        Self {
            material: None,
            last_move: None,
            ..Self::default()
        }
    }
}

impl Default for Rules {
    /// A side that has been a queen ahead for four moves has won: by the games played
    /// out in `docs/results.md`, that shifts no match by more than its noise.
    fn default() -> Self {
        Self {
            material: Some(Material { lead: 9, moves: 4 }),
            resign: None,
            draw: None,
            last_move: Some(200),
            tables: None,
            margin: Duration::from_millis(20),
        }
    }
}

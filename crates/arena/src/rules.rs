//! When a game ends before chess itself ends it.

use std::sync::Arc;
use std::time::Duration;

use chess::Tables;

/// When a game ends, beside the rules of chess, and what a clock forgives.
#[derive(Debug, Clone)]
pub struct Rules {
    /// When a side far behind has lost.
    pub resign: Option<Resign>,
    /// When an even game is drawn.
    pub draw: Option<Draw>,
    /// The number of the last move of a game: after it, the game is drawn.
    pub last_move: Option<u16>,
    /// Tables that know the result of endgames.
    pub tables: Option<Arc<Tables>>,
    /// How far a player may overstep its time without losing.
    pub margin: Duration,
}

/// When a side far behind has lost.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Resign {
    /// How far behind it must be by both sides' scores, in centipawns.
    pub cp: u32,
    /// For so many moves of each side in a row.
    pub moves: usize,
}

/// When an even game is drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Draw {
    /// The most any side may be ahead by both sides' scores, in centipawns.
    pub cp: u32,
    /// For so many moves of each side in a row.
    pub moves: usize,
    /// But only once this move has been played.
    pub from_move: u16,
}

impl Rules {
    /// The rules of chess and nothing else; clocks forgive as by default.
    pub fn chess_only() -> Self {
        Self {
            resign: None,
            draw: None,
            last_move: None,
            ..Self::default()
        }
    }
}

impl Default for Rules {
    /// Games whose result is clear, to most players' eyes, are not played out.
    fn default() -> Self {
        Self {
            resign: Some(Resign { cp: 1000, moves: 3 }),
            draw: Some(Draw {
                cp: 8,
                moves: 8,
                from_move: 40,
            }),
            last_move: Some(200),
            tables: None,
            margin: Duration::from_millis(20),
        }
    }
}

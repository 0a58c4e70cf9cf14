//! What an oracle thinks of a position.

use arena::{Fault, Limit, UciEngine};
use chess::{Board, Game, Move};
use engine::search::Score;

/// Beyond this a side wins, and how much more means nothing.
const WON_CP: i32 = 500;

/// The second move must be worse by this much.
const CLEARLY_CP: i32 = 200;

/// A move that is clearly the best.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Verdict {
    pub best: Move,
    /// What it is worth for the side to move.
    pub score: Score,
}

impl Verdict {
    /// The oracle's clearly best move, if there is one that does not lose.
    pub fn ask(oracle: &mut UciEngine, board: &Board, nodes: u64) -> Result<Option<Self>, Fault> {
        oracle.new_game()?;
        let found = oracle.search(&Game::new(board.clone()), Limit::Nodes(nodes))?;
        let scores: Vec<_> = found.lines.iter().filter_map(|line| line.score).collect();
        let (Some(best), &[score, second, ..]) = (found.best, &scores[..]) else {
            return Ok(None);
        };
        let clear = worth(score) >= 0 && worth(score) - worth(second) >= CLEARLY_CP;
        Ok(clear.then_some(Self { best, score }))
    }
}

fn worth(score: Score) -> i32 {
    match score {
        Score::Centipawns(cp) => cp.clamp(-WON_CP, WON_CP),
        Score::Mate(moves) if moves > 0 => WON_CP,
        Score::Mate(_) => -WON_CP,
    }
}

//! Searches: the alpha-beta that programs steer, and the fixed-depth players they meet.

mod bank;
mod bounds;
mod ground;
mod negascout;
mod swift;
mod tree;

pub use bank::Bank;
pub use bounds::{Allowance, Bounds, KillerCount};
pub use ground::MATE;
pub use negascout::Negascout;
pub use swift::Swift;
pub use tree::{Entered, Tree, Witness};

use chess::Move;

/// What a search found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Found {
    /// The best move.
    pub mv: Move,
    /// What it is worth for the side to move, in centipawns.
    pub score: i32,
    /// The nodes it took.
    pub nodes: u64,
    /// The deepest ply that was looked at.
    pub depth: usize,
}

//! How far a search may go.

use std::num::{NonZeroU8, NonZeroU64};

use serde::{Deserialize, Serialize};

/// How far the search of an individual may go.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(
    deny_unknown_fields,
    expecting = "`{ rest = 2, least = 1, most = 10, change = 2, nodes = 100000 }`"
)]
pub struct Bounds {
    /// The rest depth at the root.
    pub rest: u8,
    /// No line ends before this ply.
    pub least: NonZeroU8,
    /// All lines end at this ply.
    pub most: NonZeroU8,
    /// By how many plies a node may move the horizon.
    pub change: u8,
    /// Nodes a move, on average over the game.
    pub nodes: NonZeroU64,
}

impl Default for Bounds {
    /// Those of the paper, which does not say how near a line may end.
    fn default() -> Self {
        Self {
            rest: 2,
            least: NonZeroU8::MIN,
            most: NonZeroU8::new(10).expect("above 0"),
            change: 2,
            nodes: NonZeroU64::new(100_000).expect("above 0"),
        }
    }
}

impl Bounds {
    /// A search to this depth with as many nodes as it needs.
    pub fn fixed(depth: NonZeroU8) -> Self {
        Self {
            rest: depth.get(),
            least: NonZeroU8::MIN,
            most: depth,
            change: 0,
            nodes: NonZeroU64::MAX,
        }
    }
}

//! How far a search may go.

use std::num::{NonZeroU8, NonZeroU64};
use std::time::Instant;

use serde::{Deserialize, Serialize};

use crate::ordering::MOST_KILLERS;

/// How far the search of an individual may go.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(
    deny_unknown_fields,
    expecting = "`{ rest = 2, least = 1, most = 10, change = 2, nodes = 100000, killers = 4 }`"
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
    /// Killer moves that a level remembers.
    pub killers: KillerCount,
}

/// A number of killer moves that can be kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "u8", into = "u8")]
pub struct KillerCount(u8);

impl From<KillerCount> for u8 {
    fn from(KillerCount(count): KillerCount) -> Self {
        count
    }
}

impl From<KillerCount> for usize {
    fn from(KillerCount(count): KillerCount) -> Self {
        count.into()
    }
}

impl TryFrom<u8> for KillerCount {
    type Error = String;

    fn try_from(count: u8) -> Result<Self, String> {
        match usize::from(count) <= MOST_KILLERS {
            true => Ok(Self(count)),
            false => Err(format!(
                "a level remembers at most {MOST_KILLERS} killer moves"
            )),
        }
    }
}

/// What a single search may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Allowance {
    /// Nodes; when they are spent, every line ends as soon as it may.
    pub nodes: u64,
    /// When it is broken off; only for play, since what it finds cannot be repeated.
    pub until: Option<Instant>,
}

impl Allowance {
    /// As much as it needs.
    pub const ALL: Self = Self {
        nodes: u64::MAX,
        until: None,
    };
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
            killers: KillerCount(4),
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
            ..Self::default()
        }
    }
}

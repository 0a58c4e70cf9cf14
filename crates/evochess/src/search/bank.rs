//! Nodes that are saved and spent over a game.

use std::num::NonZeroU64;

/// A bank of nodes: every move brings as many, and what a move does not need is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bank {
    balance: i64,
}

impl Bank {
    /// Empty.
    pub const fn new() -> Self {
        Self { balance: 0 }
    }

    /// The nodes that the next move may have, when every move brings `each`. A search
    /// that ends late has had some of them already.
    pub fn allow(&mut self, each: NonZeroU64) -> u64 {
        let each = i64::try_from(each.get()).unwrap_or(i64::MAX);
        self.balance = self.balance.saturating_add(each);
        self.balance.max(0) as u64
    }

    /// Takes what a move has needed.
    pub fn spend(&mut self, nodes: u64) {
        self.balance = self.balance.saturating_sub_unsigned(nodes);
    }
}

impl Default for Bank {
    fn default() -> Self {
        Self::new()
    }
}

//! What a champion is worth: matches, and for EVOL* its evaluation, its search and its
//! parents, and positions that were not used in breeding.
//!
//! EVOL*: O. E. David, H. J. van den Herik, M. Koppel, N. S. Netanyahu: Genetic algorithms for
//! evolving computer chess programs, IEEE Transactions on Evolutionary Computation
//! 18(5), 2014.

mod held_out;
mod modern;
mod opponent;
mod trial;

use std::num::{NonZeroU64, NonZeroUsize};

use arena::book::Book;
use problems::coevolve::Contest;
use serde::Deserialize;
use toml::Spanned;

pub use held_out::{HeldOut, Solved};
pub use opponent::{Opponent, Proof};
pub use trial::Trial;

use super::data::checked_hash;
use crate::recipe::Mistake;

/// `[proof]`: matches of the champion.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, expecting = "a table, [proof]")]
pub struct Trials {
    /// How many openings each match has, each with both colours.
    pairs: NonZeroUsize,
    /// Nodes a move.
    nodes: NonZeroU64,
    /// The hash table of each player, in MiB.
    hash: Spanned<NonZeroUsize>,
}

impl Trials {
    pub(crate) fn check(&self) -> Result<(), Mistake> {
        checked_hash(&self.hash)
    }

    /// How a match is played, and how many pairs of games it has.
    fn contest(&self) -> (Contest, usize) {
        let contest = Contest {
            book: Book::built_in().into(),
            nodes: self.nodes.get(),
            mebibytes: self.hash.get_ref().get(),
        };
        (contest, self.pairs.get())
    }
}

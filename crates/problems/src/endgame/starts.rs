//! Where the games of a meeting begin.

use std::cell::RefCell;

use chess::Board;
use evo::Seed;
use serde::{Deserialize, Serialize};

use super::ending::Ending;
use super::plies::Plies;

/// What is played, and from where.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Starts {
    /// The endings, which the starts go through in turn.
    pub endings: Vec<Ending>,
    /// Only starts from which neither side mates or wins material by force within this
    /// many plies; `None`: any start.
    pub quiet: Option<Plies>,
}

/// Quiet starts that a thread remembers: more than a generation has.
const REMEMBERED: usize = 1 << 8;

type Made = ((Ending, Plies, Seed), Board);

thread_local! {
    static MADE: RefCell<Vec<Made>> = const { RefCell::new(Vec::new()) };
}

impl Starts {
    /// The start with this number of those that a seed stands for.
    pub fn get(&self, number: u32, seed: Seed) -> Board {
        let ending = &self.endings[number as usize % self.endings.len()];
        let seed = seed.child("start", number.into());
        match self.quiet {
            None => ending.start(seed),
            Some(plies) => quiet(ending, plies, seed),
        }
    }
}

/// A quiet start takes a search, and all meetings of a generation ask for the same.
fn quiet(ending: &Ending, plies: Plies, seed: Seed) -> Board {
    let wanted = (ending.clone(), plies, seed);
    MADE.with_borrow_mut(|made| {
        if let Some((_, start)) = made.iter().find(|(known, _)| *known == wanted) {
            return start.clone();
        }
        if made.len() == REMEMBERED {
            made.clear();
        }
        let start = ending.quiet_start(plies, seed);
        made.push((wanted, start.clone()));
        start
    })
}

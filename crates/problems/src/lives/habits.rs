//! The numbers that say how an organism learns.

use std::num::NonZeroU64;

use params::Table;
use serde::{Deserialize, Serialize};

use crate::learn::Schooling;

const TABLE: Table = Table::new(&[PARAMS]);

params::declare! { TABLE;
    NODES: 40..=4000 = 1000, "nodes a move in games against itself; the more, the fewer games";
    WINDOW: 1..=10 = 6, "rounds of games that are learned from";
    EPOCHS: 1..=24 = 12, "how often each position is looked at";
    RATE: 1..=60 = 10, "the largest step of a number, in thousandths of the logarithm of odds";
    DECAY: 0..=200 = 20, "tenths by which numbers are drawn to zero, divided by the number of games";
    BLEND: 0..=100 = 40, "percent that the search's score counts beside the result";
}

/// How many there are.
const COUNT: usize = TABLE.len();

/// How an organism learns from its own games.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Habits([i32; COUNT]);

impl Habits {
    /// The declarations.
    pub const TABLE: Table = TABLE;

    /// Those that these numbers say; `None` if they do not fit the declarations.
    pub fn of(program: &[i32]) -> Option<Self> {
        TABLE.array(program).ok().map(Self)
    }

    /// Nodes a move in games against itself.
    pub fn nodes(&self) -> NonZeroU64 {
        NonZeroU64::new(self.0[NODES] as u64).expect("the least is above zero")
    }

    /// Rounds of games that are learned from.
    pub fn window(&self) -> usize {
        self.0[WINDOW] as usize
    }

    /// How often each position is looked at.
    pub fn epochs(&self) -> u32 {
        self.0[EPOCHS] as u32
    }

    /// How it learns from them.
    pub fn schooling(&self) -> Schooling {
        Schooling {
            rate: f64::from(self.0[RATE]) / 1000.0,
            decay: f64::from(self.0[DECAY]) / 10.0,
            blend: f64::from(self.0[BLEND]) / 100.0,
        }
    }
}

impl Default for Habits {
    fn default() -> Self {
        Self(std::array::from_fn(|number| TABLE.get(number).default))
    }
}

impl From<Habits> for Vec<i32> {
    fn from(Habits(numbers): Habits) -> Self {
        numbers.into()
    }
}

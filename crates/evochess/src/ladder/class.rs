//! Classes of strength.

use std::num::NonZeroU8;

use serde::{Deserialize, Serialize};

use crate::position::{Position, PositionWeights};
use crate::search::Swift;

/// A class of the ladder: twice the depth of the player that stands for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "u8", into = "u8")]
pub struct Class(NonZeroU8);

/// All classes, the weakest first.
pub const CLASSES: [Class; 7] = [
    Class::of_depth(1),
    Class::of_depth(2),
    Class::of_depth(3),
    Class::of_depth(4),
    Class::of_depth(5),
    Class::of_depth(6),
    Class::of_depth(7),
];

/// The classes of phase four.
pub const TWELVE: Class = CLASSES[5];
pub const FOURTEEN: Class = CLASSES[6];

/// A number that is no class.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClassError(u8);

impl Class {
    const fn of_depth(depth: u8) -> Self {
        Self(NonZeroU8::new(depth).expect("a player looks ahead"))
    }

    /// Its number: 2, 4, … 14.
    pub const fn number(self) -> u8 {
        2 * self.0.get()
    }

    /// How far its player looks.
    pub const fn depth(self) -> NonZeroU8 {
        self.0
    }

    /// Its player, with the standard weights; chance in its evaluation comes from a seed.
    pub fn player(self, seed: u64) -> Swift {
        let position = Position::new(&PositionWeights::default(), seed);
        Swift::new(position, self.depth())
    }
}

impl TryFrom<u8> for Class {
    type Error = ClassError;

    fn try_from(number: u8) -> Result<Self, ClassError> {
        let class = CLASSES.into_iter().find(|class| class.number() == number);
        class.ok_or(ClassError(number))
    }
}

impl From<Class> for u8 {
    fn from(class: Class) -> Self {
        class.number()
    }
}

impl std::fmt::Display for ClassError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(
            f,
            "{} is no class; there are 2, 4, 6, 8, 10, 12 and 14",
            self.0
        )
    }
}

impl std::error::Error for ClassError {}

//! One member of a population and where it came from.

use serde::{Deserialize, Serialize};

use crate::Fitness;

/// Where a genome came from. Numbers are indices into the generation before, so
/// generation and index together name every organism of a run and its ancestors.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Origin {
    /// Given from outside at the start.
    Founder,
    /// Drawn at random at the start.
    Random,
    /// Carried over unchanged: an elite or a survivor.
    Copy(u32),
    /// A mutant of one parent.
    Mutant(u32),
    /// A child of two parents, which may be the same one twice.
    Cross(u32, u32),
    /// Sampled by a method from what it learned of all generations before.
    Sample,
    /// What a method would choose by all that it learned: the middle of what it samples
    /// from, or what its model says is best.
    Mean,
}

impl Origin {
    /// What journals and tables call it.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Founder => "founder",
            Self::Random => "random",
            Self::Copy(_) => "copy",
            Self::Mutant(_) => "mutant",
            Self::Cross(..) => "cross",
            Self::Sample => "sample",
            Self::Mean => "mean",
        }
    }

    /// The same with other indices for its parents.
    pub(crate) fn with_parents(self, place: impl Fn(u32) -> u32) -> Self {
        match self {
            Self::Copy(parent) => Self::Copy(place(parent)),
            Self::Mutant(parent) => Self::Mutant(place(parent)),
            Self::Cross(mother, father) => Self::Cross(place(mother), place(father)),
            Self::Founder | Self::Random | Self::Sample | Self::Mean => self,
        }
    }

    /// The indices of the parents in the generation before.
    pub fn parents(self) -> impl Iterator<Item = u32> {
        let (first, second) = match self {
            Self::Founder | Self::Random | Self::Sample | Self::Mean => (None, None),
            Self::Copy(parent) | Self::Mutant(parent) => (Some(parent), None),
            Self::Cross(mother, father) => (Some(mother), Some(father)),
        };
        first.into_iter().chain(second)
    }
}

/// A genome that has been judged, with its history.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Organism<G> {
    /// The genome.
    pub genome: G,
    /// Where it came from.
    pub origin: Origin,
    /// How good it is.
    pub fitness: Fitness,
}

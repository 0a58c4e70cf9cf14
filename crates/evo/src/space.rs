//! What a genome is and how new ones come from old ones.

use std::fmt::Debug;

use serde::{Deserialize, Serialize, de::DeserializeOwned};

use crate::{Cube, Stream};

/// What can be copied, compared, shown, given to another thread and written to a
/// checkpoint or a wire.
pub trait Value:
    Clone + Debug + PartialEq + Serialize + DeserializeOwned + Send + Sync + 'static
{
}

impl<T> Value for T where
    T: Clone + Debug + PartialEq + Serialize + DeserializeOwned + Send + Sync + 'static
{
}

/// One named number of a genome.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Gene<T> {
    /// The name in files and reports.
    pub name: String,
    /// The smallest value.
    pub min: T,
    /// The largest value.
    pub max: T,
}

impl<T> Gene<T> {
    /// A gene of this name and range.
    pub fn new(name: &str, min: T, max: T) -> Self {
        Self {
            name: name.into(),
            min,
            max,
        }
    }
}

/// A representation: what a genome is, and how it is drawn, crossed and mutated.
///
/// The operators are configured by values, so that a recipe can name them.
pub trait Space: Clone + Debug + PartialEq {
    /// The encoded form, which the operators act on.
    type Genome: Value;
    /// The decoded form, which the problem uses.
    type Program: Value;
    /// A way to cross two genomes.
    type Crossover: Value;
    /// A way to mutate a genome.
    type Mutation: Value;

    /// The genomes as points of the unit cube; `None` where they are not numbers.
    fn cube(&self) -> Option<&dyn Cube<Self::Genome>> {
        None
    }

    /// How genomes are crossed and mutated where nothing is said of it; `None` where that
    /// has to be said.
    fn variation(&self) -> Option<(Self::Crossover, Self::Mutation)> {
        None
    }

    /// A random genome.
    fn sample(&self, stream: &mut Stream) -> Self::Genome;

    /// What a genome means.
    fn decode(&self, genome: &Self::Genome) -> Self::Program;

    /// One line that shows a genome by the names of its genes.
    fn show(&self, genome: &Self::Genome) -> String;

    /// Whether a genome belongs to this space: the operators rely on it.
    fn holds(&self, genome: &Self::Genome) -> bool;

    /// A child of two genomes. Parents are drawn alike, so which is which does not matter.
    fn cross(
        &self,
        how: &Self::Crossover,
        mother: &Self::Genome,
        father: &Self::Genome,
        stream: &mut Stream,
    ) -> Self::Genome;

    /// Changes a genome. `generation` is the number of its parents' generation.
    fn mutate(
        &self,
        how: &Self::Mutation,
        genome: &mut Self::Genome,
        generation: u32,
        stream: &mut Stream,
    );
}

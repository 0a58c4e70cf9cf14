//! How one generation is bred from the last, one file each.

pub mod ep;
pub mod ga;
pub mod gp;

use serde::{Deserialize, Serialize};

use crate::{Error, Organism, Origin, Seed, Space};

/// A way to breed, as a recipe writes it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(bound = "", rename_all = "snake_case")]
pub enum Method<S: Space> {
    /// A genetic algorithm.
    Ga(ga::Ga<S>),
    /// Evolutionary programming.
    Ep(ep::Ep<S>),
    /// Genetic programming.
    Gp(gp::Gp<S>),
}

impl<S: Space> Method<S> {
    /// How many organisms there are in every generation.
    pub const fn population(&self) -> u32 {
        match self {
            Self::Ga(ga) => ga.population,
            Self::Ep(ep) => ep.population,
            Self::Gp(gp) => gp.population,
        }
    }

    /// Whether the numbers go together.
    pub(crate) fn check(&self) -> Result<(), Error> {
        match self {
            Self::Ga(ga) => ga.check(),
            Self::Ep(ep) => ep.check(),
            Self::Gp(gp) => gp.check(),
        }
    }

    /// The generation after `parents`, which is generation number `generation`.
    pub(crate) fn breed(
        &self,
        space: &S,
        parents: &[Organism<S::Genome>],
        generation: u32,
        seed: Seed,
    ) -> Vec<(S::Genome, Origin)> {
        match self {
            Self::Ga(ga) => ga.breed(space, parents, generation, seed),
            Self::Ep(ep) => ep.breed(space, parents, generation, seed),
            Self::Gp(gp) => gp.breed(space, parents, generation, seed),
        }
    }
}

fn values<G>(organisms: &[Organism<G>]) -> Vec<f64> {
    organisms
        .iter()
        .map(|organism| organism.fitness.value)
        .collect()
}

/// Somebody has to be new in every generation, or nothing is ever judged again.
const fn check_room(kept: u32, population: u32) -> Result<(), Error> {
    if kept < population {
        Ok(())
    } else {
        Err(Error::NoRoom { kept, population })
    }
}

//! How one generation is bred from the last, one file each.

pub mod cma_es;
pub mod de;
pub mod ep;
pub mod ga;
pub mod gp;
pub mod learner;

use serde::{Deserialize, Serialize};

use crate::{Cube, Error, Example, Organism, Origin, Seed, Space};

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
    /// Covariance matrix adaptation.
    CmaEs(cma_es::CmaEs),
    /// Differential evolution.
    De(de::De),
    /// Learning from results.
    Learner(learner::Learner),
}

/// What a method has learned besides the population.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub enum Memory {
    /// Nothing: the population is all that counts.
    #[default]
    Nothing,
    /// Where and how widely to sample.
    CmaEs(cma_es::Distribution),
    /// What the results so far have taught.
    Learner(learner::Belief),
}

impl<S: Space> Method<S> {
    /// How many organisms there are in every generation.
    pub const fn population(&self) -> u32 {
        match self {
            Self::Ga(ga) => ga.population,
            Self::Ep(ep) => ep.population,
            Self::Gp(gp) => gp.population,
            Self::CmaEs(cma_es) => cma_es.population,
            Self::De(de) => de.population,
            Self::Learner(learner) => learner.population,
        }
    }

    /// What recipes call it.
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Ga(_) => "ga",
            Self::Ep(_) => "ep",
            Self::Gp(_) => "gp",
            Self::CmaEs(_) => "cma_es",
            Self::De(_) => "de",
            Self::Learner(_) => "learner",
        }
    }

    /// Whether generations are sampled from what was learned, and not bred.
    pub(crate) const fn samples(&self) -> bool {
        matches!(self, Self::CmaEs(_) | Self::Learner(_))
    }

    /// Whether examples are of use.
    pub(crate) const fn learns(&self) -> bool {
        matches!(self, Self::Learner(_))
    }

    /// What is known once a generation has been judged.
    pub(crate) fn learn(
        &self,
        space: &S,
        generation: &[Organism<S::Genome>],
        examples: &[Example],
        memory: Memory,
    ) -> Memory {
        match (self, memory) {
            (Self::Learner(learner), memory) => {
                let belief = match memory {
                    Memory::Learner(belief) => Some(belief),
                    _ => None,
                };
                Memory::Learner(learner.learn(space, generation, examples, belief))
            }
            (_, memory) => memory,
        }
    }

    /// Checks that the settings fit each other and the space.
    pub(crate) fn check(&self, space: &S) -> Result<(), Error> {
        match self {
            Self::Ga(ga) => ga.check(),
            Self::Ep(ep) => ep.check(),
            Self::Gp(gp) => gp.check(),
            Self::CmaEs(cma_es) => cma_es.check(space),
            Self::De(de) => de.check(space),
            Self::Learner(learner) => learner.check(space),
        }
    }

    /// The generation after `parents`, which come with the number of their generation.
    pub(crate) fn breed(
        &self,
        space: &S,
        (parents, generation): (&[Organism<S::Genome>], u32),
        memory: &mut Memory,
        seed: Seed,
    ) -> Vec<(S::Genome, Origin)> {
        match self {
            Self::Ga(ga) => ga.breed(space, parents, generation, seed),
            Self::Ep(ep) => ep.breed(space, parents, generation, seed),
            Self::Gp(gp) => gp.breed(space, parents, generation, seed),
            Self::CmaEs(cma_es) => cma_es.breed(space, parents, memory, seed),
            Self::De(de) => de.breed(space, parents, seed),
            Self::Learner(learner) => match memory {
                Memory::Learner(belief) => learner.breed(space, belief, seed),
                _ => unreachable!("it has learned from every generation"),
            },
        }
    }
}

pub(crate) fn values<G>(organisms: &[Organism<G>]) -> Vec<f64> {
    organisms
        .iter()
        .map(|organism| organism.fitness.value)
        .collect()
}

/// The genomes of a space as points, for a method that needs that.
fn cube<S: Space>(space: &S) -> Result<&dyn Cube<S::Genome>, Error> {
    let cube = space.cube().ok_or(Error::NotNumbers)?;
    match cube.axes().is_empty() {
        true => Err(Error::NotNumbers),
        false => Ok(cube),
    }
}

/// At least one organism must be new in every generation, or nothing is ever judged.
const fn check_room(kept: u32, population: u32) -> Result<(), Error> {
    if kept < population {
        Ok(())
    } else {
        Err(Error::NoRoom { kept, population })
    }
}

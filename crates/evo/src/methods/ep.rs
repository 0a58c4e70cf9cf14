//! Evolutionary programming.

use serde::{Deserialize, Serialize};

use super::{Breed, check_room, values};
use crate::{Error, Organism, Origin, Seed, Space, select};

/// Evolutionary programming: the best survive and have mutants; there is no crossover.
///
/// ```text
/// the best `survivors` are carried over unchanged
/// until the population is full:
///     child ← mutate(the next survivor, best first, starting over after the last)
/// ```
///
/// With half as many survivors as organisms, each has exactly one child.
///
/// L. J. Fogel, A. J. Owens, M. J. Walsh: Artificial intelligence through
/// simulated evolution, 1966. The settings of E. Vázquez-Fernández, C. A. Coello
/// Coello, F. D. Sagols Troncoso: An evolutionary algorithm for tuning a chess
/// evaluation function, CEC 2011, are population 10, survivors 5 and non-uniform
/// mutation at 0.9 with b = 2 and T = 50.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(bound = "", deny_unknown_fields, expecting = "a table, [ep]")]
pub struct Ep<S: Space> {
    /// How many organisms there are.
    pub population: u32,
    /// How many of the best survive; at least one, and fewer than the population.
    pub survivors: u32,
    /// How children mutate.
    pub mutation: S::Mutation,
}

impl<S: Space> Breed<S> for Ep<S> {
    type Memory = ();

    fn standard(space: &S) -> Option<Self> {
        let (_, mutation) = space.variation()?;
        Some(Self {
            population: 40,
            survivors: 20,
            mutation,
        })
    }

    fn population(&self) -> u32 {
        self.population
    }

    fn check(&self, _: &S) -> Result<(), Error> {
        if self.survivors == 0 {
            return Err(Error::NoSurvivors);
        }
        check_room(self.survivors, self.population)
    }

    fn breed(
        &self,
        space: &S,
        parents: &[Organism<S::Genome>],
        generation: u32,
        _: &mut Option<()>,
        seed: Seed,
    ) -> Vec<(S::Genome, Origin)> {
        let survivors = select::truncation(&values(parents), self.survivors as usize);
        let kept = survivors
            .iter()
            .map(|&index| (parents[index].genome.clone(), Origin::Copy(index as u32)));
        let children = (self.survivors..self.population)
            .zip(survivors.iter().cycle())
            .map(|(index, &parent)| {
                let mut child = parents[parent].genome.clone();
                let mut stream = seed.child("breed", index.into()).stream();
                space.mutate(&self.mutation, &mut child, generation, &mut stream);
                (child, Origin::Mutant(parent as u32))
            });
        kept.chain(children).collect()
    }
}

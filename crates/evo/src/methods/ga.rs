//! The genetic algorithm.

use std::num::NonZeroU32;

use serde::{Deserialize, Serialize};

use super::{Breed, check_room, values};
use crate::{Error, Organism, Origin, Probability, Seed, Selection, Space, select};

/// The generational genetic algorithm with elitism.
///
/// ```text
/// the best `elites` are carried over unchanged
/// until the population is full:
///     mother ← select
///     with probability crossover_rate: child ← cross(mother, select)
///     otherwise:                       child ← mother
///     mutate(child)
/// ```
///
/// J. H. Holland: Adaptation in natural and artificial systems, 1975;
/// D. E. Goldberg: Genetic algorithms in search, optimization, and machine
/// learning, 1989. The settings of O. E. David, H. J. van den Herik, M. Koppel,
/// N. S. Netanyahu: Genetic algorithms for evolving computer chess programs,
/// IEEE Trans. Evol. Comput. 18(5), 2014, are population 100, elites 1,
/// roulette, uniform crossover at 0.75 and flips at 0.005.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(bound = "", deny_unknown_fields, expecting = "a table, [ga]")]
pub struct Ga<S: Space> {
    /// How many organisms there are.
    pub population: u32,
    /// How many of the best are carried over unchanged; fewer than the population.
    pub elites: u32,
    /// How parents are chosen.
    pub selection: Selection,
    /// How two parents are crossed.
    pub crossover: S::Crossover,
    /// How often two parents are crossed.
    pub crossover_rate: Probability,
    /// How children mutate.
    pub mutation: S::Mutation,
}

impl<S: Space> Breed<S> for Ga<S> {
    type Memory = ();

    fn standard(space: &S) -> Option<Self> {
        let (crossover, mutation) = space.variation()?;
        Some(Self {
            population: 40,
            elites: 1,
            selection: Selection::Tournament {
                size: const { NonZeroU32::new(3).unwrap() },
            },
            crossover,
            crossover_rate: Probability::new(1.0),
            mutation,
        })
    }

    fn population(&self) -> u32 {
        self.population
    }

    fn check(&self, _: &S) -> Result<(), Error> {
        check_room(self.elites, self.population)
    }

    fn breed(
        &self,
        space: &S,
        parents: &[Organism<S::Genome>],
        generation: u32,
        _: &mut Option<()>,
        seed: Seed,
    ) -> Vec<(S::Genome, Origin)> {
        let fitness = values(parents);
        let chooser = self.selection.prepare(&fitness);
        let elites = select::truncation(&fitness, self.elites as usize);
        let elites = elites
            .into_iter()
            .map(|best| (parents[best].genome.clone(), Origin::Copy(best as u32)));
        let children = (self.elites..self.population).map(|index| {
            let mut stream = seed.child("breed", index.into()).stream();
            let mother = chooser.choose(&mut stream);
            let mother_genome = &parents[mother].genome;
            let (mut child, origin) = if stream.chance(self.crossover_rate.get()) {
                let father = chooser.choose(&mut stream);
                let father_genome = &parents[father].genome;
                (
                    space.cross(&self.crossover, mother_genome, father_genome, &mut stream),
                    Origin::Cross(mother as u32, father as u32),
                )
            } else {
                (mother_genome.clone(), Origin::Mutant(mother as u32))
            };
            space.mutate(&self.mutation, &mut child, generation, &mut stream);
            (child, origin)
        });
        elites.chain(children).collect()
    }
}

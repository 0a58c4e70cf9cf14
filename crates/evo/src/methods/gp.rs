//! Genetic programming.

use serde::{Deserialize, Serialize};

use super::{Breed, check_room, values};
use crate::{Error, Organism, Origin, Probability, Seed, Selection, Space, select};

/// Generational genetic programming: every child is made by a single operator.
///
/// ```text
/// the best `elites` are carried over unchanged
/// until the population is full, drawn by their rates:
///     reproduction: child ← select, unchanged
///     crossover:    child ← cross(select, select)
///     mutation:     child ← mutate(select)
/// ```
///
/// J. R. Koza: Genetic programming, 1992, chapter 6. The settings of A. Hauptman,
/// M. Sipper: GP-EndChess, EuroGP 2005, are population 80, reproduction 0.35,
/// crossover 0.5 and mutation 0.15.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(bound = "", deny_unknown_fields, expecting = "a table, [gp]")]
pub struct Gp<S: Space> {
    /// How many organisms there are.
    pub population: u32,
    /// How many of the best are carried over unchanged; fewer than the population.
    pub elites: u32,
    /// How parents are chosen.
    pub selection: Selection,
    /// How often a parent is carried over unchanged; the three rates add up to 1.
    pub reproduction_rate: Probability,
    /// How often two parents are crossed.
    pub crossover_rate: Probability,
    /// How often a parent mutates.
    pub mutation_rate: Probability,
    /// How two parents are crossed.
    pub crossover: S::Crossover,
    /// How a parent mutates.
    pub mutation: S::Mutation,
}

/// Decimal rates do not add up to exactly 1 in binary.
const TOLERANCE: f64 = 1e-9;

impl<S: Space> Breed<S> for Gp<S> {
    type Memory = ();

    fn population(&self) -> u32 {
        self.population
    }

    fn check(&self, _: &S) -> Result<(), Error> {
        let rates = [
            self.reproduction_rate,
            self.crossover_rate,
            self.mutation_rate,
        ];
        let sum: f64 = rates.iter().map(|rate| rate.get()).sum();
        if (sum - 1.0).abs() > TOLERANCE {
            return Err(Error::Rates(sum));
        }
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
        let copy = |parent: usize| (parents[parent].genome.clone(), Origin::Copy(parent as u32));
        let kept = select::truncation(&fitness, self.elites as usize);
        let child = |index: u32| {
            let mut stream = seed.child("breed", index.into()).stream();
            let drawn = stream.unit();
            let mother = chooser.choose(&mut stream);
            if drawn < self.reproduction_rate.get() {
                return copy(mother);
            }
            let genome = &parents[mother].genome;
            if drawn < self.reproduction_rate.get() + self.crossover_rate.get() {
                let father = chooser.choose(&mut stream);
                let other = &parents[father].genome;
                let child = space.cross(&self.crossover, genome, other, &mut stream);
                return (child, Origin::Cross(mother as u32, father as u32));
            }
            let mut child = genome.clone();
            space.mutate(&self.mutation, &mut child, generation, &mut stream);
            (child, Origin::Mutant(mother as u32))
        };
        let children = (kept.len() as u32..self.population).map(child);
        let mut next: Vec<_> = kept.iter().map(|&one| copy(one)).chain(children).collect();
        // Unchanged copies come first; the order of the rest stays.
        next.sort_by_key(|(_, origin)| !matches!(origin, Origin::Copy(_)));
        next
    }
}

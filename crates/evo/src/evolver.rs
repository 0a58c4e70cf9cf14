//! The optimiser that breeds generation from generation.

use serde::{Deserialize, Serialize};

use crate::methods::Memory;
use crate::{Error, Example, Method, Optimiser, Organism, Origin, Seed, Space};

/// A [`Method`] with its population.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(bound = "")]
pub struct Evolver<S: Space> {
    method: Method<S>,
    /// What the method has learned besides the population.
    memory: Memory,
    next_generation: u32,
    /// Needed for generation 0 only.
    founders: Vec<S::Genome>,
    population: Vec<Organism<S::Genome>>,
}

impl<S: Space> Evolver<S> {
    /// Generation 0 will be the founders and, where they are too few, random genomes;
    /// a method that samples begins with the founders alone, if there are any.
    pub fn new(method: Method<S>, space: &S, founders: Vec<S::Genome>) -> Result<Self, Error> {
        method.check(space)?;
        if founders.len() > method.population() as usize {
            return Err(Error::TooManyFounders {
                founders: founders.len(),
                population: method.population(),
            });
        }
        if let Some(stranger) = founders.iter().position(|genome| !space.holds(genome)) {
            return Err(Error::Stranger(stranger));
        }
        Ok(Self {
            method,
            memory: Memory::default(),
            next_generation: 0,
            founders,
            population: Vec::new(),
        })
    }

    /// Puts an organism from elsewhere in the place of one of the population.
    pub(crate) fn admit(&mut self, place: usize, migrant: Organism<S::Genome>) {
        self.population[place] = migrant;
    }

    /// The method, as it was given.
    pub const fn method(&self) -> &Method<S> {
        &self.method
    }
}

impl<S: Space> Optimiser<S> for Evolver<S> {
    fn next_generation(&self) -> u32 {
        self.next_generation
    }

    fn ask(&mut self, space: &S, seed: Seed) -> Vec<(S::Genome, Origin)> {
        if let Some(parents) = self.next_generation.checked_sub(1) {
            let (population, memory) = (&self.population, &mut self.memory);
            return self.method.breed(space, population, parents, memory, seed);
        }
        let founders = self
            .founders
            .iter()
            .cloned()
            .map(|genome| (genome, Origin::Founder));
        let population = match self.method.samples() && !self.founders.is_empty() {
            true => self.founders.len() as u64,
            false => self.method.population().into(),
        };
        let random = (self.founders.len() as u64..population).map(|index| {
            let mut stream = seed.child("sample", index).stream();
            (space.sample(&mut stream), Origin::Random)
        });
        founders.chain(random).collect()
    }

    fn learns(&self) -> bool {
        self.method.learns()
    }

    fn tell(&mut self, space: &S, generation: Vec<Organism<S::Genome>>, examples: &[Example]) {
        self.method
            .learn(space, &generation, examples, &mut self.memory);
        self.founders = Vec::new();
        self.population = generation;
        self.next_generation += 1;
    }

    fn population(&self) -> &[Organism<S::Genome>] {
        &self.population
    }
}

//! Demes that exchange organisms.

use std::num::NonZeroU32;

use serde::{Deserialize, Serialize};

use crate::methods::values;
use crate::{Error, Evolver, Example, Optimiser, Organism, Origin, Seed, Space, Stream, select};

/// When and how organisms go from deme to deme.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, expecting = "a table, [migration]")]
pub struct Migration {
    /// Generations from one epoch to the next.
    pub every: NonZeroU32,
    /// Which demes send to which.
    pub topology: Topology,
    /// How many organisms each sends to each.
    pub migrants: u32,
    /// Which ones.
    pub choice: Choice,
}

/// Which demes send to which.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(
    rename_all = "snake_case",
    expecting = "`\"ring\"`, `\"full\"` or `\"random\"`"
)]
pub enum Topology {
    /// Each to the next, and the last to the first.
    Ring,
    /// Each to all others.
    Full,
    /// To each from one other, drawn again in every epoch.
    Random,
}

/// Which organisms migrate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", expecting = "`\"best\"` or `\"random\"`")]
pub enum Choice {
    /// The best ones.
    Best,
    /// Drawn at random, each at most once.
    Random,
}

/// An optimiser made of optimisers: demes that breed on their own and exchange
/// organisms in numbered epochs.
///
/// ```text
/// ask:  in an epoch, copies of each deme's migrants take the place of the worst
///       organisms of the demes they go to; all demes send before any receives
///       generation ← the generations of all demes, one after the other
/// tell: each deme is told its part
/// ```
///
/// A deme may have a method of its own. One that samples from what it learned sends
/// organisms and takes none: it has no parents that they could be.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(bound = "")]
pub struct Archipelago<S: Space> {
    migration: Migration,
    demes: Vec<Evolver<S>>,
    /// How many organisms of the generation asked last belong to each deme.
    sizes: Vec<usize>,
    /// For each deme, where its parents stand in the generation told last.
    places: Vec<Vec<u32>>,
    population: Vec<Organism<S::Genome>>,
}

impl<S: Space> Archipelago<S> {
    /// These demes, which are all at the same generation.
    pub fn new(demes: Vec<Evolver<S>>, migration: Migration) -> Result<Self, Error> {
        if demes.is_empty() {
            return Err(Error::NoDemes);
        }
        let smallest = demes.iter().map(|deme| deme.method().population()).min();
        let senders = match migration.topology {
            Topology::Full => demes.len() as u32 - 1,
            Topology::Ring | Topology::Random => 1,
        };
        let (arrivals, population) = (senders * migration.migrants, smallest.unwrap_or(0));
        if arrivals >= population {
            return Err(Error::TooManyMigrants {
                arrivals,
                population,
            });
        }
        Ok(Self {
            migration,
            places: vec![Vec::new(); demes.len()],
            sizes: vec![0; demes.len()],
            demes,
            population: Vec::new(),
        })
    }

    /// The demes.
    pub fn demes(&self) -> &[Evolver<S>] {
        &self.demes
    }

    fn migrate(&mut self, seed: Seed) {
        let count = self.demes.len();
        let mut stream = seed.child("migration", 0).stream();
        let senders: Vec<Vec<usize>> = (0..count)
            .map(|deme| match self.migration.topology {
                _ if count == 1 => Vec::new(),
                Topology::Ring => vec![(deme + count - 1) % count],
                Topology::Full => (0..count).filter(|&other| other != deme).collect(),
                Topology::Random => vec![(deme + 1 + stream.below(count - 1)) % count],
            })
            .collect();
        let sent: Vec<_> = self
            .demes
            .iter()
            .zip(&self.places)
            .map(|(deme, places)| self.migrants(deme, places, &mut stream))
            .collect();
        for (deme, senders) in senders.into_iter().enumerate() {
            if self.demes[deme].method().samples() {
                continue;
            }
            let mut worst = select::best_first(&values(self.demes[deme].population()));
            for (place, migrant) in senders.into_iter().flat_map(|sender| &sent[sender]) {
                let slot = worst.pop().expect("fewer migrants than organisms");
                self.demes[deme].admit(slot, migrant.clone());
                self.places[deme][slot] = *place;
            }
        }
    }

    /// The organisms that a deme sends, and where they stand in the generation.
    fn migrants(
        &self,
        deme: &Evolver<S>,
        places: &[u32],
        stream: &mut Stream,
    ) -> Vec<(u32, Organism<S::Genome>)> {
        let population = deme.population();
        let mut order = match self.migration.choice {
            Choice::Best => select::best_first(&values(population)),
            Choice::Random => {
                let mut order: Vec<_> = (0..population.len()).collect();
                stream.shuffle(&mut order);
                order
            }
        };
        order.truncate(self.migration.migrants as usize);
        let migrant = |slot: usize| (places[slot], population[slot].clone());
        order.into_iter().map(migrant).collect()
    }
}

impl<S: Space> Optimiser<S> for Archipelago<S> {
    fn next_generation(&self) -> u32 {
        self.demes[0].next_generation()
    }

    fn ask(&mut self, space: &S, seed: Seed) -> Vec<(S::Genome, Origin)> {
        let generation = self.next_generation();
        if generation > 0 && generation.is_multiple_of(self.migration.every.get()) {
            self.migrate(seed);
        }
        let mut all = Vec::new();
        for (number, deme) in self.demes.iter_mut().enumerate() {
            let asked = deme.ask(space, seed.child("deme", number as u64));
            self.sizes[number] = asked.len();
            let places = &self.places[number];
            let told = |parent: u32| places[parent as usize];
            all.extend(
                asked
                    .into_iter()
                    .map(|(genome, origin)| (genome, origin.with_parents(told))),
            );
        }
        all
    }

    fn learns(&self) -> bool {
        self.demes.iter().any(Evolver::learns)
    }

    fn tell(&mut self, space: &S, generation: Vec<Organism<S::Genome>>, examples: &[Example]) {
        self.population = generation;
        let mut first = 0;
        for (number, deme) in self.demes.iter_mut().enumerate() {
            let range = first..first + self.sizes[number];
            deme.tell(space, self.population[range.clone()].to_vec(), examples);
            self.places[number] = range.clone().map(|place| place as u32).collect();
            first = range.end;
        }
    }

    fn population(&self) -> &[Organism<S::Genome>] {
        &self.population
    }

    fn deme_of(&self, number: usize) -> u32 {
        let ends = self.sizes.iter().scan(0, |end, size| {
            *end += size;
            Some(*end)
        });
        ends.take_while(|&end| end <= number).count() as u32
    }
}

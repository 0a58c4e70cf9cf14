//! How genomes are proposed.

use serde::{Serialize, de::DeserializeOwned};

use crate::{Error, Example, Organism, Origin, Seed, Space, recommend};

/// Proposes genomes and learns from their fitness. It is its own checkpoint: it
/// holds all that the rest of the run depends on, besides the seed.
pub trait Optimiser<S: Space>: Serialize + DeserializeOwned {
    /// The number of the next generation to ask for; the first is 0.
    fn next_generation(&self) -> u32;

    /// The next generation.
    fn ask(&mut self, space: &S, seed: Seed) -> Vec<(S::Genome, Origin)>;

    /// Whether it learns from examples.
    fn learns(&self) -> bool {
        false
    }

    /// Takes in the [records](crate::Problem::records) of a generation before it is told
    /// of it, if it [learns](Self::learns).
    fn keep(&mut self, _records: Vec<u8>) {}

    /// Takes in what was asked for, in the same order, with its fitness, and the
    /// examples of the generation if it [learns](Self::learns).
    fn tell(&mut self, space: &S, generation: Vec<Organism<S::Genome>>, examples: &[Example]);

    /// The generation told last; empty at the start.
    fn population(&self) -> &[Organism<S::Genome>];

    /// The deme of an organism of the generation told last, by its number there.
    fn deme_of(&self, _number: usize) -> u32 {
        0
    }

    /// What the run recommends: of the generation told last the organism that is best,
    /// luck aside ([`recommend`]).
    fn recommend(&self) -> Option<&Organism<S::Genome>> {
        let population = self.population();
        recommend(population).map(|number| &population[number])
    }

    /// The checkpoint as bytes.
    fn save(&self) -> Vec<u8> {
        postcard::to_stdvec(self).expect("plain values can always be written")
    }

    /// Continues from a checkpoint made in the same space.
    fn load(space: &S, checkpoint: &[u8]) -> Result<Self, Error> {
        let optimiser: Self = postcard::from_bytes(checkpoint)?;
        let mut population = optimiser.population().iter();
        match population.position(|organism| !space.holds(&organism.genome)) {
            Some(stranger) => Err(Error::Stranger(stranger)),
            None => Ok(optimiser),
        }
    }
}

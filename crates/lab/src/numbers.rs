//! Genes as a journal keeps them: numbers in order.

use evo::{GrayBits, Reals, Space};

/// A space whose genomes are lists of numbers.
pub trait Numbers: Space {
    /// The values of the genes, in order.
    fn values(&self, genome: &Self::Genome) -> Vec<f64>;
}

impl Numbers for GrayBits {
    fn values(&self, genome: &Self::Genome) -> Vec<f64> {
        self.named(genome).map(|(_, value)| value.into()).collect()
    }
}

impl Numbers for Reals {
    fn values(&self, genome: &Self::Genome) -> Vec<f64> {
        genome.clone()
    }
}

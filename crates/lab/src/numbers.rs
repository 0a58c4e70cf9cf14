//! Genes as a journal keeps them: numbers in order.

use evo::{GrayBits, Mixed, Space};

/// A space whose genomes are lists of numbers.
pub trait Numbers: Space {
    /// The values of the genes, in order.
    fn values(&self, genome: &Self::Genome) -> Vec<f64>;

    /// The genome of these values; `None` if they are not of this space.
    fn genome(&self, values: &[f64]) -> Option<Self::Genome>;
}

impl Numbers for GrayBits {
    fn values(&self, genome: &Self::Genome) -> Vec<f64> {
        self.named(genome).map(|(_, value)| value.into()).collect()
    }

    fn genome(&self, values: &[f64]) -> Option<Self::Genome> {
        let values: Vec<_> = values.iter().map(|&value| value as i32).collect();
        self.encode(&values).ok()
    }
}

impl Numbers for Mixed<f64> {
    fn values(&self, genome: &Self::Genome) -> Vec<f64> {
        genome.clone()
    }

    fn genome(&self, values: &[f64]) -> Option<Self::Genome> {
        let genome = values.to_vec();
        self.holds(&genome).then_some(genome)
    }
}

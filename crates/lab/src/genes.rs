//! Genes as a journal keeps them.

use evo::{GrayBits, Mixed, Space, Trees};
use journal::Genes;

/// A space whose genomes a journal can keep.
pub trait Recorded: Space {
    /// The genes, in order.
    fn genes(&self, genome: &Self::Genome) -> Genes;
}

impl Recorded for GrayBits {
    fn genes(&self, genome: &Self::Genome) -> Genes {
        let values = self.decode(genome).into_iter().map(f64::from);
        values.collect::<Vec<_>>().into()
    }
}

/// The numbers that are judged: a real that stands for a whole number is rounded.
impl Recorded for Mixed<i32> {
    fn genes(&self, genome: &Self::Genome) -> Genes {
        let values = self.decode(genome).into_iter().map(f64::from);
        values.collect::<Vec<_>>().into()
    }
}

impl Recorded for Mixed<f64> {
    fn genes(&self, genome: &Self::Genome) -> Genes {
        self.decode(genome).into()
    }
}

/// The nodes and the depth of each tree, and the trees as text.
impl Recorded for Trees {
    fn genes(&self, genome: &Self::Genome) -> Genes {
        let nodes = genome.0.iter().map(|tree| tree.size() as f64);
        let depths = (0..genome.0.len()).map(|tree| self.depth(genome, tree) as f64);
        Genes {
            values: nodes.chain(depths).collect(),
            program: Some(self.write(genome)),
        }
    }
}

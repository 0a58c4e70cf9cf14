//! Bounded real numbers.

use super::{check_names, show_named};
use crate::cross::Drawn;
use crate::{Axis, Crossover, Cube, Error, Gene, Nudge, Space, Stream, mutate};

/// Named real numbers, each within its bounds.
///
/// ```
/// # use evo::{Gene, Reals, Seed, Space};
/// let space = Reals::new([Gene::new("KNIGHT", 100.0, 500.0)])?;
/// let genome = space.sample(&mut Seed::new(1).stream());
/// assert!(space.holds(&genome));
/// assert_eq!(space.show(&vec![310.5]), "KNIGHT=310.5");
/// # Ok::<(), evo::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Reals {
    genes: Vec<Gene<f64>>,
}

impl Reals {
    /// The space of these genes, in this order. Ranges are finite and not empty; names differ.
    pub fn new(genes: impl IntoIterator<Item = Gene<f64>>) -> Result<Self, Error> {
        let genes: Vec<_> = genes.into_iter().collect();
        check_names(&genes)?;
        // The width is finite only if both ends are; not-a-number fails the first test.
        let fine = |gene: &Gene<f64>| gene.min <= gene.max && (gene.max - gene.min).is_finite();
        match genes.iter().find(|gene| !fine(gene)) {
            Some(gene) => Err(Error::EmptyRange(gene.name.clone())),
            None => Ok(Self { genes }),
        }
    }

    /// The genes, in order.
    pub fn genes(&self) -> &[Gene<f64>] {
        &self.genes
    }

    /// The values of a genome with the names of their genes.
    pub fn named<'a>(&'a self, genome: &'a [f64]) -> impl Iterator<Item = (&'a str, f64)> {
        let names = self.genes.iter().map(|gene| gene.name.as_str());
        names.zip(genome.iter().copied())
    }
}

impl Cube<Vec<f64>> for Reals {
    fn axes(&self) -> Vec<Axis> {
        let free = self.genes.iter().filter(|gene| gene.min < gene.max);
        free.map(|_| Axis::Continuous).collect()
    }

    fn point(&self, genome: &Vec<f64>) -> Vec<f64> {
        let values = self.genes.iter().zip(genome);
        let free = values.filter(|(gene, _)| gene.min < gene.max);
        free.map(|(gene, value)| (value - gene.min) / (gene.max - gene.min))
            .collect()
    }

    fn numbers(&self, point: &[f64]) -> Vec<f64> {
        let mut point = point.iter();
        let number = |gene: &Gene<f64>| {
            if gene.min == gene.max {
                return gene.min;
            }
            let at = point.next().expect("a coordinate for every free gene");
            gene.min + at * (gene.max - gene.min)
        };
        self.genes.iter().map(number).collect()
    }

    fn nearest(&self, point: &[f64]) -> Vec<f64> {
        let numbers = self.numbers(point).into_iter().zip(&self.genes);
        numbers
            .map(|(number, gene)| number.clamp(gene.min, gene.max))
            .collect()
    }
}

impl Space for Reals {
    type Genome = Vec<f64>;
    type Program = Vec<f64>;
    type Crossover = Crossover;
    type Mutation = Nudge;

    fn cube(&self) -> Option<&dyn Cube<Vec<f64>>> {
        Some(self)
    }

    fn sample(&self, stream: &mut Stream) -> Vec<f64> {
        let draw = |gene: &Gene<f64>| {
            let value = gene.min + stream.unit() * (gene.max - gene.min);
            // Rounding may step over the end.
            value.min(gene.max)
        };
        self.genes.iter().map(draw).collect()
    }

    fn decode(&self, genome: &Vec<f64>) -> Vec<f64> {
        genome.clone()
    }

    fn show(&self, genome: &Vec<f64>) -> String {
        show_named(self.named(genome))
    }

    fn holds(&self, genome: &Vec<f64>) -> bool {
        let inside = |(gene, value): (&Gene<f64>, &f64)| (gene.min..=gene.max).contains(value);
        genome.len() == self.genes.len() && self.genes.iter().zip(genome).all(inside)
    }

    fn cross(
        &self,
        how: &Crossover,
        mother: &Vec<f64>,
        father: &Vec<f64>,
        stream: &mut Stream,
    ) -> Vec<f64> {
        let drawn = how.draw(self.genes.len(), stream);
        let pick = |locus: usize| match &drawn {
            Drawn::Mask(mask) if mask.get(locus) => father[locus],
            Drawn::Mask(_) => mother[locus],
            Drawn::Place(place) => {
                // The shares are added: the distance alone may be beyond the largest number.
                let value = (1.0 - place) * mother[locus] + place * father[locus];
                let Gene { min, max, .. } = self.genes[locus];
                value.clamp(min, max)
            }
        };
        (0..self.genes.len()).map(pick).collect()
    }

    fn mutate(&self, how: &Nudge, genome: &mut Vec<f64>, generation: u32, stream: &mut Stream) {
        for (value, gene) in genome.iter_mut().zip(&self.genes) {
            if stream.chance(how.rate().get()) {
                *value = match *how {
                    Nudge::Gaussian { step, .. } => mutate::gaussian(*value, gene, step, stream),
                    Nudge::NonUniform { shape, horizon, .. } => {
                        let elapsed = f64::from(generation) / f64::from(horizon.get());
                        mutate::non_uniform(*value, gene, elapsed, shape, stream)
                    }
                };
            }
        }
    }
}

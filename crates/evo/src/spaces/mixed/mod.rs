//! Whole numbers, reals, logarithmic ranges and choices.

mod gene;
mod number;

pub use gene::{Kind, MixedGene};
pub use number::Number;

use std::marker::PhantomData;

use super::{check_names, show_named};
use crate::cross::Drawn;
use crate::{Axis, Crossover, Cube, Error, Nudge, Positive, Probability, Share, Space, Stream};

/// Named numbers, each of its own kind: whole, real, even in the logarithm, or the place
/// of a choice in a list. The genome is a vector of their values.
///
/// The program has numbers of one type. `Mixed<f64>` decodes to the values as they are,
/// `Mixed<i32>` to the nearest whole number of each range: a gene may be real, and move
/// in steps as small as it likes, where the problem wants whole numbers.
///
/// ```
/// # use evo::{Mixed, MixedGene, Space};
/// let space = Mixed::<f64>::new([
///     MixedGene::whole("DEPTH", 1, 9),
///     MixedGene::real("KNIGHT", 100.0, 500.0),
///     MixedGene::log("RATE", 0.001, 1.0),
///     MixedGene::choice("ORDER", &["exchange", "victim"]),
/// ])?;
/// let genome = space.encode(&[4.0, 310.5, 0.05, 1.0])?;
/// assert_eq!(space.decode(&genome), [4.0, 310.5, 0.05, 1.0]);
/// assert_eq!(space.show(&genome), "DEPTH=4 KNIGHT=310.5 RATE=0.05 ORDER=victim");
///
/// let rounded = Mixed::<i32>::new([MixedGene::real("KNIGHT", 100.0, 500.0)])?;
/// assert_eq!(rounded.decode(&vec![310.5]), [311]);
/// # Ok::<(), evo::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Mixed<T> {
    genes: Vec<MixedGene>,
    program: PhantomData<T>,
}

impl<T: Number> Mixed<T> {
    /// The space of these genes, in this order. Ranges are finite and not empty, names
    /// differ, and every range has a number of the program's type in it.
    pub fn new(genes: impl IntoIterator<Item = MixedGene>) -> Result<Self, Error> {
        let genes: Vec<_> = genes.into_iter().collect();
        check_names(genes.iter().map(|gene| gene.name.as_str()))?;
        for gene in &genes {
            gene.check()?;
            let (min, max) = gene.bounds();
            if !T::within(min, max) {
                return Err(Error::NoWholeNumber(gene.name.clone()));
            }
        }
        Ok(Self {
            genes,
            program: PhantomData,
        })
    }

    /// The genes, in order.
    pub fn genes(&self) -> &[MixedGene] {
        &self.genes
    }

    /// The genome of these numbers, one per gene.
    pub fn encode(&self, numbers: &[T]) -> Result<Vec<f64>, Error> {
        if numbers.len() != self.genes.len() {
            return Err(Error::WrongLength {
                found: numbers.len(),
                genes: self.genes.len(),
            });
        }
        let value = |(gene, number): (&MixedGene, &T)| {
            let (value, (min, max)) = (number.value(), gene.bounds());
            let what = gene.name.clone();
            match gene.holds(value) {
                true => Ok(value),
                false if (min..=max).contains(&value) => Err(Error::NotWhole { what, value }),
                false => Err(Error::OutOfRange {
                    what,
                    value,
                    min,
                    max,
                }),
            }
        };
        self.genes.iter().zip(numbers).map(value).collect()
    }

    /// The numbers of a genome with the names of their genes.
    pub fn named<'a>(&'a self, genome: &'a [f64]) -> impl Iterator<Item = (&'a str, T)> {
        self.genes.iter().zip(genome).map(|(gene, &value)| {
            let (min, max) = gene.bounds();
            (gene.name.as_str(), T::nearest(value, min, max))
        })
    }

    fn free(&self) -> impl Iterator<Item = &MixedGene> {
        self.genes.iter().filter(|gene| gene.varies())
    }
}

impl<T: Number> Cube<Vec<f64>> for Mixed<T> {
    fn axes(&self) -> Vec<Axis> {
        let axis = |gene: &MixedGene| gene.levels().map_or(Axis::Continuous, Axis::Levels);
        self.free().map(axis).collect()
    }

    fn names(&self) -> Vec<&str> {
        self.free().map(|gene| gene.name.as_str()).collect()
    }

    fn point(&self, genome: &Vec<f64>) -> Vec<f64> {
        let values = self.genes.iter().zip(genome);
        let free = values.filter(|(gene, _)| gene.varies());
        free.map(|(gene, &value)| {
            let (min, max) = gene.scale();
            (gene.to_scale(value) - min) / (max - min)
        })
        .collect()
    }

    fn numbers(&self, point: &[f64]) -> Vec<f64> {
        let mut point = point.iter();
        let number = |gene: &MixedGene| {
            let (min, max) = gene.scale();
            if !gene.varies() {
                return gene.bounds().0;
            }
            let at = point.next().expect("a coordinate for every free gene");
            gene.of_scale(min + at * (max - min))
        };
        self.genes.iter().map(number).collect()
    }

    fn nearest(&self, point: &[f64]) -> Vec<f64> {
        let numbers = self.numbers(point).into_iter().zip(&self.genes);
        numbers.map(|(number, gene)| gene.settle(number)).collect()
    }
}

impl<T: Number> Space for Mixed<T> {
    type Genome = Vec<f64>;
    type Program = Vec<T>;
    type Crossover = Crossover;
    type Mutation = Nudge;

    fn cube(&self) -> Option<&dyn Cube<Vec<f64>>> {
        Some(self)
    }

    /// Children lie between their parents or a little beyond: luck averages out. One number
    /// in five changes, by a twentieth of its range.
    fn variation(&self) -> Option<(Crossover, Nudge)> {
        let nudge = Nudge::Gaussian {
            rate: Probability::new(0.2),
            step: Positive::new(0.05),
        };
        let beyond = Share::new(0.25);
        Some((Crossover::Line { beyond }, nudge))
    }

    fn sample(&self, stream: &mut Stream) -> Vec<f64> {
        self.genes.iter().map(|gene| gene.sample(stream)).collect()
    }

    fn decode(&self, genome: &Vec<f64>) -> Vec<T> {
        self.named(genome).map(|(_, number)| number).collect()
    }

    fn show(&self, genome: &Vec<f64>) -> String {
        let shown = self.genes.iter().zip(self.named(genome)).zip(genome);
        show_named(shown.map(|((gene, (name, number)), &value)| {
            let word = match &gene.kind {
                Kind::Choice(alternatives) => alternatives[value as usize].clone(),
                _ => number.to_string(),
            };
            (name, word)
        }))
    }

    fn holds(&self, genome: &Vec<f64>) -> bool {
        let mut values = self.genes.iter().zip(genome);
        genome.len() == self.genes.len() && values.all(|(gene, &value)| gene.holds(value))
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
            Drawn::Place(place) => self.genes[locus].between(*place, mother[locus], father[locus]),
        };
        (0..self.genes.len()).map(pick).collect()
    }

    fn mutate(&self, how: &Nudge, genome: &mut Vec<f64>, generation: u32, stream: &mut Stream) {
        for (value, gene) in genome.iter_mut().zip(&self.genes) {
            if stream.chance(how.rate().get()) {
                *value = gene.mutate(how, *value, generation, stream);
            }
        }
    }
}

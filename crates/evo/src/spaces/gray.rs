//! Whole numbers in Gray-coded bits.

use super::{check_names, show_named};
use crate::cross::Drawn;
use crate::{
    Axis, BitMutation, Bits, Crossover, Cube, Error, Gene, Positive, Probability, Share, Space,
    Stream, mutate,
};

/// Named whole numbers, each in as many Gray-coded bits as its range needs.
///
/// Neighbouring numbers differ in one bit, so a small step is always one flip
/// away. A range whose size is not a power of two leaves codes over: they mean
/// the largest value. A range of one value has no bits.
///
/// ```
/// # use evo::{Gene, GrayBits, Space};
/// let space = GrayBits::new([Gene::new("EXTENSION", 0, 4), Gene::new("PAWN", 100, 100)])?;
/// assert_eq!(space.bits(), 3);
/// let genome = space.encode(&[3, 100])?;
/// assert_eq!(space.decode(&genome), [3, 100]);
/// assert_eq!(space.show(&genome), "EXTENSION=3 PAWN=100");
/// # Ok::<(), evo::Error>(())
/// ```
///
/// F. Gray: Pulse code communication, US patent 2,632,058, 1953.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GrayBits {
    genes: Vec<Gene<i32>>,
    bits: usize,
}

impl GrayBits {
    /// The space of these genes, in this order. No range may be empty and no name used twice.
    pub fn new(genes: impl IntoIterator<Item = Gene<i32>>) -> Result<Self, Error> {
        let genes: Vec<_> = genes.into_iter().collect();
        check_names(genes.iter().map(|gene| gene.name.as_str()))?;
        if let Some(gene) = genes.iter().find(|gene| gene.min > gene.max) {
            return Err(Error::EmptyRange(gene.name.clone()));
        }
        let bits = genes.iter().map(|gene| width(gene) as usize).sum();
        Ok(Self { genes, bits })
    }

    /// The genes, in order.
    pub fn genes(&self) -> &[Gene<i32>] {
        &self.genes
    }

    /// The length of a genome.
    pub const fn bits(&self) -> usize {
        self.bits
    }

    /// The genome of these values, one per gene.
    pub fn encode(&self, values: &[i32]) -> Result<Bits, Error> {
        if values.len() != self.genes.len() {
            return Err(Error::WrongLength {
                found: values.len(),
                genes: self.genes.len(),
            });
        }
        for (gene, &value) in self.genes.iter().zip(values) {
            if !(gene.min..=gene.max).contains(&value) {
                return Err(Error::OutOfRange {
                    what: gene.name.clone(),
                    value: value.into(),
                    min: gene.min.into(),
                    max: gene.max.into(),
                });
            }
        }
        Ok(self.written(values.iter().copied()))
    }

    /// The genome of values that are in range, one per gene.
    fn written(&self, values: impl Iterator<Item = i32>) -> Bits {
        let mut genome = Bits::zeros(self.bits);
        let mut locus = 0;
        for (gene, value) in self.genes.iter().zip(values) {
            let width = width(gene);
            genome.write(locus, width, to_gray(value.abs_diff(gene.min)));
            locus += width as usize;
        }
        genome
    }

    /// The values of a genome with the names of their genes.
    pub fn named<'a>(&'a self, genome: &'a Bits) -> impl Iterator<Item = (&'a str, i32)> {
        self.genes.iter().scan(0, |locus, gene| {
            let width = width(gene);
            let steps = from_gray(genome.read(*locus, width));
            *locus += width as usize;
            let value = gene.min.saturating_add_unsigned(steps).min(gene.max);
            Some((gene.name.as_str(), value))
        })
    }
}

impl Space for GrayBits {
    type Genome = Bits;
    type Program = Vec<i32>;
    type Crossover = Crossover;
    type Mutation = BitMutation;

    fn cube(&self) -> Option<&dyn Cube<Bits>> {
        Some(self)
    }

    /// Children lie between their parents or a little beyond: luck averages out. One number
    /// in five changes, by a twentieth of its range.
    fn variation(&self) -> Option<(Crossover, BitMutation)> {
        let mutation = BitMutation {
            rate: Probability::new(0.2),
            step: Some(Positive::new(0.05)),
        };
        let beyond = Share::new(0.25);
        Some((Crossover::Line { beyond }, mutation))
    }

    fn sample(&self, stream: &mut Stream) -> Bits {
        Bits::random(self.bits, stream)
    }

    fn decode(&self, genome: &Bits) -> Vec<i32> {
        self.named(genome).map(|(_, value)| value).collect()
    }

    fn show(&self, genome: &Bits) -> String {
        show_named(self.named(genome))
    }

    fn holds(&self, genome: &Bits) -> bool {
        genome.len() == self.bits
    }

    fn cross(&self, how: &Crossover, mother: &Bits, father: &Bits, stream: &mut Stream) -> Bits {
        match how.draw(self.bits, stream) {
            Drawn::Mask(mask) => mother.blend(father, mask),
            Drawn::Place(place) => {
                let parents = self.named(mother).zip(self.named(father));
                let mix = |(gene, ((_, mother), (_, father))): (&Gene<i32>, _)| {
                    let (mother, father) = (f64::from(mother), f64::from(father));
                    let value = libm::round(mother + place * (father - mother));
                    (value as i32).clamp(gene.min, gene.max)
                };
                self.written(self.genes.iter().zip(parents).map(mix))
            }
        }
    }

    fn mutate(&self, how: &BitMutation, genome: &mut Bits, _: u32, stream: &mut Stream) {
        let BitMutation { rate, step } = *how;
        let Some(step) = step else {
            return mutate::flip_bits(genome, rate, stream);
        };
        let values = self.genes.iter().zip(self.decode(genome));
        let moved = values.map(|(gene, value)| match stream.chance(rate.get()) {
            true => mutate::creep(value, (gene.min, gene.max), step, stream),
            false => value,
        });
        *genome = self.written(moved);
    }
}

impl Cube<Bits> for GrayBits {
    fn axes(&self) -> Vec<Axis> {
        let free = self.genes.iter().filter(|gene| gene.min < gene.max);
        free.map(|gene| Axis::Levels(gene.max.abs_diff(gene.min).saturating_add(1)))
            .collect()
    }

    fn names(&self) -> Vec<&str> {
        let free = self.genes.iter().filter(|gene| gene.min < gene.max);
        free.map(|gene| gene.name.as_str()).collect()
    }

    fn point(&self, genome: &Bits) -> Vec<f64> {
        let values = self.genes.iter().zip(self.named(genome));
        let free = values.filter(|(gene, _)| gene.min < gene.max);
        free.map(|(gene, (_, value))| {
            f64::from(value.abs_diff(gene.min)) / f64::from(gene.max.abs_diff(gene.min))
        })
        .collect()
    }

    fn numbers(&self, point: &[f64]) -> Vec<f64> {
        let mut point = point.iter();
        let number = |gene: &Gene<i32>| match gene.max.abs_diff(gene.min) {
            0 => f64::from(gene.min),
            range => {
                let at = point.next().expect("a coordinate for every free gene");
                f64::from(gene.min) + at * f64::from(range)
            }
        };
        self.genes.iter().map(number).collect()
    }

    fn nearest(&self, point: &[f64]) -> Bits {
        let mut point = point.iter();
        let value = |gene: &Gene<i32>| {
            if gene.min == gene.max {
                return gene.min;
            }
            let at = point.next().expect("a coordinate for every free gene");
            let steps = at * f64::from(gene.max.abs_diff(gene.min));
            // The cast stops at both ends, and not-a-number means the lower one.
            gene.min
                .saturating_add_unsigned(libm::rint(steps) as u32)
                .min(gene.max)
        };
        let values: Vec<_> = self.genes.iter().map(value).collect();
        self.encode(&values).expect("values within their ranges")
    }
}

/// Enough bits for every value of the range.
fn width(gene: &Gene<i32>) -> u32 {
    u32::BITS - gene.max.abs_diff(gene.min).leading_zeros()
}

fn to_gray(number: u32) -> u32 {
    number ^ (number >> 1)
}

/// Every bit is the parity of the code's bits from the top down to it.
fn from_gray(code: u32) -> u32 {
    [1, 2, 4, 8, 16]
        .iter()
        .fold(code, |code, shift| code ^ (code >> shift))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_of_the_first_numbers() {
        let codes = [0b000, 0b001, 0b011, 0b010, 0b110, 0b111, 0b101, 0b100];
        for (number, code) in (0..).zip(codes) {
            assert_eq!(to_gray(number), code);
            assert_eq!(from_gray(code), number);
        }
    }

    #[test]
    fn codes_beyond_the_range_mean_its_end() {
        let space = GrayBits::new([Gene::new("EXTENSION", 0, 4)]).unwrap();
        let values: Vec<_> = (0..8)
            .map(|number| {
                let mut genome = Bits::zeros(3);
                genome.write(0, 3, to_gray(number));
                space.decode(&genome)[0]
            })
            .collect();
        assert_eq!(values, [0, 1, 2, 3, 4, 4, 4, 4]);
    }
}

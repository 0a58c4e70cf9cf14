//! Two spaces side by side.

use crate::{Axis, Cube, Space, Stream};

/// Genomes of two parts, each of a space of its own; either may be such a pair itself.
///
/// Every operator is a pair of operators, and both are applied: the first part is
/// drawn, crossed or mutated first.
///
/// ```
/// # use evo::{Gene, GrayBits, Mixed, MixedGene, Space};
/// let weights = GrayBits::new([Gene::new("PAWN", 50, 150)])?;
/// let rates = Mixed::<f64>::new([MixedGene::real("RATE", 0.0, 1.0)])?;
/// let space = (weights, rates);
/// let genome = (space.0.encode(&[100])?, space.1.encode(&[0.5])?);
/// assert_eq!(space.decode(&genome), (vec![100], vec![0.5]));
/// assert_eq!(space.show(&genome), "PAWN=100 RATE=0.5");
/// # Ok::<(), evo::Error>(())
/// ```
impl<A: Space, B: Space> Space for (A, B) {
    type Genome = (A::Genome, B::Genome);
    type Program = (A::Program, B::Program);
    type Crossover = (A::Crossover, B::Crossover);
    type Mutation = (A::Mutation, B::Mutation);

    /// Only if both parts are numbers.
    fn cube(&self) -> Option<&dyn Cube<Self::Genome>> {
        self.0.cube().and(self.1.cube())?;
        Some(self)
    }

    fn variation(&self) -> Option<(Self::Crossover, Self::Mutation)> {
        let (first, second) = (self.0.variation()?, self.1.variation()?);
        Some(((first.0, second.0), (first.1, second.1)))
    }

    fn sample(&self, stream: &mut Stream) -> Self::Genome {
        (self.0.sample(stream), self.1.sample(stream))
    }

    fn decode(&self, genome: &Self::Genome) -> Self::Program {
        (self.0.decode(&genome.0), self.1.decode(&genome.1))
    }

    fn show(&self, genome: &Self::Genome) -> String {
        let parts = [self.0.show(&genome.0), self.1.show(&genome.1)];
        parts.join(" ")
    }

    fn holds(&self, genome: &Self::Genome) -> bool {
        self.0.holds(&genome.0) && self.1.holds(&genome.1)
    }

    fn cross(
        &self,
        how: &Self::Crossover,
        mother: &Self::Genome,
        father: &Self::Genome,
        stream: &mut Stream,
    ) -> Self::Genome {
        (
            self.0.cross(&how.0, &mother.0, &father.0, stream),
            self.1.cross(&how.1, &mother.1, &father.1, stream),
        )
    }

    fn mutate(
        &self,
        how: &Self::Mutation,
        genome: &mut Self::Genome,
        generation: u32,
        stream: &mut Stream,
    ) {
        self.0.mutate(&how.0, &mut genome.0, generation, stream);
        self.1.mutate(&how.1, &mut genome.1, generation, stream);
    }
}

/// The axes of the first part, then those of the second.
impl<A: Space, B: Space> Cube<(A::Genome, B::Genome)> for (A, B) {
    fn axes(&self) -> Vec<Axis> {
        let (first, second) = cubes(self);
        [first.axes(), second.axes()].concat()
    }

    fn names(&self) -> Vec<&str> {
        let (first, second) = cubes(self);
        [first.names(), second.names()].concat()
    }

    fn point(&self, genome: &(A::Genome, B::Genome)) -> Vec<f64> {
        let (first, second) = cubes(self);
        [first.point(&genome.0), second.point(&genome.1)].concat()
    }

    fn numbers(&self, point: &[f64]) -> Vec<f64> {
        let (first, second) = cubes(self);
        let (here, there) = point.split_at(first.axes().len());
        [first.numbers(here), second.numbers(there)].concat()
    }

    fn nearest(&self, point: &[f64]) -> (A::Genome, B::Genome) {
        let (first, second) = cubes(self);
        let (here, there) = point.split_at(first.axes().len());
        (first.nearest(here), second.nearest(there))
    }
}

fn cubes<A: Space, B: Space>(pair: &(A, B)) -> (&dyn Cube<A::Genome>, &dyn Cube<B::Genome>) {
    let numbers = "a pair has a cube only if both parts have one";
    (pair.0.cube().expect(numbers), pair.1.cube().expect(numbers))
}

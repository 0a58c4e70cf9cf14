//! Genomes of numbers as points of the unit cube, for methods that know nothing
//! but numbers.

/// One side of the cube.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Axis {
    /// Every point means a different number.
    Continuous,
    /// Whole numbers or choices, evenly spread from 0 to 1: every point means the
    /// nearest one. There are at least two.
    Levels(u32),
}

/// A space whose genomes are numbers.
///
/// A number that cannot vary has no axis.
pub trait Cube<G> {
    /// The sides, in the order of the coordinates.
    fn axes(&self) -> Vec<Axis>;

    /// The names of the genes that the sides stand for, in the same order.
    fn names(&self) -> Vec<&str>;

    /// Where a genome lies.
    fn point(&self, genome: &G) -> Vec<f64>;

    /// All numbers of the program at a point, not rounded.
    fn numbers(&self, point: &[f64]) -> Vec<f64>;

    /// The genome nearest to a point, which may lie outside.
    fn nearest(&self, point: &[f64]) -> G;
}

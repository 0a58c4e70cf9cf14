//! What a method has learned besides the population.

use super::Memory;

/// What one method keeps in the [`Memory`] of an evolver.
pub trait Remembered: Sized {
    /// It, if that is what the memory holds.
    fn of(memory: Memory) -> Option<Self>;

    /// The memory that holds it.
    fn kept(self) -> Memory;
}

/// The population is all that counts.
impl Remembered for () {
    fn of(_: Memory) -> Option<Self> {
        None
    }

    fn kept(self) -> Memory {
        Memory::Nothing
    }
}

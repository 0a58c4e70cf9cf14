//! What a method is.

use super::memory::Remembered;
use crate::{Error, Example, Organism, Origin, Seed, Space};

/// A way to breed genomes of a space: the settings as a recipe writes them. One file
/// here implements it, and one line in the list of [`methods`](super) names it.
pub trait Breed<S: Space> {
    /// What it learns besides the population; `()` where that is nothing.
    type Memory: Remembered;

    /// Whether generations are sampled from what was learned, and not bred: then the
    /// founders are judged alone, and migrants are of no use.
    const SAMPLES: bool = false;

    /// Whether all organisms but the first one of a generation come in pairs, of which only
    /// the difference in fitness counts. Where fitness comes of games, the two may play each
    /// other: that says as much as four times the games against an opponent of both.
    const PAIRS: bool = false;

    /// Whether it learns from [`Example`]s.
    const LEARNS: bool = false;

    /// The settings that do for this space where a recipe gives none; `None` where it
    /// has to say.
    fn standard(_space: &S) -> Option<Self>
    where
        Self: Sized,
    {
        None
    }

    /// How many organisms there are in every generation.
    fn population(&self) -> u32;

    /// Checks that the settings fit each other and the space.
    fn check(&self, space: &S) -> Result<(), Error>;

    /// The generation after `parents`, which are generation number `generation`. The
    /// memory is `None` until something is put there.
    fn breed(
        &self,
        space: &S,
        parents: &[Organism<S::Genome>],
        generation: u32,
        memory: &mut Option<Self::Memory>,
        seed: Seed,
    ) -> Vec<(S::Genome, Origin)>;

    /// Takes in a generation that has been judged, before it has children.
    fn learn(
        &self,
        _space: &S,
        _generation: &[Organism<S::Genome>],
        _examples: &[Example],
        _memory: &mut Option<Self::Memory>,
    ) {
    }
}

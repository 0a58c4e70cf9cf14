//! How one generation is bred from the last: one file each, and one line in the list.

mod breed;
pub mod cma_es;
pub mod de;
pub mod ep;
pub mod ga;
pub mod gp;
pub mod learner;
mod memory;

use std::mem;

use serde::{Deserialize, Deserializer, Serialize, de::Error as _};

use breed::Breed;
use memory::Remembered;

use crate::{Cube, Error, Example, Organism, Origin, Seed, Space};

/// Declares the methods: of each its settings, its name as recipes write it and, if it
/// learns something besides the population, the type of that.
macro_rules! methods {
    ($(
        $(#[$doc:meta])*
        $name:literal = $variant:ident($settings:ty) $(remembers $memory:ty)?;
    )+) => {
        /// A way to breed, as a recipe writes it.
        #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
        #[serde(bound = "")]
        pub enum Method<S: Space> {
            $( $(#[$doc])* #[serde(rename = $name)] $variant($settings), )+
        }

        /// What a method has learned besides the population.
        #[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
        pub enum Memory {
            /// Nothing: the population is all that counts.
            #[default]
            Nothing,
            $( $(
                /// What the method of this name has learned.
                $variant($memory),
            )? )+
        }

        $( $(
            impl Remembered for $memory {
                fn of(memory: Memory) -> Option<Self> {
                    match memory {
                        Memory::$variant(known) => Some(known),
                        _ => None,
                    }
                }

                fn kept(self) -> Memory {
                    Memory::$variant(self)
                }
            }
        )? )+

        impl<S: Space> Method<S> {
            /// The names of all methods, as recipes write them.
            pub const NAMES: &'static [&'static str] = &[$($name),+];

            /// Its name, as recipes write it.
            pub const fn name(&self) -> &'static str {
                match self {
                    $( Self::$variant(_) => $name, )+
                }
            }

            /// Reads the settings of the method with this name.
            pub fn read<'de, D: Deserializer<'de>>(
                name: &str,
                settings: D,
            ) -> Result<Self, D::Error> {
                match name {
                    $( $name => Deserialize::deserialize(settings).map(Self::$variant), )+
                    _ => Err(D::Error::unknown_variant(name, Self::NAMES)),
                }
            }

            /// How many organisms there are in every generation.
            pub fn population(&self) -> u32 {
                match self {
                    $( Self::$variant(method) => Breed::<S>::population(method), )+
                }
            }

            /// Whether generations are sampled from what was learned, and not bred.
            pub const fn samples(&self) -> bool {
                match self {
                    $( Self::$variant(_) => <$settings as Breed<S>>::SAMPLES, )+
                }
            }

            /// Whether it learns from [`Example`]s: a problem must give some.
            pub const fn learns(&self) -> bool {
                match self {
                    $( Self::$variant(_) => <$settings as Breed<S>>::LEARNS, )+
                }
            }

            /// Checks that the settings fit each other and the space.
            pub(crate) fn check(&self, space: &S) -> Result<(), Error> {
                match self {
                    $( Self::$variant(method) => method.check(space), )+
                }
            }

            /// The generation after `parents`, which are generation number `generation`.
            pub(crate) fn breed(
                &self,
                space: &S,
                parents: &[Organism<S::Genome>],
                generation: u32,
                memory: &mut Memory,
                seed: Seed,
            ) -> Vec<(S::Genome, Origin)> {
                match self {
                    $( Self::$variant(method) => with_memory(memory, |memory| {
                        method.breed(space, parents, generation, memory, seed)
                    }), )+
                }
            }

            /// Takes in a generation that has been judged.
            pub(crate) fn learn(
                &self,
                space: &S,
                generation: &[Organism<S::Genome>],
                examples: &[Example],
                memory: &mut Memory,
            ) {
                match self {
                    $( Self::$variant(method) => with_memory(memory, |memory| {
                        method.learn(space, generation, examples, memory);
                    }), )+
                }
            }
        }
    };
}

// Checkpoints number the methods, and the memories, by their place: add at the end.
methods! {
    /// A genetic algorithm.
    "ga" = Ga(ga::Ga<S>);
    /// Evolutionary programming.
    "ep" = Ep(ep::Ep<S>);
    /// Genetic programming.
    "gp" = Gp(gp::Gp<S>);
    /// Covariance matrix adaptation.
    "cma_es" = CmaEs(cma_es::CmaEs) remembers cma_es::Distribution;
    /// Differential evolution.
    "de" = De(de::De);
    /// Learning from results.
    "learner" = Learner(learner::Learner) remembers learner::Belief;
}

/// Lets a method use its part of the memory.
fn with_memory<M: Remembered, T>(memory: &mut Memory, act: impl FnOnce(&mut Option<M>) -> T) -> T {
    let mut known = M::of(mem::take(memory));
    let result = act(&mut known);
    *memory = known.map_or(Memory::Nothing, M::kept);
    result
}

pub(crate) fn values<G>(organisms: &[Organism<G>]) -> Vec<f64> {
    organisms
        .iter()
        .map(|organism| organism.fitness.value)
        .collect()
}

/// The genomes of a space as points, for a method that needs that.
fn cube<S: Space>(space: &S) -> Result<&dyn Cube<S::Genome>, Error> {
    let cube = space.cube().ok_or(Error::NotNumbers)?;
    match cube.axes().is_empty() {
        true => Err(Error::NotNumbers),
        false => Ok(cube),
    }
}

/// At least one organism must be new in every generation, or nothing is ever judged.
const fn check_room(kept: u32, population: u32) -> Result<(), Error> {
    if kept < population {
        Ok(())
    } else {
        Err(Error::NoRoom { kept, population })
    }
}

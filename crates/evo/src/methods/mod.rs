//! How one generation is bred from the last: one file each, and one line in the list.

pub mod bayes;
mod breed;
pub mod cma_es;
pub mod de;
pub mod ep;
pub mod es;
pub mod ga;
pub mod gp;
pub mod gradient;
pub mod learner;
mod memory;
pub mod pso;
pub mod spsa;

use std::mem;

use serde::{Deserialize, Deserializer, Serialize, de::Error as _};

use breed::Breed;
use memory::Remembered;

use crate::{Axis, Cube, Error, Example, Organism, Origin, Seed, Space, Stream, select};

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

            /// The method of this name with the settings that do for this space where a
            /// recipe gives none; `None` where it has to say.
            pub fn standard(name: &str, space: &S) -> Option<Self> {
                match name {
                    $( $name => <$settings as Breed<S>>::standard(space).map(Self::$variant), )+
                    _ => None,
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

            /// Whether all organisms but the first one of a generation come in pairs, of which
            /// only the difference in fitness counts.
            pub const fn pairs(&self) -> bool {
                match self {
                    $( Self::$variant(_) => <$settings as Breed<S>>::PAIRS, )+
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
    /// Particle swarm optimisation.
    "pso" = Pso(pso::Pso) remembers pso::Swarm;
    /// A self-adaptive evolution strategy.
    "es" = Es(es::Es) remembers es::Centre;
    /// Simultaneous perturbation stochastic approximation.
    "spsa" = Spsa(spsa::Spsa) remembers spsa::Path;
    /// Bayesian optimisation with a Gaussian process.
    "bayes" = Bayes(bayes::Bayes) remembers bayes::Evidence;
    /// The gradient, one parameter after the other.
    "gradient" = Gradient(gradient::Gradient) remembers gradient::Slope;
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

/// How many numbers of a space can vary, where all are numbers.
fn dimensions<S: Space>(space: &S) -> Option<usize> {
    cube(space).ok().map(|cube| cube.axes().len())
}

/// Where the best of these organisms lies.
fn best_point<G>(cube: &dyn Cube<G>, organisms: &[Organism<G>]) -> Vec<f64> {
    let best = select::truncation(&values(organisms), 1)[0];
    cube.point(&organisms[best].genome)
}

/// A point of the cube whose levels are rounded at random, so that on average they are
/// where the point was.
fn settled(mut point: Vec<f64>, axes: &[Axis], stream: &mut Stream) -> Vec<f64> {
    for (number, axis) in point.iter_mut().zip(axes) {
        *number = number.clamp(0.0, 1.0);
        if let Axis::Levels(levels) = *axis {
            let last = f64::from(levels - 1);
            *number = libm::floor(*number * last + stream.unit()).min(last) / last;
        }
    }
    point
}

/// A centre and at least one pair.
fn check_sides(population: u32) -> Result<(), Error> {
    match population {
        0..3 => Err(Error::TooFew {
            population,
            least: 3,
        }),
        even if even.is_multiple_of(2) => Err(Error::Even(even)),
        _ => Ok(()),
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

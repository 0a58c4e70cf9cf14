//! What is bred of individuals, and how.

use evo::{Adapted, Adaptive, Crossover, Mixed, MixedGene, SelfAdaptation, Space, Steps, Stream};
use params::Table;
use serde::{Deserialize, Serialize};

use crate::depth::{Limits, Program, Swap, Variation};
use crate::{Individual, Weights};

/// A part of an individual.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(
    rename_all = "snake_case",
    expecting = "`\"depth\"`, `\"position\"` or `\"ordering\"`"
)]
pub enum Module {
    /// How deep the search goes: genetic programming.
    Depth,
    /// What positions are worth: an evolution strategy.
    Position,
    /// Which moves come first: an evolution strategy.
    Ordering,
}

/// Individuals some modules of which are bred; the others are those of a given one.
#[derive(Clone, Debug, PartialEq)]
pub struct Individuals {
    /// What is bred.
    pub modules: Vec<Module>,
    /// Gives what is not, and the weights that breeding starts from. Without it they are
    /// standard, and random.
    pub given: Option<Individual>,
    /// How large programs may be.
    pub limits: Limits,
    position: Adaptive<i32>,
    ordering: Adaptive<i32>,
}

/// The three modules as they are bred. One that is not is as it was given.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Genome {
    /// The depth module.
    pub depth: Program,
    /// The position module.
    pub position: Adapted,
    /// The ordering module.
    pub ordering: Adapted,
}

/// How individuals are crossed: every module that is bred, on its own.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(
    deny_unknown_fields,
    expecting = "`{ depth = { branched = 0.5 }, weights = \"uniform\" }`"
)]
pub struct Crossing {
    /// The depth module.
    pub depth: Swap,
    /// The others.
    pub weights: Crossover,
}

/// How individuals mutate: every module that is bred, on its own.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(
    deny_unknown_fields,
    expecting = "`{ depth = { rate = 0.8, foreign = 0.5, statement = 0.2 }, \
                 weights = { learning = 1.0 } }`"
)]
pub struct Mutating {
    /// The depth module.
    pub depth: Variation,
    /// The others.
    pub weights: SelfAdaptation,
}

/// The space of declared weights as reals, which are rounded when they are judged.
pub fn weights_space(table: Table, steps: Steps) -> Adaptive<i32> {
    let gene =
        |spec: &params::ParamSpec| MixedGene::real(spec.name, spec.min.into(), spec.max.into());
    let numbers = Mixed::new(table.iter().map(gene)).expect("the declared ranges are valid");
    Adaptive { numbers, steps }
}

impl Individuals {
    /// Individuals of which these modules are bred.
    pub fn new(
        modules: Vec<Module>,
        given: Option<Individual>,
        limits: Limits,
        steps: Steps,
    ) -> Self {
        Self {
            modules,
            given,
            limits,
            position: weights_space(crate::position::TABLE, steps),
            ordering: weights_space(crate::ordering::TABLE, steps),
        }
    }

    /// Whether a module is bred.
    pub fn breeds(&self, module: Module) -> bool {
        self.modules.contains(&module)
    }

    /// The genome of an individual from which breeding starts: its modules that are bred,
    /// with the others as they are given.
    pub fn founder(&self, individual: &Individual) -> Genome {
        let own = self.encode(individual);
        let mut genome = self.encode(&self.given.clone().unwrap_or_default());
        for module in &self.modules {
            match module {
                Module::Depth => genome.depth = own.depth.clone(),
                Module::Position => genome.position = own.position.clone(),
                Module::Ordering => genome.ordering = own.ordering.clone(),
            }
        }
        genome
    }

    /// The genome of an individual.
    pub fn encode(&self, individual: &Individual) -> Genome {
        let adapted = |space: &Adaptive<i32>, weights: &[i32]| {
            space.begin(weights.iter().copied().map(f64::from).collect())
        };
        Genome {
            depth: individual.depth.clone(),
            position: adapted(&self.position, individual.position.values()),
            ordering: adapted(&self.ordering, individual.ordering.values()),
        }
    }
}

impl Space for Individuals {
    type Genome = Genome;
    type Program = Individual;
    type Crossover = Crossing;
    type Mutation = Mutating;

    fn sample(&self, stream: &mut Stream) -> Genome {
        let mut genome = self.encode(&self.given.clone().unwrap_or_default());
        let sample = |space: &Adaptive<i32>, weights: &mut Adapted, stream: &mut Stream| {
            *weights = match self.given {
                Some(_) => space.near(std::mem::take(&mut weights.values), stream),
                None => space.sample(stream),
            };
        };
        for module in &self.modules {
            match module {
                Module::Depth => genome.depth = self.limits.sample(stream),
                Module::Position => sample(&self.position, &mut genome.position, stream),
                Module::Ordering => sample(&self.ordering, &mut genome.ordering, stream),
            }
        }
        genome
    }

    fn decode(&self, genome: &Genome) -> Individual {
        Individual {
            depth: genome.depth.clone(),
            position: Weights::of(&self.position.decode(&genome.position)),
            ordering: Weights::of(&self.ordering.decode(&genome.ordering)),
        }
    }

    fn show(&self, genome: &Genome) -> String {
        let program = genome.depth.to_string();
        let program = program.split_whitespace().collect::<Vec<_>>().join(" ");
        let (position, ordering) = (&genome.position, &genome.ordering);
        let weights = [self.position.show(position), self.ordering.show(ordering)];
        format!("{program} {}", weights.join(" "))
    }

    fn holds(&self, genome: &Genome) -> bool {
        self.limits.hold(&genome.depth)
            && self.position.holds(&genome.position)
            && self.ordering.holds(&genome.ordering)
    }

    fn cross(
        &self,
        how: &Crossing,
        mother: &Genome,
        father: &Genome,
        stream: &mut Stream,
    ) -> Genome {
        let mut child = mother.clone();
        for module in &self.modules {
            match module {
                Module::Depth => {
                    let (mother, father) = (&mother.depth, &father.depth);
                    child.depth = self.limits.cross(how.depth, mother, father, stream);
                }
                Module::Position => {
                    let (mother, father) = (&mother.position, &father.position);
                    child.position = self.position.cross(&how.weights, mother, father, stream);
                }
                Module::Ordering => {
                    let (mother, father) = (&mother.ordering, &father.ordering);
                    child.ordering = self.ordering.cross(&how.weights, mother, father, stream);
                }
            }
        }
        child
    }

    fn mutate(&self, how: &Mutating, genome: &mut Genome, generation: u32, stream: &mut Stream) {
        for module in &self.modules {
            match module {
                Module::Depth => self.limits.mutate(how.depth, &mut genome.depth, stream),
                Module::Position => {
                    let position = &mut genome.position;
                    self.position
                        .mutate(&how.weights, position, generation, stream);
                }
                Module::Ordering => {
                    let ordering = &mut genome.ordering;
                    self.ordering
                        .mutate(&how.weights, ordering, generation, stream);
                }
            }
        }
    }
}

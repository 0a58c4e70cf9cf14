//! What experiments have in common that learn the weights of modern organisms.

use std::fmt;
use std::num::NonZeroUsize;
use std::sync::Arc;

use engine::Weight;
use engine::modern::Organism;
use engine::modern::eval::Weights;
use engine::modern::search::SearchGenes;
use evo::{Example, Optimiser, Origin, Seed, Space, Stream, Threads};
use journal::Genes;
use problems::learn::{COUNT, Learner, Numbers, Pupil, Schooling};
use serde::{Deserialize, Serialize};
use toml::Spanned;

use super::data::within;
use crate::Recorded;
use crate::experiment::{Bred, Gene, Work};
use crate::recipe::Mistake;

/// Numbers that are learned, with what they are learned from. Nothing is crossed or
/// mutated.
pub struct Pupils<C>(pub Arc<C>);

impl<C> Clone for Pupils<C> {
    fn clone(&self) -> Self {
        Self(Arc::clone(&self.0))
    }
}

impl<C> fmt::Debug for Pupils<C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Pupils")
    }
}

impl<C> PartialEq for Pupils<C> {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

impl<C> Space for Pupils<C> {
    type Genome = Pupil;
    type Program = Pupil;
    type Crossover = ();
    type Mutation = ();

    fn sample(&self, _: &mut Stream) -> Pupil {
        Pupil {
            numbers: Numbers::zero(),
            generation: 0,
        }
    }

    fn decode(&self, pupil: &Pupil) -> Pupil {
        pupil.clone()
    }

    fn show(&self, pupil: &Pupil) -> String {
        format!("{:?}", pupil.numbers.weights().piece_values())
    }

    fn holds(&self, pupil: &Pupil) -> bool {
        let Numbers(numbers) = &pupil.numbers;
        numbers.len() == COUNT && numbers.iter().all(|number| number.is_finite())
    }

    fn cross(&self, (): &(), mother: &Pupil, _: &Pupil, _: &mut Stream) -> Pupil {
        mother.clone()
    }

    fn mutate(&self, (): &(), _: &mut Pupil, _: u32, _: &mut Stream) {}
}

impl<C> Recorded for Pupils<C> {
    fn genes(&self, pupil: &Pupil) -> Genes {
        let weights = pupil.numbers.weights();
        weights.numbers().map(f64::from).collect::<Vec<_>>().into()
    }
}

/// The genes of an evaluation: midgame, endgame, last step.
pub fn genes() -> Vec<Gene> {
    let gene = |weight: Weight| Gene {
        name: weight.name,
        min: weight.spec.min.into(),
        max: weight.spec.max.into(),
        published: None,
    };
    Weights::names().into_iter().map(gene).collect()
}

/// The weights of such genes.
pub fn weights_of(values: &[f64]) -> Weights {
    let mut weights = Weights::neutral();
    for (place, &value) in weights.numbers_mut().zip(values) {
        *place = value as i32;
    }
    debug_assert_eq!(values.len(), weights.numbers().count());
    weights
}

/// The file of an organism whose evaluation was learned. Where none gives it a search, it
/// is that of a textbook.
pub fn organism(bred: Bred<'_>) -> String {
    let given = bred
        .given
        .map(|text| Organism::parse(text, "given".as_ref()));
    let given = given.map(|parsed| parsed.expect("a file of its own"));
    let organism = Organism {
        name: bred.name,
        weights: weights_of(bred.values),
        search: given.map_or_else(SearchGenes::default, |given| given.search),
        origin: bred.origin,
    };
    organism.to_toml()
}

/// Refuses a rate or a decay out of range.
pub fn check_pace(rate: &Spanned<f64>, decay: &Spanned<f64>) -> Result<(), Mistake> {
    within("rate", rate, 1e-6, 1.0)?;
    within("decay", decay, 0.0, 1e6)
}

/// Data that a learner learns from.
pub trait Teach {
    /// Shows a learner all of it once. The rate falls from the first of these shares of the
    /// usual one to the second.
    fn teach(
        &self,
        learner: &mut Learner,
        schooling: &Schooling,
        rates: [f64; 2],
        seed: Seed,
        threads: NonZeroUsize,
    );
}

/// A stage that shows its data once in every generation.
pub struct Course<M> {
    data: Arc<M>,
    schooling: Schooling,
    epochs: u32,
    threads: Threads,
}

impl<M: Teach> Course<M> {
    /// The numbers that are learned from this data in the epochs of a stage.
    pub fn pupils(
        data: &Arc<M>,
        (rate, decay): (&Spanned<f64>, &Spanned<f64>),
        work: &Work<'_>,
    ) -> Pupils<Self> {
        Pupils(Arc::new(Self {
            data: Arc::clone(data),
            schooling: Schooling {
                rate: *rate.get_ref(),
                decay: *decay.get_ref(),
                blend: 0.0,
            },
            epochs: work.stage.generations,
            threads: work.workers.threads(),
        }))
    }
}

/// Learns an epoch in every generation, with ever smaller steps, beginning with zeros.
#[derive(Debug, Serialize, Deserialize)]
pub struct Diligent {
    next_generation: u32,
    population: Vec<evo::Organism<Pupil>>,
    learner: Learner,
}

impl Diligent {
    /// It has learned nothing yet.
    pub fn new() -> Self {
        Self {
            next_generation: 0,
            population: Vec::new(),
            learner: Learner::new(&Numbers::zero()),
        }
    }
}

impl<M: Teach> Optimiser<Pupils<Course<M>>> for Diligent {
    fn next_generation(&self) -> u32 {
        self.next_generation
    }

    fn ask(&mut self, Pupils(course): &Pupils<Course<M>>, seed: Seed) -> Vec<(Pupil, Origin)> {
        let generation = self.next_generation;
        let mut origin = Origin::Founder;
        if generation > 0 {
            // No step at all in the end.
            let left = |epoch: u32| 1.0 - f64::from(epoch) / f64::from(course.epochs.max(1));
            let rates = [left(generation - 1), left(generation)];
            let threads = course.threads.count();
            let (data, schooling) = (&course.data, &course.schooling);
            data.teach(&mut self.learner, schooling, rates, seed, threads);
            origin = Origin::Mutant(0);
        }
        let numbers = self.learner.numbers();
        vec![(
            Pupil {
                numbers,
                generation,
            },
            origin,
        )]
    }

    fn tell(
        &mut self,
        _: &Pupils<Course<M>>,
        generation: Vec<evo::Organism<Pupil>>,
        _: &[Example],
    ) {
        self.population = generation;
        self.next_generation += 1;
    }

    fn population(&self) -> &[evo::Organism<Pupil>] {
        &self.population
    }
}

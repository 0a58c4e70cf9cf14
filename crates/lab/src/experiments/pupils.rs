//! What experiments have in common that learn the weights of modern organisms.

use std::fmt;
use std::sync::Arc;

use engine::modern::Organism;
use engine::modern::eval::{self, Weights};
use engine::modern::search::SearchGenes;
use evo::{Space, Stream};
use journal::Genes;
use params::{ParamSpec, Table};
use problems::learn::{COUNT, Numbers, Pupil};

use crate::Recorded;
use crate::experiment::{Bred, Gene};

/// Numbers that are learnt, with what they are learnt from. Nothing is crossed or
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
        let halves = weights.midgame.iter().chain(weights.endgame.iter());
        let values = halves.chain(&weights.ending).copied().map(f64::from);
        values.collect::<Vec<_>>().into()
    }
}

/// The genes of an evaluation: midgame, endgame, last step.
pub fn genes() -> Vec<Gene> {
    let gene = |half: &str, spec: &ParamSpec, number: usize| {
        let place = match spec.len {
            1 => String::new(),
            _ => format!("_{number}"),
        };
        Gene {
            name: format!("{half}{}{place}", spec.name),
            min: spec.min.into(),
            max: spec.max.into(),
            published: None,
        }
    };
    let of = |half: &'static str, table: Table| {
        let numbers =
            |spec: &'static ParamSpec| (0..spec.len).map(move |number| gene(half, spec, number));
        table.iter().flat_map(numbers).collect::<Vec<_>>()
    };
    let halves = ["MIDGAME_", "ENDGAME_"].map(|half| of(half, Weights::TABLE));
    let [mut genes, endgame] = halves;
    genes.extend(endgame);
    genes.extend(of("", Weights::ENDING));
    genes
}

/// The weights of such genes.
pub fn weights_of(values: &[f64]) -> Weights {
    let mut weights = Weights::neutral();
    let places = weights.midgame.iter_mut().chain(weights.endgame.iter_mut());
    for (place, &value) in places.chain(&mut weights.ending).zip(values) {
        *place = value as i32;
    }
    debug_assert_eq!(values.len(), 2 * eval::COUNT + weights.ending.len());
    weights
}

/// The file of an organism whose evaluation was learnt. Where none gives it a search, it
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

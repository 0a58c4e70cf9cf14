//! The modern kind: its evaluation against slow second opinions, its search against the
//! rules and its limits, its files.

mod bench;
mod features;
mod files;
mod mates;
mod safe;
mod second;
mod session;
mod symmetry;

#[path = "../any_search/draws.rs"]
mod draws;
#[path = "../any_search/limits.rs"]
mod limits;
#[path = "../support/mod.rs"]
mod support;

use engine::modern::eval::{Evaluator, Weights};
use engine::modern::search::SearchGenes;
use engine::search::{Engine, searcher};
use params::Table;

use support::Random;

/// The two settings everything must hold for.
const SETTINGS: [fn() -> SearchGenes; 2] = [SearchGenes::default, SearchGenes::neutral];

/// Those that find a perpetual check within 200,000 nodes.
const FARSIGHTED: [fn() -> SearchGenes; 1] = [SearchGenes::default];

/// A fresh engine that knows material only, with the smallest table.
fn engine(genes: SearchGenes) -> Engine {
    Engine::new(Evaluator::new(&Weights::default()), genes, 1)
}

/// An engine with the default settings on several threads.
fn team(threads: usize) -> Engine {
    let evaluations = (0..threads).map(|_| Evaluator::new(&Weights::default()));
    Engine::of(searcher(evaluations, SearchGenes::default()), 1)
}

/// A maker of fresh engines with random weights and genes.
fn random_engine(random: &mut Random) -> impl Fn() -> Engine + use<> {
    let (weights, genes) = (random_weights(random), random_genes(random));
    move || Engine::new(Evaluator::new(&weights), genes, 1)
}

/// Numbers anywhere in their ranges.
fn random_values(random: &mut Random, table: Table, values: &mut [i32]) {
    for (value, spec) in values.iter_mut().zip(table.numbers()) {
        *value = spec.min + random.below((spec.max - spec.min + 1) as usize) as i32;
    }
}

fn random_weights(random: &mut Random) -> Weights {
    let mut weights = Weights::neutral();
    random_values(random, Weights::TABLE, &mut weights.midgame[..]);
    random_values(random, Weights::TABLE, &mut weights.endgame[..]);
    random_values(random, Weights::ENDING, &mut weights.ending);
    weights
}

fn random_genes(random: &mut Random) -> SearchGenes {
    let mut genes = SearchGenes::neutral();
    random_values(random, SearchGenes::TABLE, &mut genes.0);
    genes
}

/// Every number at one end of its range.
fn extreme_weights(end: fn(&params::ParamSpec) -> i32) -> Weights {
    let mut weights = Weights::neutral();
    for (number, spec) in Weights::TABLE.numbers().enumerate() {
        weights.midgame[number] = end(spec);
        weights.endgame[number] = end(spec);
    }
    for (number, spec) in Weights::ENDING.numbers().enumerate() {
        weights.ending[number] = end(spec);
    }
    weights
}

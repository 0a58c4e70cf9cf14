//! How trees are bred in tests.

use evo::gp::Gp;
use evo::trees::{Graft, Regrow};
use evo::{Method, Probability, Selection, Trees};

pub fn gp(population: u32, selection: Selection) -> Method<Trees> {
    Method::Gp(Gp {
        population,
        elites: 1,
        selection,
        reproduction_rate: Probability::new(0.35),
        crossover_rate: Probability::new(0.5),
        mutation_rate: Probability::new(0.15),
        crossover: Graft {
            inner: Probability::new(0.9),
        },
        mutation: Regrow {
            subtree: Probability::new(0.5),
            point: Probability::new(0.2),
            constant: Probability::new(0.1),
            insert: Probability::new(0.1),
            hoist: Probability::new(0.1),
            depth: 3.try_into().unwrap(),
        },
    })
}

//! Who goes on from one stage to the next.

use evo::ga::Ga;
use evo::{Bits, Crossover, FlipBits, GrayBits, Method, Probability, Selection};
use journal::{Place, Reader};

use crate::evolve::Error;
use crate::numbers::Numbers;
use crate::{Champion, Measure, Recipe, Stage};

/// The champions of all runs of the stage before.
pub fn champions(reader: &Reader, recipe: &Recipe, stage: &Stage) -> Result<Vec<Bits>, Error> {
    let before = recipe.stage(stage.first - 1);
    let mut all = Vec::new();
    for phase in before.phases() {
        let champion = Champion::find(reader, phase, Measure::of(before))?;
        all.extend(champion.map(|champion| genome(&champion.genes)));
    }
    Ok(all)
}

/// The first and the last generation of the stage before, the first one first,
/// each genome once.
pub fn first_and_last(reader: &Reader, stage: &Stage) -> Result<Vec<Bits>, Error> {
    let phase = stage.first - 1;
    let mut all: Vec<Bits> = Vec::new();
    for generation in [0, last_generation(reader, phase)?] {
        for organism in reader.organisms(Place { phase, generation })? {
            let genome = genome(&organism.genome);
            if !all.contains(&genome) {
                all.push(genome);
            }
        }
    }
    Ok(all)
}

/// The number of the last generation of a phase that has begun.
pub fn last_generation(reader: &Reader, phase: u32) -> Result<u32, journal::Error> {
    let figures = reader.generations(None)?;
    let mut of_phase = figures.iter().rev().map(|figures| figures.place);
    let last = of_phase.find(|place| place.phase == phase);
    Ok(last.map_or(0, |place| place.generation))
}

/// A genome of the weights as the journal keeps it.
fn genome(values: &[f64]) -> Bits {
    let space = problems::weights_space();
    space.genome(values).expect("values that a run recorded")
}

/// The method of a stage that only judges so many: nothing is ever bred.
pub fn all_at_once(count: usize) -> Method<GrayBits> {
    Method::Ga(Ga {
        population: count as u32,
        elites: 0,
        selection: Selection::Roulette,
        crossover: Crossover::Uniform,
        crossover_rate: Probability::new(0.0),
        mutation: FlipBits {
            rate: Probability::new(0.0),
        },
    })
}

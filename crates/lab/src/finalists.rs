//! Who goes on from one stage to the next.

use engine::organism::Organism;
use evo::ga::Ga;
use evo::{Bits, Crossover, FlipBits, GrayBits, Method, Probability, Selection, select};
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

/// The champion of the stage before, who gives its evaluation.
pub fn giver(reader: &Reader, recipe: &Recipe, stage: &Stage) -> Result<Organism, Error> {
    let before = recipe.stage(stage.first - 1);
    let champion = Champion::best(reader, before)?;
    let champion = champion.expect("a stage begins when the one before has ended");
    Ok(champion.evaluation(recipe))
}

/// The genes of the founder of a coevolution that won the most points in its final.
pub fn best_founder(reader: &Reader, finale: &Stage) -> Result<Vec<f64>, Error> {
    let first = |phase| {
        reader.organisms(Place {
            phase,
            generation: 0,
        })
    };
    let (founders, mut finalists) = (first(finale.first - 1)?, first(finale.first)?);
    finalists.retain(|one| founders.iter().any(|founder| founder.genome == one.genome));
    let points: Vec<_> = finalists.iter().map(|one| one.fitness.value).collect();
    let best = select::truncation(&points, 1)[0];
    Ok(finalists.swap_remove(best).genome)
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

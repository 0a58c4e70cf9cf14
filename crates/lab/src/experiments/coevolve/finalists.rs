//! Which organisms go on from one stage to the next.

use evo::ga::Ga;
use evo::{
    BitMutation, Crossover, Failure, GrayBits, Method, Origin, Probability, Selection, Workers,
    select,
};
use journal::{Place, Reader};
use problems::coevolve::Coevolve;

use crate::evolve::{Error, judge};
use crate::numbers::program;
use crate::{Champion, Measure, Recipe, Stage};

/// The champions of all runs of the stage before.
pub fn champions(reader: &Reader, recipe: &Recipe, stage: &Stage) -> Result<Vec<Vec<i32>>, Error> {
    let before = recipe.stage(stage.first - 1);
    let mut all = Vec::new();
    for phase in before.phases() {
        let champion = Champion::find(reader, phase, Measure::of(before))?;
        all.extend(champion.map(|champion| program(&champion.genes)));
    }
    Ok(all)
}

/// The best of these in games against each other, the best first.
pub fn best(
    games: &Coevolve,
    all: &[Vec<i32>],
    number: usize,
    workers: Workers<'_>,
) -> Result<Vec<Vec<i32>>, Failure> {
    let scores = judge(games, all, &workers)?;
    let points: Vec<_> = scores.fitness.iter().map(|one| one.value).collect();
    let best = select::truncation(&points, number).into_iter();
    Ok(best.map(|index| all[index].clone()).collect())
}

/// The genes of the founder of a coevolution that won the most points in its final.
pub fn best_founder(reader: &Reader, finale: &Stage) -> Result<Vec<f64>, Error> {
    let first = |phase| {
        reader.organisms(Place {
            phase,
            generation: 0,
        })
    };
    let (mut founders, mut finalists) = (first(finale.first - 1)?, first(finale.first)?);
    founders.retain(|one| one.origin == Origin::Founder);
    finalists.retain(|one| founders.iter().any(|founder| founder.genome == one.genome));
    let points: Vec<_> = finalists.iter().map(|one| one.fitness.value).collect();
    let best = select::truncation(&points, 1)[0];
    Ok(finalists.swap_remove(best).genome)
}

/// The organisms that meet in the final of a coevolution, each genome once: the
/// founders; of the last generation those that had won their place in an earlier one
/// or are the middle of it, or all where there are none such; and the mean of these,
/// in which luck is averaged out.
pub fn finalists(reader: &Reader, stage: &Stage) -> Result<Vec<Vec<i32>>, Error> {
    let phase = stage.first - 1;
    let genes = |generation, wanted: fn(Origin) -> bool| -> Result<Vec<_>, journal::Error> {
        let organisms = reader.organisms(Place { phase, generation })?;
        let wanted = organisms.into_iter().filter(|one| wanted(one.origin));
        Ok(wanted.map(|one| one.genome).collect())
    };
    let last = reader.last_generation(phase)?;
    let founders = genes(0, |origin| origin == Origin::Founder)?;
    let mut veterans = genes(last, |origin| {
        matches!(origin, Origin::Copy(_) | Origin::Mean)
    })?;
    if veterans.is_empty() {
        veterans = genes(last, |_| true)?;
    }
    let mut all: Vec<Vec<i32>> = Vec::new();
    for values in founders.iter().chain(&veterans).chain([&mean(&veterans)]) {
        let program = program(values);
        if !all.contains(&program) {
            all.push(program);
        }
    }
    Ok(all)
}

/// The mean of genomes, gene by gene, in whole numbers.
pub fn mean(genomes: &[Vec<f64>]) -> Vec<f64> {
    let sum = |gene: usize| genomes.iter().map(|genome| genome[gene]).sum::<f64>();
    let genes = 0..genomes[0].len();
    genes
        .map(|gene| (sum(gene) / genomes.len() as f64).round())
        .collect()
}

/// The method of a stage that judges this number of organisms and breeds none.
pub fn all_at_once(count: usize) -> Method<GrayBits> {
    Method::Ga(Ga {
        population: count as u32,
        elites: 0,
        selection: Selection::Roulette,
        crossover: Crossover::Uniform,
        crossover_rate: Probability::new(0.0),
        mutation: BitMutation::flips(Probability::new(0.0)),
    })
}

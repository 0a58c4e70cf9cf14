//! A local search around a champion.

use std::slice;

use std::num::NonZeroU32;

use evo::{Failure, Problem, Workers};
use params::Table;
use serde::Deserialize;

use crate::evolve::{Trained, judge};
use crate::{Champion, Point};

/// `[polish]`: a local search of the champion at the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, expecting = "a table, [polish]")]
pub struct Polish {
    /// How often it goes through all genes, at most.
    pub sweeps: NonZeroU32,
}

/// A champion after the local search.
#[derive(Clone, Debug, PartialEq)]
pub struct Polished {
    /// The values of its genes.
    pub genes: Vec<f64>,
    /// Its fitness on what it was bred on.
    pub fitness: f64,
    /// Its score there, and on what it was not bred on.
    pub point: Point,
    /// How often the search went through all genes.
    pub sweeps: u32,
}

/// Hill climbing, one gene after the other: of all values a power of two away,
/// the best is taken if it is better than the old one, until a whole sweep
/// changes nothing.
pub fn climb<P>(
    table: Table,
    problem: &Trained<P>,
    polish: Polish,
    champion: &Champion,
    workers: Workers<'_>,
) -> Result<Polished, Failure>
where
    P: Problem<Program = Vec<i32>, Kit: Send> + Sync,
{
    let judge = |problem: &P, programs: &[Vec<i32>]| judge(problem, programs, &workers);
    let mut values: Vec<_> = champion.genes.iter().map(|&value| value as i32).collect();
    let mut fitness = judge(&problem.train, slice::from_ref(&values))?.fitness[0].value;
    let mut sweeps = 0;
    loop {
        let before = fitness;
        sweeps += 1;
        for (index, gene) in table.iter().enumerate() {
            let old = values[index];
            let steps = (0..31)
                .map(|power| 1 << power)
                .take_while(|&step| step <= gene.max - gene.min);
            let near: Vec<_> = steps
                .flat_map(|step| [old.checked_sub(step), old.checked_add(step)])
                .flatten()
                .filter(|value| (gene.min..=gene.max).contains(value))
                .collect();
            let mut candidate = values.clone();
            let candidates: Vec<_> = near
                .iter()
                .map(|&value| {
                    candidate[index] = value;
                    candidate.clone()
                })
                .collect();
            let scores = judge(&problem.train, &candidates)?;
            for (value, score) in near.into_iter().zip(scores.fitness) {
                if score.value > fitness {
                    (values[index], fitness) = (value, score.value);
                }
            }
        }
        if fitness == before || sweeps == polish.sweeps.get() {
            break;
        }
    }
    let best = slice::from_ref(&values);
    let effort = judge(&problem.train, best)?.effort;
    let test = problem.test.as_ref();
    let tried = test.map(|test| judge(test, best)).transpose()?;
    let tried = tried.map(|scores| scores.fitness[0].value);
    let scores = problem.meaning.scores(&[fitness], effort);
    Ok(Polished {
        genes: values.into_iter().map(f64::from).collect(),
        fitness,
        point: problem.meaning.point(fitness, &scores, effort, tried),
        sweeps,
    })
}

//! A local search around a champion.

use std::slice;

use evo::{Backend, Failure, GrayBits, Problem, Stats, Threads};

use crate::evolve;
use crate::recipe::Polish;
use crate::study::Breeding;
use crate::{Champion, Measure, Point};

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
    breeding: &Breeding<GrayBits, P>,
    polish: Polish,
    champion: &Champion,
    measure: Measure,
    threads: Threads,
) -> Result<Polished, Failure>
where
    P: Problem<Program = Vec<i32>>,
    Threads: Backend<P, Error = Failure>,
{
    let space = &breeding.space;
    let judge = |problem: &P, programs: &[Vec<i32>]| evolve::judge(problem, programs, &threads);
    let mut values: Vec<_> = champion.genes.iter().map(|&value| value as i32).collect();
    let mut fitness = judge(&breeding.train, slice::from_ref(&values))?.fitness[0].value;
    let mut sweeps = 0;
    loop {
        let before = fitness;
        sweeps += 1;
        for (index, gene) in space.genes().iter().enumerate() {
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
            let scores = judge(&breeding.train, &candidates)?;
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
    let effort = judge(&breeding.train, best)?.effort;
    let test = breeding.test.as_ref();
    let held_out = test.map(|test| judge(test, best)).transpose()?;
    let held_out = held_out.map(|scores| scores.fitness[0].value);
    Ok(Polished {
        genes: values.into_iter().map(f64::from).collect(),
        fitness,
        point: Point::of(
            measure,
            &Stats::of(&[fitness], effort),
            held_out,
            &[fitness],
        ),
        sweeps,
    })
}

//! The best of earlier generations, who stay.

use std::ops::ControlFlow;

use evo::gp::Veterans;
use evo::{Evolver, Method, Run, Seed, Selection};

use crate::toys::{Sorted, count, gp, threads, two_trees};

#[test]
fn the_best_of_every_third_generation_stay_until_they_are_the_oldest() {
    let Method::Gp(mut method) = gp(20, Selection::Tournament { size: count(2) }) else {
        unreachable!()
    };
    let (most, every) = (4, 3);
    method.veterans = Some(Veterans {
        most,
        every: count(every),
    });
    let space = two_trees();
    let run = Run {
        space: &space,
        problem: &Sorted,
        backend: &threads(1),
        seed: Seed::new(1),
        generations: 25,
    };
    let mut evolver = Evolver::new(Method::Gp(method.clone()), &space, Vec::new()).unwrap();
    let mut best = Vec::new();
    let Ok(_) = run.go(&mut evolver, |generation, _| {
        let joined = best.iter().step_by(every as usize).cloned();
        let joined: Vec<_> = joined.collect();
        let expected = &joined[joined.len().saturating_sub(most as usize)..];
        let organisms = generation.organisms.iter();
        let genomes: Vec<_> = organisms.map(|one| one.genome.clone()).collect();
        assert_eq!(
            &genomes[..expected.len()],
            expected,
            "{}",
            generation.number
        );
        let first = |a: usize, b: usize| {
            let fitness = |at: usize| generation.organisms[at].fitness.value;
            if fitness(b) > fitness(a) { b } else { a }
        };
        best.push(genomes[(0..genomes.len()).reduce(first).unwrap()].clone());
        ControlFlow::<()>::Continue(())
    });
    assert_eq!(best.len(), 26);

    method.veterans = Some(Veterans {
        most: 19,
        every: count(1),
    });
    let error = Evolver::new(Method::Gp(method), &space, Vec::new());
    let error = error.err().unwrap().to_string();
    assert!(error.contains("20 kept of a population of 20"), "{error}");
}

//! Demes that exchange organisms.

use std::num::NonZeroU32;
use std::ops::ControlFlow;

use evo::{
    Archipelago, BitMutation, Bits, Choice, Crossover, Evolver, GrayBits, Jury, Method, Migration,
    Optimiser, Organism, Origin, Probability, Problem, Run, Seed, Selection, Topology, ep::Ep,
    ga::Ga,
};

use crate::numbers::{cma_es, de};
use crate::toys::{Contest, OneMax, forty_bits, threads};

const GENERATIONS: u32 = 12;

fn ga(population: u32) -> Method<GrayBits> {
    Method::Ga(Ga {
        population,
        elites: 1,
        selection: Selection::Roulette,
        crossover: Crossover::Uniform,
        crossover_rate: Probability::new(0.75),
        mutation: BitMutation::flips(Probability::new(0.02)),
    })
}

/// Every method that there is for numbers.
fn methods() -> Vec<Method<GrayBits>> {
    let ep = Method::Ep(Ep {
        population: 8,
        survivors: 4,
        mutation: BitMutation::flips(Probability::new(0.02)),
    });
    vec![ga(6), ep, cma_es(9, 0.0), de(10, 0.9)]
}

fn migration(topology: Topology, migrants: u32, choice: Choice) -> Migration {
    Migration {
        every: NonZeroU32::new(3).unwrap(),
        topology,
        migrants,
        choice,
    }
}

fn archipelago(methods: Vec<Method<GrayBits>>, migration: Migration) -> Archipelago<GrayBits> {
    let space = forty_bits();
    let deme = |method| Evolver::new(method, &space, Vec::new()).unwrap();
    Archipelago::new(methods.into_iter().map(deme).collect(), migration).unwrap()
}

/// All generations, each with the checkpoint after it.
type History = Vec<(Vec<Organism<Bits>>, Vec<u8>)>;

fn go<P>(problem: &P, demes: &mut Archipelago<GrayBits>) -> History
where
    P: Problem<Program = Vec<i32>, Kit: Send> + Sync,
{
    let space = forty_bits();
    let run = Run {
        space: &space,
        judge: &Jury::new(problem, threads(2)),
        seed: Seed::new(5),
        generations: GENERATIONS,
    };
    let mut history = Vec::new();
    let end = run
        .go(demes, |generation, demes| {
            history.push((generation.organisms.to_vec(), demes.save()));
            ControlFlow::<()>::Continue(())
        })
        .unwrap();
    assert_eq!(end, ControlFlow::Continue(()));
    history
}

fn all_migrations() -> Vec<Migration> {
    let mut all = Vec::new();
    for topology in [Topology::Ring, Topology::Full, Topology::Random] {
        for choice in [Choice::Best, Choice::Random] {
            all.push(migration(topology, 1, choice));
        }
    }
    all
}

#[test]
fn resumed_is_unbroken() {
    let space = forty_bits();
    for migration in all_migrations() {
        let mut demes = archipelago(methods(), migration);
        let history = go(&Contest, &mut demes);
        for (_, checkpoint) in &history {
            let mut resumed = Archipelago::load(&space, checkpoint).unwrap();
            go(&Contest, &mut resumed);
            assert!(resumed.save() == demes.save());
        }
    }
}

/// What goes over unchanged is what stands at the place it is said to come from, in
/// whichever deme that is; in an epoch, and only then, it may be another deme.
#[test]
fn ancestors_are_found_across_demes() {
    let migration = migration(Topology::Ring, 2, Choice::Best);
    let mut demes = archipelago(vec![ga(6); 3], migration);
    let history = go(&OneMax, &mut demes);
    let mut from_abroad = 0;
    for (number, pair) in history.windows(2).enumerate() {
        let [(before, _), (after, _)] = pair else {
            unreachable!("windows of two")
        };
        for (place, organism) in after.iter().enumerate() {
            if let Origin::Copy(parent) = organism.origin {
                let parent = parent as usize;
                assert_eq!(organism.genome, before[parent].genome);
                assert_eq!(organism.fitness, before[parent].fitness);
                if parent / 6 != place / 6 {
                    from_abroad += 1;
                    assert_eq!((number + 1) % 3, 0, "no epoch");
                }
            }
            for parent in organism.origin.parents() {
                let near = parent as usize / 6 == place / 6;
                assert!(near || (number + 1).is_multiple_of(3));
            }
        }
    }
    assert!(from_abroad > 0);
}

#[test]
fn the_best_spread_and_nothing_does_without_migrants() {
    let best = |demes: &Archipelago<GrayBits>| -> Vec<f64> {
        let values = |deme: &Evolver<GrayBits>| {
            let values = deme.population().iter().map(|one| one.fitness.value);
            values.fold(0.0, f64::max)
        };
        demes.demes().iter().map(values).collect()
    };
    let spread = |values: Vec<f64>| {
        let most = values.iter().copied().fold(0.0, f64::max);
        most - values.iter().copied().fold(most, f64::min)
    };
    let end = |migrants| {
        let migration = migration(Topology::Full, migrants, Choice::Best);
        let mut demes = archipelago(vec![ga(8); 4], migration);
        go(&OneMax, &mut demes);
        spread(best(&demes))
    };
    // Generation 12 has the migrants of epoch 4 among its elites.
    assert_eq!(end(1), 0.0);
    assert!(end(0) > 0.0);
}

#[test]
fn demes_that_cannot_work() {
    let space = forty_bits();
    let demes = |count: usize| -> Vec<_> {
        let deme = || Evolver::new(ga(6), &space, Vec::new()).unwrap();
        (0..count).map(|_| deme()).collect()
    };
    let of = |count, migrants| {
        let migration = migration(Topology::Full, migrants, Choice::Best);
        Archipelago::new(demes(count), migration)
    };
    let text = of(0, 1).unwrap_err().to_string();
    assert_eq!(text, "an archipelago has at least one deme");
    let text = of(4, 2).unwrap_err().to_string();
    assert!(text.starts_with("6 migrants go to a deme of 6"), "{text}");
    assert!(of(3, 2).is_ok());
}

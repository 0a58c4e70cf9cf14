//! Demes of individuals.

use std::convert::Infallible;
use std::num::{NonZeroU32, NonZeroU64};
use std::ops::ControlFlow;

use evo::ga::Ga;
use evo::{
    Archipelago, Backend, Choice, Crossover, Evolver, Jury, Kits, Method, Migration, Optimiser,
    Positive, Probability, Problem, Run, Seed, Selection, SelfAdaptation, Steps, Threads, Topology,
};
use evochess::depth::{Limits, Swap, Variation};
use evochess::ladder::{Class, Ladder, Record, Rules, Trial};
use evochess::search::Bounds;
use evochess::{Crossing, Individuals, Module, Mutating};

/// Does the work of the last deme first, and of each deme the last individual first.
struct LastFirst;

impl Backend<Ladder> for LastFirst {
    type Error = Infallible;

    fn run_all(
        &self,
        ladder: &Ladder,
        _: &Kits<()>,
        tasks: &[<Ladder as Problem>::Task],
    ) -> Result<Vec<Record>, Infallible> {
        let reversed = tasks.iter().rev();
        let mut records: Vec<_> = reversed
            .map(|task| ladder.run(&mut (), task).expect("a game can be played"))
            .collect();
        records.reverse();
        Ok(records)
    }
}

fn bred(backend: impl Backend<Ladder, Error: std::fmt::Debug>) -> Vec<u8> {
    let limits = Limits {
        start: 12.try_into().unwrap(),
        statements: 40.try_into().unwrap(),
        nesting: 3,
        moves: Probability::new(0.2),
        own: Probability::new(0.1),
        alike: Probability::new(0.5),
    };
    let steps: Steps = toml::from_str("start = 0.1\nleast = 0.01").unwrap();
    let modules = vec![Module::Depth, Module::Position, Module::Ordering];
    let space = Individuals::new(modules, None, limits, steps);
    let ladder = Ladder {
        bounds: Bounds {
            nodes: NonZeroU64::new(300).unwrap(),
            ..Bounds::default()
        },
        rules: Rules {
            longest: 6,
            ..Rules::default()
        },
        trial: Trial::Exam {
            classes: vec![Class::try_from(2).unwrap()],
            games: 2,
        },
    };
    let chance = Probability::new;
    let method = Method::Ga(Ga {
        population: 5,
        elites: 1,
        selection: Selection::Roulette,
        crossover: Crossing {
            depth: Swap {
                branched: chance(0.5),
            },
            weights: Crossover::Uniform,
        },
        crossover_rate: chance(0.5),
        mutation: Mutating {
            depth: Variation {
                rate: chance(0.9),
                foreign: chance(0.5),
                statement: chance(0.3),
            },
            weights: SelfAdaptation {
                learning: Positive::new(1.0),
            },
        },
    });
    let migration = Migration {
        every: NonZeroU32::MIN,
        topology: Topology::Ring,
        migrants: 1,
        choice: Choice::Best,
    };
    let deme = || Evolver::new(method.clone(), &space, Vec::new()).unwrap();
    let mut demes = Archipelago::new((0..3).map(|_| deme()).collect(), migration).unwrap();
    let run = Run {
        space: &space,
        judge: &Jury::new(&ladder, backend),
        seed: Seed::new(4),
        generations: 4,
    };
    let end = run.go(&mut demes, |_, _| ControlFlow::<()>::Continue(()));
    assert_eq!(end.unwrap(), ControlFlow::Continue(()));
    demes.save()
}

#[test]
fn demes_in_another_order_breed_the_same() {
    assert!(bred(LastFirst) == bred(Threads::ONE));
}

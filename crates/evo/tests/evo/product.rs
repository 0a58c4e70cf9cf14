//! Spaces made of spaces.

use evo::trees::Forest;
use evo::{
    Axis, BitMutation, Crossover, Effort, Error, Evolver, Failure, Fitness, GrayBits, Method,
    Mixed, MixedGene, Optimiser, Probability, Problem, Scores, Seed, Selection, Space, Trees,
    ep::Ep, ga::Ga, gp::Gp,
};
use proptest::prelude::*;

use crate::numbers::{cma_es, de};
use crate::repeats::resume_everywhere;
use crate::toys::{Sorted, count, evolve, five_reals, forty_bits, gaussian, regrow, two_trees};
use crate::trees::graft;

/// How near whole numbers and reals are to what they should be.
struct Near;

type Numbers = (GrayBits, Mixed<f64>);

impl Problem for Near {
    type Program = (Vec<i32>, Vec<f64>);
    type Task = (Vec<i32>, Vec<f64>);
    type Outcome = f64;
    type Kit = ();

    fn plan(&self, generation: &[Self::Program], _: Seed) -> Vec<Self::Task> {
        generation.to_vec()
    }

    fn equip(&self) -> Result<(), Failure> {
        Ok(())
    }

    fn run(&self, _: &mut (), (wholes, reals): &Self::Task) -> Result<f64, Failure> {
        let target = [3, 14, 15, 9, 2, 6, 5, 3, 5, 8];
        let wholes = wholes.iter().zip(target);
        let wholes: i32 = wholes.map(|(value, target)| (value - target).pow(2)).sum();
        let reals: f64 = reals.iter().map(|x| (x - 2.5) * (x - 2.5)).sum();
        Ok(-f64::from(wholes) - reals)
    }

    fn reduce(&self, _: &[Self::Program], _: &[Self::Task], values: &[f64]) -> Scores {
        Scores {
            fitness: values.iter().map(|&value| Fitness::exact(value)).collect(),
            effort: Effort::default(),
        }
    }
}

fn numbers() -> Numbers {
    (forty_bits(), five_reals())
}

fn creep() -> BitMutation {
    toml::from_str("rate = 0.2\nstep = 0.1").unwrap()
}

fn methods() -> [Method<Numbers>; 4] {
    let mutation = (creep(), gaussian());
    let ga = Method::Ga(Ga {
        population: 60,
        elites: 2,
        selection: Selection::Tournament { size: count(3) },
        crossover: (Crossover::TwoPoint, Crossover::Uniform),
        crossover_rate: Probability::new(0.75),
        mutation,
    });
    let ep = Method::Ep(Ep {
        population: 60,
        survivors: 30,
        mutation,
    });
    [ga, ep, cma_es(20, 0.0), de(60, 0.9)]
}

#[test]
fn methods_for_numbers_solve_both_parts() {
    let space = numbers();
    for method in methods() {
        let (evolver, figures) = evolve(&space, &Near, method, 1, 200);
        let best = evolver.recommend().unwrap();
        assert!(figures[0].best < -100.0);
        assert!(best.fitness.value > -1.5, "{best:?}");
        assert!(space.holds(&best.genome));
    }
}

#[test]
fn resumed_is_unbroken() {
    for method in methods() {
        resume_everywhere(&numbers(), &Near, &method);
    }
    for method in programs() {
        resume_everywhere(&with_trees(), &Weighed, &method);
    }
}

#[test]
fn axes_are_those_of_both() {
    let space = numbers();
    let cube = space.cube().unwrap();
    let wholes = std::iter::repeat_n(Axis::Levels(16), 10);
    let reals = std::iter::repeat_n(Axis::Continuous, 5);
    assert_eq!(cube.axes(), wholes.chain(reals).collect::<Vec<_>>());
    assert!((two_trees(), five_reals()).cube().is_none());
    assert!((five_reals(), two_trees()).cube().is_none());
    let stranger = Evolver::new(de(60, 0.9), &with_trees(), Vec::new());
    assert_eq!(stranger.unwrap_err(), Error::NotNumbers);
}

proptest! {
    /// A pair of a pair: everything reaches the part that it is for.
    #[test]
    fn pairs_may_be_nested(seed in any::<u64>()) {
        let choice = Mixed::<i32>::new([MixedGene::choice("ORDER", &["a", "b", "c"])]).unwrap();
        let space = (numbers(), choice);
        let mut stream = Seed::new(seed).stream();
        let (mother, father) = (space.sample(&mut stream), space.sample(&mut stream));
        prop_assert!(space.holds(&mother) && space.holds(&father));
        let how = ((Crossover::Uniform, Crossover::OnePoint), Crossover::Uniform);
        let mut child = space.cross(&how, &mother, &father, &mut stream);
        prop_assert!(child.1 == mother.1 || child.1 == father.1);
        let how = ((creep(), gaussian()), gaussian());
        space.mutate(&how, &mut child, 0, &mut stream);
        prop_assert!(space.holds(&child));

        let cube = space.cube().unwrap();
        let point = cube.point(&child);
        prop_assert_eq!((point.len(), cube.axes().len()), (16, 16));
        let back = cube.nearest(&point);
        prop_assert_eq!(&back.0.0, &child.0.0);
        prop_assert_eq!(&back.1, &child.1);
        let numbers = cube.numbers(&point);
        let ((wholes, reals), choice) = space.decode(&child);
        let wholes = wholes.into_iter().map(f64::from);
        let choice = choice.into_iter().map(f64::from);
        for (number, value) in numbers.iter().zip(wholes.chain(reals).chain(choice)) {
            prop_assert!((number - value).abs() < 1e-9);
        }
        let words = space.show(&child).split(' ').count();
        prop_assert_eq!(words, 16);
    }
}

/// Trees that sort, and a number that should be near 2.5.
struct Weighed;

impl Problem for Weighed {
    type Program = (Forest, Vec<f64>);
    type Task = (Forest, Vec<f64>);
    type Outcome = f64;
    type Kit = ();

    fn plan(&self, generation: &[Self::Program], _: Seed) -> Vec<Self::Task> {
        generation.to_vec()
    }

    fn equip(&self) -> Result<(), Failure> {
        Ok(())
    }

    fn run(&self, _: &mut (), (trees, numbers): &Self::Task) -> Result<f64, Failure> {
        Ok(f64::from(Sorted.run(&mut (), trees)?) - (numbers[0] - 2.5).abs())
    }

    fn reduce(&self, _: &[Self::Program], _: &[Self::Task], values: &[f64]) -> Scores {
        Near.reduce(&[], &[], values)
    }
}

fn with_trees() -> (Trees, Mixed<f64>) {
    let number = MixedGene::real("NUMBER", -10.0, 10.0);
    (two_trees(), Mixed::new([number]).unwrap())
}

/// Genetic programming and a genetic algorithm.
fn programs() -> [Method<(Trees, Mixed<f64>)>; 2] {
    let selection = Selection::Tournament { size: count(5) };
    let crossover = (graft(0.9), Crossover::Uniform);
    let mutation = (regrow(), gaussian());
    let gp = Method::Gp(Gp {
        population: 300,
        elites: 1,
        selection,
        reproduction_rate: Probability::new(0.1),
        crossover_rate: Probability::new(0.6),
        mutation_rate: Probability::new(0.3),
        crossover,
        mutation,
    });
    let ga = Method::Ga(Ga {
        population: 300,
        elites: 1,
        selection,
        crossover,
        crossover_rate: Probability::new(0.75),
        mutation,
    });
    [gp, ga]
}

#[test]
fn trees_and_numbers_are_bred_together() {
    for method in programs() {
        let (evolver, figures) = evolve(&with_trees(), &Weighed, method, 1, 60);
        let best = evolver.recommend().unwrap();
        assert!(figures[0].best < 115.0, "{}", figures[0].best);
        assert!(best.fitness.value > 120.0, "{best:?}");
        assert!((best.genome.1[0] - 2.5).abs() < 0.2, "{best:?}");
    }
}

//! Learning from results that a known model made.

use evo::learner::Learner;
use evo::{
    Effort, Evolver, Example, Failure, Fitness, Gene, GrayBits, Method, Optimiser, Positive,
    Problem, Scores, Seed, Space,
};

use crate::toys::{evolve, two_trees};

/// What the genes should be. The first can only be what it is: the unit of the others.
const TRUTH: [i32; 6] = [100, 35, 5, 60, 0, 20];

/// How sure the results are.
const SCALE: f64 = 1.0 / 150.0;

/// Results of a coin whose chance is that of the true genes. Fitness says nothing.
pub struct Coins;

pub fn coins() -> GrayBits {
    let genes = ["A", "B", "C", "D", "E"].map(|name| Gene::new(name, 0, 63));
    GrayBits::new([Gene::new("UNIT", 100, 100)].into_iter().chain(genes)).unwrap()
}

pub fn learner<S: Space>(population: u32, doubt: f64) -> Method<S> {
    Method::Learner(Learner {
        population,
        spread: Positive::new(0.05),
        doubt: Positive::new(doubt),
    })
}

impl Problem for Coins {
    type Program = Vec<i32>;
    type Task = Seed;
    type Outcome = ([f64; 6], bool);
    type Kit = ();

    fn plan(&self, _: &[Vec<i32>], seed: Seed) -> Vec<Seed> {
        (0..500).map(|number| seed.child("coin", number)).collect()
    }

    fn equip(&self) -> Result<(), Failure> {
        Ok(())
    }

    fn run(&self, _: &mut (), task: &Seed) -> Result<Self::Outcome, Failure> {
        let mut stream = task.stream();
        let seen: [f64; 6] = std::array::from_fn(|_| stream.normal());
        let said = seen
            .iter()
            .zip(TRUTH)
            .map(|(seen, gene)| seen * f64::from(gene));
        let chance = 1.0 / (1.0 + (-SCALE * said.sum::<f64>()).exp());
        Ok((seen, stream.chance(chance)))
    }

    fn reduce(&self, generation: &[Vec<i32>], _: &[Seed], _: &[Self::Outcome]) -> Scores {
        Scores {
            fitness: vec![Fitness::exact(0.0); generation.len()],
            effort: Effort::default(),
        }
    }

    fn examples(&self, _: &[Seed], outcomes: &[Self::Outcome]) -> Vec<Example> {
        let example = |(seen, success): &Self::Outcome| Example {
            features: seen.to_vec(),
            result: f64::from(u8::from(*success)),
        };
        outcomes.iter().map(example).collect()
    }
}

#[test]
fn results_teach_what_made_them() {
    let space = coins();
    for seed in 1..=3 {
        let (evolver, _) = evolve(&space, &Coins, learner(4, 1.0), seed, 60);
        let learned = space.decode(&evolver.population()[0].genome);
        assert_eq!(learned[0], 100);
        // Thirty thousand coins; the standard error of a gene is about 2.5.
        for (learned, truth) in learned.iter().zip(TRUTH) {
            assert!((learned - truth).abs() <= 9, "{learned} for {truth}");
        }
    }
}

#[test]
fn the_proportions_of_a_founder_that_is_trusted_are_kept() {
    let space = coins();
    let founder = space.encode(&[100, 20, 20, 20, 20, 20]).unwrap();
    let end = |doubt| {
        let founders = vec![founder.clone()];
        let mut evolver = Evolver::new(learner(4, doubt), &space, founders).unwrap();
        let run = evo::Run {
            space: &space,
            judge: &evo::Jury::new(&Coins, crate::toys::threads(1)),
            seed: Seed::new(1),
            generations: 10,
        };
        let _ = run
            .go(&mut evolver, |_, _| {
                std::ops::ControlFlow::<()>::Continue(())
            })
            .unwrap();
        space.decode(&evolver.population()[0].genome)
    };
    let alike = |genes: Vec<i32>| genes[2..].iter().all(|&gene| gene == genes[1]);
    assert!(alike(end(0.001)));
    assert!(!alike(end(1.0)));
}

#[test]
fn programs_cannot_learn_like_that() {
    let error = Evolver::new(learner(4, 1.0), &two_trees(), Vec::new()).unwrap_err();
    assert!(error.to_string().contains("needs genes that are numbers"));
    let error = Evolver::new(learner(1, 1.0), &coins(), Vec::new()).unwrap_err();
    assert_eq!(
        error.to_string(),
        "a population of 1 is too small: at least 2"
    );
}

//! What goes wrong is refused or contained.

use std::ops::ControlFlow;

use evo::{
    Backend, BitMutation, Bits, Crossover, Error, Evolver, Failure, Gene, GrayBits, Jury, Kits,
    Method, Mixed, MixedGene, Optimiser, Pressure, Probability, Problem, Run, Scores, Seed,
    Selection, ep::Ep, ga::Ga,
};

use crate::toys::{OneMax, bits, count, evolve, forty_bits, threads};

fn ga(population: u32, elites: u32, selection: Selection) -> Method<GrayBits> {
    Method::Ga(Ga {
        population,
        elites,
        selection,
        crossover: Crossover::Uniform,
        crossover_rate: Probability::new(1.0),
        mutation: BitMutation::flips(Probability::new(0.01)),
    })
}

/// The number of ones, replaced by a value for some genomes.
struct Spoilt {
    value: f64,
    spoils: fn(&Bits) -> bool,
}

impl Problem for Spoilt {
    type Program = Vec<i32>;
    type Task = Bits;
    type Outcome = u32;
    type Kit = ();

    fn plan(&self, generation: &[Vec<i32>], seed: Seed) -> Vec<Bits> {
        OneMax.plan(generation, seed)
    }

    fn equip(&self) -> Result<(), Failure> {
        Ok(())
    }

    fn run(&self, _: &mut (), task: &Bits) -> Result<u32, Failure> {
        OneMax.run(&mut (), task)
    }

    fn reduce(&self, generation: &[Vec<i32>], tasks: &[Bits], outcomes: &[u32]) -> Scores {
        let mut scores = OneMax.reduce(generation, tasks, outcomes);
        for (fitness, program) in scores.fitness.iter_mut().zip(generation) {
            if (self.spoils)(&bits(program)) {
                fitness.value = self.value;
            }
        }
        scores
    }
}

#[test]
fn not_a_number_is_worst() {
    let selections = [
        Selection::Roulette,
        Selection::Rank {
            pressure: Pressure::new(2.0),
        },
        Selection::Truncation { best: count(5) },
        Selection::Tournament { size: count(3) },
    ];
    for selection in selections {
        for worst in [f64::NAN, -f64::NAN, f64::NEG_INFINITY] {
            let method = ga(20, 1, selection);
            let spoilt = Spoilt {
                value: worst,
                spoils: |genome| genome.get(0),
            };
            let (evolver, figures) = evolve(&forty_bits(), &spoilt, method, 1, 20);
            let champion = evolver.recommend().unwrap();
            assert!(!champion.genome.get(0));
            assert_eq!(champion.fitness.value, figures[20].best);
            assert!(
                figures
                    .iter()
                    .all(|stats| stats.mean.is_finite() && stats.spread.is_finite())
            );
            // The checkpoint keeps what cannot be compared.
            let loaded = Evolver::load(&forty_bits(), &evolver.save()).unwrap();
            assert_eq!(loaded.save(), evolver.save());
        }
    }
}

/// No organism has a fitness at all: the run goes on blindly.
#[test]
fn nothing_but_not_a_number() {
    let nothing = Spoilt {
        value: f64::NAN,
        spoils: |_| true,
    };
    let (evolver, figures) = evolve(&forty_bits(), &nothing, ga(6, 2, Selection::Roulette), 1, 5);
    assert_eq!(evolver.population().len(), 6);
    assert!(
        figures
            .iter()
            .all(|stats| stats.best.is_nan() && stats.mean.is_nan())
    );
}

#[test]
fn methods_that_cannot_work() {
    let start = |method| Evolver::new(method, &forty_bits(), Vec::new()).unwrap_err();
    let no_room = |kept, population| Error::NoRoom { kept, population };
    assert_eq!(start(ga(0, 0, Selection::Roulette)), no_room(0, 0));
    assert_eq!(start(ga(5, 5, Selection::Roulette)), no_room(5, 5));
    let ep = |population, survivors| {
        let rate = Probability::new(0.1);
        Method::Ep(Ep {
            population,
            survivors,
            mutation: BitMutation::flips(rate),
        })
    };
    assert_eq!(start(ep(5, 0)), Error::NoSurvivors);
    assert_eq!(start(ep(5, 6)), no_room(6, 5));
}

#[test]
fn genomes_of_another_space() {
    let space = forty_bits();
    let method = ga(2, 1, Selection::Roulette);
    let start = |founders| Evolver::new(method.clone(), &space, founders).unwrap_err();
    assert_eq!(
        start(vec![Bits::zeros(40), Bits::zeros(39)]),
        Error::Stranger(1)
    );
    let crowd = Error::TooManyFounders {
        founders: 3,
        population: 2,
    };
    assert_eq!(start(vec![Bits::zeros(40); 3]), crowd);

    let (evolver, _) = evolve(&space, &OneMax, method, 1, 1);
    let narrow = GrayBits::new([Gene::new("ONE", 0, 1)]).unwrap();
    assert_eq!(
        Evolver::load(&narrow, &evolver.save()),
        Err(Error::Stranger(0))
    );
    let half = &evolver.save()[..20];
    assert!(matches!(
        Evolver::load(&space, half),
        Err(Error::Checkpoint(_))
    ));
}

#[test]
fn spaces_that_make_no_sense() {
    let empty = GrayBits::new([Gene::new("A", 2, 1)]);
    assert_eq!(empty, Err(Error::EmptyRange("A".into())));
    let twins = GrayBits::new([
        Gene::new("A", 0, 1),
        Gene::new("B", 0, 1),
        Gene::new("A", 0, 1),
    ]);
    assert_eq!(twins, Err(Error::SameName("A".into())));
    for (min, max) in [
        (1.0, 0.0),
        (f64::NAN, 1.0),
        (0.0, f64::INFINITY),
        (f64::MIN, f64::MAX),
    ] {
        let space = Mixed::<f64>::new([MixedGene::real("A", min, max)]);
        assert_eq!(space, Err(Error::EmptyRange("A".into())));
    }
    let space = GrayBits::new([Gene::new("A", -1, 1)]).unwrap();
    assert_eq!(
        space.encode(&[]),
        Err(Error::WrongLength { found: 0, genes: 1 })
    );
    let error = space.encode(&[2]).unwrap_err();
    assert_eq!(error.to_string(), "A is 2, not within -1 to 1");
}

struct Cut;

impl<P: Problem> Backend<P> for Cut {
    type Error = &'static str;

    fn run_all(
        &self,
        _: &P,
        _: &Kits<P::Kit>,
        _: &[P::Task],
    ) -> Result<Vec<P::Outcome>, &'static str> {
        Err("no connection")
    }
}

#[test]
fn a_lost_backend_leaves_the_checkpoint_alone() {
    let space = forty_bits();
    let (mut evolver, _) = evolve(&space, &OneMax, ga(6, 1, Selection::Roulette), 1, 3);
    let before = evolver.clone();
    let run = Run {
        space: &space,
        judge: &Jury::new(&OneMax, Cut),
        seed: Seed::new(1),
        generations: 9,
    };
    let end = run.go(&mut evolver, |_, _| ControlFlow::<()>::Continue(()));
    assert_eq!(end, Err("no connection"));
    assert_eq!(evolver, before);
}

#[test]
#[should_panic(expected = "task 70 is bad")]
fn a_panic_is_passed_on() {
    struct Bad;
    impl Problem for Bad {
        type Program = ();
        type Task = u32;
        type Outcome = u32;
        type Kit = ();
        fn plan(&self, _: &[()], _: Seed) -> Vec<u32> {
            (0..100).collect()
        }
        fn equip(&self) -> Result<(), Failure> {
            Ok(())
        }

        fn run(&self, _: &mut (), &task: &u32) -> Result<u32, Failure> {
            assert!(task != 70, "task {task} is bad");
            Ok(task)
        }
        fn reduce(&self, _: &[()], _: &[u32], _: &[u32]) -> Scores {
            unreachable!("a task failed")
        }
    }
    let tasks = Bad.plan(&[], Seed::new(0));
    let _ = threads(4).run_all(&Bad, &Kits::new(), &tasks);
}

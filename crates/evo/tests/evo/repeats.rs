//! The same seed gives the same run: killed and resumed, on one thread or many.

use std::{
    cell::RefCell,
    ops::ControlFlow,
    sync::{
        Barrier,
        atomic::{AtomicU32, Ordering},
    },
};

use evo::{
    Backend, BitMutation, Bits, Crossover, Effort, Evolver, Failure, GrayBits, Jury, Kits, Method,
    Optimiser, Origin, Probability, Problem, Run, Scores, Seed, Selection, Space, Stats, ep::Ep,
    ga::Ga,
};

use crate::learner::{Coins, coins, learner};
use crate::numbers::{cma_es, de, standards};
use crate::toys::{
    Contest, OneMax, Sorted, Sphere, count, evolve, five_reals, forty_bits, gp, non_uniform,
    threads, two_trees,
};

fn ga(elites: u32) -> Method<GrayBits> {
    Method::Ga(Ga {
        population: 12,
        elites,
        selection: Selection::Roulette,
        crossover: Crossover::TwoPoint,
        crossover_rate: Probability::new(0.75),
        mutation: BitMutation::flips(Probability::new(0.02)),
    })
}

const GENERATIONS: u32 = 12;

/// Stops after every generation in turn, forgets all but the saved bytes, and goes on.
pub fn resume_everywhere<S: Space, P>(space: &S, problem: &P, method: &Method<S>)
where
    P: Problem<Program = S::Program, Kit: Send> + Sync,
{
    let (unbroken, figures) = evolve(space, problem, method.clone(), 3, GENERATIONS);
    let run = Run {
        space,
        judge: &Jury::new(problem, threads(1)),
        seed: Seed::new(3),
        generations: GENERATIONS,
    };
    for stop in 0..=GENERATIONS {
        let seen: RefCell<Vec<Stats>> = RefCell::default();
        let mut saved = Vec::new();
        let mut first = Evolver::new(method.clone(), space, Vec::new()).unwrap();
        let end = run
            .go(&mut first, |generation, checkpoint: &Evolver<S>| {
                assert_eq!(generation.number + 1, checkpoint.next_generation());
                assert_eq!(generation.organisms, checkpoint.population());
                seen.borrow_mut().push(generation.stats);
                saved = checkpoint.save();
                if generation.number == stop {
                    ControlFlow::Break(stop)
                } else {
                    ControlFlow::Continue(())
                }
            })
            .unwrap();
        assert_eq!(end, ControlFlow::Break(stop));

        let mut second = Evolver::load(space, &saved).unwrap();
        assert_eq!(second, first);
        let end = run
            .go(&mut second, |generation, _| {
                seen.borrow_mut().push(generation.stats);
                ControlFlow::<()>::Continue(())
            })
            .unwrap();
        assert_eq!(end, ControlFlow::Continue(()));
        assert_eq!(second.save(), unbroken.save(), "stopped after {stop}");
        assert_eq!(seen.into_inner(), figures);
    }
}

#[test]
fn resumed_is_unbroken() {
    resume_everywhere(&forty_bits(), &OneMax, &ga(1));
    resume_everywhere(&forty_bits(), &Contest, &ga(1));
    let ep = Method::Ep(Ep {
        population: 10,
        survivors: 5,
        mutation: non_uniform(GENERATIONS),
    });
    resume_everywhere(&five_reals(), &Sphere, &ep);
    let gp = gp(12, Selection::Tournament { size: count(3) });
    resume_everywhere(&two_trees(), &Sorted, &gp);
    resume_everywhere(&forty_bits(), &Contest, &cma_es(12, 0.2));
    resume_everywhere(&five_reals(), &Sphere, &cma_es(12, 0.0));
    resume_everywhere(&forty_bits(), &Contest, &de(12, 0.9));
    resume_everywhere(&coins(), &Coins, &learner(12, 0.1));
    for method in standards(&forty_bits()) {
        resume_everywhere(&forty_bits(), &Contest, &method);
    }
    for method in standards(&five_reals()) {
        resume_everywhere(&five_reals(), &Sphere, &method);
    }
}

#[test]
fn seeds_differ() {
    let end = |seed| evolve(&forty_bits(), &OneMax, ga(1), seed, 2).0;
    assert_ne!(end(1), end(2));
}

#[test]
fn threads_do_not_show() {
    let space = forty_bits();
    let (alone, _) = evolve(&space, &Contest, ga(1), 9, GENERATIONS);
    for count in [2, 3, 8, 1000] {
        let mut evolver = Evolver::new(ga(1), &space, Vec::new()).unwrap();
        let run = Run {
            space: &space,
            judge: &Jury::new(&Contest, threads(count)),
            seed: Seed::new(9),
            generations: GENERATIONS,
        };
        let _ = run
            .go(&mut evolver, |_, _| ControlFlow::<()>::Continue(()))
            .unwrap();
        assert_eq!(evolver, alone, "{count} threads");
    }
}

/// Tasks that end only when three run at once, so that each thread gets one of
/// every three and the outcomes are sure to come in out of order.
struct Together(Barrier);

impl Problem for Together {
    type Program = u32;
    type Task = u32;
    type Outcome = u32;
    type Kit = ();

    fn plan(&self, generation: &[u32], _: Seed) -> Vec<u32> {
        generation.to_vec()
    }

    fn equip(&self) -> Result<(), Failure> {
        Ok(())
    }

    fn run(&self, _: &mut (), task: &u32) -> Result<u32, Failure> {
        self.0.wait();
        Ok(task * 10)
    }

    fn reduce(&self, _: &[u32], _: &[u32], _: &[u32]) -> Scores {
        unreachable!("only the tasks are run")
    }
}

#[test]
fn outcomes_are_in_task_order() {
    let problem = Together(Barrier::new(3));
    let tasks: Vec<_> = (0..9).collect();
    let outcomes = threads(3).run_all(&problem, &Kits::new(), &tasks).unwrap();
    assert_eq!(outcomes, [0, 10, 20, 30, 40, 50, 60, 70, 80]);
}

/// Counts the genomes it must judge, and says whether it would judge them alike again.
struct Counting {
    judged: AtomicU32,
    repeatable: bool,
}

impl Problem for Counting {
    type Program = Vec<i32>;
    type Task = Bits;
    type Outcome = u32;
    type Kit = ();

    fn plan(&self, generation: &[Vec<i32>], seed: Seed) -> Vec<Bits> {
        self.judged
            .fetch_add(generation.len() as u32, Ordering::Relaxed);
        OneMax.plan(generation, seed)
    }

    fn equip(&self) -> Result<(), Failure> {
        Ok(())
    }

    fn run(&self, _: &mut (), task: &Bits) -> Result<u32, Failure> {
        OneMax.run(&mut (), task)
    }

    fn reduce(&self, generation: &[Vec<i32>], tasks: &[Bits], outcomes: &[u32]) -> Scores {
        OneMax.reduce(generation, tasks, outcomes)
    }

    fn repeatable(&self) -> bool {
        self.repeatable
    }
}

#[test]
fn elites_are_judged_again_only_if_that_may_change_something() {
    let judge = |repeatable| {
        let problem = Counting {
            judged: AtomicU32::new(0),
            repeatable,
        };
        let (evolver, figures) = evolve(&forty_bits(), &problem, ga(3), 5, 10);
        let mut effort = Effort::default();
        figures.iter().for_each(|stats| effort += stats.effort);
        (evolver, problem.judged.into_inner(), effort.positions)
    };
    let (kept, few, few_positions) = judge(true);
    let (anew, many, many_positions) = judge(false);
    assert_eq!((few, few_positions), (12 + 10 * 9, 12 + 10 * 9));
    assert_eq!((many, many_positions), (11 * 12, 11 * 12));
    assert_eq!(kept, anew);
}

#[test]
fn founders_come_first() {
    let space = forty_bits();
    let founders: Vec<_> = (0..3).map(|ones| Bits::span(40, 0..ones)).collect();
    let mut evolver = Evolver::new(ga(1), &space, founders.clone()).unwrap();
    let asked = evolver.ask(&space, Seed::new(1));
    assert_eq!(asked.len(), 12);
    for (index, (genome, origin)) in asked.iter().enumerate() {
        match founders.get(index) {
            Some(founder) => assert_eq!((genome, origin), (founder, &Origin::Founder)),
            None => assert_eq!(*origin, Origin::Random),
        }
    }
    // The others are the ones that would be there without founders.
    let mut random = Evolver::new(ga(1), &space, Vec::new()).unwrap();
    assert_eq!(asked[3..], random.ask(&space, Seed::new(1))[3..]);
}

#[test]
fn stopped_within_a_generation_loses_only_that_generation() {
    let space = forty_bits();
    let (unbroken, _) = evolve(&space, &OneMax, ga(1), 3, GENERATIONS);
    let mut evolver = Evolver::new(ga(1), &space, Vec::new()).unwrap();
    let done = AtomicU32::new(0);
    let mut stops = 0;
    loop {
        // Now and then a task is the last of its attempt.
        let watch = |progress: evo::Progress| {
            assert!(0 < progress.done && progress.done <= progress.of);
            if done.fetch_add(1, Ordering::Relaxed) % 17 == 16 {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        };
        let run = Run {
            space: &space,
            judge: &Jury::new(&OneMax, threads(2).watched(&watch)),
            seed: Seed::new(3),
            generations: GENERATIONS,
        };
        match run.go(&mut evolver, |_, _| ControlFlow::<()>::Continue(())) {
            Ok(_) => break,
            Err(evo::Unfinished::Stopped) => stops += 1,
            Err(failed) => panic!("{failed}"),
        }
        evolver = Evolver::load(&space, &evolver.save()).unwrap();
    }
    assert!(stops > 3, "{stops}");
    assert_eq!(evolver.save(), unbroken.save());
}

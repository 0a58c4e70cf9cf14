//! Workers, what they keep from task to task, and what happens when one fails.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Barrier, Mutex};

use evo::{
    Backend, BitMutation, Crossover, Effort, Evolver, Failure, Fitness, GrayBits, Jury, Kits,
    Method, Optimiser, Probability, Problem, Run, Scores, Seed, Selection, Unfinished, ga::Ga,
};

use crate::toys::{evolve, forty_bits, threads};

/// The sum of a program's numbers, by workers that count what they do. Tasks from
/// number `bad` on fail.
#[derive(Default)]
struct Workers {
    equipped: AtomicU32,
    no_kits: bool,
    bad: Option<usize>,
    /// Where two tasks that fail must run at once.
    meet: Option<Barrier>,
}

/// A kit knows its number and how many tasks it was used for.
struct Kit {
    number: u32,
    tasks: u32,
}

impl Problem for Workers {
    type Program = Vec<i32>;
    type Task = (usize, Vec<i32>);
    type Outcome = i32;
    type Kit = Kit;

    fn plan(&self, generation: &[Vec<i32>], _: Seed) -> Vec<Self::Task> {
        generation.iter().cloned().enumerate().collect()
    }

    fn equip(&self) -> Result<Kit, Failure> {
        if self.no_kits {
            return Err(Failure::new("no memory\n  for a table"));
        }
        Ok(Kit {
            number: self.equipped.fetch_add(1, Ordering::Relaxed),
            tasks: 0,
        })
    }

    fn run(&self, kit: &mut Kit, (index, program): &Self::Task) -> Result<i32, Failure> {
        kit.tasks += 1;
        if self.bad.is_some_and(|bad| *index >= bad) {
            if let Some(meet) = &self.meet {
                meet.wait();
            }
            return Err(Failure::new(format!("program {index} cannot be run")));
        }
        Ok(program.iter().sum())
    }

    fn reduce(&self, _: &[Vec<i32>], _: &[Self::Task], sums: &[i32]) -> Scores {
        Scores {
            fitness: sums.iter().map(|&sum| Fitness::exact(sum.into())).collect(),
            effort: Effort::default(),
        }
    }

    fn shown(&self, (index, _): &Self::Task, sum: &i32) -> Option<String> {
        // Not all have something to look at.
        (*index != 2).then(|| format!("{index}: {sum}"))
    }
}

fn tasks(count: usize) -> Vec<(usize, Vec<i32>)> {
    (0..count).map(|index| (index, vec![1; 10])).collect()
}

fn ga() -> Method<GrayBits> {
    Method::Ga(Ga {
        population: 12,
        elites: 1,
        selection: Selection::Roulette,
        crossover: Crossover::Uniform,
        crossover_rate: Probability::new(0.75),
        mutation: BitMutation::flips(Probability::new(0.02)),
    })
}

#[test]
fn a_worker_equips_itself_once() {
    let workers = Workers::default();
    let kits = Kits::new();
    for call in 1..=3 {
        threads(1).run_all(&workers, &kits, &tasks(50)).unwrap();
        let kit = kits.take(&workers).unwrap();
        assert_eq!((kit.number, kit.tasks), (0, 50 * call));
        kits.put_back(kit);
    }
    let many = Kits::new();
    for _ in 0..5 {
        threads(3).run_all(&workers, &many, &tasks(50)).unwrap();
    }
    // One for the first, at most three for the others.
    assert!((2..=4).contains(&workers.equipped.load(Ordering::Relaxed)));
    // No work, no kit.
    let idle = Workers::default();
    let none = threads(3).run_all(&idle, &Kits::new(), &[]);
    assert_eq!(none, Ok(Vec::new()));
    assert_eq!(idle.equipped.into_inner(), 0);
}

#[test]
fn a_run_keeps_kits_from_generation_to_generation() {
    let workers = Workers::default();
    evolve(&forty_bits(), &workers, ga(), 1, 20);
    assert_eq!(workers.equipped.into_inner(), 1);
}

#[test]
fn the_first_task_that_fails_is_named() {
    for (count, meet) in [(1, None), (2, None), (2, Some(Barrier::new(2))), (8, None)] {
        let workers = Workers {
            bad: Some(30),
            meet,
            ..Workers::default()
        };
        let kits = Kits::new();
        let failure = threads(count).run_all(&workers, &kits, &tasks(50));
        let failure = failure.unwrap_err().to_string();
        assert_eq!(failure, "task 30: program 30 cannot be run");
        let go_on = |_| ControlFlow::Continue(());
        let watched = threads(count).watched(&go_on);
        let failure = watched.run_all(&workers, &kits, &tasks(50)).unwrap_err();
        let expected = Failure::new("program 30 cannot be run").during("task 30");
        assert_eq!(failure, Unfinished::Failed(expected));
    }
}

#[test]
fn a_kit_is_not_used_after_a_failure() {
    let workers = Workers {
        bad: Some(5),
        ..Workers::default()
    };
    let kits = Kits::new();
    threads(1).run_all(&workers, &kits, &tasks(9)).unwrap_err();
    assert_eq!(kits.take(&workers).unwrap().tasks, 0);
}

#[test]
fn a_worker_without_a_kit_fails_its_first_task() {
    for count in [1, 2] {
        let workers = Workers {
            no_kits: true,
            ..Workers::default()
        };
        let failure = threads(count).run_all(&workers, &Kits::new(), &tasks(9));
        let failure = failure.unwrap_err().to_string();
        assert_eq!(failure, "task 0: no memory for a table");
    }
}

/// The generation is lost, the generations before are not.
#[test]
fn a_failure_ends_the_run_and_it_can_go_on() {
    let space = forty_bits();
    let go = |evolver: &mut Evolver<GrayBits>, bad, generations| {
        let workers = Workers {
            bad,
            ..Workers::default()
        };
        let run = Run {
            space: &space,
            judge: &Jury::new(&workers, threads(2)),
            seed: Seed::new(1),
            generations,
        };
        run.go(evolver, |_, _| ControlFlow::<()>::Continue(()))
    };
    let start = || Evolver::new(ga(), &space, Vec::new()).unwrap();
    let mut unbroken = start();
    let _ = go(&mut unbroken, None, 6).unwrap();
    let mut broken = start();
    let _ = go(&mut broken, None, 3).unwrap();
    let failure = go(&mut broken, Some(7), 6).unwrap_err();
    assert_eq!(failure.to_string(), "task 7: program 7 cannot be run");
    assert_eq!(broken.next_generation(), 4);
    let _ = go(&mut broken, None, 6).unwrap();
    assert_eq!(broken.save(), unbroken.save());
}

/// Has all tasks done in this process, and looks at the outcomes.
struct Here;

impl evo::Courier for Here {
    fn deliver(
        &self,
        job: &evo::Job<'_>,
        _: &evo::Watch<'_>,
    ) -> Result<Option<Vec<Vec<u8>>>, Unfinished> {
        let mut outcomes = Vec::new();
        for (number, task) in job.tasks.iter().enumerate() {
            let outcome = (job.here)(task)?;
            assert!((job.is_plausible)(number, &outcome));
            outcomes.push(outcome);
        }
        Ok(Some(outcomes))
    }
}

#[test]
fn what_is_done_can_be_looked_at_wherever_it_is_done() {
    let problem = Workers::default();
    let seen = Mutex::new(Vec::new());
    let show = |text: &dyn Fn() -> Option<String>| seen.lock().unwrap().extend(text());
    let go_on = |_| ControlFlow::Continue(());
    let here = evo::Workers::from(threads(2));
    for workers in [here, evo::Workers::elsewhere(&Here, threads(2))] {
        let workers = workers.shown(&show).watched(&go_on);
        let sums = workers.run_all(&problem, &Kits::new(), &tasks(4)).unwrap();
        assert_eq!(sums, [10; 4]);
        let mut seen = std::mem::take(&mut *seen.lock().unwrap());
        seen.sort();
        assert_eq!(seen, ["0: 10", "1: 10", "3: 10"]);
    }
}

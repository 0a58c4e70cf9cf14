//! What waits for what: long tasks, and runs that share workers.

use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering::Relaxed};
use std::thread;
use std::time::Duration;

use evo::{Backend, Failure, Kind, Kits, Progress, Threads, Unfinished, Workers, portable};
use fleet::{Fleet, Setup};

use crate::toy::{Squares, generation};
use crate::world::{World, build, setup, until};

/// How long a worker may be silent.
const SILENCE: Duration = Duration::from_secs(2);

/// How often workers began the task of the next test.
static BEGUN: AtomicU64 = AtomicU64::new(0);

/// Takes much longer than a worker may be silent.
struct Slow;

impl portable::Bench for Slow {
    fn run(&self, task: &[u8]) -> Result<Vec<u8>, Failure> {
        BEGUN.fetch_add(1, Relaxed);
        thread::sleep(3 * SILENCE);
        let task: u64 = portable::read(task)?;
        Ok(portable::written(&vec![task * task + 7]))
    }
}

#[test]
fn a_long_task_is_not_handed_out_twice() {
    let world = World::new();
    let slow = || vec![Kind::new("squares", |_| Ok(Box::new(Slow)))];
    let _workers = ["one", "other"].map(|name| world.hire_as(name, build(), slow()));
    let setup = Setup {
        redelivery: SILENCE,
        ..setup(0.02)
    };
    let fleet = Fleet::connect(world.access(), setup, Box::new(|_| {})).unwrap();
    generation(&fleet, 1, Duration::ZERO).unwrap();
    // The first outcome of a worker is checked.
    let begun = BEGUN.load(Relaxed);
    assert!(begun <= 2, "{begun}");
}

#[test]
fn a_short_run_does_not_wait_for_a_long_one() {
    const LONG: usize = 20_000;
    let world = World::new();
    let _workers = [world.hire("one"), world.hire("other")];
    let (long, short) = (world.fleet(0.02), world.fleet(0.02));
    let length = Duration::from_millis(5);
    let (done, is_over) = (AtomicUsize::new(0), AtomicBool::new(false));
    thread::scope(|scope| {
        let long = scope.spawn(|| {
            let watch = |progress: Progress| {
                done.store(progress.done, Relaxed);
                match is_over.load(Relaxed) {
                    true => ControlFlow::Break(()),
                    false => ControlFlow::Continue(()),
                }
            };
            let tasks: Vec<u64> = (0..LONG as u64).collect();
            let threads = Threads::new(NonZeroUsize::MIN);
            let workers = Workers::elsewhere(&long, threads).watched(&watch);
            workers.run_all(&Squares { common: 7, length }, &Kits::new(), &tasks)
        });
        until(|| done.load(Relaxed) > 100);
        generation(&short, 100, length).unwrap();
        assert!(done.load(Relaxed) < LONG / 2);
        is_over.store(true, Relaxed);
        assert_eq!(long.join().unwrap().unwrap_err(), Unfinished::Stopped);
    });
}

//! Work with an outside engine that does not repeat itself.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::thread;
use std::time::Duration;

use evo::{Courier, Failure, Kind, Packed, Piecework, in_order, workplace};

use crate::world::{World, build, employ, told};

/// Gives another number every time.
struct Dice;

static THROWN: AtomicU64 = AtomicU64::new(0);

impl Piecework for Dice {
    type Task = u64;
    type Outcome = u64;
    type Kit = ();

    fn equip(&self) -> Result<(), Failure> {
        Ok(())
    }

    fn run(&self, (): &mut (), _: &u64) -> Result<u64, Failure> {
        thread::sleep(Duration::from_millis(5));
        Ok(THROWN.fetch_add(1, Relaxed))
    }

    fn packed(&self) -> Packed {
        Packed::new("dice", &())
    }

    fn engines(&self, _: &u64) -> Vec<String> {
        vec!["dice".into()]
    }

    fn is_plausible(&self, _: &u64, _: &u64) -> bool {
        true
    }
}

#[test]
fn nobody_is_a_liar_where_an_engine_does_not_repeat_itself() {
    let world = World::new();
    let kinds = || vec![Kind::new("dice", |_| Ok(workplace(Dice)))];
    let lend = |name| employ(world.access(), name, (build(), kinds()), &["dice"]);
    // One without the engine gets none of its tasks.
    let _workers = [lend("one"), lend("other"), world.hire("plain")];
    let fleet = world.fleet(0.5);
    let tasks: Vec<u64> = (0..200).collect();
    let mut taken = 0;
    in_order(
        &Dice,
        &fleet,
        &tasks,
        &|_| ControlFlow::Continue(()),
        |_, worker| {
            assert_ne!(worker, Some("plain"));
            taken += 1;
            ControlFlow::Continue(())
        },
    )
    .unwrap();
    assert_eq!(taken, tasks.len());
    let told = told(&fleet.notes());
    let named = "dice does not repeat itself: outcomes are not compared any more";
    assert!(told.iter().any(|what| what == named), "{told:?}");
    assert!(
        !told.iter().any(|what| what.contains("wrong outcomes")),
        "{told:?}"
    );
}

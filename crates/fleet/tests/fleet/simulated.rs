//! The ledger in a world whose chance and clock are ours: thousands of workers, of which
//! some are slow, some vanish and some lie.

use std::time::Duration;

use evo::{Note, Seed};
use fleet::Rules;
use fleet::simulation::{Conduct, World};

fn world(workers: usize) -> World {
    World {
        workers,
        tasks: 20 * workers,
        task: Duration::from_millis(100),
        lengths: &[0.4, 0.6, 0.8, 1.0, 2.2],
        delay: Duration::from_millis(20),
        stragglers: 0.02,
        lost: 0.01,
        ..World::default()
    }
}

#[test]
fn losses_and_stragglers_cost_time_and_no_outcome() {
    for seed in 0..20 {
        let seen = world(10).generation(Seed::new(seed));
        assert!(seen.is_right);
        // Two seconds of work, and nothing waits for a worker that was killed.
        assert!(seen.took < Duration::from_secs(25), "{seen:?}");
    }
}

#[test]
fn most_of_a_large_fleet_is_at_work() {
    let seen = World {
        tasks: 400 * 1000,
        stragglers: 0.0,
        lost: 0.0,
        ..world(1000)
    };
    let seen = seen.generation(Seed::new(1));
    assert!(seen.is_right);
    assert!(seen.efficiency > 0.7, "{seen:?}");
}

#[test]
fn tasks_that_take_no_time_do_not_make_batches_of_the_others_long() {
    for seed in 0..20 {
        let seen = World {
            tasks: 300 * 10,
            // As those of EvoChess.
            lengths: &[0.0, 0.0, 0.01, 0.28, 0.49, 0.78, 1.01, 1.5, 2.55, 3.33],
            stragglers: 0.0,
            lost: 0.0,
            ..world(10)
        };
        let seen = seen.generation(Seed::new(seed));
        assert!(seen.is_right);
        assert!(seen.efficiency > 0.8, "{seen:?}");
    }
}

#[test]
fn liars_are_found_out_and_no_lie_is_left() {
    for seed in 0..20 {
        let seen = World {
            conduct: |worker| match worker {
                0 => Conduct::LiesAlways,
                1 => Conduct::LiesInOneOf(5),
                _ => Conduct::Honest,
            },
            rules: Rules {
                checked: 0.2,
                ..Rules::default()
            },
            ..world(10)
        };
        let seen = seen.generation(Seed::new(seed));
        let lied = |note: &Note| matches!(note, Note::Lied { worker, .. } if worker == "w0");
        assert!(seen.notes.iter().any(lied), "{:?}", seen.notes);
        // One that lies seldom may get through with what is not checked; if it is caught,
        // nothing of it is left.
        let caught = |note: &Note| matches!(note, Note::Lied { worker, .. } if worker == "w1");
        assert!(
            seen.is_right || !seen.notes.iter().any(caught),
            "seed {seed}"
        );
        let slandered = |note: &&Note| matches!(note, Note::Lied { worker, .. } if !["w0", "w1"].contains(&&worker[..]));
        assert_eq!(seen.notes.iter().find(slandered), None);
    }
}

#[test]
fn who_never_answers_is_not_waited_for() {
    let seen = World {
        conduct: |worker| match worker {
            0 => Conduct::Silent,
            _ => Conduct::Honest,
        },
        ..world(10)
    };
    let seen = seen.generation(Seed::new(1));
    assert!(seen.is_right);
    let named =
        |note: &Note| matches!(note, Note::Fault(what) if what.contains("not answered in time"));
    assert!(seen.notes.iter().any(named), "{:?}", seen.notes);
}

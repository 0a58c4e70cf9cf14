//! What becomes of a generation on fleets of many sizes, simulated with the coordinator's
//! own ledger.

use std::time::{Duration, Instant};

use evo::Seed;
use fleet::simulation::World;

/// How long tasks of EvoChess and of coevolution take, as multiples of their mean: the middle
/// of every tenth, as the example `task_lengths` of the crate `lab` measures it.
const LADDER: [f64; 10] = [0.0, 0.0, 0.01, 0.28, 0.49, 0.78, 1.01, 1.5, 2.55, 3.33];
const COEVOLVE: [f64; 10] = [0.41, 0.59, 0.72, 0.83, 0.94, 1.02, 1.11, 1.2, 1.35, 1.64];

fn main() {
    println!(
        "{:>7} {:>8} {:>9} {:>10} {:>10} {:>11} {:>10} {:>12} {:>13}",
        "workers",
        "tasks",
        "task",
        "efficiency",
        "messages/s",
        "kept",
        "here",
        "ledger",
        "long to the end"
    );
    for workers in [10, 100, 1_000, 10_000] {
        for (millis, per_worker, lengths) in [(100, 300, &LADDER), (10, 3_000, &COEVOLVE)] {
            if workers * per_worker > 3_000_000 {
                continue;
            }
            let world = World {
                workers,
                tasks: workers * per_worker,
                task: Duration::from_millis(millis),
                lengths,
                stragglers: 0.01,
                lost: 0.001,
                redelivery: Duration::from_secs(10),
                ..World::default()
            };
            let begun = Instant::now();
            let seen = world.generation(Seed::new(1));
            let real = begun.elapsed();
            // Batches of a second to the very end.
            let mut long = world.clone();
            long.rules.least_batch = long.rules.batch;
            let long = long.generation(Seed::new(1));
            println!(
                "{workers:>7} {:>8} {millis:>6} ms {:>8.1} % {:>10.0} {:>8} kB {:>7.1} s {:>10.2} s {:>11.1} %",
                world.tasks,
                100.0 * seen.efficiency,
                seen.messages,
                seen.kept / 1000,
                seen.here.1.as_secs_f64(),
                real.as_secs_f64(),
                100.0 * long.efficiency,
            );
            assert!(seen.is_right && long.is_right);
        }
    }
}

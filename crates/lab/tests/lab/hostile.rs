//! Tasks as a fleet may treat them.

use std::ops::ControlFlow;

use arena::lent::Engines;
use evo::{Courier, Job, Progress, Seed, Unfinished, Watch};
use lab::portable;

/// Sends every task twice and out of order, damages some, loses some on the way and some
/// outcomes on the way back, and begins again with what is missing.
pub struct Hostile;

impl Courier for Hostile {
    fn deliver(
        &self,
        job: &Job<'_>,
        watch: &Watch<'_>,
    ) -> Result<Option<Vec<Vec<u8>>>, Unfinished> {
        let Some(problem) = &job.problem else {
            return Ok(None);
        };
        // The problem crosses the wire, too.
        let mut kinds = portable(&Engines::new()).into_iter();
        let kind = kinds.find(|kind| kind.name() == problem.kind);
        let elsewhere = kind.unwrap().open(&problem.bytes)?;
        let tasks = job.tasks;
        let of = tasks.len();
        let mut stream = Seed::new(of as u64).stream();
        let mut outcomes: Vec<Option<Vec<u8>>> = vec![None; of];
        while outcomes.iter().any(Option::is_none) {
            let missing = (0..of).filter(|&index| outcomes[index].is_none());
            let mut queue: Vec<_> = missing.flat_map(|index| [index, index]).collect();
            stream.shuffle(&mut queue);
            for index in queue {
                let task = &tasks[index];
                if stream.chance(0.1) {
                    let cut = elsewhere.run(&task[..task.len() / 2]);
                    assert!(cut.is_err() || task.is_empty(), "half a task was done");
                    continue;
                }
                if stream.chance(0.3) {
                    continue;
                }
                let outcome = match stream.chance(0.5) {
                    true => elsewhere.run(task)?,
                    false => (job.here)(task)?,
                };
                assert!((job.is_plausible)(index, &outcome));
                if stream.chance(0.3) {
                    continue;
                }
                if let Some(before) = &outcomes[index] {
                    assert_eq!(*before, outcome, "a task has one outcome");
                }
                outcomes[index] = Some(outcome);
                let done = outcomes.iter().flatten().count();
                if let ControlFlow::Break(()) = watch(Progress { done, of }) {
                    return Err(Unfinished::Stopped);
                }
            }
        }
        Ok(Some(outcomes.into_iter().flatten().collect()))
    }
}

//! Tasks as a fleet may treat them.

use std::ops::ControlFlow;

use evo::{Courier, Failure, Here, Progress, Seed, Unfinished, Watch};

/// Sends every task twice and out of order, damages some, loses some on the way and some
/// outcomes on the way back, and begins again with what is missing.
pub struct Hostile;

impl Courier for Hostile {
    fn deliver(
        &self,
        tasks: &[Vec<u8>],
        here: &Here<'_>,
        watch: &Watch<'_>,
    ) -> Result<Vec<Vec<u8>>, Unfinished> {
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
                    let cut: Result<_, Failure> = here(&task[..task.len() / 2]);
                    assert!(cut.is_err() || task.is_empty(), "half a task was done");
                    continue;
                }
                if stream.chance(0.3) {
                    continue;
                }
                let outcome = here(task)?;
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
        Ok(outcomes.into_iter().flatten().collect())
    }
}

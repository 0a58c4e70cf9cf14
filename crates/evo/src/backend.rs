//! Where tasks are run.

use std::{
    convert::Infallible,
    num::NonZeroUsize,
    panic,
    sync::atomic::{AtomicUsize, Ordering},
    thread,
};

use crate::Problem;

/// Runs tasks, in any order and anywhere.
pub trait Backend<P: Problem> {
    /// What can go wrong on the way; a fleet can lose its connection.
    type Error;

    /// The outcomes of all tasks, in the order of the tasks.
    fn run_all(&self, problem: &P, tasks: &[P::Task]) -> Result<Vec<P::Outcome>, Self::Error>;
}

/// Threads of this process.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Threads(NonZeroUsize);

impl Threads {
    /// So many threads, the caller's own among them: one means no other is started.
    pub const fn new(count: NonZeroUsize) -> Self {
        Self(count)
    }
}

impl<P> Backend<P> for Threads
where
    P: Problem<Task: Sync, Outcome: Send> + Sync,
{
    type Error = Infallible;

    /// A panic in a task is passed on to the caller.
    fn run_all(&self, problem: &P, tasks: &[P::Task]) -> Result<Vec<P::Outcome>, Infallible> {
        // Tasks differ in length: whoever is free takes the next one.
        let next = AtomicUsize::new(0);
        let work = || {
            let mut done = Vec::new();
            loop {
                let index = next.fetch_add(1, Ordering::Relaxed);
                let Some(task) = tasks.get(index) else {
                    return done;
                };
                done.push((index, problem.run(task)));
            }
        };
        let mut done = thread::scope(|scope| {
            let helpers = 1..self.0.get().min(tasks.len());
            let helpers: Vec<_> = helpers.map(|_| scope.spawn(work)).collect();
            let mut done = work();
            for helper in helpers {
                done.extend(
                    helper
                        .join()
                        .unwrap_or_else(|cause| panic::resume_unwind(cause)),
                );
            }
            done
        });
        done.sort_unstable_by_key(|&(index, _)| index);
        Ok(done.into_iter().map(|(_, outcome)| outcome).collect())
    }
}

//! Where tasks are run.

use std::{
    convert::Infallible,
    num::NonZeroUsize,
    ops::ControlFlow,
    panic,
    sync::atomic::{AtomicBool, AtomicUsize, Ordering},
    thread,
};

use crate::Problem;

/// The stack of a thread that does tasks. A task may be a deep search, which needs
/// more than a thread has by default.
pub const STACK_BYTES: usize = 16 << 20;

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
    /// This number of threads, including the caller's own: with one, no other is started.
    pub const fn new(count: NonZeroUsize) -> Self {
        Self(count)
    }

    /// The same threads, with `watch` called after every task.
    pub const fn watched<'a>(self, watch: &'a Watch<'a>) -> Watched<'a> {
        Watched {
            threads: self,
            watch,
        }
    }

    /// The outcomes, unless `watch` stops the work: then nothing.
    fn run<P>(
        self,
        problem: &P,
        tasks: &[P::Task],
        watch: impl Fn(Progress) -> ControlFlow<()> + Sync,
    ) -> Option<Vec<P::Outcome>>
    where
        P: Problem<Task: Sync, Outcome: Send> + Sync,
    {
        // Tasks differ in length: a free thread takes the next one.
        let next = AtomicUsize::new(0);
        let finished = AtomicUsize::new(0);
        let stopped = AtomicBool::new(false);
        let work = || {
            let mut done = Vec::new();
            while !stopped.load(Ordering::Relaxed) {
                let index = next.fetch_add(1, Ordering::Relaxed);
                let Some(task) = tasks.get(index) else {
                    break;
                };
                done.push((index, problem.run(task)));
                let progress = Progress {
                    done: finished.fetch_add(1, Ordering::Relaxed) + 1,
                    of: tasks.len(),
                };
                if watch(progress).is_break() {
                    stopped.store(true, Ordering::Relaxed);
                }
            }
            done
        };
        let mut done = thread::scope(|scope| {
            let helper = || {
                thread::Builder::new()
                    .stack_size(STACK_BYTES)
                    .spawn_scoped(scope, work)
                    .expect("the system can start a thread")
            };
            let helpers = 1..self.0.get().min(tasks.len());
            let helpers: Vec<_> = helpers.map(|_| helper()).collect();
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
        if done.len() < tasks.len() {
            return None;
        }
        done.sort_unstable_by_key(|&(index, _)| index);
        Some(done.into_iter().map(|(_, outcome)| outcome).collect())
    }
}

impl<P> Backend<P> for Threads
where
    P: Problem<Task: Sync, Outcome: Send> + Sync,
{
    type Error = Infallible;

    /// A panic in a task is passed on to the caller.
    fn run_all(&self, problem: &P, tasks: &[P::Task]) -> Result<Vec<P::Outcome>, Infallible> {
        let all = self.run(problem, tasks, |_| ControlFlow::Continue(()));
        Ok(all.expect("nothing stops the work"))
    }
}

/// The progress of the work on a generation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// Tasks done.
    pub done: usize,
    /// Tasks in all.
    pub of: usize,
}

/// Called after every task, on the thread that ran it; may stop the work.
pub type Watch<'a> = dyn Fn(Progress) -> ControlFlow<()> + Sync + 'a;

/// [`Threads`] whose progress is watched.
#[derive(Clone, Copy)]
pub struct Watched<'a> {
    threads: Threads,
    watch: &'a Watch<'a>,
}

/// The work was stopped before all tasks were done.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("stopped before the generation was done")]
pub struct Stopped;

impl<P> Backend<P> for Watched<'_>
where
    P: Problem<Task: Sync, Outcome: Send> + Sync,
{
    type Error = Stopped;

    /// A panic in a task is passed on to the caller. Once stopped, running tasks
    /// are finished and no other is begun.
    fn run_all(&self, problem: &P, tasks: &[P::Task]) -> Result<Vec<P::Outcome>, Stopped> {
        self.threads.run(problem, tasks, self.watch).ok_or(Stopped)
    }
}

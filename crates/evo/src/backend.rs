//! Where tasks are run.

use std::{
    num::NonZeroUsize,
    ops::ControlFlow,
    panic,
    sync::atomic::{AtomicBool, AtomicUsize, Ordering},
    thread,
};

use crate::{Failure, Kits, Problem, Watched, Workers};

/// The stack of a thread that does tasks. A task may be a deep search, which needs
/// more than a thread has by default.
pub const STACK_BYTES: usize = 16 << 20;

/// Runs tasks, in any order and anywhere.
pub trait Backend<P: Problem> {
    /// What can go wrong on the way; a fleet can lose its connection.
    type Error;

    /// The outcomes of all tasks, in the order of the tasks. `kits` are those that
    /// earlier calls have left; workers elsewhere have their own.
    fn run_all(
        &self,
        problem: &P,
        kits: &Kits<P::Kit>,
        tasks: &[P::Task],
    ) -> Result<Vec<P::Outcome>, Self::Error>;
}

impl<P: Problem, B: Backend<P> + ?Sized> Backend<P> for &B {
    type Error = B::Error;

    fn run_all(
        &self,
        problem: &P,
        kits: &Kits<P::Kit>,
        tasks: &[P::Task],
    ) -> Result<Vec<P::Outcome>, B::Error> {
        (**self).run_all(problem, kits, tasks)
    }
}

/// Threads of this process.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Threads(NonZeroUsize);

impl Threads {
    /// The caller's own thread.
    pub const ONE: Self = Self(NonZeroUsize::MIN);

    /// This number of threads, including the caller's own: with one, no other is started.
    pub const fn new(count: NonZeroUsize) -> Self {
        Self(count)
    }

    /// How many there are.
    pub const fn count(self) -> NonZeroUsize {
        self.0
    }

    /// The same threads, with `watch` called after every task.
    pub fn watched<'a>(self, watch: &'a Watch<'a>) -> Watched<'a> {
        Workers::from(self).watched(watch)
    }

    /// The outcomes, unless `watch` stops the work: then nothing. Of several tasks that
    /// fail the first is named, which is the same on any number of threads: tasks are
    /// begun in order, and those that are begun are finished.
    /// `see` is given each outcome with the number of its task, as soon as it is there.
    pub(crate) fn run<P>(
        self,
        problem: &P,
        kits: &Kits<P::Kit>,
        tasks: &[P::Task],
        see: impl Fn(usize, &P::Outcome) + Sync,
        watch: impl Fn(Progress) -> ControlFlow<()> + Sync,
    ) -> Result<Option<Vec<P::Outcome>>, Failure>
    where
        P: Problem<Kit: Send> + Sync,
    {
        // Tasks differ in length: a free thread takes the next one.
        let next = AtomicUsize::new(0);
        let finished = AtomicUsize::new(0);
        let stopped = AtomicBool::new(false);
        let run = |held: &mut Option<P::Kit>, task| {
            let mut kit = match held.take() {
                Some(kit) => kit,
                None => kits.take(problem)?,
            };
            let outcome = problem.run(&mut kit, task)?;
            *held = Some(kit);
            Ok(outcome)
        };
        let work = || {
            let mut kit = None;
            let mut done = Vec::new();
            while !stopped.load(Ordering::Relaxed) {
                let index = next.fetch_add(1, Ordering::Relaxed);
                let Some(task) = tasks.get(index) else {
                    break;
                };
                let outcome = run(&mut kit, task);
                let go_on = match &outcome {
                    Ok(outcome) => {
                        see(index, outcome);
                        watch(Progress {
                            done: finished.fetch_add(1, Ordering::Relaxed) + 1,
                            of: tasks.len(),
                        })
                    }
                    Err(_) => ControlFlow::Break(()),
                };
                done.push((index, outcome));
                if go_on.is_break() {
                    stopped.store(true, Ordering::Relaxed);
                }
            }
            if let Some(kit) = kit {
                kits.put_back(kit);
            }
            done
        };
        let mut done = thread::scope(|scope| {
            let helper = |_| {
                thread::Builder::new()
                    .stack_size(STACK_BYTES)
                    .spawn_scoped(scope, work)
            };
            let helpers = 1..self.0.get().min(tasks.len());
            // Where the system refuses a thread, the others do its work.
            let helpers: Vec<_> = helpers.map_while(|number| helper(number).ok()).collect();
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
        let outcomes = done.into_iter().map(|(index, outcome)| {
            outcome.map_err(|failure: Failure| failure.during(format_args!("task {index}")))
        });
        let outcomes: Vec<_> = outcomes.collect::<Result<_, _>>()?;
        Ok((outcomes.len() == tasks.len()).then_some(outcomes))
    }
}

impl<P> Backend<P> for Threads
where
    P: Problem<Kit: Send> + Sync,
{
    type Error = Failure;

    /// A panic in a task is passed on to the caller.
    fn run_all(
        &self,
        problem: &P,
        kits: &Kits<P::Kit>,
        tasks: &[P::Task],
    ) -> Result<Vec<P::Outcome>, Failure> {
        Workers::from(*self).run_all(problem, kits, tasks)
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

/// Called after every task with what makes a text of its outcome for people to look at, where
/// it has one ([`Problem::shown`]).
pub type Show<'a> = dyn Fn(&dyn Fn() -> Option<String>) + Sync + 'a;

/// Why a generation was not finished.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unfinished {
    /// A task failed.
    #[error(transparent)]
    Failed(#[from] Failure),
    /// The work was stopped before all tasks were done.
    #[error("stopped before the generation was done")]
    Stopped,
    /// Earlier generations rest on outcomes that do not count any more.
    #[error("{0}")]
    Undone(String),
}

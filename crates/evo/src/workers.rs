//! Where the tasks of a run are done: on threads of this process, or elsewhere.

use std::fmt;
use std::ops::ControlFlow;

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::{Backend, Failure, Kits, Problem, Threads, Unfinished, Watch};

/// Where the tasks of a run are done.
#[derive(Clone, Copy)]
pub struct Workers<'a> {
    threads: Threads,
    courier: Option<&'a dyn Courier>,
}

/// Has tasks done somewhere, as bytes. It may do them in any order, and several times.
pub trait Courier: Sync {
    /// The outcomes of all tasks, in the order of the tasks. `here` does a task in this
    /// process; `watch` is called after every task that is done, and may stop the work.
    fn deliver(
        &self,
        tasks: &[Vec<u8>],
        here: &Here<'_>,
        watch: &Watch<'_>,
    ) -> Result<Vec<Vec<u8>>, Unfinished>;
}

/// Does a task in this process.
pub type Here<'a> = dyn Fn(&[u8]) -> Result<Vec<u8>, Failure> + Sync + 'a;

impl fmt::Debug for Workers<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut workers = f.debug_struct("Workers");
        workers.field("threads", &self.threads);
        workers.field("elsewhere", &self.courier.is_some()).finish()
    }
}

impl From<Threads> for Workers<'_> {
    fn from(threads: Threads) -> Self {
        let courier = None;
        Self { threads, courier }
    }
}

impl<'a> Workers<'a> {
    /// Whatever the courier finds; what is not cut into tasks is done on these threads.
    pub const fn elsewhere(courier: &'a dyn Courier, threads: Threads) -> Self {
        Self {
            threads,
            courier: Some(courier),
        }
    }

    /// The threads of this process, for what is not cut into tasks.
    pub const fn threads(self) -> Threads {
        self.threads
    }

    /// The same workers, with `watch` called after every task.
    pub const fn watched(self, watch: &'a Watch<'a>) -> Watched<'a> {
        Watched {
            workers: self,
            watch,
        }
    }
}

impl<P> Backend<P> for Workers<'_>
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
        let go_on = |_| ControlFlow::Continue(());
        let outcomes = self.watched(&go_on).run_all(problem, kits, tasks);
        outcomes.map_err(|unfinished| match unfinished {
            Unfinished::Failed(failure) => failure,
            Unfinished::Stopped => unreachable!("nothing stops the work"),
        })
    }
}

/// [`Workers`] whose progress is watched.
#[derive(Clone, Copy)]
pub struct Watched<'a> {
    workers: Workers<'a>,
    watch: &'a Watch<'a>,
}

impl<P> Backend<P> for Watched<'_>
where
    P: Problem<Kit: Send> + Sync,
{
    type Error = Unfinished;

    /// A panic in a task is passed on to the caller. Once stopped, running tasks
    /// are finished and no other is begun.
    fn run_all(
        &self,
        problem: &P,
        kits: &Kits<P::Kit>,
        tasks: &[P::Task],
    ) -> Result<Vec<P::Outcome>, Unfinished> {
        let Workers { threads, courier } = self.workers;
        let Some(courier) = courier else {
            let all = threads.run(problem, kits, tasks, self.watch)?;
            return all.ok_or(Unfinished::Stopped);
        };
        let here = |task: &[u8]| {
            let task = read(task)?;
            let mut kit = kits.take(problem)?;
            let outcome = problem.run(&mut kit, &task)?;
            kits.put_back(kit);
            Ok(written(&outcome))
        };
        let tasks: Vec<_> = tasks.iter().map(written).collect();
        let outcomes = courier.deliver(&tasks, &here, self.watch)?;
        if outcomes.len() != tasks.len() {
            let what = format!("{} outcomes of {} tasks", outcomes.len(), tasks.len());
            return Err(Failure::new(what).into());
        }
        let outcomes = outcomes.iter().map(|outcome| read(outcome));
        Ok(outcomes.collect::<Result<_, _>>()?)
    }
}

fn written(value: &impl Serialize) -> Vec<u8> {
    postcard::to_stdvec(value).expect("tasks and outcomes are plain values")
}

fn read<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, Failure> {
    postcard::from_bytes(bytes)
        .map_err(|error| Failure::new(error).during("a task or an outcome cannot be read"))
}

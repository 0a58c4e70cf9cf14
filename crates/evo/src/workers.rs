//! Where the tasks of a run are done: on threads of this process, or elsewhere.

use std::fmt;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::{Duration, Instant};

use crate::portable::{read, run, written};
use crate::{Backend, Failure, Kits, Packed, Problem, Show, Threads, Unfinished, Watch};

/// Where the tasks of a run are done: where they are [watched](Self::watched), by a courier if
/// there is one.
#[derive(Clone, Copy)]
pub struct Workers<'a> {
    threads: Threads,
    courier: Option<&'a dyn Courier>,
    show: Option<&'a Show<'a>>,
}

/// Has tasks done somewhere, as bytes. It may do them in any order, and several times.
pub trait Courier: Sync {
    /// The outcomes of all tasks, in the order of the tasks; `None` where the way is longer
    /// than the work, which is then done on the threads of this process. `watch` is called
    /// whenever tasks are done, and now and then while it waits; it may stop the work.
    fn deliver(&self, job: &Job<'_>, watch: &Watch<'_>)
    -> Result<Option<Vec<Vec<u8>>>, Unfinished>;

    /// The same for work that is taken in the order of its tasks: each outcome is handed on
    /// once it and all before it are there, until `take` says to stop.
    fn stream(
        &self,
        job: &Job<'_>,
        watch: &Watch<'_>,
        take: &mut Take<'_>,
    ) -> Result<(), Unfinished> {
        let outcomes = match self.deliver(job, watch)? {
            Some(outcomes) => outcomes,
            None => {
                let done = job.tasks.iter().map(|task| (job.here)(task));
                done.collect::<Result<_, _>>()?
            }
        };
        let _ = outcomes.into_iter().try_for_each(|one| take(one, None));
        Ok(())
    }

    /// Is told what earlier processes found out: a worker that took part, and if it lied, how.
    fn remember(&self, _worker: &str, _lie: Option<String>) {}

    /// Is told how long the tasks took that were not delivered.
    fn done_here(&self, _job: &Job<'_>, _took: Duration) {}

    /// What has happened since the last call, for the journal.
    fn notes(&self) -> Vec<Note> {
        Vec::new()
    }
}

/// Tasks of one problem.
pub struct Job<'a> {
    /// The problem, if it is one that can be sent.
    pub problem: Option<Arc<Packed>>,
    /// The tasks, as bytes.
    pub tasks: &'a [Vec<u8>],
    /// The outside engines that each of them takes, by the names that workers have for them;
    /// empty where none takes any.
    pub engines: &'a [Vec<String>],
    /// Does a task in this process.
    pub here: &'a Here<'a>,
    /// Whether these bytes may be the outcome of the task with this number.
    pub is_plausible: &'a (dyn Fn(usize, &[u8]) -> bool + Sync),
    /// The threads that do what is not delivered.
    pub threads: Threads,
}

/// Takes the next outcome and the name of the worker it came from, if that is another than
/// this process, and says whether it wants more.
pub type Take<'a> = dyn FnMut(Vec<u8>, Option<&str>) -> ControlFlow<()> + 'a;

/// Does a task in this process.
pub type Here<'a> = dyn Fn(&[u8]) -> Result<Vec<u8>, Failure> + Sync + 'a;

/// What a courier has to tell of workers elsewhere.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Note {
    /// This worker takes part from now on.
    Joined(String),
    /// This worker gave wrong outcomes: none of its outcomes count any more.
    Lied {
        /// Its name.
        worker: String,
        /// What it did.
        how: String,
    },
    /// Something else went wrong, and was made good.
    Fault(String),
}

impl fmt::Debug for Workers<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut workers = f.debug_struct("Workers");
        workers.field("threads", &self.threads);
        workers.field("elsewhere", &self.courier.is_some()).finish()
    }
}

impl From<Threads> for Workers<'_> {
    fn from(threads: Threads) -> Self {
        Self {
            threads,
            courier: None,
            show: None,
        }
    }
}

impl<'a> Workers<'a> {
    /// Whatever the courier finds; what it does not take is done on these threads.
    pub const fn elsewhere(courier: &'a dyn Courier, threads: Threads) -> Self {
        Self {
            threads,
            courier: Some(courier),
            show: None,
        }
    }

    /// The same workers, with what they have done shown where it is
    /// [watched](Self::watched).
    pub const fn shown(self, show: &'a Show<'a>) -> Self {
        Self {
            show: Some(show),
            ..self
        }
    }

    /// The threads of this process.
    pub const fn threads(self) -> Threads {
        self.threads
    }

    /// What the courier has to tell since the last call.
    pub fn notes(self) -> Vec<Note> {
        self.courier.map_or_else(Vec::new, Courier::notes)
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

    /// What is not watched is done on the threads of this process. A panic in a task is
    /// passed on to the caller.
    fn run_all(
        &self,
        problem: &P,
        kits: &Kits<P::Kit>,
        tasks: &[P::Task],
    ) -> Result<Vec<P::Outcome>, Failure> {
        let go_on = |_| ControlFlow::Continue(());
        let outcomes = self.threads.run(problem, kits, tasks, |_, _| {}, go_on)?;
        Ok(outcomes.expect("nothing stops the work"))
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
        let Workers {
            threads,
            courier,
            show,
        } = self.workers;
        let see = |number: usize, outcome: &P::Outcome| {
            if let Some(show) = show {
                show(&|| problem.shown(&tasks[number], outcome));
            }
        };
        let on_threads = || {
            let all = threads.run(problem, kits, tasks, see, self.watch)?;
            all.ok_or(Unfinished::Stopped)
        };
        let Some(courier) = courier else {
            return on_threads();
        };
        let written: Vec<_> = tasks.iter().map(written).collect();
        let engines = match problem.engines() {
            none if none.is_empty() => Vec::new(),
            some => vec![some; tasks.len()],
        };
        let job = Job {
            problem: kits.packed(problem),
            tasks: &written,
            engines: &engines,
            here: &|task| run(problem, kits, task),
            is_plausible: &|number, outcome| {
                let outcome = read(outcome);
                outcome.is_ok_and(|outcome| {
                    let may_be = problem.is_plausible(&tasks[number], &outcome);
                    if may_be {
                        see(number, &outcome);
                    }
                    may_be
                })
            },
            threads,
        };
        let Some(outcomes) = courier.deliver(&job, self.watch)? else {
            let begun = Instant::now();
            let outcomes = on_threads()?;
            courier.done_here(&job, begun.elapsed());
            return Ok(outcomes);
        };
        if outcomes.len() != tasks.len() {
            let what = format!("{} outcomes of {} tasks", outcomes.len(), tasks.len());
            return Err(Failure::new(what).into());
        }
        let outcomes = outcomes.iter().map(|outcome| read(outcome));
        Ok(outcomes.collect::<Result<_, _>>()?)
    }
}

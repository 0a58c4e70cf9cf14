//! Work without a fitness that is done in pieces, anywhere, and taken in their order.

use std::ops::ControlFlow;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::portable::{Doing, read, written};
use crate::{Bench, Courier, Failure, Job, Packed, Threads, Unfinished, Value, Watch};

/// Work that is done in pieces: games of a match, positions to be scored. Tasks and outcomes
/// are values, and the outcome of a task is the same on every machine.
pub trait Piecework: Sync {
    /// A piece of work.
    type Task: Value;
    /// The result of a task.
    type Outcome: Value;
    /// What a worker keeps from task to task.
    type Kit: Send;

    /// What a worker needs before its first task.
    fn equip(&self) -> Result<Self::Kit, Failure>;

    /// Does one task. After a failure the kit is not used again.
    fn run(&self, kit: &mut Self::Kit, task: &Self::Task) -> Result<Self::Outcome, Failure>;

    /// The work as bytes, for workers elsewhere.
    fn packed(&self) -> Packed;

    /// The outside engines that a task takes, by the names that workers have for them.
    fn engines(&self, task: &Self::Task) -> Vec<String>;

    /// Whether this may be the outcome of that task.
    fn is_plausible(&self, task: &Self::Task, outcome: &Self::Outcome) -> bool;
}

/// Kits that are free.
struct Shelf<K>(Mutex<Vec<K>>);

impl<K> Shelf<K> {
    const fn new() -> Self {
        Self(Mutex::new(Vec::new()))
    }

    fn lock(&self) -> MutexGuard<'_, Vec<K>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Does a task that came as bytes.
    fn run<W: Piecework<Kit = K>>(&self, work: &W, task: &[u8]) -> Result<Vec<u8>, Failure> {
        let task = read(task)?;
        let kit = self.lock().pop();
        let mut kit = kit.map_or_else(|| work.equip(), Ok)?;
        let outcome = work.run(&mut kit, &task)?;
        self.lock().push(kit);
        Ok(written(&outcome))
    }
}

/// Where tasks of this work are done.
pub fn workplace<W: Piecework + Send + 'static>(work: W) -> Box<dyn Bench> {
    let shelf = Shelf::new();
    Box::new(Doing(move |task: &[u8]| shelf.run(&work, task)))
}

/// Has these tasks done by a courier and takes their outcomes in the order of the tasks, each
/// as soon as it and all before it are there, with the name of the worker it came from, until
/// `take` says to stop. `watch` may stop it, too.
pub fn in_order<W: Piecework>(
    work: &W,
    courier: &dyn Courier,
    tasks: &[W::Task],
    watch: &Watch<'_>,
    mut take: impl FnMut(W::Outcome, Option<&str>) -> ControlFlow<()>,
) -> Result<(), Unfinished> {
    let shelf = Shelf::new();
    let written: Vec<_> = tasks.iter().map(written).collect();
    let engines: Vec<_> = tasks.iter().map(|task| work.engines(task)).collect();
    let job = Job {
        problem: Some(Arc::new(work.packed())),
        tasks: &written,
        engines: &engines,
        here: &|task| shelf.run(work, task),
        is_plausible: &|number, outcome| {
            let outcome = read(outcome);
            outcome.is_ok_and(|outcome| work.is_plausible(&tasks[number], &outcome))
        },
        threads: Threads::ONE,
    };
    let mut failure = None;
    let mut take_one = |outcome: Vec<u8>, worker: Option<&str>| match read(&outcome) {
        Ok(outcome) => take(outcome, worker),
        Err(unread) => {
            failure = Some(unread);
            ControlFlow::Break(())
        }
    };
    courier.stream(&job, watch, &mut take_one)?;
    failure.map_or(Ok(()), |failure| Err(failure.into()))
}

//! Work on a file whose pieces are done on machines elsewhere.

use std::ops::ControlFlow;
use std::path::Path;

use evo::{Courier, Failure, Piecework, Unfinished, in_order};

use crate::register::{Register, RegisterError};

/// Where the pieces of some work are done, and what stops it.
#[derive(Clone, Copy)]
pub struct Elsewhere<'a> {
    /// Has them done.
    pub courier: &'a dyn Courier,
    /// Whether all is to stop.
    pub stop: &'a (dyn Fn() -> bool + Sync),
}

/// How some pieces of work ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// All wanted were taken.
    Taken,
    /// The work is to stop.
    Stopped,
    /// Some that were taken before do not count any more.
    Undone,
}

impl Elsewhere<'_> {
    /// Goes through work on a file until no worker that lied has a part in it. `cut` cuts the
    /// file off after a number of units; `attempt` goes on from there, to the end or until
    /// the outcomes of a worker do not count any more: then it gives nothing.
    pub fn go<T, E: From<RegisterError>>(
        self,
        file: Option<&Path>,
        mut cut: impl FnMut(usize) -> Result<(), E>,
        mut attempt: impl FnMut(&mut Register) -> Result<Option<T>, E>,
    ) -> Result<T, E> {
        let mut register = Register::open(file)?;
        loop {
            if let Some(kept) = register.spoilt() {
                cut(kept)?;
                register.keep(kept)?;
            }
            register.introduce(self.courier);
            let end = attempt(&mut register);
            register.hear(self.courier.notes())?;
            if let Some(end) = end? {
                return Ok(end);
            }
        }
    }

    /// Has these tasks done and takes their outcomes in order, each with the worker it came
    /// from.
    pub fn take<W: Piecework, E: From<Failure>>(
        self,
        work: &W,
        tasks: &[W::Task],
        mut take: impl FnMut(W::Outcome, Option<&str>) -> Result<ControlFlow<()>, E>,
    ) -> Result<End, E> {
        let watch = |_| match (self.stop)() {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        };
        let mut failure = None;
        let done = in_order(work, self.courier, tasks, &watch, |outcome, worker| {
            take(outcome, worker).unwrap_or_else(|error| {
                failure = Some(error);
                ControlFlow::Break(())
            })
        });
        match (failure, done) {
            (Some(error), _) => Err(error),
            (None, Ok(())) => Ok(End::Taken),
            (None, Err(Unfinished::Stopped)) => Ok(End::Stopped),
            (None, Err(Unfinished::Undone(_))) => Ok(End::Undone),
            // What was under way here was broken off.
            (None, Err(Unfinished::Failed(_))) if (self.stop)() => Ok(End::Stopped),
            (None, Err(Unfinished::Failed(failure))) => Err(failure.into()),
        }
    }
}

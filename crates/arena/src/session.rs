//! A program, running or not.

use crate::process::Process;
use crate::{Fault, Misdeed, Program};

/// A program that runs until its first misdeed, and is then gone until it is
/// started again.
pub struct Session {
    program: Program,
    process: Option<Process>,
}

impl Session {
    /// A session with a program that is not started yet.
    pub fn new(program: &Program) -> Self {
        Self {
            program: program.clone(),
            process: None,
        }
    }

    /// The program.
    pub fn program(&self) -> &Program {
        &self.program
    }

    /// The program, for the next time that it is started.
    pub fn program_mut(&mut self) -> &mut Program {
        &mut self.program
    }

    /// Whether there is a process, as far as is known.
    pub fn is_running(&self) -> bool {
        self.process.is_some()
    }

    /// Ends the process if there is one, and starts another.
    pub fn restart(&mut self) -> Result<(), Fault> {
        self.process = None;
        let started = self
            .program
            .command()
            .and_then(|mut command| Process::start(&mut command).map_err(|e| e.to_string()));
        match started {
            Ok(process) => {
                self.process = Some(process);
                Ok(())
            }
            Err(reason) => Err(self.accuse(Misdeed::NotStarted(reason))),
        }
    }

    /// Does something with the process; a misdeed ends it.
    pub fn talk<T>(
        &mut self,
        work: impl FnOnce(&Program, &mut Process) -> Result<T, Misdeed>,
    ) -> Result<T, Fault> {
        let done = match &mut self.process {
            Some(process) => work(&self.program, process),
            None => Err(Misdeed::NotRunning),
        };
        done.map_err(|misdeed| self.accuse(misdeed))
    }

    /// Ends the process and says why.
    pub fn accuse(&mut self, misdeed: Misdeed) -> Fault {
        let process = self.process.take();
        Fault {
            program: self.program.label(),
            misdeed,
            transcript: process.map_or_else(Vec::new, |process| process.transcript()),
        }
    }
}

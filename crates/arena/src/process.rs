//! A running program and the pipes to it.
//!
//! One thread does everything: it writes, waits with `poll` and reads. What the
//! program prints unasked stays in the pipe, which the system bounds.

use std::io::{self, ErrorKind, Write};
use std::process::{Child, ChildStderr, ChildStdin, ChildStdout, Command, ExitStatus};
use std::thread;
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::{Errno, ioctl_fionbio};

use crate::Misdeed;
use crate::guard::Guard;
use crate::lines::Lines;
use crate::transcript::Transcript;

/// A program that prints more than this for one command floods.
const FLOOD: usize = 16 << 20;

/// So does one that prints a line longer than this.
const LONGEST_LINE: usize = 1 << 16;

/// How long a program that has closed its pipes may take to end.
const DYING: Duration = Duration::from_secs(1);

/// A program in a process group of its own, killed with all of it on drop and
/// when this process ends.
pub struct Process {
    child: Child,
    guard: Guard,
    stdin: ChildStdin,
    stdout: ChildStdout,
    /// `None` once the program has closed it.
    stderr: Option<ChildStderr>,
    output: Lines,
    errors: Lines,
    /// How much may be printed before it is a flood.
    allowance: usize,
    transcript: Transcript,
}

impl Process {
    /// Starts a command whose three streams are piped.
    pub fn start(command: &mut Command) -> io::Result<Self> {
        let guard = Guard::post()?;
        guard.watch(command);
        let mut child = command.spawn()?;
        let piped = "the command pipes this stream";
        let process = Self {
            stdin: child.stdin.take().expect(piped),
            stdout: child.stdout.take().expect(piped),
            stderr: child.stderr.take(),
            child,
            guard,
            output: Lines::default(),
            errors: Lines::default(),
            allowance: FLOOD,
            transcript: Transcript::default(),
        };
        // A program that does not read must not block the writer.
        ioctl_fionbio(&process.stdin, true)?;
        Ok(process)
    }

    /// The last lines exchanged.
    pub fn transcript(&self) -> Vec<String> {
        self.transcript.lines()
    }

    /// Writes whole lines; `false` if they could not be written before `deadline`.
    pub fn send(&mut self, lines: &str, deadline: Instant) -> Result<bool, Misdeed> {
        self.allowance = FLOOD;
        for line in lines.lines() {
            self.transcript.push('>', line);
        }
        let mut rest = lines.as_bytes();
        while !rest.is_empty() {
            match self.stdin.write(rest) {
                Ok(written) => rest = &rest[written..],
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) if error.kind() == ErrorKind::WouldBlock => {
                    let mut pipes = [PollFd::new(&self.stdin, PollFlags::OUT)];
                    if !wait(&mut pipes, deadline) {
                        return Ok(false);
                    }
                }
                Err(_) => return Err(self.gone()),
            }
        }
        Ok(true)
    }

    /// The next line, `None` if there is none before `deadline`.
    pub fn line(&mut self, deadline: Instant) -> Result<Option<String>, Misdeed> {
        loop {
            if let Some(line) = self.output.take() {
                self.transcript.push('<', &line);
                return Ok(Some(line));
            }
            if self.output.len() > LONGEST_LINE || self.allowance == 0 {
                self.note_rest();
                return Err(Misdeed::Flood);
            }
            let mut pipes = vec![PollFd::new(&self.stdout, PollFlags::IN)];
            pipes.extend(
                self.stderr
                    .iter()
                    .map(|pipe| PollFd::new(pipe, PollFlags::IN)),
            );
            if !wait(&mut pipes, deadline) {
                return Ok(None);
            }
            let [speaks, complains] =
                [0, 1].map(|i| pipes.get(i).is_some_and(|pipe| !pipe.revents().is_empty()));
            if complains {
                self.read_errors();
            }
            if speaks && self.read_output() == 0 {
                return Err(self.gone());
            }
        }
    }

    /// Sends commands; a program that does not read them hangs.
    pub fn tell(&mut self, commands: &str, timeout: Duration) -> Result<(), Misdeed> {
        match self.send(commands, Instant::now() + timeout)? {
            true => Ok(()),
            false => Err(Misdeed::Hang {
                awaited: "reading",
                after: timeout,
            }),
        }
    }

    /// Sends `command` and listens until `answer` finds in a line what it looks for.
    pub fn ask<T>(
        &mut self,
        command: &str,
        awaited: &'static str,
        timeout: Duration,
        mut answer: impl FnMut(&str) -> Option<T>,
    ) -> Result<T, Misdeed> {
        let hang = Misdeed::Hang {
            awaited,
            after: timeout,
        };
        let deadline = Instant::now() + timeout;
        if !self.send(command, deadline)? {
            return Err(hang);
        }
        while let Some(line) = self.line(deadline)? {
            if let Some(answer) = answer(&line) {
                return Ok(answer);
            }
        }
        Err(hang)
    }

    /// Skips what was printed unasked.
    pub fn skip_unasked(&mut self) -> Result<(), Misdeed> {
        let now = Instant::now();
        while self.line(now)?.is_some() {}
        Ok(())
    }

    /// Reads once from a pipe that has something; 0 bytes mean its end.
    fn read_output(&mut self) -> usize {
        let count = self.output.read(&mut self.stdout);
        self.allowance = self.allowance.saturating_sub(count);
        count
    }

    fn read_errors(&mut self) {
        let Some(pipe) = &mut self.stderr else { return };
        let count = self.errors.read(pipe);
        self.allowance = self.allowance.saturating_sub(count);
        if count == 0 {
            self.stderr = None;
        }
        while let Some(line) = self.errors.take() {
            self.transcript.push('!', &line);
        }
        if self.errors.len() > LONGEST_LINE {
            self.errors.take_rest();
        }
    }

    /// The program has closed a pipe: has it ended, and how?
    fn gone(&mut self) -> Misdeed {
        let deadline = Instant::now() + DYING;
        let has_ended = loop {
            let has_ended = matches!(self.child.try_wait(), Ok(Some(_)));
            if has_ended || Instant::now() >= deadline {
                break has_ended;
            }
            thread::sleep(Duration::from_millis(1));
        };
        self.hear_last_words();
        if has_ended && let Some(status) = self.kill() {
            Misdeed::Crash(status)
        } else {
            Misdeed::ClosedPipe
        }
    }

    /// Reads what a program printed before it ended: it often says why.
    fn hear_last_words(&mut self) {
        let now = Instant::now();
        while self.allowance > 0
            && wait(&mut [PollFd::new(&self.stdout, PollFlags::IN)], now)
            && self.read_output() > 0
        {}
        while let Some(line) = self.output.take() {
            self.transcript.push('<', &line);
        }
        while let Some(pipe) = &self.stderr
            && self.allowance > 0
            && wait(&mut [PollFd::new(pipe, PollFlags::IN)], now)
        {
            self.read_errors();
        }
        self.note_rest();
    }

    /// Notes lines that have no end.
    fn note_rest(&mut self) {
        for (speaker, lines) in [('<', &mut self.output), ('!', &mut self.errors)] {
            if lines.len() > 0 {
                self.transcript.push(speaker, &lines.take_rest());
            }
        }
    }

    /// Kills the program with its group and reaps it.
    fn kill(&mut self) -> Option<ExitStatus> {
        self.guard.kill();
        // It may have left its group.
        let _ = self.child.kill();
        self.child.wait().ok()
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.kill();
    }
}

/// Waits until one of the pipes is ready or closed; `false` at the deadline.
fn wait(pipes: &mut [PollFd<'_>], deadline: Instant) -> bool {
    loop {
        let left = deadline.saturating_duration_since(Instant::now());
        let left = Timespec::try_from(left).ok();
        match poll(pipes, left.as_ref()) {
            Err(Errno::INTR) => {}
            Ok(0) | Err(_) => return false,
            Ok(_) => return true,
        }
    }
}

//! Other processes: this test program again, told to play one part.

use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdout, Command, Stdio};
use std::{env, io};

const RUN: &str = "JOURNAL_TEST_RUN";

/// The ignored test `part` in a process of its own, behind `wrapper` if there is one.
pub fn command(part: &str, run: &Path, wrapper: &[&str]) -> Command {
    let program = env::current_exe().unwrap();
    let mut words = wrapper.iter().map(|&word| PathBuf::from(word));
    let mut command = match words.next() {
        Some(first) => {
            let mut command = Command::new(first);
            command.args(words).arg(program);
            command
        }
        None => Command::new(program),
    };
    command
        .args(["--exact", part, "--ignored", "--nocapture", "--quiet"])
        .env(RUN, run)
        .stdin(Stdio::null())
        .stdout(Stdio::piped());
    command
}

/// What the parent works on, or `None` in a process that was not started as a child.
pub fn run() -> Option<PathBuf> {
    env::var_os(RUN).map(PathBuf::from)
}

/// Tells the parent.
pub fn say(what: u32) {
    let mut out = io::stdout().lock();
    writeln!(out, "said {what}").unwrap();
    out.flush().unwrap();
}

/// A child that is killed, not asked, to end.
pub struct Running {
    pub process: Child,
    lines: BufReader<ChildStdout>,
}

impl Running {
    pub fn start(part: &str, run: &Path) -> Self {
        let mut process = command(part, run, &[]).spawn().unwrap();
        let lines = BufReader::new(process.stdout.take().unwrap());
        Self { process, lines }
    }

    /// What it says next; `None` if it says no more.
    pub fn hear(&mut self) -> Option<u32> {
        let mut line = String::new();
        while self.lines.read_line(&mut line).unwrap() > 0 {
            // A line may be cut off by the kill, and the test harness talks too.
            if let Some(said) = line
                .strip_suffix('\n')
                .and_then(|l| l.strip_prefix("said "))
            {
                return Some(said.parse().unwrap());
            }
            line.clear();
        }
        None
    }

    /// SIGKILL. Returns the last thing it said.
    pub fn kill(mut self) -> Option<u32> {
        self.process.kill().unwrap();
        self.process.wait().unwrap();
        let mut last = None;
        while let Some(said) = self.hear() {
            last = Some(said);
        }
        last
    }
}

//! What to start.

use std::env;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

use crate::Variant;

/// Where Debian keeps chess programs; the superuser's `PATH` lacks it.
const GAMES: [&str; 2] = ["/usr/games", "/usr/local/games"];

/// A search that has not ended this long after its time limit never will.
const MOST_LATE: Duration = Duration::from_secs(10);

/// An engine to start: where it is, how it is set up, how patient to be.
#[derive(Debug, Clone)]
pub struct Program {
    /// What to call it, if not as it calls itself.
    pub name: Option<String>,
    /// A path, or a name to be looked for in `PATH` and where Debian keeps games.
    pub path: PathBuf,
    /// Arguments.
    pub arguments: Vec<OsString>,
    /// The folder to run it in, if not this process's own.
    pub directory: Option<PathBuf>,
    /// Options to set. An option that the engine does not have is a fault.
    pub options: Vec<(String, String)>,
    /// Options to set where the engine has them and `options` does not.
    pub preferences: Vec<(String, String)>,
    /// Options that others ask for, set where `options` does not: numbers, switches and choices
    /// only, for others may name files.
    pub asked: Vec<(String, String)>,
    /// The variant to play. An engine that cannot play it is at fault.
    pub variant: Variant,
    /// How long it may take to start or to set itself up.
    pub start_timeout: Duration,
    /// How long a search without a time limit may take. With a limit, how much
    /// longer than the limit it may take, but 10 seconds at most.
    pub search_timeout: Duration,
}

impl Program {
    /// A program with no arguments and no options that may take 10 seconds to
    /// start and a minute to search.
    pub fn new(path: impl Into<PathBuf>) -> Self {
        Self {
            name: None,
            path: path.into(),
            arguments: Vec::new(),
            directory: None,
            options: Vec::new(),
            preferences: Vec::new(),
            asked: Vec::new(),
            variant: Variant::default(),
            start_timeout: Duration::from_secs(10),
            search_timeout: Duration::from_secs(60),
        }
    }

    /// Prefers one thread, so that searches of fixed nodes can be repeated, and a
    /// small hash table, which is quick to clear.
    pub fn repeatable(mut self) -> Self {
        for (name, value) in [("Threads", "1"), ("Hash", "1")] {
            self.preferences.push((name.into(), value.into()));
        }
        self
    }

    /// What to call it before it has said its name.
    pub(crate) fn label(&self) -> String {
        let path = || self.path.display().to_string();
        self.name.clone().unwrap_or_else(path)
    }

    /// How long to wait for the end of a search with this time limit.
    pub(crate) fn patience(&self, time: Option<Duration>) -> Duration {
        match time {
            None => self.search_timeout,
            Some(time) => time.saturating_add(self.search_timeout.min(MOST_LATE)),
        }
    }

    /// The commands, a line each, that set its options. `command` writes one, if
    /// the running program has the option; `may_be_file` says whether its value may name a file.
    pub(crate) fn settings(
        &self,
        command: impl Fn(&str, &str) -> Option<String>,
        may_be_file: impl Fn(&str) -> bool,
    ) -> Result<String, String> {
        let mut lines = String::new();
        let mut set = |name: &str, value: &str| {
            if value.contains(['\r', '\n']) {
                return Err(format!("option `{name}` has more than one line"));
            }
            let line = command(name, value);
            lines.extend(line.iter().flat_map(|line| [line, "\n"]));
            Ok(line.is_some())
        };
        let options = &self.options;
        let is_option = |name: &str| options.iter().any(|set| set.0.eq_ignore_ascii_case(name));
        let is_asked = |name: &str| {
            self.asked
                .iter()
                .any(|set| set.0.eq_ignore_ascii_case(name))
        };
        for (name, value) in &self.preferences {
            if !is_option(name) && !is_asked(name) {
                set(name, value)?;
            }
        }
        for (name, value) in &self.asked {
            if may_be_file(name) {
                return Err(format!(
                    "option `{name}` is no number, switch or choice, and may name a file: only its \
                     owner sets it"
                ));
            }
            if !is_option(name) && !set(name, value)? {
                return Err(format!("it has no option `{name}`"));
            }
        }
        for (name, value) in options {
            if !set(name, value)? {
                return Err(format!("it has no option `{name}`"));
            }
        }
        Ok(lines)
    }

    /// The command to run, with its three streams piped, or why it cannot be run.
    pub fn command(&self) -> Result<Command, String> {
        let path = self.find()?;
        let mut command = Command::new(path);
        command
            .args(&self.arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        if let Some(directory) = &self.directory {
            // The system's own message would not say which of the two is missing.
            if !directory.is_dir() {
                return Err(format!("{} is not a folder", directory.display()));
            }
            command.current_dir(directory);
        }
        Ok(command)
    }

    /// The program's file. A relative path starts from this process's folder, not
    /// from the one the program is to run in.
    fn find(&self) -> Result<PathBuf, String> {
        let is_name = self.path.parent() == Some(Path::new(""));
        if is_name {
            let path = env::var_os("PATH").unwrap_or_default();
            let places = env::split_paths(&path).chain(GAMES.map(PathBuf::from));
            let mut candidates = places.map(|place| place.join(&self.path));
            let found = candidates.find(|candidate| candidate.is_file());
            return found.ok_or_else(|| {
                let games = GAMES.join(" or ");
                format!("no such program in PATH, {games}")
            });
        }
        if self.path.is_dir() {
            return Err("it is a folder".into());
        }
        self.path.canonicalize().map_err(|error| error.to_string())
    }
}

//! A folder to play in.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use chess::pgn::{self, Record};
use serde_json::Value;
use tempfile::TempDir;

/// The organism that the program plays with.
pub fn organism() -> String {
    shipped("galapagos-2.toml")
}

/// A file of a shipped organism.
pub fn shipped(name: &str) -> String {
    let organisms = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../organisms");
    organisms.join(name).to_str().unwrap().into()
}

/// This program as a UCI engine.
pub fn engine() -> String {
    let program = assert_cmd::cargo::cargo_bin!("galapagos");
    format!("{},args=uci", program.display())
}

pub struct Workshop(TempDir);

impl Workshop {
    pub fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    pub fn file(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    /// An engine that is a shell script: `cases` are tried on each line first.
    pub fn script(&self, name: &str, cases: &str) -> String {
        let file = self.file(name);
        let text = format!(
            "#!/bin/sh
             echo $$ >> {name}.pids
             while read -r line; do case $line in {cases}
             uci) echo id name {name}; echo uciok;;
             isready) echo readyok;;
             esac; done"
        );
        fs::write(&file, text).unwrap();
        fs::set_permissions(&file, fs::Permissions::from_mode(0o755)).unwrap();
        format!("./{name}")
    }

    /// The program, to be run in the folder.
    pub fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(assert_cmd::cargo::cargo_bin!("galapagos"));
        command.args(arguments).current_dir(self.0.path());
        command
    }

    pub fn run(&self, arguments: &[&str]) -> Output {
        self.command(arguments).output().unwrap()
    }

    /// What a run that succeeds prints.
    pub fn stdout(&self, arguments: &[&str]) -> String {
        let output = self.run(arguments);
        assert!(output.status.success(), "{output:?}");
        String::from_utf8(output.stdout).unwrap()
    }

    pub fn json(&self, arguments: &[&str]) -> Value {
        serde_json::from_str(&self.stdout(&[arguments, &["--json"]].concat())).unwrap()
    }

    /// The text of a file of games without the days they were played on: at
    /// midnight they differ.
    pub fn undated(&self, name: &str) -> String {
        let text = fs::read_to_string(self.file(name)).unwrap();
        let lines = text.lines().filter(|line| !line.starts_with("[Date "));
        lines.collect::<Vec<_>>().join("\n")
    }

    /// The games in a file, every move checked.
    pub fn games(&self, name: &str) -> Vec<Record> {
        let reader = pgn::Reader::open(self.file(name)).unwrap();
        reader.map(|record| record.unwrap()).collect()
    }
}

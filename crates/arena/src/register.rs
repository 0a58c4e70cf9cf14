//! Which workers elsewhere had a part in a file that grows.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};

use evo::{Courier, Note};

/// Which workers had a part in a file, each from which of its units (games, pairs, lines)
/// on. If one is found to have lied, the file is cut off before its first part, and made
/// anew from there.
///
/// It is kept beside the file, under its name with `.workers` after it, one event a line:
/// `12 ann` had a part from unit 12 on, counted from 0; `lied ann: gave wrong outcomes`;
/// `kept 12` units, and those after them were made again.
pub struct Register {
    path: Option<PathBuf>,
    since: BTreeMap<String, usize>,
    liars: BTreeMap<String, String>,
}

impl Register {
    /// That of this file, if there is one; without a file nothing is kept.
    pub fn open(file: Option<&Path>) -> Result<Self, RegisterError> {
        let mut register = Self {
            path: file.map(|file| {
                let mut name = OsString::from(file);
                name.push(".workers");
                name.into()
            }),
            since: BTreeMap::new(),
            liars: BTreeMap::new(),
        };
        let Some(path) = register.path.clone() else {
            return Ok(register);
        };
        let text = match fs::read_to_string(&path) {
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(register),
            text => text.map_err(|error| register.failed(error))?,
        };
        // A line that was cut off is about something that was not done then.
        let (whole, torn) = text.split_at(text.rfind('\n').map_or(0, |end| end + 1));
        for (number, line) in whole.lines().enumerate() {
            if register.recall(line).is_none() {
                let what = format!("line {}: `{line}` is no event", number + 1);
                return Err(register.failed(io::Error::new(ErrorKind::InvalidData, what)));
            }
        }
        if !torn.is_empty() {
            let cut = File::options().write(true).open(path);
            let cut = cut.and_then(|file| file.set_len(whole.len() as u64));
            cut.map_err(|error| register.failed(error))?;
        }
        Ok(register)
    }

    fn recall(&mut self, line: &str) -> Option<()> {
        let (word, rest) = line.split_once(' ')?;
        match word {
            "lied" => {
                let (worker, how) = rest.split_once(": ")?;
                self.liars.insert(worker.into(), how.into());
            }
            "kept" => {
                let kept = rest.parse().ok()?;
                self.since.retain(|_, &mut since| since < kept);
            }
            unit => {
                let unit = unit.parse().ok()?;
                self.since.entry(rest.into()).or_insert(unit);
            }
        }
        Some(())
    }

    /// Tells a courier what is known of workers.
    pub fn introduce(&self, courier: &dyn Courier) {
        for worker in self.since.keys() {
            courier.remember(worker, None);
        }
        for (worker, how) in &self.liars {
            courier.remember(worker, Some(format!("it {how}")));
        }
    }

    /// A worker has a part in this unit, which is about to be written.
    pub fn note(&mut self, worker: Option<&str>, unit: usize) -> Result<(), RegisterError> {
        match worker {
            Some(worker) if !self.since.contains_key(worker) => {
                self.write(&format!("{unit} {worker}"))
            }
            _ => Ok(()),
        }
    }

    /// Takes what a courier has found out.
    pub fn hear(&mut self, notes: Vec<Note>) -> Result<(), RegisterError> {
        notes.into_iter().try_for_each(|note| match note {
            Note::Lied { worker, how } => self.write(&format!("lied {worker}: {how}")),
            Note::Joined(_) | Note::Fault(_) => Ok(()),
        })
    }

    /// How many units may be kept, if a worker that lied had a part in others.
    pub fn spoilt(&self) -> Option<usize> {
        let since = self.liars.keys().filter_map(|liar| self.since.get(liar));
        since.copied().min()
    }

    /// No more than these units are there now.
    pub fn keep(&mut self, units: usize) -> Result<(), RegisterError> {
        self.write(&format!("kept {units}"))
    }

    fn write(&mut self, line: &str) -> Result<(), RegisterError> {
        self.recall(line).expect("it is an event");
        let Some(path) = &self.path else {
            return Ok(());
        };
        let written = File::options().append(true).create(true).open(path);
        let written = written.and_then(|mut file| file.write_all(format!("{line}\n").as_bytes()));
        written.map_err(|error| self.failed(error))
    }

    fn failed(&self, error: io::Error) -> RegisterError {
        let path = self.path.clone().unwrap_or_default();
        RegisterError { path, error }
    }
}

/// Why a register cannot be read or written.
#[derive(Debug, thiserror::Error)]
#[error("{}: {error}", .path.display())]
pub struct RegisterError {
    path: PathBuf,
    error: io::Error,
}

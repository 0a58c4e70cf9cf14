//! What is on the boards at this moment, in a file beside the record of the games.
//!
//! The file is PGN, and games under way end with `*`. It is replaced as a whole, and removed
//! with the end of the games. Where a process was killed it stays, but then no process holds the
//! record any more ([`sole::is_held`](crate::sole::is_held)).

use std::ffi::OsString;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// Where the boards are of games that are recorded in this file.
pub fn beside(record: &Path) -> PathBuf {
    with(record, ".live")
}

fn with(path: &Path, ending: &str) -> PathBuf {
    let mut name = OsString::from(path);
    name.push(ending);
    name.into()
}

/// The file, which is gone as soon as this is.
#[derive(Debug)]
pub struct Live(PathBuf);

impl Live {
    /// The boards of games that are recorded in this file; not there yet.
    pub fn beside(record: &Path) -> Self {
        Self(beside(record))
    }

    /// Puts these games in place of those before.
    pub fn put(&self, games: &str) -> io::Result<()> {
        let new = with(&self.0, ".new");
        fs::write(&new, games)?;
        fs::rename(&new, &self.0)
    }
}

impl Drop for Live {
    fn drop(&mut self) {
        // A file that cannot be removed does no harm: no process holds its record.
        let _ = fs::remove_file(&self.0);
    }
}

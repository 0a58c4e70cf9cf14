//! Whether a run has changed, without opening it.

use std::fs;
use std::path::Path;
use std::time::SystemTime;

use crate::{lock, schema};

/// What differs whenever a run has changed: a generation was recorded, a process began to
/// write, or stopped. It costs no more than a look at the folder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pulse {
    database: File,
    /// Where a run is being written, the newest of it is here.
    log: Option<File>,
    holder: Option<String>,
}

/// The length of a file, and when it was written.
type File = (u64, Option<SystemTime>);

impl Pulse {
    /// Whether a process is writing.
    pub const fn is_written(&self) -> bool {
        self.holder.is_some()
    }

    /// When its last process ended; `None` while one is writing.
    pub fn at_rest_since(&self) -> Option<SystemTime> {
        let (_, changed) = self.database;
        changed.filter(|_| !self.is_written())
    }

    /// Of the run in this folder; `None` if there is none.
    pub fn of(folder: &Path) -> Option<Self> {
        let file = |name: &str| {
            let data = fs::metadata(folder.join(name)).ok()?;
            // Readers make an empty log, and remove it when they go.
            (data.len() > 0).then(|| (data.len(), data.modified().ok()))
        };
        Some(Self {
            database: file(schema::FILE)?,
            log: file(&format!("{}-wal", schema::FILE)),
            holder: lock::holder(folder),
        })
    }
}

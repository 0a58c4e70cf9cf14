//! What can go wrong with a run's folder.

use std::io;
use std::path::{Path, PathBuf};

use rusqlite::ErrorCode;

use crate::schema;

/// What is wrong, with which file, and what to do about it.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// A new run would take the place of something.
    #[error("{} exists already; resume it if it is a run, or give the new one another name", .0.display())]
    Exists(PathBuf),
    /// A name that no run can have.
    #[error("{} cannot name a run: its last part must be a word that does not begin with a dot", .0.display())]
    Name(PathBuf),
    /// There is no run.
    #[error("there is no run in {}; check the name", .0.display())]
    Missing(PathBuf),
    /// The file is something else.
    #[error("{} is not a journal: {what}; it was left as it is, move it away if it is in the way", file.display())]
    Foreign {
        /// The file.
        file: PathBuf,
        /// What it is instead.
        what: String,
    },
    /// The file was written by another version of the program.
    #[error("{} has layout {found} and this program knows layout {}; use the version that wrote it", file.display(), schema::VERSION)]
    Version {
        /// The file.
        file: PathBuf,
        /// The layout it has.
        found: i32,
    },
    /// The file was a journal once.
    #[error("{} is damaged: {what}; it was left as it is, restore it from a copy or start the run again from its recipe", file.display())]
    Damaged {
        /// The file.
        file: PathBuf,
        /// What was found.
        what: String,
    },
    /// Another process writes.
    #[error("{} is being written by {holder}; wait for it or stop it (reading is possible meanwhile)", folder.display())]
    Locked {
        /// The folder of the run.
        folder: PathBuf,
        /// The process that writes.
        holder: String,
    },
    /// Nothing is left to do.
    #[error("the run in {} is finished", .0.display())]
    Finished(PathBuf),
    /// The disk is full.
    #[error("no space is left for {}; what was recorded is safe, make room and resume", .0.display())]
    Full(PathBuf),
    /// The system refuses.
    #[error("{}: {source}", path.display())]
    Io {
        /// The file or folder.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// The database refuses.
    #[error("{} cannot be used: {source}; check the permissions of the file and its folder, and the disk", file.display())]
    Database {
        /// The file.
        file: PathBuf,
        /// What SQLite says.
        source: rusqlite::Error,
    },
}

impl Error {
    pub(crate) fn io(path: &Path, source: io::Error) -> Self {
        let path = path.to_owned();
        match source.kind() {
            io::ErrorKind::StorageFull => Self::Full(path),
            _ => Self::Io { path, source },
        }
    }

    pub(crate) fn database(file: &Path, source: rusqlite::Error) -> Self {
        let file = file.to_owned();
        let extended = source.sqlite_error().map(|error| error.extended_code);
        match source.sqlite_error_code() {
            Some(ErrorCode::DiskFull) => Self::Full(file),
            // Shared memory is a file beside the database, and takes space too.
            _ if extended == Some(rusqlite::ffi::SQLITE_IOERR_SHMSIZE) => Self::Full(file),
            Some(ErrorCode::NotADatabase) => Self::Foreign {
                file,
                what: "it does not begin as a SQLite database does".into(),
            },
            // A table that is not there is an unknown error; a value of another
            // type than was written has no code.
            Some(ErrorCode::DatabaseCorrupt | ErrorCode::Unknown) | None => Self::Damaged {
                file,
                what: source.to_string(),
            },
            Some(_) => Self::Database { file, source },
        }
    }
}

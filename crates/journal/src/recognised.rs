//! A look at a file that changes nothing.

use std::ffi::OsString;
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use rusqlite::{Connection, OpenFlags};

use crate::{Error, schema};

/// A database that has been recognised.
pub struct Recognised {
    /// For reading only.
    pub connection: Connection,
    /// Whether no process had it open, so that all data was in the one file. Then
    /// the connection takes no locks and makes no files, and is valid only until
    /// a process writes.
    pub resting: bool,
}

impl Recognised {
    /// Recognises the file as a journal without a trace: a damaged or foreign one
    /// stays as it is, with no new files beside it.
    ///
    /// The bytes are read through SQLite only. Opening and closing the file behind
    /// its back would drop the locks that this process holds on it.
    pub fn at(file: &Path) -> Result<Self, Error> {
        let failed = |source| Error::database(file, source);
        let foreign = |what: &str| Error::Foreign {
            file: file.to_owned(),
            what: what.into(),
        };
        let damaged = |what: &str| Error::Damaged {
            file: file.to_owned(),
            what: what.into(),
        };
        let metadata = fs::metadata(file).map_err(|source| match source.kind() {
            ErrorKind::NotFound | ErrorKind::NotADirectory => {
                Error::Missing(file.parent().unwrap_or(file).to_owned())
            }
            _ => Error::io(file, source),
        })?;
        if metadata.is_dir() {
            return Err(foreign("it is a folder"));
        }
        if !metadata.is_file() {
            return Err(foreign("it is not a regular file"));
        }
        if metadata.len() == 0 {
            return Err(damaged("it is empty"));
        }

        let resting = fs::metadata(beside(file, "-wal")).map_or(0, |wal| wal.len()) == 0;
        let access = if resting { "immutable=1" } else { "mode=ro" };
        let flags = OpenFlags::SQLITE_OPEN_READ_ONLY
            | OpenFlags::SQLITE_OPEN_URI
            | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let connection = Connection::open_with_flags(uri(file, access), flags).map_err(failed)?;
        let number = |pragma| {
            connection
                .pragma_query_value(None, pragma, |row| row.get::<_, i32>(0))
                .map_err(failed)
        };
        if number("application_id")? != schema::APPLICATION {
            return Err(foreign("it is a SQLite database of another program"));
        }
        let version = number("user_version")?;
        if version != schema::VERSION {
            return Err(Error::Version {
                file: file.to_owned(),
                found: version,
            });
        }
        // SQLite would read zeros for the rest of a page.
        let page = u64::from(number("page_size")?.unsigned_abs());
        if resting && !metadata.len().is_multiple_of(page) {
            return Err(damaged("it ends in the middle of a page"));
        }
        Ok(Self {
            connection,
            resting,
        })
    }

    /// Reads every page and says whether they fit together.
    pub fn check(&self, file: &Path) -> Result<(), Error> {
        let verdict: String = self
            .connection
            .pragma_query_value(None, "quick_check", |row| row.get(0))
            .map_err(|source| Error::database(file, source))?;
        if verdict == "ok" {
            return Ok(());
        }
        Err(Error::Damaged {
            file: file.to_owned(),
            what: verdict,
        })
    }
}

/// The name of a file that SQLite keeps beside the database.
fn beside(file: &Path, suffix: &str) -> PathBuf {
    let mut name = OsString::from(file);
    name.push(suffix);
    name.into()
}

/// The file as a URI, in which any byte may be meant literally.
fn uri(file: &Path, access: &str) -> String {
    let mut uri = String::from("file:");
    for &byte in file.as_os_str().as_encoded_bytes() {
        match byte {
            b'/' | b'.' | b'-' | b'_' => uri.push(byte.into()),
            _ if byte.is_ascii_alphanumeric() => uri.push(byte.into()),
            _ => uri.push_str(&format!("%{byte:02x}")),
        }
    }
    uri + "?" + access
}

//! The runs in a folder.

use std::fs;
use std::io::ErrorKind;
use std::path::Path;

use crate::{Error, Reader, schema};

/// A run in a folder of runs.
#[derive(Debug)]
pub struct Listed {
    /// Its name.
    pub name: String,
    /// The run, as far as it opens.
    pub run: Result<Reader, Error>,
}

/// The runs in a folder by name, each as it opens: one that is damaged does not
/// hide the others. A folder that is not there has none.
pub fn list(runs: &Path) -> Result<Vec<Listed>, Error> {
    let found = names(runs)?.into_iter();
    let found = found.map(|name| Listed {
        run: Reader::open(&runs.join(&name)),
        name,
    });
    Ok(found.collect())
}

/// The names of the runs in a folder, in order.
pub fn names(runs: &Path) -> Result<Vec<String>, Error> {
    let failed = |source| Error::io(runs, source);
    let entries = match fs::read_dir(runs) {
        Err(source) if source.kind() == ErrorKind::NotFound => return Ok(Vec::new()),
        entries => entries.map_err(failed)?,
    };
    let mut found = Vec::new();
    for entry in entries {
        let folder = entry.map_err(failed)?.path();
        let name = folder.file_name().unwrap_or_default().to_string_lossy();
        // A name with a dot is a run that is being made, or never was.
        if !name.starts_with('.') && folder.join(schema::FILE).exists() {
            found.push(name.into_owned());
        }
    }
    found.sort();
    Ok(found)
}

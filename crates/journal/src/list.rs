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
            found.push(Listed {
                name: name.into_owned(),
                run: Reader::open(&folder),
            });
        }
    }
    found.sort_by(|a, b| a.name.cmp(&b.name));
    Ok(found)
}

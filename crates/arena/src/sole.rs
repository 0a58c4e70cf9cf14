//! Files that one process at a time goes on with.

use std::fs::{File, TryLockError};
use std::path::Path;

/// Opens the file at `path` to read it and to append to it, or makes it. Nobody else
/// opens it this way as long as it is open.
pub fn open(path: &Path) -> Result<File, TryLockError> {
    let file = File::options()
        .read(true)
        .append(true)
        .create(true)
        .open(path)
        .map_err(TryLockError::Error)?;
    file.try_lock()?;
    Ok(file)
}

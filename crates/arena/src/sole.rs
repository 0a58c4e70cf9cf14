//! Files that only one process at a time appends to.

use std::fs::{self, File, TryLockError};
use std::io::ErrorKind;
use std::ops::{Deref, DerefMut};
use std::path::{Path, PathBuf};
use std::thread::sleep;
use std::time::Duration;

/// A file that no other process can open this way while it is open. A new file that
/// is still empty at the end is removed.
pub struct Sole {
    file: File,
    path: PathBuf,
    is_new: bool,
}

/// Opens the file at `path` to read it and to append to it, or makes it.
pub fn open(path: &Path) -> Result<Sole, TryLockError> {
    let open = |is_new| {
        let mut options = File::options();
        options.read(true).append(true).create_new(is_new);
        options.open(path).map(|file| (file, is_new))
    };
    let opened = match open(true) {
        Err(error) if error.kind() == ErrorKind::AlreadyExists => open(false),
        opened => opened,
    };
    let (file, is_new) = opened.map_err(TryLockError::Error)?;
    // `is_held` takes the lock for an instant; a writer keeps it.
    let mut tries = 20;
    loop {
        match file.try_lock() {
            Ok(()) => break,
            Err(TryLockError::WouldBlock) if tries > 0 => tries -= 1,
            Err(error) => return Err(error),
        }
        sleep(Duration::from_millis(5));
    }
    let path = path.into();
    Ok(Sole { file, path, is_new })
}

/// Whether a process has the file at `path` open this way.
pub fn is_held(path: &Path) -> bool {
    let Ok(file) = File::open(path) else {
        return false;
    };
    let taken = file.try_lock_shared();
    // See `drop`.
    let _ = file.unlock();
    matches!(taken, Err(TryLockError::WouldBlock))
}

impl Deref for Sole {
    type Target = File;

    fn deref(&self) -> &File {
        &self.file
    }
}

impl DerefMut for Sole {
    fn deref_mut(&mut self) -> &mut File {
        &mut self.file
    }
}

impl Drop for Sole {
    fn drop(&mut self) {
        let is_empty = self.file.metadata().is_ok_and(|file| file.len() == 0);
        if self.is_new && is_empty {
            // An empty file that cannot be removed does no harm.
            let _ = fs::remove_file(&self.path);
        }
        // To close the file is not enough: a program that another thread is just starting
        // has a copy of it, and of its lock, for a moment.
        let _ = self.file.unlock();
    }
}

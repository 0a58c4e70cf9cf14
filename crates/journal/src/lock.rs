//! One writer at a time.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{Read, Seek, Write};
use std::path::Path;
use std::process;
use std::thread::sleep;
use std::time::Duration;

use crate::Error;

const FILE: &str = "lock";

/// The right to write. The system takes it back when the process dies, however
/// it dies, so a lock is never stale. What the file says matters only while it
/// is locked; the file itself stays, because to remove it would be a race.
#[derive(Debug)]
pub struct Lock {
    file: File,
}

impl Drop for Lock {
    fn drop(&mut self) {
        // To close the file is not enough: a program that another thread is just starting
        // has a copy of it, and of its lock, for a moment.
        let _ = self.file.unlock();
    }
}

impl Lock {
    /// Takes the lock, or names the process that holds it.
    pub fn take(folder: &Path) -> Result<Self, Error> {
        let path = folder.join(FILE);
        let failed = |source| Error::io(&path, source);
        let mut file = OpenOptions::new()
            .read(true)
            .write(true)
            .create(true)
            .truncate(false)
            .open(&path)
            .map_err(failed)?;
        // `holder` takes the lock for an instant; a writer keeps it.
        let mut tries = 20;
        loop {
            match file.try_lock() {
                Ok(()) => break,
                Err(TryLockError::Error(source)) => return Err(failed(source)),
                Err(TryLockError::WouldBlock) if tries > 0 => {
                    tries -= 1;
                    sleep(Duration::from_millis(5));
                }
                Err(TryLockError::WouldBlock) => {
                    return Err(Error::Locked {
                        folder: folder.to_owned(),
                        holder: name(&mut file),
                    });
                }
            }
        }
        file.set_len(0)
            .and_then(|()| file.rewind())
            .and_then(|()| writeln!(file, "{}", myself()))
            .map_err(failed)?;
        Ok(Self { file })
    }
}

/// The process that is writing at this moment, if there is one.
pub fn holder(folder: &Path) -> Option<String> {
    let mut file = File::open(folder.join(FILE)).ok()?;
    let taken = file.try_lock_shared();
    // See `drop`.
    let _ = file.unlock();
    match taken {
        Err(TryLockError::WouldBlock) => Some(name(&mut file)),
        _ => None,
    }
}

/// This process, as others are told of it.
pub fn myself() -> String {
    let host = fs::read_to_string("/proc/sys/kernel/hostname");
    let host = host.as_deref().map_or("this machine", str::trim);
    format!("process {} on {host}", process::id())
}

fn name(file: &mut File) -> String {
    let mut text = String::new();
    // A holder that has not written its name yet is still a holder.
    match file.read_to_string(&mut text) {
        Ok(_) if !text.trim().is_empty() => text.trim().into(),
        _ => "another process".into(),
    }
}

//! Files that are whole or not there.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::Path;
use std::process;

/// Writes a file beside `path` and moves it there: whoever reads, and whatever
/// happens meanwhile, `path` is the old file or the new one.
pub fn write(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let draft = path.with_added_extension(format!("{}.draft", process::id()));
    let write = || {
        let mut file = File::create(&draft)?;
        file.write_all(bytes)?;
        file.sync_all()?;
        fs::rename(&draft, path)
    };
    write().inspect_err(|_| drop(fs::remove_file(&draft)))
}

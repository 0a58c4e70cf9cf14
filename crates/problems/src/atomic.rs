//! Files that are whole or not there.

use std::fs::{self, Permissions};
use std::io::{self, Write};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use tempfile::{Builder, NamedTempFile};

/// A file that is written beside the place it is meant for, and is removed if it is
/// never put there.
pub struct Draft {
    file: NamedTempFile,
    path: PathBuf,
}

impl Draft {
    /// Begins a file that is meant for `path`.
    pub fn new(path: &Path) -> io::Result<Self> {
        // Where a link leads, not the link.
        let path = fs::canonicalize(path).unwrap_or_else(|_| path.into());
        let name = path.file_name().ok_or(io::ErrorKind::IsADirectory)?;
        let mut prefix = name.to_owned();
        prefix.push(".");
        let folder = match path.parent() {
            Some(parent) if !parent.as_os_str().is_empty() => parent,
            _ => Path::new("."),
        };
        let file = Builder::new()
            .prefix(&prefix)
            .suffix(".draft")
            // As for any new file: the user's mask applies.
            .permissions(Permissions::from_mode(0o666))
            .tempfile_in(folder)?;
        Ok(Self { file, path })
    }

    /// Puts it in its place, in one step, and replaces what is there.
    pub fn replace(self) -> io::Result<()> {
        self.file.as_file().sync_all()?;
        self.file.persist(&self.path)?;
        Ok(())
    }

    /// Puts it in its place, in one step, where there is nothing yet.
    pub fn place(self) -> io::Result<()> {
        self.file.as_file().sync_all()?;
        self.file.persist_noclobber(&self.path)?;
        Ok(())
    }
}

impl Write for Draft {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

/// Writes a file: whatever happens meanwhile, `path` is the old file or the new one.
pub fn write(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut draft = Draft::new(path)?;
    draft.write_all(bytes)?;
    draft.replace()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_draft_takes_its_place_only_when_it_is_told_to() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file");
        let count = || fs::read_dir(folder.path()).unwrap().count();
        let begin = |text: &str| {
            let mut draft = Draft::new(&path).unwrap();
            draft.write_all(text.as_bytes()).unwrap();
            draft
        };
        drop(begin("never"));
        assert_eq!(count(), 0);
        begin("first").place().unwrap();
        let error = begin("second").place().unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::AlreadyExists);
        assert_eq!(fs::read_to_string(&path).unwrap(), "first");
        begin("third").replace().unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "third");
        assert_eq!(count(), 1);
        // Others may read it, as far as the user's mask allows.
        let plain = folder.path().join("plain");
        fs::write(&plain, "").unwrap();
        let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode();
        assert_eq!(mode(&path), mode(&plain));
    }
}

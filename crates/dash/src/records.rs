//! Records of tournaments that were looked at, read on as they grow.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use arena::tournament::Chronicle;

/// Results by the files that have them.
#[derive(Debug, Default)]
pub struct Records(Mutex<HashMap<PathBuf, Arc<Mutex<Chronicle>>>>);

/// More are forgotten.
const MOST: usize = 64;

impl Records {
    /// Looks at what a file has now; none where it cannot be read.
    pub fn with<T>(&self, file: &Path, look: impl FnOnce(&Chronicle) -> T) -> Option<T> {
        let chronicle = {
            let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            if known.len() >= MOST && !known.contains_key(file) {
                known.clear();
            }
            let new = || Arc::new(Mutex::new(Chronicle::of(file)));
            known.entry(file.to_owned()).or_insert_with(new).clone()
        };
        let mut chronicle = chronicle.lock().unwrap_or_else(PoisonError::into_inner);
        chronicle.update().ok()?;
        Some(look(&chronicle))
    }
}

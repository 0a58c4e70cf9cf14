//! Looks that many browsers share.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// What was seen a moment ago, by what was looked at.
#[derive(Debug)]
pub struct Glances<T>(Mutex<HashMap<String, (Instant, T)>>);

/// More are forgotten.
const MOST: usize = 256;

impl<T> Default for Glances<T> {
    fn default() -> Self {
        Self(Mutex::default())
    }
}

impl<T: Clone> Glances<T> {
    /// What is seen there, or was seen at most so long ago.
    pub fn get(&self, what: &str, holds: Duration, look: impl FnOnce() -> T) -> T {
        let mut seen = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((at, known)) = seen.get(what)
            && at.elapsed() < holds
        {
            return known.clone();
        }
        if seen.len() >= MOST {
            seen.clear();
        }
        let new = look();
        seen.insert(what.to_owned(), (Instant::now(), new.clone()));
        new
    }
}

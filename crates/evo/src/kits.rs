//! What workers keep from task to task.

use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

use crate::{Failure, Packed, Problem};

/// The kits of one problem that no worker of this process is using, and what workers
/// elsewhere are given of it. A run keeps them from generation to generation.
#[derive(Debug)]
pub struct Kits<K> {
    free: Mutex<Vec<K>>,
    packed: OnceLock<Option<Arc<Packed>>>,
}

impl<K> Kits<K> {
    /// None yet: workers equip themselves.
    pub const fn new() -> Self {
        Self {
            free: Mutex::new(Vec::new()),
            packed: OnceLock::new(),
        }
    }

    /// A kit of this problem that is free, or a new one.
    pub fn take(&self, problem: &impl Problem<Kit = K>) -> Result<K, Failure> {
        // The lock is gone before a worker equips itself, which may take long.
        let free = self.lock().pop();
        free.map_or_else(|| problem.equip(), Ok)
    }

    /// Puts back a kit that others may use.
    pub fn put_back(&self, kit: K) {
        self.lock().push(kit);
    }

    /// The problem as bytes, written once, if it can be sent.
    pub(crate) fn packed(&self, problem: &impl Problem<Kit = K>) -> Option<Arc<Packed>> {
        let packed = self.packed.get_or_init(|| problem.packed().map(Arc::new));
        packed.clone()
    }

    fn lock(&self) -> MutexGuard<'_, Vec<K>> {
        // Kits go in and out whole, so a panic elsewhere spoils nothing.
        self.free.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<K> Default for Kits<K> {
    fn default() -> Self {
        Self::new()
    }
}

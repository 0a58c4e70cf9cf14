//! What is known of a worker.

use std::time::Duration;

/// What is known of a worker.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Standing {
    /// Its threads, while it is present.
    pub threads: usize,
    /// The outside engines that it lends.
    pub engines: Vec<String>,
    /// Outcomes that came from it.
    pub outcomes: u64,
    /// Outcomes of it that were found right.
    pub confirmed: u64,
    /// Tasks that it could not do, one after the other.
    pub(super) failures: u32,
    /// Why it gets no more to do.
    pub refused: Option<String>,
    /// Whether earlier generations rest on its outcomes.
    pub(super) earlier: bool,
    /// When it was last heard of.
    pub(super) heard: Duration,
}

//! Work cut along the positions: all organisms of a generation on one slice.

use std::ops::Range;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

/// Positions in one task: few enough that all threads finish together.
const TASK_POSITIONS: usize = 625;

/// All organisms of a generation on a slice of the positions.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Slice {
    /// Which positions.
    pub range: Range<usize>,
    /// The weights of each organism.
    pub organisms: Arc<[Vec<i32>]>,
}

/// The tasks that judge a generation on this many positions. The cuts depend on
/// nothing else, so they are the same on any number of threads.
pub fn plan(generation: &[Vec<i32>], positions: usize) -> Vec<Slice> {
    let organisms: Arc<[_]> = generation.into();
    let task = |start| Slice {
        range: start..(start + TASK_POSITIONS).min(positions),
        organisms: Arc::clone(&organisms),
    };
    (0..positions).step_by(TASK_POSITIONS).map(task).collect()
}

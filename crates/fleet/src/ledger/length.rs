//! How long tasks take.

use std::time::Duration;

/// What earlier measurements still count with every new one: about fifty count.
const KEPT: f64 = 0.98;

/// How long the tasks of a problem take, as far as they were measured.
#[derive(Clone, Copy, Debug, Default)]
pub struct Length {
    seconds: f64,
    tasks: f64,
}

impl Length {
    /// So many tasks took so long.
    pub fn add(&mut self, tasks: usize, took: Duration) {
        self.seconds = KEPT * self.seconds + took.as_secs_f64();
        self.tasks = KEPT * self.tasks + tasks as f64;
    }

    /// Seconds a task, on average.
    pub fn mean(&self) -> f64 {
        self.seconds / self.tasks.max(1.0)
    }

    /// How many tasks are so much work: no more than were measured, for the first ones may
    /// be far shorter than those that follow.
    pub fn fit(&self, work: Duration) -> usize {
        (work.as_secs_f64() / self.mean().max(1e-9)).min(self.tasks) as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn batches_grow_with_what_is_known() {
        let second = Duration::from_secs(1);
        let mut length = Length::default();
        length.add(1, Duration::ZERO);
        assert_eq!(length.fit(second), 1);
        for _ in 0..9 {
            length.add(10, second);
        }
        // Seldom were tasks as short as the first.
        assert!((9..=11).contains(&length.fit(second)), "{length:?}");
        // Tasks become twice as long.
        for _ in 0..200 {
            length.add(5, second);
        }
        assert_eq!(length.fit(second), 5);
    }
}

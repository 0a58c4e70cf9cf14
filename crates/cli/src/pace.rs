//! How long something of several parts will still take.

use std::time::Instant;

/// Until a part has run for this many seconds, and has done work that was forecast to
/// take as many, its forecast is better than its pace.
const SETTLED: f64 = 2.0;

/// Parts with a forecast in seconds, corrected by those that have run.
pub struct TimeLeft {
    forecast: Vec<f64>,
    part: usize,
    /// How much of the part at work is done.
    share: f64,
    /// How much of it was done when this process began with it.
    from: f64,
    since: Instant,
    /// Seconds that parts before it took here, and the forecast of the same work.
    took: f64,
    expected: f64,
}

impl TimeLeft {
    /// Begins with a part of which this share is done already.
    pub fn new(forecast: Vec<f64>, part: usize, share: f64) -> Self {
        Self {
            forecast,
            part,
            share,
            from: share,
            since: Instant::now(),
            took: 0.0,
            expected: 0.0,
        }
    }

    /// Notes that this share of this part is done.
    pub fn reach(&mut self, part: usize, share: f64) {
        if part != self.part {
            if let Some(forecast) = self.forecast.get(self.part) {
                self.took += self.since.elapsed().as_secs_f64();
                self.expected += forecast * (self.share - self.from);
            }
            (self.part, self.from, self.since) = (part, share, Instant::now());
        }
        self.share = share;
    }

    /// How much of all is done, from 0 to 1.
    pub fn done(&self) -> f64 {
        let before: f64 = self.forecast.iter().take(self.part).sum();
        let part = self.forecast.get(self.part).unwrap_or(&0.0);
        (before + part * self.share) / self.forecast.iter().sum::<f64>()
    }

    /// Seconds left for all parts.
    pub fn left(&self) -> f64 {
        let here = self.since.elapsed().as_secs_f64();
        let part = self.forecast.get(self.part).unwrap_or(&0.0);
        let (done, rest) = (self.share - self.from, 1.0 - self.share);
        // A few seconds as forecast keep the first measurement from counting for much.
        let correction = (self.took + here + SETTLED) / (self.expected + part * done + SETTLED);
        let this = match here.min(part * done) > SETTLED {
            true => here / done * rest,
            false => part * rest * correction,
        };
        let later: f64 = self.forecast.iter().skip(self.part + 1).sum();
        this + later * correction
    }
}

/// A time in words.
pub fn time(seconds: f64) -> String {
    let whole = seconds.max(0.0).round() as u64;
    match whole {
        0..120 => format!("{whole} s"),
        120..7200 => format!("{} min", (whole + 30) / 60),
        _ => format!("{:.1} h", seconds / 3600.0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_that_are_done_count() {
        let mut pace = TimeLeft::new(vec![10.0, 30.0], 0, 0.0);
        assert_eq!(pace.left().round(), 40.0);
        pace.reach(0, 0.5);
        assert_eq!(pace.done(), 0.125);
        pace.reach(1, 0.0);
        assert_eq!(pace.done(), 0.25);
        // Ten seconds were forecast and none passed: the rest will be faster too.
        assert!(pace.left() < 15.0);
        pace.reach(2, 0.0);
        assert_eq!((pace.done(), pace.left()), (1.0, 0.0));
    }

    #[test]
    fn a_slow_first_task_says_little() {
        let mut pace = TimeLeft::new(vec![100.0], 0, 0.0);
        pace.since -= std::time::Duration::from_secs(10);
        pace.reach(0, 0.0001);
        // Ten seconds for nothing: slower than forecast, but not for ever.
        assert!((100.0..1000.0).contains(&pace.left()), "{}", pace.left());
        pace.reach(0, 0.5);
        assert_eq!(pace.left().round(), 10.0);
    }

    #[test]
    fn what_was_done_before_says_nothing_about_the_pace() {
        for (part, left) in [(0, 35.0), (1, 15.0)] {
            let mut pace = TimeLeft::new(vec![10.0, 30.0], part, 0.5);
            pace.reach(part, 0.5);
            assert_eq!(pace.left().round(), left);
        }
    }

    #[test]
    fn times_are_as_short_as_they_can_be() {
        let times = [-1.0, 7.4, 119.0, 150.0, 5000.0, 9000.0].map(time);
        assert_eq!(times, ["0 s", "7 s", "119 s", "3 min", "83 min", "2.5 h"]);
    }
}

//! Confidence intervals of results.

use statrs::distribution::{ContinuousCDF, StudentsT};

/// The share of intervals that hold the truth.
const CONFIDENCE: f64 = 0.95;

/// More observations change intervals by about a part in ten thousand, and the
/// library's quantiles go wrong with millions.
const MOST_TO_SPARE: u64 = 10_000;

/// How many deviations to either side an interval reaches, if the deviation was
/// estimated with this many observations to spare. Infinite with none.
pub fn deviations(to_spare: u64) -> f64 {
    student(to_spare).map_or(f64::INFINITY, |student| {
        student.inverse_cdf((1.0 + CONFIDENCE) / 2.0)
    })
}

/// The probability that chance stays below this many deviations. With no observation
/// to spare nothing is known: ½.
pub fn probability(deviations: f64, to_spare: u64) -> f64 {
    student(to_spare).map_or(0.5, |student| student.cdf(deviations))
}

/// Student's distribution, which allows for a deviation that is itself estimated.
fn student(to_spare: u64) -> Option<StudentsT> {
    // An error only if there is none to spare.
    StudentsT::new(0.0, 1.0, to_spare.min(MOST_TO_SPARE) as f64).ok()
}

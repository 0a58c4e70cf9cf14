//! The mean of a sample, and how far it may be from the truth.

use statrs::distribution::{ContinuousCDF, StudentsT};

/// The mean of some runs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Mean {
    /// The mean itself.
    pub value: f64,
    /// The standard deviation, estimated from the sample; 0 for a single value.
    pub deviation: f64,
    /// Student's 95 % interval; `None` with a single value.
    pub interval: Option<(f64, f64)>,
}

impl Mean {
    /// The mean of these values; `None` if there are none.
    pub fn of(values: &[f64]) -> Option<Self> {
        if values.is_empty() {
            return None;
        }
        let count = values.len() as f64;
        let value = values.iter().sum::<f64>() / count;
        let squares: f64 = values.iter().map(|one| (one - value).powi(2)).sum();
        // An error only if there is a single value.
        let student = StudentsT::new(0.0, 1.0, count - 1.0).ok();
        let deviation = student.map_or(0.0, |_| (squares / (count - 1.0)).sqrt());
        Some(Self {
            value,
            deviation,
            interval: student.map(|student| {
                let reach = student.inverse_cdf(0.975) * deviation / count.sqrt();
                (value - reach, value + reach)
            }),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// scipy 1.10: `t.interval(0.95, 4, mean, std / sqrt(5))`.
    #[test]
    fn values_of_another_program() {
        let mean = Mean::of(&[32.1, 31.4, 33.0, 32.6, 31.9]).unwrap();
        let (low, high) = mean.interval.unwrap();
        for (value, expected) in [
            (mean.value, 32.2),
            (low, 31.429_567_750_215_757),
            (high, 32.970_432_249_784_25),
        ] {
            assert!((value - expected).abs() < 1e-9, "{value}, not {expected}");
        }
        let single = Mean::of(&[5.0]).unwrap();
        assert_eq!((single.value, single.deviation), (5.0, 0.0));
        assert_eq!(single.interval, None);
        assert_eq!(Mean::of(&[]), None);
    }
}

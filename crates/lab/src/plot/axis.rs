//! Round numbers along an axis.

use std::ops::Range;

use plotters::coord::ranged1d::{KeyPointHint, NoDefaultFormatting, ValueFormatter};
use plotters::coord::types::RangedCoordf64;
use plotters::prelude::Ranged;

/// The numbers that an axis names.
#[derive(Clone, Debug, PartialEq)]
pub struct Axis {
    low: f64,
    high: f64,
    /// What it names, in order.
    ticks: Vec<f64>,
    /// Decimal places of what it names.
    places: usize,
}

impl Axis {
    /// From `low` to `high` with at most `most` ticks, at whole numbers only if `whole`.
    pub fn new(low: f64, high: f64, most: usize, whole: bool) -> Self {
        let least = if whole { 0 } else { -9 };
        let steps = (least..).flat_map(|power| [1.0, 2.0, 5.0].map(|digit| (digit, power)));
        for (digit, power) in steps {
            // Divided, because 1000 is exact as a float and 10⁻³ is not.
            let scale = 10_f64.powi(i32::abs(power));
            let at = |number: f64| match power < 0 {
                true => number * digit / scale,
                false => number * digit * scale,
            };
            let first = (low / at(1.0)).ceil();
            let last = (high / at(1.0)).floor();
            let count = last - first + 1.0;
            if count <= most as f64 {
                return Self {
                    low,
                    high,
                    ticks: (0..count as u32)
                        .map(|n| at(first + f64::from(n)))
                        .collect(),
                    places: (-power).max(0) as usize,
                };
            }
        }
        unreachable!("some step is longer than any axis")
    }

    /// For these values, with some room around them.
    pub fn around(values: impl Iterator<Item = f64>, most: usize, whole: bool) -> Self {
        let finite = values.filter(|value| value.is_finite());
        let (low, high) = finite.fold((f64::MAX, f64::MIN), |(low, high), value| {
            (low.min(value), high.max(value))
        });
        let (low, high, air) = match high - low {
            // One value is in the middle, and nearly alone on its axis.
            0.0 if whole || low == 0.0 => (low, high, 0.5),
            0.0 => (low, high, low.abs() * 0.05),
            width if width > 0.0 => (low, high, width * 0.05),
            _ => (0.0, 1.0, 0.0),
        };
        Self::new(low - air, high + air, most, whole)
    }

    /// The ticks as text.
    #[cfg(test)]
    pub fn labels(&self) -> Vec<String> {
        self.ticks.iter().map(|&tick| self.label(tick)).collect()
    }

    /// A tick as text.
    fn label(&self, tick: f64) -> String {
        // A zero has no sign.
        format!("{:.*}", self.places, tick + 0.0).replace('-', "−")
    }
}

impl Ranged for Axis {
    type FormatOption = NoDefaultFormatting;
    type ValueType = f64;

    fn map(&self, value: &f64, limit: (i32, i32)) -> i32 {
        RangedCoordf64::from(self.low..self.high).map(value, limit)
    }

    fn key_points<H: KeyPointHint>(&self, _hint: H) -> Vec<f64> {
        self.ticks.clone()
    }

    fn range(&self) -> Range<f64> {
        self.low..self.high
    }
}

impl ValueFormatter<f64> for Axis {
    fn format_ext(&self, tick: &f64) -> String {
        self.label(*tick)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_are_round_and_each_has_a_text_of_its_own() {
        for (low, high, most, whole, expected) in [
            (0.0, 1.0, 3, true, vec!["0", "1"]),
            (0.0, 1.0, 3, false, vec!["0.0", "0.5", "1.0"]),
            (-0.05, 1.05, 3, true, vec!["0", "1"]),
            (0.0, 2000.0, 3, true, vec!["0", "1000", "2000"]),
            (-64.0, 63.0, 3, true, vec!["−50", "0", "50"]),
            (0.0, 3.0, 4, true, vec!["0", "1", "2", "3"]),
            (16.2, 32.4, 5, false, vec!["20", "25", "30"]),
            (0.0012, 0.0029, 5, false, vec!["0.0015", "0.0020", "0.0025"]),
            (29.99, 30.01, 3, false, vec!["29.99", "30.00", "30.01"]),
        ] {
            assert_eq!(Axis::new(low, high, most, whole).labels(), expected);
        }
    }

    #[test]
    fn a_value_that_never_changes_is_named_once() {
        let constant = |value: f64, whole| Axis::around([value; 3].into_iter(), 3, whole).labels();
        assert_eq!(constant(100.0, true), ["100"]);
        assert_eq!(constant(0.0, true), ["0"]);
        assert_eq!(constant(0.0, false), ["−0.5", "0.0", "0.5"]);
        assert_eq!(constant(30.5, false), ["30", "32"]);
        let nothing = Axis::around([f64::NAN].into_iter(), 3, false);
        assert_eq!((nothing.low, nothing.high), (0.0, 1.0));
    }
}

//! What the numbers of a program are.

use std::fmt::Display;

use crate::Value;

/// A number of a program: real, or whole in 32 bits.
pub trait Number: Copy + Display + Send + Sync + Value {
    /// Whether there is such a number within these bounds, and all fit.
    fn within(min: f64, max: f64) -> bool;

    /// The number within these bounds that is nearest to a gene's value.
    fn nearest(value: f64, min: f64, max: f64) -> Self;

    /// The value of a gene with this number.
    fn value(self) -> f64;
}

impl Number for f64 {
    fn within(_: f64, _: f64) -> bool {
        true
    }

    fn nearest(value: f64, _: f64, _: f64) -> Self {
        value
    }

    fn value(self) -> f64 {
        self
    }
}

impl Number for i32 {
    fn within(min: f64, max: f64) -> bool {
        let (first, last) = (libm::ceil(min), libm::floor(max));
        first <= last && first >= Self::MIN.into() && last <= Self::MAX.into()
    }

    fn nearest(value: f64, min: f64, max: f64) -> Self {
        libm::round(value).clamp(libm::ceil(min), libm::floor(max)) as Self
    }

    fn value(self) -> f64 {
        self.into()
    }
}

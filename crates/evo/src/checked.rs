//! Numbers that a recipe cannot get wrong: a value out of range is not read.

use serde::{Deserialize, Serialize};

use crate::Error;

macro_rules! checked {
    ($(#[$doc:meta])* $name:ident, $what:literal, $min:expr, $max:expr) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, PartialOrd, Serialize, Deserialize)]
        #[serde(try_from = "f64", into = "f64")]
        pub struct $name(f64);

        impl $name {
            /// Wraps a number known to be in range.
            ///
            /// # Panics
            ///
            /// If the number is out of range. Use `try_from` for a number not yet checked.
            pub fn new(value: f64) -> Self {
                Self::try_from(value).unwrap_or_else(|error| panic!("{error}"))
            }

            /// The number.
            pub const fn get(self) -> f64 {
                self.0
            }
        }

        impl TryFrom<f64> for $name {
            type Error = Error;

            fn try_from(value: f64) -> Result<Self, Error> {
                if ($min..=$max).contains(&value) {
                    Ok(Self(value))
                } else {
                    Err(Error::OutOfRange { what: $what.into(), value, min: $min, max: $max })
                }
            }
        }

        impl From<$name> for f64 {
            fn from(number: $name) -> Self {
                number.0
            }
        }
    };
}

checked! {
    /// A probability, 0 to 1.
    Probability, "a probability", 0.0, 1.0
}
checked! {
    /// A part of something, 0 to 1.
    Share, "a share", 0.0, 1.0
}
checked! {
    /// The selection pressure of linear ranking, 1 (none) to 2: the expected
    /// number of times the best is chosen in as many draws as there are organisms.
    Pressure, "a selection pressure", 1.0, 2.0
}
checked! {
    /// A finite number above 0.
    Positive, "a positive number", f64::MIN_POSITIVE, f64::MAX
}

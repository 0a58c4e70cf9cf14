//! Table 1 of the paper: what combines answers to a judgement.

use evo::trees::Types;

/// A truth: 1 or 0. A number used as one is true if it is not 0.
pub const BOOLEAN: Types = Types::one(0);
/// A number.
pub const FLOAT: Types = Types::one(1);
/// A number that may be used as either.
pub const QUERY: Types = BOOLEAN.or(FLOAT);

/// A function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Function {
    If3,
    Or2,
    Or3,
    And2,
    And3,
    Smaller,
    Not,
}

impl Function {
    /// All functions, in the paper's order.
    pub const ALL: [Self; 7] = [
        Self::If3,
        Self::Or2,
        Self::Or3,
        Self::And2,
        Self::And3,
        Self::Smaller,
        Self::Not,
    ];

    /// The name in trees.
    pub const fn name(self) -> &'static str {
        match self {
            Self::If3 => "If3",
            Self::Or2 => "Or2",
            Self::Or3 => "Or3",
            Self::And2 => "And2",
            Self::And3 => "And3",
            Self::Smaller => "Smaller",
            Self::Not => "Not",
        }
    }

    /// What it returns.
    pub const fn returns(self) -> Types {
        match self {
            Self::If3 => FLOAT,
            _ => BOOLEAN,
        }
    }

    /// What it takes.
    pub const fn takes(self) -> &'static [Types] {
        match self {
            Self::If3 => &[BOOLEAN, FLOAT, FLOAT],
            Self::Or3 | Self::And3 => &[BOOLEAN; 3],
            Self::Or2 | Self::And2 | Self::Smaller => &[BOOLEAN; 2],
            Self::Not => &[BOOLEAN],
        }
    }

    /// What it does.
    pub const fn meaning(self) -> &'static str {
        match self {
            Self::If3 => "the second if the first is not 0, else the third",
            Self::Or2 | Self::Or3 => "1 if at least one is not 0, else 0",
            Self::And2 | Self::And3 => "1 if none is 0, else 0",
            Self::Smaller => "1 if the first is smaller than the second, else 0",
            Self::Not => "0 if it is not 0, else 1",
        }
    }
}

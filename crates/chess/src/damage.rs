//! Parts of files that cannot be used.

use std::fmt;

/// Damaged games or lines of a file, which are left out: how many, and the first.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Damage {
    /// What is counted.
    unit: &'static str,
    /// How many.
    pub count: u64,
    /// Where the first is and what is wrong with it.
    pub first: Option<String>,
}

impl Damage {
    /// No damaged games.
    pub const fn games() -> Self {
        Self::none("game")
    }

    /// No damaged lines.
    pub const fn lines() -> Self {
        Self::none("line")
    }

    const fn none(unit: &'static str) -> Self {
        Self {
            unit,
            count: 0,
            first: None,
        }
    }

    /// Takes note of one more; `problem` names its place.
    pub fn note(&mut self, problem: impl fmt::Display) {
        self.count += 1;
        self.first.get_or_insert_with(|| problem.to_string());
    }

    /// What an error adds where nothing usable is left.
    pub fn remark(&self) -> String {
        match self.count {
            0 => String::new(),
            _ => format!("; {self}"),
        }
    }
}

impl fmt::Display for Damage {
    /// Says nothing where there is none.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { unit, count, first } = self;
        let Some(first) = first else {
            return Ok(());
        };
        match count {
            1 => write!(f, "1 damaged {unit} left out: {first}"),
            _ => write!(f, "{count} damaged {unit}s left out, the first: {first}"),
        }
    }
}

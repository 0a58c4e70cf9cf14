//! Games that cannot be read.

use std::fmt;

use chess::pgn::{PgnError, Problem};

/// Damaged games, which are left out.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Damage {
    /// How many.
    pub games: u64,
    /// What is wrong with the first.
    pub first: Option<String>,
}

impl Damage {
    /// Takes note of a game that cannot be read. What ends a file too early comes
    /// back as an error, for the rest of it would have changed what is made of it.
    pub(crate) fn note(&mut self, error: PgnError) -> Result<(), PgnError> {
        if matches!(error.problem, Problem::CutOff | Problem::Read(_)) {
            return Err(error);
        }
        self.games += 1;
        self.first.get_or_insert_with(|| error.to_string());
        Ok(())
    }
}

impl fmt::Display for Damage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} damaged games left out", self.games)?;
        match &self.first {
            Some(first) => write!(f, ", the first: {first}"),
            None => Ok(()),
        }
    }
}

//! The players of a tournament.

use crate::{Contender, Fault, Pace};

/// A contender with a name and a pace of its own.
#[derive(Debug, Clone)]
pub struct Entrant {
    /// What it is called in tables and games.
    pub name: String,
    /// What it is.
    pub contender: Contender,
    /// How much it may think.
    pub pace: Pace,
}

impl Entrant {
    /// Makes a player of every contender once, so that a wrong path or option is
    /// found before the first game, and asks its name. Of two with the same name
    /// the second gets a number.
    pub fn gather(
        contenders: impl IntoIterator<Item = (Contender, Pace)>,
    ) -> Result<Vec<Self>, Fault> {
        let mut entrants: Vec<Self> = Vec::new();
        for (contender, pace) in contenders {
            let called = contender.introduce(pace)?;
            // One line, as tags and tables need it.
            let called = called.split_whitespace().collect::<Vec<_>>().join(" ");
            let is_free = |name: &String| entrants.iter().all(|other| other.name != *name);
            let numbered = (2..).map(|number| format!("{called} ({number})"));
            let mut names = [called.clone()].into_iter().chain(numbered);
            let name = names.find(is_free).expect("there are numbers enough");
            entrants.push(Self {
                name,
                contender,
                pace,
            });
        }
        Ok(entrants)
    }
}

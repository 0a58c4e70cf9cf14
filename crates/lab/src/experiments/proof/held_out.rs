//! What organisms do on positions that were not used in breeding.

use journal::{Reader, Writer};
use serde::{Deserialize, Serialize};

/// What a champion does on positions that were not used in breeding.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct HeldOut {
    /// Moves as they were played that its evaluation finds with one ply.
    pub moves: Option<Solved>,
    /// Right moves of the suite that its search finds.
    pub suite: Option<Solved>,
}

/// How many positions were solved.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Solved {
    /// How many there are.
    pub of: u64,
    /// By the organisms of generation 0, on average.
    pub generation_0: f64,
    /// By the organism of generation 0 that did best where it was bred: what the
    /// champion is to be compared with, for it was chosen in the same way.
    pub generation_0_best: f64,
    /// By the best before coevolution.
    pub evol0: Option<f64>,
    /// By the champion.
    pub champion: f64,
}

impl HeldOut {
    /// The name in the journal.
    pub(crate) const KEY: &'static str = "held-out positions";

    /// What was found out, if it has been.
    pub fn read(reader: &Reader) -> Result<Option<Self>, journal::Error> {
        let text = reader.finding(Self::KEY)?;
        Ok(text.and_then(|text| toml::from_str(&text).ok()))
    }

    /// What was tried, with what was solved.
    pub fn rows(&self) -> impl Iterator<Item = (&'static str, Solved)> {
        let rows = [
            self.moves.map(|solved| ("moves predicted", solved)),
            self.suite.map(|solved| ("puzzles solved", solved)),
        ];
        rows.into_iter().flatten()
    }

    pub(crate) fn keep(&self, writer: &mut Writer) -> Result<(), journal::Error> {
        let text = toml::to_string(self).expect("numbers are TOML");
        writer.keep(Self::KEY, &text)
    }
}

impl Solved {
    /// Everything that was tried, from the start to the champion, with the number of
    /// positions it solves.
    pub fn players(&self) -> impl Iterator<Item = (&'static str, f64)> {
        let players = [
            Some(("generation 0, mean", self.generation_0)),
            Some(("generation 0, best", self.generation_0_best)),
            self.evol0.map(|count| ("EVOL0", count)),
            Some(("champion", self.champion)),
        ];
        players.into_iter().flatten()
    }

    /// A number of positions in percent.
    pub fn percent(&self, count: f64) -> f64 {
        100.0 * count / self.of as f64
    }
}

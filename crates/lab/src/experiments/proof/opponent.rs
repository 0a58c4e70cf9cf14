//! What a champion is worth: matches, and positions that were not used in breeding.
//!
//! A match is played once the stages it needs have ended, and its results are
//! kept in the journal. One that was broken off begins again and comes out the same.

use std::fmt;

use arena::stats::Pentanomial;
use journal::{Reader, Writer};
use serde::{Deserialize, Serialize};

/// The opponents a champion is tried against.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Opponent {
    /// The best evaluation that a coevolution began with; both use the plain search.
    Founder,
    /// Random evaluations with random searches: the first generations.
    Generation0,
    /// Random searches with the evaluation of the champion.
    RandomSearches,
    /// The best founder's evaluation with the search of the champion.
    Evol0,
    /// Galapagos 1, the best organism of EVOL*'s kind.
    Galapagos1,
}

impl Opponent {
    /// All opponents.
    pub const ALL: [Self; 5] = [
        Self::Founder,
        Self::Generation0,
        Self::RandomSearches,
        Self::Evol0,
        Self::Galapagos1,
    ];

    /// What they are called.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Founder => "the best founder",
            Self::Generation0 => "generation 0",
            Self::RandomSearches => "random searches",
            Self::Evol0 => "EVOL0",
            Self::Galapagos1 => "Galapagos 1",
        }
    }

    /// A short form of it.
    pub const fn short_name(self) -> &'static str {
        match self {
            Self::Founder => "founder",
            Self::Generation0 => "random",
            Self::RandomSearches => "searches",
            Self::Evol0 => "EVOL0",
            Self::Galapagos1 => "Galapagos 1",
        }
    }

    /// What they are.
    pub const fn meaning(self) -> &'static str {
        match self {
            Self::Founder => "the best evaluation that coevolution began with",
            Self::Generation0 => "random evaluations with random searches",
            Self::RandomSearches => "its own evaluation with random searches",
            Self::Evol0 => "its search with the evaluation from before coevolution",
            Self::Galapagos1 => "the best organism of EVOL*'s kind, part of this program",
        }
    }

    /// What the paper on EVOL* has, in Elo.
    pub const fn published_elo(self) -> Option<f64> {
        match self {
            Self::Founder | Self::Generation0 | Self::Galapagos1 => None,
            Self::RandomSearches => Some(159.0),
            Self::Evol0 => Some(70.4),
        }
    }

    /// The name in the journal.
    pub(crate) fn key(self) -> String {
        format!("match against {}", self.name())
    }
}

/// A match of the champion.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Proof {
    /// The opponent.
    pub opponent: Opponent,
    /// What the champion scored; no games if it is the opponent itself.
    pub results: Pentanomial,
    /// Nodes a move.
    pub nodes: u64,
}

/// A match as the journal keeps it.
#[derive(Serialize, Deserialize)]
struct Kept {
    #[serde(flatten)]
    results: Pentanomial,
    nodes: u64,
}

impl Proof {
    /// All matches that have been played.
    pub fn all(reader: &Reader) -> Result<Vec<Self>, journal::Error> {
        let all = Opponent::ALL.into_iter();
        let all = all.map(|opponent| Self::read(reader, opponent));
        all.filter_map(Result::transpose).collect()
    }

    /// The match against this opponent, if it has been played.
    pub(crate) fn read(
        reader: &Reader,
        opponent: Opponent,
    ) -> Result<Option<Self>, journal::Error> {
        let text = reader.finding(&opponent.key())?;
        let kept = text.and_then(|text| toml::from_str::<Kept>(&text).ok());
        Ok(kept.map(|kept| Self {
            opponent,
            results: kept.results,
            nodes: kept.nodes,
        }))
    }

    pub(crate) fn keep(&self, writer: &mut Writer) -> Result<(), journal::Error> {
        let kept = Kept {
            results: self.results,
            nodes: self.nodes,
        };
        let text = toml::to_string(&kept).expect("numbers are TOML");
        writer.keep(&self.opponent.key(), &text)
    }

    /// The difference in Elo with its interval, in words.
    pub fn elo(&self) -> String {
        format!("{} ({})", self.elo_value(), self.elo_interval())
    }

    /// The difference in Elo, in words.
    pub(crate) fn elo_value(&self) -> String {
        match self.results.elo().value {
            value if value.is_finite() => format!("{value:+.1} Elo"),
            f64::INFINITY => "all won".into(),
            _ => "all lost".into(),
        }
    }

    /// Where the difference lies, in words.
    pub(crate) fn elo_interval(&self) -> String {
        let elo = self.results.elo();
        match (elo.low.is_finite(), elo.high.is_finite()) {
            (true, true) => format!("95 %: {:+.1} to {:+.1}", elo.low, elo.high),
            (true, false) => format!("95 %: over {:+.1} Elo", elo.low),
            (false, true) => format!("95 %: under {:+.1} Elo", elo.high),
            (false, false) => "too few games to say more".into(),
        }
    }

    /// Games won, drawn and lost.
    pub fn games(&self) -> String {
        let results = &self.results;
        format!(
            "+{} ={} -{}",
            results.wins(),
            results.draws(),
            results.losses()
        )
    }
}

impl fmt::Display for Proof {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            opponent,
            results,
            nodes,
        } = self;
        if results.games() == 0 {
            return match opponent {
                Opponent::Founder => {
                    write!(
                        f,
                        "the best founder itself: none of its descendants did better"
                    )
                }
                _ => write!(f, "the same as {}", opponent.name()),
            };
        }
        write!(
            f,
            "against {}: {}, {} in {} pairs of games at {nodes} nodes a move",
            opponent.name(),
            self.elo(),
            self.games(),
            results.pairs(),
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_match_without_a_bound_is_told_of_too() {
        let told = |two_losses, two_wins| {
            let results = Pentanomial {
                two_losses,
                two_wins,
                ..Pentanomial::default()
            };
            let proof = Proof {
                opponent: Opponent::Evol0,
                results,
                nodes: 1,
            };
            proof.elo()
        };
        assert_eq!(told(0, 1), "all won (too few games to say more)");
        assert_eq!(told(1, 0), "all lost (too few games to say more)");
        assert!(told(0, 100).starts_with("all won (95 %: over +"));
        assert!(told(100, 0).starts_with("all lost (95 %: under -"));
        assert!(told(100, 100).starts_with("+0.0 Elo (95 %: -"));
    }
}

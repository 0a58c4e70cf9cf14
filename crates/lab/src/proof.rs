//! What a champion is worth: matches, and positions that nobody was bred on.
//!
//! A match is played once the stages it needs have ended, and its results are
//! kept in the journal. One that was broken off begins again and comes out the same.

use std::fmt;

use arena::stats::Pentanomial;
use journal::{Reader, Writer};
use serde::{Deserialize, Serialize};

/// Whom a champion is tried against.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Opponent {
    /// The best of those that a coevolution began with; all search plainly.
    Founder,
    /// Random evaluations with random searches: the first generations.
    Generation0,
    /// Random searches with the evaluation of the champion.
    RandomSearches,
    /// The best founder's evaluation with the search of the champion.
    Evol0,
}

impl Opponent {
    /// All of them.
    pub const ALL: [Self; 4] = [
        Self::Founder,
        Self::Generation0,
        Self::RandomSearches,
        Self::Evol0,
    ];

    /// What they are called.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Founder => "the best founder",
            Self::Generation0 => "generation 0",
            Self::RandomSearches => "random searches",
            Self::Evol0 => "EVOL0",
        }
    }

    /// Who they are.
    pub const fn meaning(self) -> &'static str {
        match self {
            Self::Founder => "the best evaluation that coevolution began with",
            Self::Generation0 => "random evaluations with random searches",
            Self::RandomSearches => "its own evaluation with random searches",
            Self::Evol0 => "its parent: its search, the evaluation from before coevolution",
        }
    }

    /// What the paper on EVOL* has, in Elo.
    pub const fn published_elo(self) -> Option<f64> {
        match self {
            Self::Founder | Self::Generation0 => None,
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
    /// Against whom.
    pub opponent: Opponent,
    /// What the champion scored; no games if it is the opponent itself.
    pub results: Pentanomial,
    /// Nodes a move.
    pub nodes: u64,
}

/// A match as the journal keeps it.
#[derive(Serialize, Deserialize)]
struct Kept {
    two_losses: u64,
    loss_and_draw: u64,
    loss_and_win: u64,
    two_draws: u64,
    draw_and_win: u64,
    two_wins: u64,
    nodes: u64,
}

impl Proof {
    /// All matches that have been played.
    pub fn all(reader: &Reader) -> Result<Vec<Self>, journal::Error> {
        let all = Opponent::ALL.into_iter();
        let all = all.map(|opponent| Self::read(reader, opponent));
        all.filter_map(Result::transpose).collect()
    }

    /// The match against these, if it has been played.
    pub(crate) fn read(
        reader: &Reader,
        opponent: Opponent,
    ) -> Result<Option<Self>, journal::Error> {
        let text = reader.finding(&opponent.key())?;
        let kept = text.and_then(|text| toml::from_str::<Kept>(&text).ok());
        Ok(kept.map(|kept| Self {
            opponent,
            results: Pentanomial {
                two_losses: kept.two_losses,
                loss_and_draw: kept.loss_and_draw,
                loss_and_win: kept.loss_and_win,
                two_draws: kept.two_draws,
                draw_and_win: kept.draw_and_win,
                two_wins: kept.two_wins,
            },
            nodes: kept.nodes,
        }))
    }

    pub(crate) fn keep(&self, writer: &mut Writer) -> Result<(), journal::Error> {
        let results = &self.results;
        let kept = Kept {
            two_losses: results.two_losses,
            loss_and_draw: results.loss_and_draw,
            loss_and_win: results.loss_and_win,
            two_draws: results.two_draws,
            draw_and_win: results.draw_and_win,
            two_wins: results.two_wins,
            nodes: self.nodes,
        };
        let text = toml::to_string(&kept).expect("numbers are TOML");
        writer.keep(&self.opponent.key(), &text)
    }

    /// The difference in Elo with its interval, in words.
    pub fn elo(&self) -> String {
        let elo = self.results.elo();
        let bound = |elo: f64| match elo.is_finite() {
            true => format!("{elo:+.1}"),
            false => "no limit".into(),
        };
        match elo.value.is_finite() {
            true => format!(
                "{:+.1} Elo (95 %: {} to {})",
                elo.value,
                bound(elo.low),
                bound(elo.high)
            ),
            false if elo.value > 0.0 => format!("over {:+.0} Elo (95 %)", elo.low),
            false => format!("under {:+.0} Elo (95 %)", elo.high),
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

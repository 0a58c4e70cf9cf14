//! The four phases of an evaluation: weak individuals are dropped early, and only the
//! best meet the players that cost most.

use serde::{Deserialize, Serialize};

use super::class::{Class, FOURTEEN, TWELVE};
use super::fitness::fitness;
use super::game::Played;

/// Which classes an individual meets in each phase, one game each time that a class is
/// named, and when it goes on to the next. A very weak individual ends after phase one.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, expecting = "a table, [evochess.phases]")]
pub struct Climb {
    /// Phase one.
    pub first: Vec<Class>,
    /// Phase two.
    pub second: Phase,
    /// Phase three, where successful individuals skip the classes up to 4.
    pub third: Phase,
    /// The fitness after phase three that is enough for phase four.
    pub fourth: f64,
    /// Phase four: against class 12.
    pub twelve: Series,
    /// Against class 14, if all games against 12 were played.
    pub fourteen: Series,
}

/// A phase.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(
    deny_unknown_fields,
    expecting = "`{ from = 1.5, against = [4, 6, 8, 10] }`"
)]
pub struct Phase {
    /// The fitness that is enough for it.
    pub from: f64,
    /// The classes that are met.
    pub against: Vec<Class>,
}

/// The highest class that successful individuals skip in phase three.
const SKIPPED: u8 = 4;

/// Games against one class of phase four.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, expecting = "`{ games = 4, points = 6 }`")]
pub struct Series {
    /// The most games; for more than two, one of the first two must be won.
    pub games: u32,
    /// With more points than this it plays no more: a draw is 1 and a loss is 2, from
    /// phase three on.
    pub points: u32,
}

impl Climb {
    /// Lets an individual climb: `play` plays a game against a class.
    pub fn climb(&self, mut play: impl FnMut(Class) -> Played) -> Vec<Played> {
        let mut games: Vec<_> = self.first.iter().map(|&class| play(class)).collect();
        if fitness(&games) < self.second.from {
            return games;
        }
        games.extend(self.second.against.iter().map(|&class| play(class)));
        if fitness(&games) < self.third.from {
            return games;
        }
        let before = games.len();
        let skips = is_successful(&games);
        let third = self.third.against.iter();
        let third = third.filter(|class| !(skips && class.number() <= SKIPPED));
        games.extend(third.map(|&class| play(class)));
        if fitness(&games) < self.fourth {
            return games;
        }
        for (class, series) in [(TWELVE, self.twelve), (FOURTEEN, self.fourteen)] {
            let first = games.len();
            for game in 0..series.games {
                let won = games[first..].iter().any(Played::is_won);
                if points(&games[before..]) > series.points || game >= 2 && !won {
                    return games;
                }
                games.push(play(class));
            }
        }
        games
    }
}

/// Whether all games up to class 6 were won, and those against 8 and 10 went well: at
/// least as many won as lost.
fn is_successful(games: &[Played]) -> bool {
    let is_high = |game: &&Played| game.class.number() > 6;
    let high = games.iter().filter(is_high);
    let mut low = games.iter().filter(|game| !is_high(game));
    low.all(Played::is_won) && high.map(|game| game.thousandths).sum::<i32>() >= 0
}

/// A draw is 1 point, a loss is 2; a game that was broken off counts as a draw.
fn points(games: &[Played]) -> u32 {
    let point = |game: &Played| match () {
        () if game.is_won() => 0,
        () if game.is_lost() => 2,
        () => 1,
    };
    games.iter().map(point).sum()
}

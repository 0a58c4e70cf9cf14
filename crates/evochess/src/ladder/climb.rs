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
    /// Phase three.
    pub third: Phase,
    /// What successful individuals skip in phase three.
    pub skip: Skip,
    /// The fitness after phase three that is enough for phase four.
    pub fourth: f64,
    /// Phase four: against class 12.
    pub twelve: Series,
    /// Against class 14, if all games against 12 were played.
    pub fourteen: Series,
    /// What games since the beginning of phase three count in points.
    pub points: Points,
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

/// Who skips games in phase three, and which.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(
    deny_unknown_fields,
    expecting = "`{ up_to = 4, won_up_to = 6, above = 0.0 }`"
)]
pub struct Skip {
    /// The classes up to this one are skipped
    pub up_to: Class,
    /// by individuals that have won all games up to this class,
    pub won_up_to: Class,
    /// with at least this sum of results, from -1 to 1 each, against the classes above it.
    pub above: f64,
}

/// What a game counts that was not won.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, expecting = "`{ draw = 1, loss = 2 }`")]
pub struct Points {
    /// One that was drawn or broken off.
    pub draw: u32,
    /// One that was lost.
    pub loss: u32,
}

/// Games against one class of phase four.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(
    deny_unknown_fields,
    expecting = "`{ games = 4, points = 6, without_win = 2 }`"
)]
pub struct Series {
    /// The most games.
    pub games: u32,
    /// With more points than this it plays no more.
    pub points: u32,
    /// For more games than this, one of them must be won.
    pub without_win: u32,
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
        let skips = self.skip.is_earned(&games);
        let third = self.third.against.iter();
        let third = third.filter(|&&class| !(skips && class <= self.skip.up_to));
        games.extend(third.map(|&class| play(class)));
        if fitness(&games) < self.fourth {
            return games;
        }
        for (class, series) in [(TWELVE, self.twelve), (FOURTEEN, self.fourteen)] {
            let first = games.len();
            for game in 0..series.games {
                let won = games[first..].iter().any(Played::is_won);
                let is_stuck = game >= series.without_win && !won;
                if self.points.of(&games[before..]) > series.points || is_stuck {
                    return games;
                }
                games.push(play(class));
            }
        }
        games
    }
}

impl Skip {
    fn is_earned(&self, games: &[Played]) -> bool {
        let is_high = |game: &&Played| game.class > self.won_up_to;
        let high = games.iter().filter(is_high);
        let mut low = games.iter().filter(|game| !is_high(game));
        low.all(Played::is_won) && high.map(Played::result).sum::<f64>() >= self.above
    }
}

impl Points {
    fn of(self, games: &[Played]) -> u32 {
        let points = |game: &Played| match () {
            () if game.is_won() => 0,
            () if game.is_lost() => self.loss,
            () => self.draw,
        };
        games.iter().map(points).sum()
    }
}

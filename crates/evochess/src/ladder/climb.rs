//! The four phases of an evaluation: weak individuals are dropped early, and only the
//! best meet the players that cost most.

use serde::{Deserialize, Serialize};

use super::class::Class;
use super::fitness::fitness;
use super::game::Played;

/// When an individual goes on from phase to phase.
///
/// 1. Two games against class 2. A very weak individual ends here.
/// 2. One game against each of 4, 6, 8 and 10.
/// 3. One game against each of 2 and 4, which successful individuals skip, and two
///    against each of 6, 8 and 10.
/// 4. Up to four games against 12 and up to three against 14.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, expecting = "a table, [evochess.phases]")]
pub struct Climb {
    /// The fitness after phase one that is enough for phase two.
    pub second: f64,
    /// The fitness after phase two that is enough for phase three.
    pub third: f64,
    /// The fitness after phase three that is enough for phase four.
    pub fourth: f64,
    /// Against class 12.
    pub twelve: Series,
    /// Against class 14, if all games against 12 were played.
    pub fourteen: Series,
}

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
        let class = |number: u8| Class::try_from(number).expect("a class of the ladder");
        let mut games = Vec::new();
        let mut meet = |games: &mut Vec<Played>, numbers: &[u8]| {
            for &number in numbers {
                games.push(play(class(number)));
            }
        };
        meet(&mut games, &[2, 2]);
        if fitness(&games) < self.second {
            return games;
        }
        meet(&mut games, &[4, 6, 8, 10]);
        if fitness(&games) < self.third {
            return games;
        }
        let before = games.len();
        if !is_successful(&games) {
            meet(&mut games, &[2, 4]);
        }
        meet(&mut games, &[6, 8, 10, 6, 8, 10]);
        if fitness(&games) < self.fourth {
            return games;
        }
        for (number, series) in [(12, self.twelve), (14, self.fourteen)] {
            let first = games.len();
            for game in 0..series.games {
                let won = games[first..].iter().any(Played::is_won);
                if points(&games[before..]) > series.points || game >= 2 && !won {
                    return games;
                }
                meet(&mut games, &[number]);
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

//! Which players meet, and when.

use std::fmt;

use serde::{Deserialize, Serialize};

/// Which players meet in a round.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Schedule {
    /// Every player meets every other.
    RoundRobin,
    /// The first player meets all the others.
    Gauntlet,
}

/// A pair of games to be played: one opening, both colours.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fixture {
    /// The round, counted from 0: all its pairs have the same opening.
    pub round: usize,
    /// The place of the pair in the round, counted from 0.
    pub place: usize,
    /// The player that has White in the first game.
    pub first: usize,
    /// The player that has White in the second game.
    pub second: usize,
}

impl Fixture {
    /// The players of one game of the pair, White first. The game is 0 or 1.
    pub(super) fn colours(self, game: usize) -> [usize; 2] {
        match game {
            0 => [self.first, self.second],
            _ => [self.second, self.first],
        }
    }

    /// The round and the game in it, both counted from 1.
    pub(super) fn label(self, game: usize) -> String {
        format!("{}.{}", self.round + 1, 2 * self.place + game + 1)
    }
}

impl Schedule {
    /// Pair `index` of a tournament, counted from 0.
    ///
    /// It does not depend on how many rounds there are: a longer tournament begins
    /// like a shorter one.
    pub fn fixture(self, players: usize, index: usize) -> Fixture {
        let pairs = self.pairs_a_round(players);
        let (round, place) = (index / pairs, index % pairs);
        let (first, second) = match self {
            Self::Gauntlet => (0, place + 1),
            Self::RoundRobin => {
                let mut meetings =
                    (1..players).flat_map(|second| (0..second).map(move |first| (first, second)));
                meetings.nth(place).expect("the place is in the round")
            }
        };
        Fixture {
            round,
            place,
            first,
            second,
        }
    }

    /// Pairs in each round.
    pub fn pairs_a_round(self, players: usize) -> usize {
        match self {
            Self::RoundRobin => players * (players - 1) / 2,
            Self::Gauntlet => players - 1,
        }
    }
}

impl fmt::Display for Schedule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::RoundRobin => "round robin",
            Self::Gauntlet => "gauntlet",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn all_meet_all_once_a_round() {
        for players in 2..9 {
            let schedule = Schedule::RoundRobin;
            let pairs = schedule.pairs_a_round(players);
            for round in 0..3 {
                let met: BTreeSet<_> = (0..pairs)
                    .map(|place| schedule.fixture(players, round * pairs + place))
                    .inspect(|fixture| assert_eq!(fixture.round, round))
                    .map(|fixture| (fixture.first, fixture.second))
                    .collect();
                let all = (0..players).flat_map(|a| (a + 1..players).map(move |b| (a, b)));
                assert_eq!(met, all.collect());
            }
        }
    }

    #[test]
    fn the_first_meets_all_others() {
        let meets = |index| {
            let fixture = Schedule::Gauntlet.fixture(4, index);
            (fixture.round, fixture.first, fixture.second)
        };
        let all: Vec<_> = (0..6).map(meets).collect();
        assert_eq!(
            all,
            [
                (0, 0, 1),
                (0, 0, 2),
                (0, 0, 3),
                (1, 0, 1),
                (1, 0, 2),
                (1, 0, 3)
            ]
        );
    }
}

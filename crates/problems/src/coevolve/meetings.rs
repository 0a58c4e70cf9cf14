//! Which organisms of a generation meet.

use std::num::NonZeroUsize;

use evo::Seed;
use serde::{Deserialize, Serialize};

/// Which organisms of a generation meet, and in how many openings.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Meetings {
    /// Every two organisms, in this number of openings.
    All(NonZeroUsize),
    /// This number of pairs in all, redrawn in every generation, each organism in as many
    /// as the others, and each pair in one opening.
    Drawn(NonZeroUsize),
    /// Only the two of each pair that a method such as SPSA makes, in this number of pairs of
    /// games in all, each in as many as the others, and each pair in one opening. The first
    /// organism, between those of all pairs, plays no games.
    Twins(NonZeroUsize),
}

impl Meetings {
    /// The numbers of the two organisms of every pair of games, out of `count`.
    pub(super) fn pairs(self, count: usize, seed: Seed) -> Vec<(usize, usize)> {
        match self {
            Self::All(openings) => (0..count)
                .flat_map(|first| (first + 1..count).map(move |second| (first, second)))
                .flat_map(|pair| std::iter::repeat_n(pair, openings.get()))
                .collect(),
            Self::Drawn(pairs) => (0..)
                .flat_map(|round| {
                    let mut order: Vec<_> = (0..count).collect();
                    seed.child("round", round).stream().shuffle(&mut order);
                    let pairs: Vec<_> = order.chunks(2).map(|two| pair(two, &order)).collect();
                    pairs
                })
                .take(pairs.get())
                .collect(),
            // It has no twin: a pair against itself says that it can play.
            Self::Twins(_) if count == 1 => vec![(0, 0)],
            Self::Twins(pairs) => (0..)
                .flat_map(|round| {
                    let twins = (count - self.players(count)..count).step_by(2);
                    let mut twins: Vec<_> = twins.map(|one| (one, one + 1)).collect();
                    seed.child("round", round).stream().shuffle(&mut twins);
                    twins
                })
                .take(pairs.get())
                .collect(),
        }
    }

    /// How many of `count` organisms play.
    pub const fn players(self, count: usize) -> usize {
        match self {
            Self::Twins(_) if count > 1 => count - count % 2,
            _ => count,
        }
    }

    /// How many pairs of games a generation of `count` organisms plays.
    pub fn count(self, count: usize) -> usize {
        match self {
            Self::All(openings) => count * (count - 1) / 2 * openings.get(),
            Self::Twins(_) if count == 1 => 1,
            Self::Drawn(pairs) | Self::Twins(pairs) => pairs.get(),
        }
    }
}

/// Two that meet; if the number is odd, the last meets the first, which plays once
/// more.
fn pair(two: &[usize], order: &[usize]) -> (usize, usize) {
    match *two {
        [first, second] => (first, second),
        _ => (two[0], order[0]),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everyone_plays_as_often_as_it_should() {
        let played = |meetings: Meetings, count: usize| {
            let pairs = meetings.pairs(count, Seed::new(1));
            assert_eq!(pairs.len(), meetings.count(count));
            let mut played = vec![0; count];
            for (first, second) in pairs {
                assert_ne!(first, second);
                played[first] += 1;
                played[second] += 1;
            }
            played
        };
        let number = |number| NonZeroUsize::new(number).unwrap();
        assert_eq!(played(Meetings::All(number(3)), 5), [12; 5]);
        assert_eq!(played(Meetings::Drawn(number(9)), 6), [3; 6]);
        let odd = played(Meetings::Drawn(number(12)), 7);
        assert!(odd.iter().all(|&games| games >= 3), "{odd:?}");
        assert_eq!(odd.iter().sum::<usize>(), 24);
        let twins = played(Meetings::Twins(number(6)), 7);
        assert_eq!(twins, [0, 2, 2, 2, 2, 2, 2]);
    }

    #[test]
    fn twins_meet_each_other_only() {
        let meetings = Meetings::Twins(NonZeroUsize::new(40).unwrap());
        assert_eq!(meetings.players(9), 8);
        assert_eq!(meetings.pairs(1, Seed::new(2)), [(0, 0)]);
        for (first, second) in meetings.pairs(9, Seed::new(2)) {
            assert!(first % 2 == 1 && second == first + 1, "{first} {second}");
        }
    }
}

//! The problem: score against others of the generation, or against one opponent.

use evo::trees::Forest;
use evo::{Effort, Failure, Fitness, Packed, Portable, Problem, Scores, Seed, Stream};
use serde::{Deserialize, Serialize};

use super::bout::{Points, Results, Standing, pair};
use super::plies::Plies;
use super::starts::Starts;
use super::strategy::Strategy;

/// Strategies judged by the games they play.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Endgame {
    /// Where games begin.
    pub from: Starts,
    /// How many starts a meeting has, each played with both colours.
    pub starts: u32,
    /// The number of the last move of a game: after it, the game is broken off.
    pub longest: u32,
    /// What games are worth.
    pub points: Points,
    /// How far the strategies look ahead.
    pub plies: Plies,
    /// The opponents.
    pub opponents: Opponents,
}

/// The opponents that a strategy meets.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Opponents {
    /// This many others of its generation, redrawn every time. A meeting counts for
    /// both: random-two-ways.
    ///
    /// L. Panait, S. Luke: A comparison of two competitive fitness functions,
    /// GECCO 2002.
    Peers(u32),
    /// Always the same opponent, which looks one ply ahead.
    One(Forest),
}

/// Some starts of a meeting.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Meeting {
    /// The places of the two in the generation; the second may be the opponent of all.
    places: (u32, Option<u32>),
    players: (Forest, Forest),
    /// The first start and the one after the last.
    starts: (u32, u32),
    seed: Seed,
}

/// Starts of a long meeting that make one task.
const STARTS_A_TASK: u32 = 5;

impl Opponents {
    /// Whether every strategy of a population can have that many.
    pub fn suit(&self, population: u32) -> bool {
        match *self {
            Self::Peers(count) => {
                (1..population).contains(&count)
                    && (count.is_multiple_of(2) || population.is_multiple_of(2))
            }
            Self::One(_) => true,
        }
    }
}

impl Endgame {
    /// The games of two strategies from some of the starts of a seed.
    pub fn meet(
        &self,
        first: &Strategy,
        second: &Strategy,
        starts: std::ops::Range<u32>,
        seed: Seed,
    ) -> Results {
        let mut record = Results::default();
        for number in starts {
            let start = self.from.get(number, seed);
            let more = pair(first, second, &start, self.longest);
            record.tally += more.tally;
            record.positions += more.positions;
        }
        record
    }
}

impl Portable for Endgame {
    const KIND: &'static str = "endgame";
}

impl Problem for Endgame {
    type Program = Forest;
    type Task = Meeting;
    type Outcome = Results;
    type Kit = ();

    fn plan(&self, generation: &[Forest], seed: Seed) -> Vec<Meeting> {
        let meetings: Vec<_> = match &self.opponents {
            Opponents::Peers(count) => {
                let mut stream = seed.child("peers", 0).stream();
                let pairs = two_ways(generation.len(), *count as usize, &mut stream);
                let meeting = |(first, second): (usize, usize)| {
                    let players = (generation[first].clone(), generation[second].clone());
                    ((first as u32, Some(second as u32)), players)
                };
                pairs.into_iter().map(meeting).collect()
            }
            Opponents::One(opponent) => {
                let meeting = |(place, genome): (usize, &Forest)| {
                    ((place as u32, None), (genome.clone(), opponent.clone()))
                };
                generation.iter().enumerate().map(meeting).collect()
            }
        };
        let tasks = meetings.into_iter().flat_map(|(places, players)| {
            let starts = (0..self.starts).step_by(STARTS_A_TASK as usize);
            starts.map(move |first| Meeting {
                places,
                players: players.clone(),
                starts: (first, self.starts.min(first + STARTS_A_TASK)),
                // All meetings have the same starts: one source of luck less.
                seed,
            })
        });
        tasks.collect()
    }

    fn equip(&self) -> Result<(), Failure> {
        Ok(())
    }

    fn run(&self, _: &mut (), task: &Meeting) -> Result<Results, Failure> {
        let first = Strategy::new(&task.players.0).looking(self.plies);
        let mut second = Strategy::new(&task.players.1);
        if task.places.1.is_some() {
            second = second.looking(self.plies);
        }
        let starts = task.starts.0..task.starts.1;
        Ok(self.meet(&first, &second, starts, task.seed))
    }

    fn reduce(&self, generation: &[Forest], tasks: &[Meeting], outcomes: &[Results]) -> Scores {
        let mut tallies = vec![Standing::default(); generation.len()];
        let mut effort = Effort::default();
        for (task, record) in tasks.iter().zip(outcomes) {
            tallies[task.places.0 as usize] += record.tally;
            if let Some(second) = task.places.1 {
                tallies[second as usize] += record.tally.other();
            }
            effort.games += u64::from(record.tally.games());
            effort.positions += record.positions;
        }
        let fitness = tallies.iter().map(|tally| Fitness {
            value: tally.points(&self.points),
            stderr: tally.stderr(&self.points),
        });
        Scores {
            fitness: fitness.collect(),
            effort,
        }
    }

    fn packed(&self) -> Option<Packed> {
        Some(Packed::of(self))
    }

    fn is_plausible(&self, task: &Meeting, outcome: &Results) -> bool {
        let (first, end) = task.starts;
        outcome.tally.games() == 2 * (end - first)
    }
}

/// Pairs such that every player has exactly `count` different opponents: all stand
/// in a ring, in random order, and meet their nearest neighbours on both sides;
/// if the count is odd, also the one opposite.
fn two_ways(players: usize, count: usize, stream: &mut Stream) -> Vec<(usize, usize)> {
    let mut ring: Vec<_> = (0..players).collect();
    for place in 0..players {
        ring.swap(place, place + stream.below(players - place));
    }
    let across = (count % 2 == 1).then(|| (0..players / 2).map(move |at| (at, at + players / 2)));
    let sides = (1..=count / 2).flat_map(|step| (0..players).map(move |at| (at, at + step)));
    sides
        .chain(across.into_iter().flatten())
        .map(|(one, other)| (ring[one], ring[other % players]))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_have_as_many_opponents_and_none_twice() {
        for (players, count) in [(80, 5), (80, 4), (6, 5), (2, 1), (7, 2), (7, 6)] {
            let mut stream = Seed::new(1).stream();
            let pairs = two_ways(players, count, &mut stream);
            for player in 0..players {
                let mut met: Vec<_> = pairs
                    .iter()
                    .filter_map(|&(one, other)| match player {
                        _ if one == player => Some(other),
                        _ if other == player => Some(one),
                        _ => None,
                    })
                    .collect();
                assert_eq!(met.len(), count, "{players} players");
                met.sort_unstable();
                met.dedup();
                assert_eq!(met.len(), count, "{players} players");
                assert!(!met.contains(&player));
            }
        }
    }

    #[test]
    fn opponents_are_drawn_anew() {
        let draw = |seed| two_ways(80, 5, &mut Seed::new(seed).stream());
        assert_eq!(draw(1), draw(1));
        let (one, other) = (draw(1), draw(2));
        let same = one.iter().filter(|pair| other.contains(pair)).count();
        assert!(same < 40, "{same} of 200 met again");
    }
}

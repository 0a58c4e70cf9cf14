//! The opponents of the organisms of a generation.

use arena::stats::Pentanomial;
use serde::{Deserialize, Serialize};

/// The opponent of an organism that is judged by games.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Opponent {
    /// The base.
    Base,
    /// The other one of its pair, of which only the difference counts; but the first
    /// organism, which has none, the base.
    Twin,
}

impl Opponent {
    /// The meetings: organisms with their opponents, and those that play the base.
    pub fn meetings<P>(self, generation: &[P]) -> Vec<(&P, Option<&P>)> {
        let (alone, twins) = generation.split_at(self.alone(generation.len()));
        let (twins, _) = twins.as_chunks::<2>();
        let alone = alone.iter().map(|organism| (organism, None));
        let twins = twins.iter().map(|[one, other]| (one, Some(other)));
        alone.chain(twins).collect()
    }

    /// The results of each organism, by those of the meetings of so many.
    pub fn of_each(
        self,
        organisms: usize,
        meetings: impl IntoIterator<Item = Pentanomial>,
    ) -> Vec<Pentanomial> {
        let alone = self.alone(organisms);
        let results = meetings.into_iter().enumerate();
        let results = results.flat_map(|(number, results)| {
            let other = (number >= alone).then(|| results.reversed());
            [Some(results), other].into_iter().flatten()
        });
        results.collect()
    }

    /// How many meetings there are among so many organisms.
    pub const fn count(self, organisms: usize) -> usize {
        let alone = self.alone(organisms);
        alone + (organisms - alone) / 2
    }

    /// How many organisms, the first ones, play the base.
    const fn alone(self, organisms: usize) -> usize {
        match self {
            Self::Twin if organisms % 2 == 1 => 1,
            _ => organisms,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn twins_play_each_other_and_share_the_points() {
        let meetings = [(&0, None), (&1, Some(&2)), (&3, Some(&4))];
        assert_eq!(Opponent::Twin.meetings(&[0, 1, 2, 3, 4]), meetings);
        assert_eq!(Opponent::Twin.count(5), 3);
        let results = [[2, 2], [2, 1], [0, 0]].map(Pentanomial::of_half_points);
        let points = Opponent::Twin.of_each(5, results);
        let points: Vec<_> = points.iter().map(Pentanomial::points).collect();
        assert_eq!(points, [2.0, 1.5, 0.5, 0.0, 2.0]);
    }

    #[test]
    fn without_twins_all_play_the_base() {
        assert_eq!(Opponent::Base.meetings(&[1, 2]), [(&1, None), (&2, None)]);
        assert_eq!(Opponent::Twin.meetings(&[1]), [(&1, None)]);
        let results = [[2, 2], [0, 1]].map(Pentanomial::of_half_points);
        assert_eq!(Opponent::Base.of_each(2, results), results);
    }
}

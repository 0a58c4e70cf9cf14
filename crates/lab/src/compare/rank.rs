//! Whether two samples differ: the test of Mann and Whitney.

use statrs::distribution::{ContinuousCDF, Normal};

/// Above this many values the normal approximation is as good as the exact count.
const MOST_EXACT: usize = 40;

/// How two samples compare.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ranks {
    /// The probability that a value of the first sample is larger than one of the
    /// second, a tie counting half (Vargha and Delaney's A).
    pub larger: f64,
    /// How often chance alone would part two samples of one distribution as far as
    /// these, to either side.
    pub p: f64,
}

impl Ranks {
    /// Compares two samples; `None` if either is empty.
    ///
    /// With 40 values or fewer every way to share the values out is counted, ties
    /// included. With more it is a normal approximation that allows for ties, with
    /// the continuity correction.
    pub fn of(one: &[f64], other: &[f64]) -> Option<Self> {
        if one.is_empty() || other.is_empty() {
            return None;
        }
        let ranks = doubled_ranks(one, other);
        let (n, all) = (one.len(), ranks.len());
        let sum: u64 = ranks[..n].iter().sum();
        // The least sum of ranks is n (n + 1) / 2, and all are doubled.
        let u = (sum - (n * (n + 1)) as u64) as f64 / 2.0;
        Some(Self {
            larger: u / (n * (all - n)) as f64,
            p: match all <= MOST_EXACT {
                true => exact(&ranks, n, sum),
                false => normal(&ranks, n, u),
            },
        })
    }
}

/// Twice the rank of each value among all, from 2; equal values share their ranks.
fn doubled_ranks(one: &[f64], other: &[f64]) -> Vec<u64> {
    let all = || one.iter().chain(other);
    let rank = |value: &f64| {
        let below = all().filter(|other| *other < value).count();
        let same = all().filter(|other| *other == value).count();
        (2 * below + same + 1) as u64
    };
    all().map(rank).collect()
}

/// The share of ways to pick `n` of the ranks whose sum is as far from the mean as
/// this one.
fn exact(ranks: &[u64], n: usize, sum: u64) -> f64 {
    let total: u64 = ranks.iter().sum();
    // ways[k][s]: to pick k ranks with the sum s.
    let mut ways = vec![vec![0.0; total as usize + 1]; n + 1];
    ways[0][0] = 1.0;
    for &rank in ranks {
        let rank = rank as usize;
        for k in (1..=n).rev() {
            for s in (rank..=total as usize).rev() {
                ways[k][s] += ways[k - 1][s - rank];
            }
        }
    }
    // Times the number of all values, so that the mean is whole.
    let far = |sum: u64| (sum * ranks.len() as u64).abs_diff(total * n as u64);
    let all: f64 = ways[n].iter().sum();
    let as_far = (0..).zip(&ways[n]).filter(|(s, _)| far(*s) >= far(sum));
    as_far.map(|(_, ways)| ways).sum::<f64>() / all
}

fn normal(ranks: &[u64], n: usize, u: f64) -> f64 {
    let (n, all) = (n as f64, ranks.len() as f64);
    let m = all - n;
    // Every one of t tied values adds t² − 1: together t³ − t.
    let ties: f64 = ranks
        .iter()
        .map(|rank| ranks.iter().filter(|other| *other == rank).count() as f64)
        .map(|tied| tied * tied - 1.0)
        .sum();
    let variance = n * m / 12.0 * (all + 1.0 - ties / (all * (all - 1.0)));
    let distance = ((u - n * m / 2.0).abs() - 0.5).max(0.0);
    match variance > 0.0 {
        true => 2.0 * Normal::standard().sf(distance / variance.sqrt()),
        false => 1.0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn assert_close(value: f64, expected: f64) {
        assert!((value - expected).abs() < 1e-9, "{value}, not {expected}");
    }

    /// The example of scipy.stats.mannwhitneyu, and a row of every published table.
    #[test]
    fn values_of_other_programs_without_ties() {
        let men = [19.0, 22.0, 16.0, 29.0, 24.0];
        let women = [20.0, 11.0, 17.0, 12.0];
        let ranks = Ranks::of(&men, &women).unwrap();
        assert_close(ranks.larger, 17.0 / 20.0);
        assert_close(ranks.p, 1.0 / 9.0);
        let apart = Ranks::of(&[1.0, 2.0, 3.0], &[4.0, 5.0, 6.0]).unwrap();
        assert_close(apart.larger, 0.0);
        assert_close(apart.p, 0.1);
    }

    /// scipy 1.10: `permutation_test` over all 1,716 ways, and `mannwhitneyu` with
    /// `method="asymptotic"`.
    #[test]
    fn values_of_other_programs_with_ties() {
        let one = [1.0, 2.0, 2.0, 3.0, 5.0, 8.0];
        let other = [2.0, 4.0, 4.0, 6.0, 7.0, 7.0, 9.0];
        let ranks = Ranks::of(&one, &other).unwrap();
        assert_close(ranks.larger, 11.0 / 42.0);
        assert_close(ranks.p, 0.163_752_913_752_913_76);
        assert_eq!(Ranks::of(&other, &one).unwrap().p, ranks.p);

        let one: Vec<_> = (0..25).map(|i| f64::from(i * i % 23)).collect();
        let other: Vec<_> = (0..22).map(|i| f64::from((i * i + 3 * i) % 29)).collect();
        let ranks = Ranks::of(&one, &other).unwrap();
        assert_close(ranks.larger, 187.0 / 550.0);
        assert_close(ranks.p, 0.061_574_546_993_706_2);
    }

    #[test]
    fn samples_that_say_nothing() {
        assert_eq!(Ranks::of(&[], &[1.0]), None);
        let same = Ranks::of(&[1.0; 30], &[1.0; 30]).unwrap();
        assert_eq!((same.larger, same.p), (0.5, 1.0));
        assert_eq!(Ranks::of(&[1.0], &[2.0]).unwrap().p, 1.0);
    }
}

//! Intervals hold the truth as often as they say, and the likelihood of superiority
//! is one.

use std::collections::HashMap;

use arena::stats::{Estimate, Pentanomial};
use evo::Seed;

use crate::simulated::{Truth, pairs};

/// Even and lopsided, drawish and sharp, games of a pair alike and opposed.
fn truths() -> Vec<Truth> {
    vec![
        Truth::alike("even, sharp", 0.5, 0.1),
        Truth::alike("even, drawish", 0.5, 0.8),
        Truth::new("even, White wins", [0.05, 0.25, 0.7], [0.7, 0.25, 0.05]),
        Truth::alike("even, repeating", 0.5, 0.3).repeating(0.5),
        Truth::alike("60 %", 0.6, 0.5),
        Truth::alike("75 %", 0.75, 0.3),
        Truth::alike("75 %, sharp, repeating", 0.75, 0.1).repeating(0.4),
        Truth::alike("90 %", 0.9, 0.14),
        Truth::alike("90 %, no draws", 0.9, 0.0),
        Truth::alike("90 %, repeating", 0.9, 0.1).repeating(0.4),
        Truth::alike("97 %", 0.97, 0.04),
    ]
}

/// Every possible result of a match of this many pairs, by score.
fn all_results(pairs: u64) -> Vec<[u64; 5]> {
    let mut all = Vec::new();
    for a in 0..=pairs {
        for b in 0..=pairs - a {
            for c in 0..=pairs - a - b {
                for d in 0..=pairs - a - b - c {
                    all.push([a, b, c, d, pairs - a - b - c - d]);
                }
            }
        }
    }
    all
}

/// The probability of a result: the multinomial distribution.
fn probability(truth: &Truth, counts: [u64; 5]) -> f64 {
    let log_factorial = |n: u64| -> f64 { (1..=n).map(|k| (k as f64).ln()).sum() };
    let mut log = log_factorial(counts.iter().sum());
    for (n, p) in counts.into_iter().zip(truth.by_score()) {
        if n > 0 {
            log += n as f64 * p.ln() - log_factorial(n);
        }
    }
    log.exp()
}

fn holds(found: Estimate, value: f64) -> bool {
    found.low <= value && value <= found.high
}

/// Checks the exact share of matches of this many pairs whose interval holds the
/// truth: no simulation, every possible result counts with its probability.
fn check_exactly(
    pairs_in_match: u64,
    interval: impl Fn(&Pentanomial) -> Estimate,
    true_value: impl Fn(&Truth) -> f64,
) {
    const NEGLIGIBLE: f64 = 1e-6;
    let results = all_results(pairs_in_match);
    let mut intervals = HashMap::new();
    for truth in truths() {
        let value = true_value(&truth);
        let mut share = 0.0;
        for &counts in &results {
            let chance = probability(&truth, counts);
            if chance > NEGLIGIBLE {
                let found = intervals
                    .entry(counts)
                    .or_insert_with(|| interval(&pairs(counts)));
                if holds(*found, value) {
                    share += chance;
                }
            }
        }
        let name = truth.name;
        assert!(share >= 0.94, "{name}, {pairs_in_match} pairs: {share}");
    }
}

#[test]
fn elo_of_short_matches() {
    for pairs in [3, 5, 10, 20] {
        check_exactly(pairs, Pentanomial::elo, Truth::elo);
    }
}

#[test]
fn nelo_of_short_matches() {
    for pairs in [3, 5, 10, 20] {
        check_exactly(pairs, Pentanomial::nelo, Truth::nelo);
    }
}

/// In long matches the intervals are not too wide either.
#[test]
fn elo_and_nelo_of_long_matches() {
    const TRIALS: u64 = 2000;
    for (number, truth) in truths().into_iter().enumerate() {
        let seed = Seed::new(7).child("truth", number as u64);
        let (mut elo_held, mut nelo_held) = (0, 0);
        for trial in 0..TRIALS {
            let results = truth.matched(300, &mut seed.child("match", trial).stream());
            elo_held += u64::from(holds(results.elo(), truth.elo()));
            nelo_held += u64::from(holds(results.nelo(), truth.nelo()));
        }
        for held in [elo_held, nelo_held] {
            // Three deviations of chance are 1.5 %.
            assert!(
                (1870..=1960).contains(&held),
                "{}: {held} of {TRIALS}",
                truth.name
            );
        }
    }
}

/// Between equal players the likelihood of superiority is below p with probability p.
#[test]
fn los_between_equals() {
    for truth in truths().iter().filter(|truth| truth.elo().abs() < 1e-9) {
        for p in [0.05, 0.1, 0.2, 0.3, 0.4, 0.6, 0.7, 0.8, 0.9, 0.95] {
            let share: f64 = all_results(20)
                .into_iter()
                .filter(|counts| pairs(*counts).los() <= p)
                .map(|counts| probability(truth, counts))
                .sum();
            assert!((share - p).abs() < 0.03, "{}: {share} for {p}", truth.name);
        }
    }
}

/// Of the players that seem stronger with likelihood p, a share p are stronger,
/// provided that before the match any strength was as likely as any other.
#[test]
fn los_is_a_likelihood() {
    const TRIALS: u64 = 20_000;
    let mut stream = Seed::new(8).stream();
    let mut tenths = [(0.0, 0.0, 0.0); 10];
    for _ in 0..TRIALS {
        let is_stronger = stream.chance(0.5);
        let by = 0.15 * stream.unit();
        let score = if is_stronger { 0.5 + by } else { 0.5 - by };
        let los = Truth::alike("any", score, 0.5)
            .matched(60, &mut stream)
            .los();
        let (number, stronger, sum) = &mut tenths[((los * 10.0) as usize).min(9)];
        *number += 1.0;
        *stronger += f64::from(is_stronger);
        *sum += los;
    }
    for (number, stronger, sum) in tenths {
        let chance = 3.0 * 0.5 / f64::sqrt(number);
        let (share, mean) = (stronger / number, sum / number);
        assert!(
            (share - mean).abs() < chance,
            "{share} of {number} at {mean}"
        );
    }
}

//! Counts of pairs, and estimates against published figures.

use arena::stats::GameResult::{self, Draw, Loss, Win};
use arena::stats::{Estimate, Pentanomial, Scale, Sprt, elo_of_score, score_of_elo};
use chess::{Color, Outcome};
use evo::Seed;

use crate::brute_force::{Fixed, deficit};
use crate::simulated::pairs;

const RESULTS: [GameResult; 3] = [Loss, Draw, Win];

fn close(found: f64, expected: f64, tolerance: f64) -> bool {
    found == expected || (found - expected).abs() <= tolerance
}

#[test]
fn pairs_count_their_games() {
    let mut results = Pentanomial::default();
    let (mut points, mut wins, mut draws, mut losses) = (0.0, 0, 0, 0);
    for first in RESULTS {
        for second in RESULTS {
            results.add_pair(first, second);
            for game in [first, second] {
                match game {
                    Loss => losses += 1,
                    Draw => draws += 1,
                    Win => wins += 1,
                }
            }
            points += [first, second]
                .map(|game| game as u8 as f64 / 2.0)
                .iter()
                .sum::<f64>();
        }
    }
    assert_eq!(results.by_score(), [1, 2, 3, 2, 1]);
    assert_eq!((results.pairs(), results.games()), (9, 18));
    assert_eq!(
        (results.wins(), results.draws(), results.losses()),
        (wins, draws, losses)
    );
    assert_eq!(results.points(), points);

    // Both score 1, but only one is drawn.
    let mut drawn = Pentanomial::default();
    drawn.add_pair(Draw, Draw);
    let mut divided = Pentanomial::default();
    divided.add_pair(Win, Loss);
    assert_eq!((drawn.draw_ratio(), divided.draw_ratio()), (1.0, 0.0));
    assert_eq!(drawn.by_score(), divided.by_score());
    let sum = drawn + divided;
    assert_eq!((sum.pairs(), sum.draw_ratio(), sum.score()), (2, 0.5, 0.5));

    let mut won = pairs([1, 2, 3, 4, 5]);
    assert_eq!(won.reversed().by_score(), [5, 4, 3, 2, 1]);
    assert_eq!(won.pairs_ratio(), 3.0);
    won += won.reversed();
    assert_eq!(
        (won.pairs(), won.score(), won.pairs_ratio()),
        (30, 0.5, 1.0)
    );
}

#[test]
fn results_are_seen_from_one_side() {
    let won = Outcome::Win(Color::Black);
    assert_eq!(GameResult::of(won, Color::Black), Win);
    assert_eq!(GameResult::of(won, Color::White), Loss);
    assert_eq!(GameResult::of(Outcome::Draw, Color::White), Draw);
}

#[test]
fn elo_of_scores() {
    // The classical table: 50, 60, 75, 90 and 99 per cent.
    for (score, elo) in [
        (0.5, 0.0),
        (0.6, 70.44),
        (0.75, 190.85),
        (0.9, 381.70),
        (0.99, 798.25),
    ] {
        assert!(close(elo_of_score(score), elo, 0.005), "{score}");
        assert!(close(elo_of_score(1.0 - score), -elo, 0.005), "{score}");
        assert!(close(score_of_elo(elo), score, 1e-5), "{elo}");
    }
    assert_eq!(
        (elo_of_score(0.0), elo_of_score(1.0)),
        (f64::NEG_INFINITY, f64::INFINITY)
    );
}

/// Matches as fastchess printed them: Elo and normalised Elo with the half widths
/// of their intervals, likelihood of superiority, ratio of pairs.
#[test]
fn matches_are_as_published() {
    for (by_score, elo, nelo, los, ratio) in [
        (
            [73, 79, 296, 91, 118],
            (27.02, 15.81),
            (32.26, 18.79),
            0.9996,
            1.38,
        ),
        (
            [40, 67, 295, 123, 54],
            (25.25, 13.92),
            (36.44, 20.01),
            0.9998,
            1.65,
        ),
        (
            [19, 23, 269, 81, 108],
            (83.57, 16.15),
            (115.89, 21.53),
            1.0,
            4.50,
        ),
        (
            [578, 1352, 1985, 1283, 564],
            (-2.92, 5.02),
            (-3.70, 6.34),
            0.1265,
            0.96,
        ),
        (
            [598, 1553, 2651, 1569, 648],
            (2.87, 4.37),
            (3.78, 5.75),
            0.9013,
            1.03,
        ),
    ] {
        let results = pairs(by_score);
        for (found, (value, half_width)) in [(results.elo(), elo), (results.nelo(), nelo)] {
            assert!(close(found.value, value, 0.006), "{by_score:?}: {found:?}");
            // They take the normal distribution, and the deviation as if it were known.
            let width = found.high - found.low;
            assert!(
                close(width, 2.0 * half_width, 0.1 * half_width),
                "{by_score:?}: {found:?}"
            );
        }
        assert!(
            close(results.los(), los, 0.0006),
            "{by_score:?}: {}",
            results.los()
        );
        assert!(close(results.pairs_ratio(), ratio, 0.006), "{by_score:?}");
    }
}

/// Student's 97.5 % quantile for 19 degrees of freedom, from the tables.
const QUANTILE_OF_20_PAIRS: f64 = 2.093_024;

/// The ends of intervals are the hypotheses that fit just badly enough.
#[test]
fn intervals_end_where_brute_force_says() {
    let worst = QUANTILE_OF_20_PAIRS * QUANTILE_OF_20_PAIRS / 2.0;
    for by_score in [
        [2, 5, 7, 4, 2],
        [0, 1, 12, 7, 0],
        [1, 0, 2, 5, 12],
        [0, 0, 0, 12, 8],
        [3, 0, 0, 0, 17],
    ] {
        let results = pairs(by_score);
        let (elo, nelo) = (results.elo(), results.nelo());
        for fixed in [
            Fixed::Score(score_of_elo(elo.low)),
            Fixed::Score(score_of_elo(elo.high)),
            Fixed::Nelo(nelo.low),
            Fixed::Nelo(nelo.high),
        ] {
            let deficit = deficit(&results, fixed);
            assert!(
                close(deficit, worst, 1e-4),
                "{by_score:?} {fixed:?}: {deficit}"
            );
        }
    }
}

/// Where the best explanations can be written down.
#[test]
fn intervals_of_extreme_results() {
    let share = (-QUANTILE_OF_20_PAIRS * QUANTILE_OF_20_PAIRS / 40.0).exp();
    let won = pairs([0, 0, 0, 0, 20]);
    let elo = won.elo();
    assert_eq!((elo.value, elo.high), (f64::INFINITY, f64::INFINITY));
    assert!(close(elo.low, elo_of_score(share), 0.001), "{elo:?}");
    let nelo = won.nelo();
    assert_eq!((nelo.value, nelo.high), (f64::INFINITY, f64::INFINITY));
    let deviation_of_game = (2.0 * share * (1.0 - share)).sqrt();
    let low = (share - 0.5) / deviation_of_game * 800.0 / 10f64.ln();
    assert!(close(nelo.low, low, 0.001), "{nelo:?}");
    assert!(won.los() > 0.9999);

    // Draws alone do not make sure of equality.
    let elo = pairs([0, 0, 20, 0, 0]).elo();
    let high = elo_of_score(1.0 - share / 2.0);
    assert_eq!(elo.value, 0.0);
    assert!(
        close(elo.high, high, 0.001) && close(elo.low, -high, 0.001),
        "{elo:?}"
    );
    let nelo = pairs([0, 0, 20, 0, 0]).nelo();
    assert!(
        nelo.value == 0.0 && nelo.low < -50.0 && nelo.high > 50.0,
        "{nelo:?}"
    );
}

#[test]
fn hardly_any_result_sets_hardly_any_limit() {
    let unlimited = |found: Estimate| (found.low, found.high) == (f64::NEG_INFINITY, f64::INFINITY);
    let none = Pentanomial::default();
    assert!(unlimited(none.elo()) && none.elo().value.is_nan());
    assert!(unlimited(none.nelo()) && none.nelo().value.is_nan());
    assert!(none.score().is_nan() && none.draw_ratio().is_nan() && none.pairs_ratio().is_nan());
    for by_score in [[1, 0, 0, 0, 0], [0, 0, 1, 0, 0], [0, 0, 0, 1, 0]] {
        let one = pairs(by_score);
        assert!(unlimited(one.elo()) && unlimited(one.nelo()));
        assert_eq!(one.los(), 0.5);
    }
    assert_eq!(pairs([0, 1, 0, 0, 0]).pairs_ratio(), 0.0);
    assert_eq!(pairs([0, 0, 0, 0, 1]).pairs_ratio(), f64::INFINITY);
}

#[test]
fn the_other_player_sees_the_reverse() {
    for by_score in [
        [1, 2, 30, 4, 5],
        [0, 0, 3, 9, 40],
        [0, 0, 0, 0, 7],
        [400, 300, 200, 100, 50],
        [0, 1, 1, 0, 0],
    ] {
        let (one, other) = (pairs(by_score), pairs(by_score).reversed());
        for (found, reverse) in [(one.elo(), other.elo()), (one.nelo(), other.nelo())] {
            let close = |x: f64, y: f64| close(x, y, 1e-6 * x.abs());
            assert!(close(found.value, -reverse.value), "{by_score:?}");
            assert!(
                close(found.low, -reverse.high) && close(found.high, -reverse.low),
                "{by_score:?}"
            );
            assert!(
                found.low <= found.value && found.value <= found.high,
                "{by_score:?}"
            );
        }
        assert!(close(one.los() + other.los(), 1.0, 1e-12), "{by_score:?}");
    }
}

#[test]
fn a_likely_superiority_is_an_interval_above_zero() {
    for wins in 0..30 {
        let results = pairs([3, 5, 20, 4, wins]);
        assert_eq!(results.los() > 0.975, results.elo().low > 0.0, "{wins}");
        assert_eq!(results.los() < 0.025, results.elo().high < 0.0, "{wins}");
    }
}

/// For this many pairs the normal distribution is as good as exact.
#[test]
fn intervals_of_huge_matches() {
    let million = 1_000_000;
    for by_score in [[1, 2, 4, 3, 1], [3, 0, 1, 0, 9]] {
        let results = pairs(by_score.map(|n| n * million));
        let total: u64 = by_score.iter().sum();
        let mean = results.score();
        let counts = by_score.into_iter().enumerate();
        let variance: f64 = counts
            .map(|(i, n)| n as f64 * (i as f64 / 4.0 - mean).powi(2) / total as f64)
            .sum();
        let error = 1.959_964 * (variance / (total * million) as f64).sqrt();
        let elo = results.elo();
        let expected = elo_of_score(mean + error) - elo_of_score(mean - error);
        assert!(
            close(elo.high - elo.low, expected, 2e-4 * expected),
            "{by_score:?}"
        );
    }
}

/// Counts of any size, mixed as no match would mix them.
#[test]
fn any_counts_have_estimates() {
    let logistic = Sprt::new(Scale::Logistic, -1000.0, 1000.0, 0.05, 0.05).unwrap();
    let normalised = Sprt::new(Scale::Normalised, -1000.0, 1000.0, 0.05, 0.05).unwrap();
    let mut stream = Seed::new(31).stream();
    for _ in 0..2000 {
        let by_score = [(); 5].map(|()| {
            let size = 1 << stream.below(33);
            if stream.chance(0.5) {
                0
            } else {
                stream.below(size) as u64
            }
        });
        let results = pairs(by_score);
        for found in [results.elo(), results.nelo()] {
            let is_ordered = found.low <= found.value && found.value <= found.high;
            assert!(
                is_ordered || results.pairs() == 0,
                "{by_score:?}: {found:?}"
            );
        }
        assert!((0.0..=1.0).contains(&results.los()), "{by_score:?}");
        for test in [logistic, normalised] {
            assert!(test.llr(&results).is_finite(), "{by_score:?}");
        }
    }
}

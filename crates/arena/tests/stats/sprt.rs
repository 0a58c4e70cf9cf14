//! Sequential tests: published ratios, brute force, and their rates of error.

use arena::stats::{Decision, Pentanomial, Scale, Sprt, SprtError, score_of_elo};
use evo::Seed;

use crate::brute_force::{Fixed, deficit};
use crate::simulated::{Truth, pairs};

fn llr(scale: Scale, elo0: f64, elo1: f64, by_score: [u64; 5]) -> f64 {
    let test = Sprt::new(scale, elo0, elo1, 0.05, 0.05).unwrap();
    test.llr(&pairs(by_score))
}

/// Printed by fastchess for matches and in its tests, and by fishtest's formulas
/// where there are more than two decimals.
#[test]
fn llr_is_as_published() {
    use Scale::{Logistic, Normalised};
    for (scale, elo0, elo1, by_score, published, tolerance) in [
        (
            Normalised,
            0.0,
            2.0,
            [365, 16618, 36229, 16974, 390],
            2.25,
            0.005,
        ),
        (
            Normalised,
            -1.75,
            0.25,
            [127, 4883, 10712, 5150, 104],
            3.01,
            0.005,
        ),
        (Normalised, 0.0, 10.0, [73, 79, 296, 91, 118], 2.95, 0.005),
        (Normalised, 0.0, 10.0, [40, 67, 295, 123, 54], 2.95, 0.005),
        (
            Normalised,
            0.0,
            5.0,
            [598, 1553, 2651, 1569, 648],
            0.74,
            0.005,
        ),
        (
            Logistic,
            0.5,
            2.5,
            [223, 9863, 21279, 10037, 246],
            -3.07,
            0.005,
        ),
        (
            Logistic,
            0.0,
            2.0,
            [871, 26175, 55983, 26678, 821],
            -4.98,
            0.005,
        ),
        (
            Logistic,
            0.2,
            0.9,
            [39, 2226, 31451, 2412, 40],
            2.162_542_58,
            1e-8,
        ),
        (
            Normalised,
            0.764,
            3.439,
            [39, 2226, 31451, 2412, 40],
            2.162_940_87,
            1e-8,
        ),
        (
            Logistic,
            -3.0,
            1.0,
            [10789, 19328, 33806, 19402, 10543],
            2.131_067_81,
            1e-8,
        ),
    ] {
        let llr = llr(scale, elo0, elo1, by_score);
        assert!((llr - published).abs() <= tolerance, "{by_score:?}: {llr}");
    }
}

/// With nothing but wins, all but one explanation falls away: each pair is won with
/// the expected score and lost otherwise.
#[test]
fn llr_of_nothing_but_wins() {
    let (score0, score1) = (score_of_elo(-20.0), score_of_elo(100.0));
    let expected = 30.0 * (score1 / score0).ln();
    let found = llr(Scale::Logistic, -20.0, 100.0, [0, 0, 0, 0, 30]);
    assert!((found - expected).abs() < 1e-12);
    // Nothing was played: nothing is known.
    assert_eq!(llr(Scale::Logistic, 0.0, 10.0, [0; 5]), 0.0);
    assert_eq!(llr(Scale::Normalised, 0.0, 10.0, [0; 5]), 0.0);
}

#[test]
fn llr_is_what_brute_force_finds() {
    let mut stream = Seed::new(41).stream();
    for _ in 0..30 {
        let mut by_score = [0; 5];
        while by_score == [0; 5] {
            by_score = by_score.map(|_| {
                let is_seen = stream.chance(0.6);
                if is_seen {
                    1 + stream.below(30) as u64
                } else {
                    0
                }
            });
        }
        let elo0 = 600.0 * stream.unit() - 400.0;
        let elo1 = elo0 + 200.0 * stream.unit();
        for scale in [Scale::Logistic, Scale::Normalised] {
            let deficit = |elo| {
                let fixed = match scale {
                    Scale::Logistic => Fixed::Score(score_of_elo(elo)),
                    Scale::Normalised => Fixed::Nelo(elo),
                };
                deficit(&pairs(by_score), fixed)
            };
            let expected = deficit(elo0) - deficit(elo1);
            let found = llr(scale, elo0, elo1, by_score);
            assert!(
                (found - expected).abs() < 1e-6,
                "{scale:?} {by_score:?} {elo0} {elo1}: {found}, {expected}"
            );
        }
    }
}

#[test]
fn tests_that_cannot_be_are_refused() {
    let new = |elo0, elo1, alpha, beta| Sprt::new(Scale::Logistic, elo0, elo1, alpha, beta);
    for (elo0, elo1) in [
        (5.0, 5.0),
        (5.0, 0.0),
        (f64::NAN, 5.0),
        (0.0, f64::INFINITY),
        (0.0, 1001.0),
    ] {
        let refused = new(elo0, elo1, 0.05, 0.05);
        assert!(
            matches!(refused, Err(SprtError::Hypotheses { .. })),
            "{elo0} {elo1}"
        );
    }
    for (alpha, beta) in [
        (0.0, 0.05),
        (0.05, 0.0),
        (0.5, 0.5),
        (-0.1, 0.05),
        (f64::NAN, 0.05),
    ] {
        let refused = new(0.0, 5.0, alpha, beta);
        assert!(
            matches!(refused, Err(SprtError::ErrorRates { .. })),
            "{alpha} {beta}"
        );
    }
    let message = new(5.0, 0.0, 0.05, 0.05).unwrap_err().to_string();
    assert_eq!(
        message,
        "a test between 5 and 0 Elo: the first must be less than the second, \
         and both within ±1000"
    );
}

#[test]
fn bounds_are_walds() {
    let test = Sprt::new(Scale::Logistic, 0.0, 5.0, 0.05, 0.05).unwrap();
    let (low, high) = test.bounds();
    assert!((low + 2.944).abs() < 0.001 && (high - 2.944).abs() < 0.001);
    let test = Sprt::new(Scale::Logistic, 0.0, 5.0, 0.01, 0.2).unwrap();
    let (low, high) = test.bounds();
    assert!((low - (0.2f64 / 0.99).ln()).abs() < 1e-12);
    assert!((high - (0.8f64 / 0.01).ln()).abs() < 1e-12);
}

/// Plays until the test stops, looking after every `batch` pairs.
fn decide(test: &Sprt, truth: &Truth, batch: u64, seed: Seed) -> Decision {
    let mut stream = seed.stream();
    let mut results = Pentanomial::default();
    loop {
        truth.play(batch, &mut stream, &mut results);
        let decision = test.decide(&results);
        if decision != Decision::Continue {
            return decision;
        }
        assert!(results.pairs() < 100_000, "{}: no end", truth.name);
    }
}

/// Checks that the wrong hypothesis is accepted no more often than agreed, give or
/// take three deviations of chance, and that the test is not needlessly timid.
fn check_error_rates(
    test: &Sprt,
    (alpha, beta): (f64, f64),
    truths: [&Truth; 2],
    batch: u64,
    trials: u64,
    seed: Seed,
) {
    for (truth, wrong, rate) in [
        (truths[0], Decision::AcceptH1, alpha),
        (truths[1], Decision::AcceptH0, beta),
    ] {
        let errors = (0..trials)
            .filter(|trial| decide(test, truth, batch, seed.child(truth.name, *trial)) == wrong)
            .count() as f64;
        let trials = trials as f64;
        let chance = 3.0 * (rate * (1.0 - rate) / trials).sqrt();
        let name = truth.name;
        assert!(
            errors / trials <= rate + chance,
            "{name}: {errors} of {trials}"
        );
        assert!(
            errors / trials >= rate / 2.0 - chance,
            "{name}: {errors} of {trials}"
        );
    }
}

#[test]
fn error_rates_in_elo() {
    let seed = Seed::new(11);
    let test = Sprt::new(Scale::Logistic, 0.0, 20.0, 0.05, 0.05).unwrap();
    let (even, better) = (0.5, score_of_elo(20.0));
    for truths in [
        [
            &Truth::alike("drawish, even", even, 0.6),
            &Truth::alike("drawish, better", better, 0.6),
        ],
        [
            &Truth::alike("repeating, even", even, 0.5).repeating(0.3),
            &Truth::alike("repeating, better", better, 0.5).repeating(0.3),
        ],
        [
            &Truth::new("opposed, even", [0.1, 0.3, 0.6], [0.6, 0.3, 0.1]),
            &Truth::new(
                "opposed, better",
                [
                    0.1,
                    0.3 - 2.0 * (better - even),
                    0.6 + 2.0 * (better - even),
                ],
                [
                    0.6 - 2.0 * (better - even),
                    0.3 + 2.0 * (better - even),
                    0.1,
                ],
            ),
        ],
    ] {
        check_error_rates(&test, (0.05, 0.05), truths, 1, 2000, seed);
    }
    let test = Sprt::new(Scale::Logistic, 350.0, 420.0, 0.1, 0.02).unwrap();
    let truths = [
        &Truth::alike("lopsided", score_of_elo(350.0), 0.1),
        &Truth::alike("more lopsided", score_of_elo(420.0), 0.1),
    ];
    check_error_rates(&test, (0.1, 0.02), truths, 1, 2000, seed);
}

/// The score at which games with this share of draws have this normalised Elo.
fn alike_of_nelo(name: &'static str, nelo: f64, draws: f64) -> Truth {
    let (mut low, mut high) = (draws / 2.0, 1.0 - draws / 2.0);
    while high - low > 1e-12 {
        let middle = (low + high) / 2.0;
        if Truth::alike(name, middle, draws).nelo() < nelo {
            low = middle;
        } else {
            high = middle;
        }
    }
    Truth::alike(name, low, draws)
}

#[test]
fn error_rates_in_normalised_elo() {
    for (nelo0, nelo1, draws) in [(0.0, 40.0, 0.3), (-20.0, 20.0, 0.8), (100.0, 160.0, 0.4)] {
        let test = Sprt::new(Scale::Normalised, nelo0, nelo1, 0.05, 0.05).unwrap();
        let truths = [
            &alike_of_nelo("normalised, first", nelo0, draws),
            &alike_of_nelo("normalised, second", nelo1, draws),
        ];
        check_error_rates(&test, (0.05, 0.05), truths, 8, 2000, Seed::new(12));
    }
}

//! Ratings and cross tables of tournaments.

use arena::stats::{CrossTable, Estimate, Pentanomial, Ratings, score_of_elo};
use evo::Seed;

use crate::simulated::{Truth, pairs};

const UNLIMITED: (f64, f64) = (f64::NEG_INFINITY, f64::INFINITY);

fn limits(found: Estimate) -> (f64, f64) {
    (found.low, found.high)
}

/// The wins of the row against the column in the American League, East, 1987:
/// Milwaukee, Detroit, Toronto, New York, Boston, Cleveland, Baltimore.
const BASEBALL: [[u64; 7]; 7] = [
    [0, 7, 9, 7, 7, 9, 11],
    [6, 0, 7, 5, 11, 9, 9],
    [4, 6, 0, 7, 7, 8, 12],
    [6, 8, 6, 0, 6, 7, 10],
    [6, 2, 6, 7, 0, 7, 12],
    [4, 4, 5, 6, 6, 0, 6],
    [2, 4, 1, 3, 1, 7, 0],
];

/// The strengths above Baltimore, as logarithms of odds, and their deviations: A. Agresti, Categorical
/// Data Analysis, and the R package BradleyTerry2.
const PUBLISHED: [(f64, f64); 6] = [
    (1.5814, 0.3433),
    (1.4364, 0.3396),
    (1.2945, 0.3367),
    (1.2476, 0.3359),
    (1.1077, 0.3339),
    (0.6839, 0.3319),
];

#[test]
fn ratings_are_as_published() {
    let mut table = CrossTable::new(7);
    for (i, row) in BASEBALL.iter().enumerate() {
        for (j, wins) in row.iter().enumerate().take(i) {
            // A game stands for a pair in which both games end alike.
            table.add(i, j, pairs([BASEBALL[j][i], 0, 0, 0, *wins]));
        }
    }
    let ratings = table.ratings();
    assert_eq!(ratings.groups(), [[0, 1, 2, 3, 4, 5, 6]]);
    for (team, (logit, deviation)) in PUBLISHED.into_iter().enumerate() {
        let found = ratings.difference(team, 6);
        let elo = 400.0 / 10f64.ln();
        assert!(
            (found.value - logit * elo).abs() < 0.0001 * elo,
            "{team}: {found:?}"
        );
        let half_width = (found.high - found.low) / 2.0;
        let expected = 1.96 * deviation * elo;
        assert!(
            (half_width / expected - 1.0).abs() < 0.06,
            "{team}: {found:?}"
        );
    }
    let sum: f64 = (0..7).map(|team| ratings.elo(team).value).sum();
    assert!(sum.abs() < 1e-6);
}

#[test]
fn two_players_are_a_match() {
    let results = pairs([20, 40, 90, 60, 35]);
    let mut table = CrossTable::new(2);
    table.add(0, 1, results);
    let ratings = table.ratings();
    let (rated, played) = (ratings.difference(0, 1), results.elo());
    assert!((rated.value - played.value).abs() < 1e-6);
    assert!((rated.low - played.low).abs() < 1.0 && (rated.high - played.high).abs() < 1.0);
    assert!((ratings.elo(0).value - rated.value / 2.0).abs() < 1e-6);
    assert!((ratings.elo(1).value + rated.value / 2.0).abs() < 1e-6);
}

/// Players of known strength, and which pairs of players meet.
struct Field {
    name: &'static str,
    elo: Vec<f64>,
    /// The share of draws among equals.
    draws: Vec<f64>,
    /// The probability that the second game of a pair ends as the first.
    repeating: f64,
    encounters: Vec<(usize, usize)>,
}

fn fields() -> Vec<Field> {
    let gauntlet: Vec<(usize, usize)> = (1..6).map(|opponent| (0, opponent)).collect();
    let field = |name, elo: &[f64], draws: &[f64], repeating| Field {
        name,
        elo: elo.to_vec(),
        draws: draws.to_vec(),
        repeating,
        encounters: (0..elo.len())
            .flat_map(|i| (0..i).map(move |j| (i, j)))
            .collect(),
    };
    let near = [-150.0, -50.0, 50.0, 150.0];
    vec![
        field("all near", &near, &[0.5; 4], 0.1),
        field("drawish and sharp", &near, &[0.05, 0.05, 0.9, 0.9], 0.2),
        field("very drawish", &[-7.0, -3.0, 3.0, 7.0], &[0.95; 4], 0.0),
        field(
            "one far above",
            &[0.0, 0.0, 0.0, 0.0, 50.0, 600.0],
            &[0.4; 6],
            0.2,
        ),
        field("all far apart", &[-400.0, 0.0, 400.0], &[0.3; 3], 0.3),
        Field {
            encounters: gauntlet.clone(),
            ..field(
                "gauntlet",
                &[0.0, -200.0, -100.0, 0.0, 100.0, 200.0],
                &[0.4; 6],
                0.1,
            )
        },
        Field {
            encounters: gauntlet,
            ..field(
                "sharp gauntlet",
                &[100.0, -200.0, -100.0, 0.0, 100.0, 200.0],
                &[0.05; 6],
                0.5,
            )
        },
    ]
}

impl Field {
    fn truth(&self, player: usize, opponent: usize) -> Truth {
        let score = score_of_elo(self.elo[player] - self.elo[opponent]);
        let draws = (self.draws[player] + self.draws[opponent]) / 2.0;
        let draws = (draws * 4.0 * score * (1.0 - score)).min(1.9 * score.min(1.0 - score));
        Truth::alike("encounter", score, draws).repeating(self.repeating)
    }

    fn play(&self, pairs: u64, seed: Seed) -> CrossTable {
        let mut stream = seed.stream();
        let mut table = CrossTable::new(self.elo.len());
        for &(i, j) in &self.encounters {
            table.add(i, j, self.truth(i, j).matched(pairs, &mut stream));
        }
        table
    }
}

#[test]
fn expected_points_are_the_points() {
    for field in fields() {
        let table = field.play(40, Seed::new(21));
        let ratings = table.ratings();
        assert_eq!(ratings.groups().len(), 1, "{}", field.name);
        for player in 0..field.elo.len() {
            let expected: f64 = (0..field.elo.len())
                .map(|other| {
                    let elo = ratings.elo(player).value - ratings.elo(other).value;
                    let score = 1.0 / (1.0 + 10f64.powf(-elo / 400.0));
                    table.cell(player, other).games() as f64 * score
                })
                .sum();
            let points = table.total(player).points();
            assert!(
                (expected - points).abs() < 1e-6,
                "{}: {expected}, {points}",
                field.name
            );
        }
    }
}

/// Intervals of ratings and of differences hold the truth, also where some results
/// do not bound them.
#[test]
fn coverage() {
    const TRIALS: u64 = 1000;
    for field in fields() {
        let players = field.elo.len();
        let mean = field.elo.iter().sum::<f64>() / players as f64;
        for pairs in [1, 2, 5, 20] {
            // Ratings, then differences to the next player.
            let mut held = vec![0; 2 * players];
            for trial in 0..TRIALS {
                let seed = Seed::new(22).child(field.name, pairs);
                let ratings = field.play(pairs, seed.child("trial", trial)).ratings();
                for player in 0..players {
                    let next = (player + 1) % players;
                    let found = ratings.elo(player);
                    let truth = field.elo[player] - mean;
                    held[player] += u64::from(found.low <= truth && truth <= found.high);
                    let found = ratings.difference(player, next);
                    let truth = field.elo[player] - field.elo[next];
                    held[players + player] += u64::from(found.low <= truth && truth <= found.high);
                }
            }
            let name = field.name;
            let least = *held.iter().min().unwrap();
            assert!(least >= 920, "{name}, {pairs} pairs: {held:?} of {TRIALS}");
            let mean = held.iter().sum::<u64>() / held.len() as u64;
            assert!(mean >= 940, "{name}, {pairs} pairs: {held:?} of {TRIALS}");
            let is_wide = mean > 975;
            assert!(
                pairs < 20 || !is_wide,
                "{name}, {pairs} pairs: {held:?} of {TRIALS}"
            );
        }
    }
}

fn rated(players: usize, encounters: &[(usize, usize, [u64; 5])]) -> Ratings {
    let mut table = CrossTable::new(players);
    for &(player, opponent, by_score) in encounters {
        table.add(player, opponent, pairs(by_score));
    }
    table.ratings()
}

#[test]
fn a_player_that_never_lost_has_no_upper_limit() {
    let even = [2, 3, 5, 3, 2];
    let ratings = rated(
        3,
        &[
            (0, 1, [0, 0, 0, 0, 15]),
            (0, 2, [0, 0, 0, 0, 15]),
            (1, 2, even),
        ],
    );
    assert_eq!(ratings.groups(), vec![vec![0], vec![1, 2]]);
    let best = ratings.elo(0);
    assert!(best.value.is_finite() && best.value > 300.0, "{best:?}");
    assert!(best.low > 0.0 && best.high == f64::INFINITY, "{best:?}");
    let loser = ratings.elo(1);
    assert!(
        loser.low == f64::NEG_INFINITY && loser.high.is_finite(),
        "{loser:?}"
    );
    // Between the other two nothing is missing.
    let difference = ratings.difference(1, 2);
    assert!(difference.value.abs() < 1e-6, "{difference:?}");
    assert!(
        difference.low > -150.0 && difference.high < 150.0,
        "{difference:?}"
    );
    // Where one player won all games, it is known which is better, but not by how much.
    let gap = ratings.difference(0, 1);
    assert!(gap.low > 100.0 && gap.high == f64::INFINITY, "{gap:?}");
    let gap = ratings.difference(1, 0);
    assert!(gap.low == f64::NEG_INFINITY && gap.high < -100.0, "{gap:?}");
}

#[test]
fn groups_that_never_met_are_not_compared() {
    let better = [1, 2, 5, 8, 4];
    let ratings = rated(5, &[(0, 1, better), (2, 3, better)]);
    assert_eq!(ratings.groups(), vec![vec![0, 1], vec![2, 3], vec![4]]);
    for player in 0..5 {
        assert!(ratings.elo(player).value.is_finite());
        assert_eq!(limits(ratings.elo(player)), UNLIMITED, "{player}");
    }
    assert_eq!(limits(ratings.difference(0, 2)), UNLIMITED);
    assert_eq!(limits(ratings.difference(0, 4)), UNLIMITED);
    // Within a group the match decides, but for the one extra draw of each.
    let (rated, played) = (ratings.difference(0, 1), pairs(better).elo());
    assert!(
        (rated.value - played.value).abs() < 10.0,
        "{rated:?} {played:?}"
    );
    assert!(rated.low > 0.0 && rated.high < 250.0, "{rated:?}");
}

/// One took points from the next: the chain holds from below, not from above.
#[test]
fn chains_bound_one_side() {
    let all = [0, 0, 0, 0, 6];
    let ratings = rated(3, &[(0, 1, all), (1, 2, all)]);
    assert_eq!(ratings.groups().len(), 3);
    assert!(ratings.elo(0).value > ratings.elo(1).value);
    assert!(ratings.elo(1).value > ratings.elo(2).value);
    let ends = ratings.difference(0, 2);
    assert!(
        ends.low.is_finite() && ends.high == f64::INFINITY,
        "{ends:?}"
    );
}

#[test]
fn small_tables() {
    assert!(rated(0, &[]).groups().is_empty());
    let alone = rated(1, &[]);
    assert_eq!((alone.groups(), alone.elo(0).value), (vec![vec![0]], 0.0));
    // One pair fixes a rating, and leaves none to tell its error.
    let ratings = rated(2, &[(0, 1, [0, 0, 0, 1, 0])]);
    assert!((ratings.difference(0, 1).value - 190.85).abs() < 0.01);
    assert_eq!(limits(ratings.difference(0, 1)), UNLIMITED);
    // Draws alone leave some doubt.
    let drawn = rated(2, &[(0, 1, [0, 0, 20, 0, 0])]).difference(0, 1);
    assert!(
        drawn.value.abs() < 1e-9 && drawn.high > 15.0 && drawn.low < -15.0,
        "{drawn:?}"
    );
}

#[test]
fn both_sides_of_a_cross_table_agree() {
    let mut table = CrossTable::new(3);
    table.add(0, 1, pairs([1, 2, 3, 4, 5]));
    table.add(1, 0, pairs([1, 0, 0, 0, 0]));
    table.add(2, 0, pairs([0, 0, 7, 0, 0]));
    assert_eq!(table.players(), 3);
    assert_eq!(table.cell(0, 1).by_score(), [1, 2, 3, 4, 6]);
    assert_eq!(table.cell(1, 0).by_score(), [6, 4, 3, 2, 1]);
    assert_eq!(table.cell(1, 2), Pentanomial::default());
    assert_eq!(
        (table.total(0).games(), table.total(0).points()),
        (46, 29.0)
    );
    let points: f64 = (0..3).map(|player| table.total(player).points()).sum();
    assert_eq!(points, 46.0);
}

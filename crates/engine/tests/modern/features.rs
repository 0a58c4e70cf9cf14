//! The evaluator and the features say the same, whatever the position and the weights.

use engine::eval::Evaluation;
use engine::modern::eval::{COUNT, Evaluator, Features, Weights};

use crate::support::{Random, endgames, playouts};
use crate::{extreme_weights, random_weights};

#[test]
fn the_score_is_that_of_the_features() {
    let mut random = Random(1);
    let mut all = vec![
        Weights::default(),
        Weights::neutral(),
        extreme_weights(|spec| spec.min),
        extreme_weights(|spec| spec.max),
    ];
    all.extend((0..3).map(|_| random_weights(&mut random)));
    // One evaluator for all positions: its cache is hit, missed and overwritten.
    let mut evaluators: Vec<_> = all.iter().map(Evaluator::new).collect();
    let mut positions = playouts(2, 100);
    positions.extend(endgames(3, 10_000));
    assert!(positions.len() > 15_000, "{}", positions.len());
    for board in &positions {
        let features = Features::of(board);
        for (weights, evaluator) in all.iter().zip(&mut evaluators) {
            assert_eq!(
                evaluator.evaluate(board),
                features.score(weights),
                "{board}"
            );
        }
    }
}

#[test]
fn nearly_every_feature_is_seen_somewhere() {
    let mut seen = vec![false; COUNT];
    let mut positions = playouts(5, 150);
    positions.extend(endgames(6, 20_000));
    for board in positions {
        for (param, _) in Features::of(&board).counts {
            seen[usize::from(param)] = true;
        }
    }
    let unseen: Vec<_> = Weights::TABLE
        .numbers()
        .zip(&seen)
        .filter(|(_, seen)| !**seen)
        .map(|(spec, _)| spec.name)
        .collect();
    // Pawns never stand on the first and last ranks, and some arrays are as long as the
    // board has ranks. A step that attacks a pawn is never safe from it.
    let impossible = |name: &&str| {
        [
            "PST_PAWN",
            "BACKWARD",
            "PHALANX",
            "GUARDED",
            "LEVER",
            "RAMMED",
            "PASSED",
            "CANDIDATE",
            "SHELTER",
            "STORM",
            "MINOR_KING_DISTANCE",
            "LONE_KING_NEAR",
            "THREAT_PUSH",
        ]
        .iter()
        .any(|family| name.starts_with(family))
    };
    let unexpected: Vec<_> = unseen.iter().filter(|name| !impossible(name)).collect();
    assert!(unexpected.is_empty(), "{unexpected:?}");
    assert!(unseen.len() < 130, "{} {unseen:?}", unseen.len());
}

#[test]
fn nothing_learned_is_worth_nothing() {
    let mut evaluator = Evaluator::new(&Weights::neutral());
    for board in playouts(7, 5) {
        assert_eq!(evaluator.evaluate(&board), 0);
    }
    let values = evaluator.piece_values().0;
    assert!(values[..5].iter().all(|&value| value > 0), "{values:?}");
}

#[test]
fn piece_values_are_those_of_material_where_that_is_all() {
    let values = Evaluator::new(&Weights::default()).piece_values();
    assert_eq!(values.0, [100, 300, 320, 500, 900, 0]);
}

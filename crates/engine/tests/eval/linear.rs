//! score = weights · features, whatever the position and the weights.

use engine::eval::{Evaluation, Evaluator, Features, Weights};

use crate::support::{Random, endgames, least, most, playouts};

#[test]
fn score_is_weights_times_features() {
    let mut random = Random(1);
    let mut all_weights = vec![
        Weights::default(),
        Weights(least(Weights::TABLE)),
        Weights(most(Weights::TABLE)),
    ];
    all_weights.extend((0..3).map(|_| random.weights()));
    // One evaluator for all positions: its cache is hit, missed and overwritten.
    let mut evaluators: Vec<_> = all_weights.iter().copied().map(Evaluator::new).collect();

    let mut positions = playouts(2, 200);
    positions.extend(endgames(3, 20_000));
    assert!(positions.len() > 30_000, "{}", positions.len());
    for board in &positions {
        let features = Features::of(board);
        for (weights, evaluator) in all_weights.iter().zip(&mut evaluators) {
            let score = evaluator.evaluate(board);
            assert_eq!(score, features.dot(weights), "{board}\n{weights:?}");
        }
    }
    // A new one is costly, so it gets a sample.
    for board in positions.iter().step_by(50) {
        for (&weights, evaluator) in all_weights.iter().zip(&mut evaluators) {
            let fresh = Evaluator::new(weights).evaluate(board);
            assert_eq!(evaluator.evaluate(board), fresh, "{board}\n{weights:?}");
        }
    }
}

#[test]
fn each_weight_multiplies_its_own_feature() {
    // The test above would not see two weights exchanged in both places.
    let unit = 16.0;
    for board in endgames(4, 200) {
        let features = Features::of(&board);
        let base = Weights([0; engine::eval::COUNT]);
        for index in 0..Weights::TABLE.len() {
            let mut weights = base;
            weights.0[index] = 1600;
            let expected = f64::from(features.0[index]) * 1600.0 / unit;
            let name = Weights::TABLE.get(index).name;
            let score = Evaluator::new(weights).evaluate(&board);
            assert_eq!(f64::from(score), expected, "{name} {board}");
        }
    }
}

#[test]
fn every_term_is_seen_somewhere() {
    let mut seen = [false; engine::eval::COUNT];
    for board in playouts(5, 60) {
        for (seen, amount) in seen.iter_mut().zip(Features::of(&board).0) {
            *seen |= amount != 0;
        }
    }
    let names = Weights::TABLE.iter().map(|spec| spec.name);
    let unseen: Vec<_> = names.zip(seen).filter(|(_, seen)| !seen).collect();
    assert!(unseen.is_empty(), "{unseen:?}");
}

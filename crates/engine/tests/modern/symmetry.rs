//! The colour may not matter.

use engine::eval::Evaluation;
use engine::modern::eval::{Evaluator, Features};

use crate::random_weights;
use crate::support::{Random, colours_swapped, endgames, playouts};

#[test]
fn the_other_colour_sees_the_same() {
    let mut evaluator = Evaluator::new(&random_weights(&mut Random(10)));
    for board in playouts(11, 50).into_iter().chain(endgames(12, 5_000)) {
        let twin = colours_swapped(&board);
        assert_eq!(Features::of(&board), Features::of(&twin), "{board}");
        assert_eq!(
            evaluator.evaluate(&board),
            evaluator.evaluate(&twin),
            "{board}"
        );
    }
}

//! Neither colour nor side of the board may matter.

use engine::eval::{Evaluation, Evaluator, Features};

use crate::support::{Random, colours_swapped, endgames, files_swapped, playouts};

#[test]
fn the_other_colour_sees_the_same() {
    let mut evaluator = Evaluator::new(Random(10).weights());
    for board in playouts(11, 80).into_iter().chain(endgames(12, 5_000)) {
        let twin = colours_swapped(&board);
        assert_eq!(Features::of(&board), Features::of(&twin), "{board}");
        assert_eq!(
            evaluator.evaluate(&board),
            evaluator.evaluate(&twin),
            "{board}"
        );
    }
}

/// By their definitions no term tells left from right: the wings are a, b, g
/// and h, the centre c to f, the king's home d and e.
#[test]
fn the_other_wing_looks_the_same() {
    for board in playouts(13, 80).into_iter().chain(endgames(14, 5_000)) {
        let twin = files_swapped(&board);
        assert_eq!(Features::of(&board), Features::of(&twin), "{board}");
    }
}

//! An evaluation as text.

use chess::{Board, Color};

use super::{Evaluator, FULL_PHASE, Features, Weights};
use crate::eval::Evaluation;

/// The evaluation gene by gene; an array is one line. What neither side has is left out.
pub fn explain(board: &Board, weights: &Weights) -> Vec<String> {
    let [white, black] = Features::of_sides(board);
    let sum = |numbers: std::ops::Range<usize>| {
        [&weights.midgame, &weights.endgame].map(|weights| {
            let each = numbers.clone();
            each.map(|number| (white.0[number] - black.0[number]) * weights[number])
                .sum::<i32>()
        })
    };
    let mut lines = vec![row("gene", "midgame", "endgame")];
    let mut first = 0;
    for spec in Weights::TABLE.iter() {
        let numbers = first..first + spec.len;
        first = numbers.end;
        let [midgame, endgame] = sum(numbers);
        if (midgame, endgame) != (0, 0) {
            lines.push(row(spec.name, &midgame.to_string(), &endgame.to_string()));
        }
    }
    let [midgame, endgame] = sum(0..first);
    lines.push(row("total", &midgame.to_string(), &endgame.to_string()));
    let features = Features::of(board);
    lines.push(format!("phase {} of {FULL_PHASE}", features.ending.phase));
    let (name, mover) = match board.side_to_move() {
        Color::White => ("White", 1),
        Color::Black => ("Black", -1),
    };
    let evaluated = Evaluator::new(weights).evaluate(board);
    lines.push(format!(
        "Evaluation: {:+} cp for White, {evaluated:+} cp for {name}, to move, before any search",
        mover * evaluated
    ));
    lines
}

fn row(name: &str, midgame: &str, endgame: &str) -> String {
    format!("{name:<28}{midgame:>10}{endgame:>10}")
}

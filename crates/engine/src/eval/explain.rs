//! An evaluation as text.

use chess::{Board, Color};

use super::{Evaluation, Evaluator, Features, UNIT, Weights};
use crate::Term;

/// The evaluation term by term. A term that neither side has is left out.
pub fn explain(board: &Board, weights: &Weights) -> Vec<String> {
    let [white, black] = Features::of_sides(board);
    let mut lines = vec![row("term", ["White", "Black", "weight", "cp for White"])];
    let mut total = 0;
    for (index, spec) in Weights::TABLE.iter().enumerate() {
        let (white, black, weight) = (white.0[index], black.0[index], weights.0[index]);
        if (white, black) == (0, 0) {
            continue;
        }
        let contribution = (white - black) * weight;
        total += contribution;
        let figures = [white, black].map(sixteenths);
        let [white, black] = figures;
        let contribution = sixteenths(contribution);
        lines.push(row(
            spec.name,
            [&white, &black, &weight.to_string(), &contribution],
        ));
    }
    lines.push(row("total", ["", "", "", &sixteenths(total)]));
    lines.push(verdict(board, &mut Evaluator::new(*weights)));
    lines
}

/// The whole evaluation, for White and for the side to move.
pub(crate) fn verdict(board: &Board, evaluator: &mut impl Evaluation) -> String {
    let evaluated = evaluator.evaluate(board);
    let (name, mover) = match board.side_to_move() {
        Color::White => ("White", 1),
        Color::Black => ("Black", -1),
    };
    format!(
        "Evaluation: {:+} cp for White, {evaluated:+} cp for {name}, to move, before any search",
        mover * evaluated
    )
}

/// What the evaluation is made of.
pub fn terms(board: &Board, weights: &Weights) -> Vec<Term> {
    let [white, black] = Features::of_sides(board);
    let specs = Weights::TABLE.iter().enumerate();
    let terms = specs.map(|(index, spec)| {
        let more = white.0[index] - black.0[index];
        Term::of(spec, f64::from(more * weights.0[index]) / f64::from(UNIT))
    });
    terms.filter(|term| term.cp != 0.0).collect()
}

fn row(name: &str, columns: [&str; 4]) -> String {
    let [white, black, weight, contribution] = columns;
    format!("{name:<28}{white:>10}{black:>10}{weight:>9}{contribution:>14}")
}

/// A number of sixteenths with the decimals it needs.
fn sixteenths(value: i32) -> String {
    (f64::from(value) / f64::from(UNIT)).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;
    use chess::fen;

    #[test]
    fn the_terms_add_up() {
        let weights = Weights::default();
        for text in crate::bench::POSITIONS {
            let board = fen::parse(text).unwrap();
            let lines = explain(&board, &weights);
            let (terms, rest) = lines[1..].split_at(lines.len() - 3);
            let last = |line: &String| line.split_whitespace().last().unwrap().parse::<f64>();
            let sum: f64 = terms.iter().map(|line| last(line).unwrap()).sum();
            assert_eq!(sum, last(&rest[0]).unwrap(), "{text}");
            let white = sum as i32;
            let mover = Evaluator::new(weights).evaluate(&board);
            let stated = format!("Evaluation: {white:+} cp for White, {mover:+} cp for");
            assert!(rest[1].starts_with(&stated), "{} is not {stated}", rest[1]);
            let terms = super::terms(&board, &weights);
            assert_eq!(terms.iter().map(|term| term.cp).sum::<f64>(), sum);
        }
    }
}

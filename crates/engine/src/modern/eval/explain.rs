//! An evaluation as text.

use chess::{Board, Color};
use params::ParamSpec;

use super::{Evaluator, FULL_PHASE, Features, Weights};
use crate::Term;
use crate::eval::{Evaluation, verdict};

/// The evaluation gene by gene; an array is one line. What neither side has is left out.
pub fn explain(board: &Board, weights: &Weights) -> Vec<String> {
    let mut lines = vec![row("gene", "midgame", "endgame")];
    let (mut midgame, mut endgame) = (0, 0);
    for (spec, halves) in sums(board, weights) {
        lines.push(row(
            spec.name,
            &halves[0].to_string(),
            &halves[1].to_string(),
        ));
        midgame += halves[0];
        endgame += halves[1];
    }
    lines.push(row("total", &midgame.to_string(), &endgame.to_string()));
    let features = Features::of(board);
    lines.push(format!("phase {} of {FULL_PHASE}", features.ending.phase));
    lines.push(verdict(board, &mut Evaluator::new(weights)));
    lines
}

/// The midgame and the endgame sum of each gene for White, of those that matter.
fn sums(board: &Board, weights: &Weights) -> Vec<(&'static ParamSpec, [i32; 2])> {
    let [white, black] = Features::of_sides(board);
    let mut first = 0;
    let sums = Weights::TABLE.iter().map(|spec| {
        let numbers = first..first + spec.len;
        first = numbers.end;
        let halves = [&weights.midgame, &weights.endgame].map(|weights| {
            let each = numbers.clone();
            each.map(|number| (white.counts[number] - black.counts[number]) * weights[number])
                .sum()
        });
        (spec, halves)
    });
    sums.filter(|(_, halves)| *halves != [0, 0]).collect()
}

/// What the evaluation is made of: genes in the mixture of midgame and endgame, and what
/// the last step makes of their sum.
pub fn terms(board: &Board, weights: &Weights) -> Vec<Term> {
    let phase = f64::from(Features::of(board).ending.phase) / f64::from(FULL_PHASE);
    let term = |(spec, [midgame, endgame]): (&_, [i32; 2])| {
        Term::of(
            spec,
            f64::from(midgame) * phase + f64::from(endgame) * (1.0 - phase),
        )
    };
    let mut terms: Vec<_> = sums(board, weights).into_iter().map(term).collect();
    let sum: f64 = terms.iter().map(|term| term.cp).sum();
    let mover = match board.side_to_move() {
        Color::White => 1,
        Color::Black => -1,
    };
    let whole = f64::from(mover * Evaluator::new(weights).evaluate(board));
    terms.push(Term {
        name: "ENDING",
        meaning: "how much of it can be turned into a win",
        cp: whole - sum,
    });
    terms
}

fn row(name: &str, midgame: &str, endgame: &str) -> String {
    format!("{name:<28}{midgame:>10}{endgame:>10}")
}

#[cfg(test)]
mod tests {
    use chess::fen;

    use super::*;

    #[test]
    fn the_terms_add_up() {
        let weights = Weights::default();
        for text in crate::bench::POSITIONS {
            let board = fen::parse(text).unwrap();
            let sum: f64 = terms(&board, &weights).iter().map(|term| term.cp).sum();
            let mover = match board.side_to_move() {
                Color::White => 1,
                Color::Black => -1,
            };
            let evaluated = mover * Evaluator::new(&weights).evaluate(&board);
            assert!((sum - f64::from(evaluated)).abs() < 1e-6, "{text}");
            // The last step changes what is left of an advantage, and not much more.
            let last = terms(&board, &weights).pop().unwrap();
            assert!(
                last.cp.abs() <= sum.abs() + 1.0 || board.occupied().len() < 10,
                "{text}"
            );
        }
    }
}

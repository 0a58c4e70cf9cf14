//! What `d` and `eval` answer: for people, as the protocol has no such commands.

use chess::{Board, Color, Game, Square, fen, key, legal_moves};

use crate::eval::{Evaluation, Evaluator, Features, UNIT, Weights};

/// The board as text, and what a FEN does not show.
pub fn position(game: &Game) -> Vec<String> {
    let board = game.board();
    let mut lines = vec![RULE.to_owned()];
    for (number, row) in (1..=8).rev().zip(rows(board)) {
        lines.push(format!("{row} {number}"));
        lines.push(RULE.into());
    }
    lines.push("    a   b   c   d   e   f   g   h".into());
    let checkers: Vec<String> = board
        .checkers()
        .into_iter()
        .map(|s| s.to_string())
        .collect();
    let moves = legal_moves(board).len();
    let end = game.end().map_or(String::new(), |end| format!(" ({end})"));
    lines.extend([
        format!("FEN: {}", fen::write(board)),
        format!("Key: {:016x}", key(board)),
        format!("Checkers: {}", checkers.join(" "))
            .trim_end()
            .to_owned(),
        format!("Legal moves: {moves}{end}"),
    ]);
    lines
}

const RULE: &str = "  +---+---+---+---+---+---+---+---+";

/// The ranks, the eighth first.
fn rows(board: &Board) -> impl Iterator<Item = String> {
    Square::ALL.chunks(8).rev().map(|rank| {
        let mut row = String::from("  |");
        for &square in rank {
            let letter = board.piece_on(square).map_or(' ', |piece| {
                let letter = char::from(piece);
                match board.color_on(square) {
                    Some(Color::White) => letter.to_ascii_uppercase(),
                    _ => letter,
                }
            });
            row.extend([' ', letter, ' ', '|']);
        }
        row
    })
}

/// The evaluation term by term. A term that neither side has is left out.
pub fn evaluation(board: &Board, weights: &Weights) -> Vec<String> {
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
    let (name, mover) = match board.side_to_move() {
        Color::White => ("White", 1),
        Color::Black => ("Black", -1),
    };
    let evaluated = Evaluator::new(*weights).evaluate(board);
    lines.push(format!(
        "Evaluation: {:+} cp for White, {evaluated:+} cp for {name}, to move, before any search",
        mover * evaluated
    ));
    lines
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

    #[test]
    fn the_board_stands_as_in_its_fen() {
        let board = fen::parse("r3k2r/8/8/8/8/8/4q3/R3K2R w KQkq - 5 10").unwrap();
        let lines = position(&Game::new(board));
        assert_eq!(lines[1], "  | r |   |   |   | k |   |   | r | 8");
        assert_eq!(lines[13], "  |   |   |   |   | q |   |   |   | 2");
        assert_eq!(lines[15], "  | R |   |   |   | K |   |   | R | 1");
        assert_eq!(lines[18], "FEN: r3k2r/8/8/8/8/8/4q3/R3K2R w KQkq - 5 10");
        assert_eq!(lines[20..], ["Checkers: e2", "Legal moves: 1"]);
        let mated = fen::parse("R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1").unwrap();
        let lines = position(&Game::new(mated));
        assert_eq!(
            lines[20..],
            ["Checkers: a8", "Legal moves: 0 (White mates)"]
        );
    }

    #[test]
    fn the_terms_add_up() {
        let weights = Weights::default();
        for text in crate::bench::POSITIONS {
            let board = fen::parse(text).unwrap();
            let lines = evaluation(&board, &weights);
            let (terms, rest) = lines[1..].split_at(lines.len() - 3);
            let last = |line: &String| line.split_whitespace().last().unwrap().parse::<f64>();
            let sum: f64 = terms.iter().map(|line| last(line).unwrap()).sum();
            assert_eq!(sum, last(&rest[0]).unwrap(), "{text}");
            let white = sum as i32;
            let mover = Evaluator::new(weights).evaluate(&board);
            let stated = format!("Evaluation: {white:+} cp for White, {mover:+} cp for");
            assert!(rest[1].starts_with(&stated), "{} is not {stated}", rest[1]);
        }
    }
}

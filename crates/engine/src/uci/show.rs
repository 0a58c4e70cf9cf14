//! What `d` answers: for people, as the protocol has no such command.

use chess::{Board, Color, Game, Square, fen, key, legal_moves};

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
}

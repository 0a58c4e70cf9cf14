//! Moves in the notation of the Universal Chess Interface: `e2e4`, `e7e8q`.

use crate::{Board, File, Move, Piece, Square, fen};
use thiserror::Error;

/// Why a text is not a move in UCI notation.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum UciError {
    /// The text does not have the form of a move.
    #[error("`{}` is not a move in UCI notation", .0.escape_default())]
    NotAMove(String),
    /// The position does not allow the move.
    #[error("{text} is illegal in {fen}")]
    Illegal {
        /// The move as given.
        text: String,
        /// The position.
        fen: String,
    },
}

/// Reads a legal move.
///
/// Castling may be written as the king's own move (`e1g1`) or as king takes
/// rook (`e1h1`). Where `f1g1` could be both a step and castling it is the step.
pub fn parse(board: &Board, text: &str) -> Result<Move, UciError> {
    let not_a_move = || UciError::NotAMove(text.chars().take(20).collect());
    let written: Move = text.parse().map_err(|_| not_a_move())?;
    [written, king_takes_rook(board, written)]
        .into_iter()
        .find(|&mv| board.is_legal(mv))
        .ok_or_else(|| UciError::Illegal {
            text: text.into(),
            fen: fen::write(board),
        })
}

/// Writes a move of `board`.
///
/// With `chess960` castling is written king takes rook (`e1h1`), else as the
/// king's own move (`e1g1`).
pub fn write(board: &Board, mv: Move, chess960: bool) -> String {
    let mut written = mv;
    if !chess960 && is_castling(board, mv) {
        let file = if mv.to > mv.from { File::G } else { File::C };
        written.to = Square::new(file, mv.from.rank());
    }
    written.to_string()
}

/// Whether a legal move castles: inside, the king takes its own rook.
pub fn is_castling(board: &Board, mv: Move) -> bool {
    board.colors(board.side_to_move()).has(mv.to)
}

/// The castling move the king's own move from `e1` to `g1` stands for, or the
/// move itself.
fn king_takes_rook(board: &Board, mv: Move) -> Move {
    let us = board.side_to_move();
    let rights = board.castle_rights(us);
    let rook = match mv.to.file() {
        File::G => rights.short,
        File::C => rights.long,
        _ => None,
    };
    match rook {
        Some(rook)
            if board.colored_pieces(us, Piece::King).has(mv.from)
                && mv.from.rank() == mv.to.rank() =>
        {
            Move {
                to: Square::new(rook, mv.from.rank()),
                ..mv
            }
        }
        _ => mv,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_castling_notations() {
        let board = fen::parse("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1").unwrap();
        for (plain, chess960) in [("e1g1", "e1h1"), ("e1c1", "e1a1")] {
            let mv = parse(&board, plain).unwrap();
            assert_eq!(parse(&board, chess960), Ok(mv));
            assert_eq!(write(&board, mv, false), plain);
            assert_eq!(write(&board, mv, true), chess960);
        }
    }

    #[test]
    fn a_step_of_the_king_is_not_castling() {
        let board = fen::parse("4k3/8/8/8/8/8/8/5K1R w H - 0 1").unwrap();
        assert_eq!(parse(&board, "f1g1").unwrap().to, Square::G1);
        assert_eq!(parse(&board, "f1h1").unwrap().to, Square::H1);
    }

    #[test]
    fn refuses_what_cannot_be_played() {
        let board = Board::default();
        let illegal = |text| matches!(parse(&board, text), Err(UciError::Illegal { .. }));
        let not_a_move = |text| matches!(parse(&board, text), Err(UciError::NotAMove(_)));
        assert!(["e2e5", "e7e5", "e1g1", "e2e4q", "a1a1"].map(illegal) == [true; 5]);
        assert!(["", "e2", "e2e9", "0000", "e2e4x", "é2e4"].map(not_a_move) == [true; 6]);
        let promotion = fen::parse("8/P7/8/8/8/1k6/8/1K6 w - - 0 1").unwrap();
        assert!(parse(&promotion, "a7a8").is_err());
        assert_eq!(
            parse(&promotion, "a7a8n").unwrap().promotion,
            Some(Piece::Knight)
        );
    }
}

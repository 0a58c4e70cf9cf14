//! All legal moves at once.

use crate::{Board, Move};

/// The legal moves of a position, in the order they are generated in.
pub fn legal_moves(board: &Board) -> Vec<Move> {
    let mut moves = Vec::new();
    board.generate_moves(|group| {
        moves.extend(group);
        false
    });
    moves
}

//! Positions that are worth what the evaluation sees in them.

use chess::{Board, Move};
use engine::eval::PieceValues;
use engine::search::exchange_reaches;

/// Whether nothing is about to happen: the mover is not in check, neither takes nor
/// promotes, and no exchange wins it anything by these values.
pub fn is_quiet(board: &Board, played: Move, values: &PieceValues) -> bool {
    let enemies = board.colors(!board.side_to_move());
    let is_calm = |mv: Move| !enemies.has(mv.to) && mv.promotion.is_none();
    if !board.checkers().is_empty() || !is_calm(played) {
        return false;
    }
    !board.generate_moves(|mut moves| {
        // Promotions are no captures, so pawns may go anywhere.
        if moves.piece != chess::Piece::Pawn {
            moves.to &= enemies;
        }
        let mut moves = moves.into_iter();
        moves.any(|mv| !is_calm(mv) && exchange_reaches(board, mv, values, 1))
    })
}

//! What moves follow in a capture tree, found the slow and obvious way.

#![allow(dead_code)] // not every test binary needs all of it

use chess::{
    BitBoard, Board, Color, Move, Piece, Square, get_bishop_moves, get_king_moves,
    get_knight_moves, get_pawn_attacks, get_rook_moves,
};
use problems::mimic::QUIESCENCE_PLIES;

pub fn legal(board: &Board) -> Vec<Move> {
    let mut moves = Vec::new();
    board.generate_moves(|group| {
        moves.extend(group);
        false
    });
    moves
}

/// Promotions to a queen; all captures at first, then only those that do not give
/// more for less, and at last no even trades.
pub fn is_followed(board: &Board, mv: Move, ply: u8) -> bool {
    let piece = board.piece_on(mv.from).unwrap();
    if let Some(promotion) = mv.promotion {
        return promotion == Piece::Queen;
    }
    let in_passing = piece == Piece::Pawn && mv.from.file() != mv.to.file();
    let takes = board.colors(!board.side_to_move()).has(mv.to) || in_passing;
    let victim = rank(board.piece_on(mv.to).unwrap_or(Piece::Pawn));
    let mut after = board.clone();
    after.play(mv);
    let safe = rank(piece) < victim || !attacked(&after, mv.to, after.side_to_move());
    let even = rank(piece) == victim && ply + 1 < QUIESCENCE_PLIES;
    takes && (ply == 0 || safe || even)
}

pub fn rank(piece: Piece) -> i32 {
    match piece {
        Piece::Pawn => 1,
        Piece::Knight | Piece::Bishop => 2,
        Piece::Rook => 3,
        Piece::Queen => 4,
        Piece::King => 5,
    }
}

/// Whether any piece of `by` attacks `square`, asked of the pieces one by one.
pub fn attacked(board: &Board, square: Square, by: Color) -> bool {
    board.colors(by).into_iter().any(|from| {
        let piece = board.piece_on(from).unwrap();
        attacks(from, by, piece, board.occupied()).has(square)
    })
}

pub fn attacks(from: Square, by: Color, piece: Piece, occupied: BitBoard) -> BitBoard {
    match piece {
        Piece::Pawn => get_pawn_attacks(from, by),
        Piece::Knight => get_knight_moves(from),
        Piece::Bishop => get_bishop_moves(from, occupied),
        Piece::Rook => get_rook_moves(from, occupied),
        Piece::Queen => get_bishop_moves(from, occupied) | get_rook_moves(from, occupied),
        Piece::King => get_king_moves(from),
    }
}

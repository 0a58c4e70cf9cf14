//! What moves follow in a capture tree, found the slow and obvious way.

#![allow(dead_code)] // not every test binary needs all of it

use std::collections::HashMap;

pub use chess::legal_moves as legal;
use chess::{
    BitBoard, Board, Color, Move, Piece, Square, get_bishop_moves, get_king_moves,
    get_knight_moves, get_pawn_attacks, get_rook_moves, key,
};
use problems::mimic::QUIESCENCE_PLIES;

/// The moves that follow in a capture tree, found once for each position.
#[derive(Default)]
pub struct Followed(HashMap<(u64, u8), Vec<Move>>);

impl Followed {
    /// Every way out of check at first. Otherwise promotions to a queen and captures:
    /// at first those that lose nothing as far as they are followed, then those that
    /// do not give more for less, and at last no even trades.
    pub fn moves(&mut self, board: &Board, ply: u8) -> Vec<Move> {
        let find = || {
            let mut moves = legal(board);
            if ply > 0 || board.checkers().is_empty() {
                moves.retain(|&mv| is_noise(board, mv, ply));
                moves.retain(|&mv| ply > 0 || won_by(board, mv, ply) >= 0);
            }
            moves
        };
        self.0.entry((key(board), ply)).or_insert_with(find).clone()
    }
}

fn is_noise(board: &Board, mv: Move, ply: u8) -> bool {
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

/// How much more, by rank, the mover has of all pieces once the captures after
/// the move are over.
fn won_by(board: &Board, mv: Move, ply: u8) -> i32 {
    let mut after = board.clone();
    after.play(mv);
    let before = lead(board, board.side_to_move());
    settled(&after, ply + 1, board.side_to_move()) - before
}

fn settled(board: &Board, ply: u8, us: Color) -> i32 {
    let ours = board.side_to_move() == us;
    let answers = legal(board)
        .into_iter()
        .filter(|&mv| is_noise(board, mv, ply));
    let mut outcomes = vec![lead(board, us)];
    if ply < QUIESCENCE_PLIES {
        outcomes.extend(answers.map(|mv| {
            let mut after = board.clone();
            after.play(mv);
            settled(&after, ply + 1, us)
        }));
    }
    let best = if ours {
        outcomes.into_iter().max()
    } else {
        outcomes.into_iter().min()
    };
    best.unwrap()
}

fn lead(board: &Board, us: Color) -> i32 {
    let all = |color| -> i32 {
        let pieces = board.colors(color).into_iter();
        pieces
            .map(|square| rank(board.piece_on(square).unwrap()))
            .sum()
    };
    all(us) - all(!us)
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

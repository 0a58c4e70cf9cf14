//! What a capture wins or loses once all recaptures are made.

use chess::{
    BitBoard, Board, Color, File, Move, Piece, Rank, Square, get_bishop_moves, get_king_moves,
    get_knight_moves, get_pawn_attacks, get_rook_moves,
};

use super::picker::Picked;
use crate::eval::PieceValues;

/// Whether the exchange that `mv` starts leaves the mover with at least
/// `threshold`, each side taking with its least piece and free to stop.
///
/// Pins and promotions during the exchange are not seen.
pub fn reaches(board: &Board, mv: Move, values: &PieceValues, threshold: i32) -> bool {
    board.occupied().has(mv.from) && wins(board, Picked::new(board, mv), values, threshold)
}

/// The same for a move that has been looked at.
#[inline(always)]
pub fn wins(board: &Board, picked: Picked, values: &PieceValues, threshold: i32) -> bool {
    let Picked {
        mv, piece, victim, ..
    } = picked;
    if board.colors(board.side_to_move()).has(mv.to) {
        return threshold <= 0; // castling takes nothing
    }
    let mut balance = victim.map_or(0, |piece| values[piece]) - threshold;
    let mut at_risk = values[piece];
    if let Some(promotion) = mv.promotion {
        balance += values[promotion] - values[Piece::Pawn];
        at_risk = values[promotion];
    }
    balance >= 0 && (balance >= at_risk || survives(board, picked, values, balance - at_risk))
}

/// Whether no recapture takes the exchange below the threshold. `balance` is what the mover
/// has beyond it if the moved piece is lost for nothing: less than 0.
fn survives(board: &Board, picked: Picked, values: &PieceValues, mut balance: i32) -> bool {
    let us = board.side_to_move();
    let Picked {
        mv, piece: mover, ..
    } = picked;
    let mut occupied = (board.occupied() - mv.from.bitboard()) | mv.to.bitboard();
    if is_en_passant(board, mv, mover) {
        occupied -= Square::new(mv.to.file(), mv.from.rank()).bitboard();
    }
    let diagonal = board.pieces(Piece::Bishop) | board.pieces(Piece::Queen);
    let straight = board.pieces(Piece::Rook) | board.pieces(Piece::Queen);
    let mut attackers = attackers(board, mv.to, occupied);
    let mut side = !us;
    loop {
        attackers &= occupied;
        let own = attackers & board.colors(side);
        if own.is_empty() {
            break;
        }
        let (piece, from) = least(board, own);
        // The king may take only what is not guarded.
        if piece == Piece::King && !attackers.is_disjoint(board.colors(!side)) {
            break;
        }
        occupied -= from.bitboard();
        if matches!(piece, Piece::Pawn | Piece::Bishop | Piece::Queen) {
            attackers |= get_bishop_moves(mv.to, occupied) & diagonal;
        }
        if matches!(piece, Piece::Rook | Piece::Queen) {
            attackers |= get_rook_moves(mv.to, occupied) & straight;
        }
        side = !side;
        balance = -balance - 1 - values[piece];
        if balance >= 0 {
            break;
        }
    }
    // The side that must take back and cannot, or need not, has lost the exchange.
    side != us
}

/// The piece that `mv` takes, if any.
pub fn captured(board: &Board, mv: Move) -> Option<Piece> {
    if board.colors(!board.side_to_move()).has(mv.to) {
        return Some(occupant(board, mv.to));
    }
    let by_pawn = board.pieces(Piece::Pawn).has(mv.from);
    let takes = by_pawn && mv.from.file() != mv.to.file() && !board.occupied().has(mv.to);
    takes.then_some(Piece::Pawn)
}

/// What stands on a square that is not empty. No branch depends on it, as none could be
/// predicted.
#[inline(always)]
fn occupant(board: &Board, square: Square) -> Piece {
    let number = |piece: Piece| usize::from(board.pieces(piece).has(square)) * piece as usize;
    Piece::index(Piece::ALL.map(number).into_iter().sum())
}

fn is_en_passant(board: &Board, mv: Move, mover: Piece) -> bool {
    mover == Piece::Pawn && mv.from.file() != mv.to.file() && !board.occupied().has(mv.to)
}

/// The square an en-passant capture goes to, if there may be one.
pub fn en_passant_square(board: &Board) -> Option<Square> {
    let rank = Rank::Sixth.relative_to(board.side_to_move());
    board.en_passant().map(|file: File| Square::new(file, rank))
}

fn attackers(board: &Board, square: Square, occupied: BitBoard) -> BitBoard {
    let diagonal = board.pieces(Piece::Bishop) | board.pieces(Piece::Queen);
    let straight = board.pieces(Piece::Rook) | board.pieces(Piece::Queen);
    get_bishop_moves(square, occupied) & diagonal
        | get_rook_moves(square, occupied) & straight
        | get_knight_moves(square) & board.pieces(Piece::Knight)
        | get_king_moves(square) & board.pieces(Piece::King)
        | get_pawn_attacks(square, Color::Black) & board.colored_pieces(Color::White, Piece::Pawn)
        | get_pawn_attacks(square, Color::White) & board.colored_pieces(Color::Black, Piece::Pawn)
}

/// The least of these pieces, which are not none.
#[inline(always)]
fn least(board: &Board, own: BitBoard) -> (Piece, Square) {
    let is_there = |&piece: &Piece| !board.pieces(piece).is_disjoint(own);
    let piece = Piece::ALL.into_iter().find(is_there);
    let piece = piece.expect("there is a piece");
    let from = (own & board.pieces(piece)).next_square();
    (piece, from.expect("it stands somewhere"))
}

//! Captures worth a look, judged by the order of the pieces alone, so that the
//! judgement is the same for every organism.

use std::cmp::Reverse;

use arrayvec::ArrayVec;
use chess::{
    BitBoard, Board, Color, Move, Piece, Rank, Square, get_bishop_moves, get_king_moves,
    get_knight_moves, get_pawn_attacks, get_rook_moves,
};

/// Which moves follow in a tree.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Noise {
    /// All legal moves.
    Everything,
    /// Promotions to a queen and captures; of these the tree keeps none that loses.
    Captures,
    /// The same, less captures that give more for less.
    Trades,
    /// The same, less even trades: the tree ends before the recapture.
    Gains,
}

/// The moves, those first that take the most with the least.
pub fn moves(board: &Board, noise: Noise) -> Vec<Move> {
    let us = board.side_to_move();
    let mut moves = Vec::new();
    board.generate_moves(|mut group| {
        if noise != Noise::Everything {
            let mut to = board.colors(!us);
            if group.piece == Piece::Pawn {
                to |= Rank::Eighth.relative_to(us).bitboard();
                if let Some(file) = board.en_passant() {
                    to |= Square::new(file, Rank::Sixth.relative_to(us)).bitboard();
                }
            }
            group.to &= to;
        }
        moves.extend(
            group
                .into_iter()
                .filter(|&mv| is_noise(board, group.piece, mv, noise)),
        );
        false
    });
    moves.sort_by_key(|mv| {
        let order = |square| board.piece_on(square).map_or(0, order);
        (Reverse(order(mv.to)), order(mv.from))
    });
    moves
}

fn is_noise(board: &Board, piece: Piece, mv: Move, noise: Noise) -> bool {
    let victim = order(board.piece_on(mv.to).unwrap_or(Piece::Pawn));
    let most = match noise {
        Noise::Everything => return true,
        Noise::Captures => u8::MAX,
        Noise::Trades => victim,
        Noise::Gains => victim - 1,
    };
    match mv.promotion {
        Some(promotion) => promotion == Piece::Queen,
        None => order(piece) <= most || !is_guarded(board, mv),
    }
}

/// The order of the pieces, knight and bishop level.
pub fn order(piece: Piece) -> u8 {
    match piece {
        Piece::Pawn => 1,
        Piece::Knight | Piece::Bishop => 2,
        Piece::Rook => 3,
        Piece::Queen => 4,
        Piece::King => 5,
    }
}

/// What a capture or promotion wins at once, in steps of the order.
pub fn gain(board: &Board, mv: Move) -> i32 {
    let taken = match board.piece_on(mv.to) {
        Some(victim) => order(victim),
        None if mv.from.file() != mv.to.file() => order(Piece::Pawn), // en passant
        None => 0,
    };
    let promoted = mv
        .promotion
        .map_or(0, |piece| order(piece) - order(Piece::Pawn));
    i32::from(taken + promoted)
}

/// Whether the opponent could take back after a capture.
fn is_guarded(board: &Board, mv: Move) -> bool {
    // A pawn taken en passant does not stand where it is taken.
    let taken = if board.occupied().has(mv.to) {
        mv.to
    } else {
        Square::new(mv.to.file(), mv.from.rank())
    };
    let left = board.occupied() - mv.from.bitboard() - taken.bitboard();
    !attackers(board, mv.to, !board.side_to_move(), left).is_empty()
}

/// Pieces that change hands in an exchange: those the side to move wins less
/// those it gives, by [`Piece`].
pub type Exchange = [i32; Piece::NUM];

/// The best exchange that the side to move can begin, if it wins anything:
/// on one square, both sides take with their least piece, and stop when they
/// would lose by going on.
pub fn best_exchange(board: &Board) -> Option<Exchange> {
    let us = board.side_to_move();
    let mut best = None;
    let mut most = 0;
    let mut seen = BitBoard::EMPTY;
    board.generate_moves(|mut group| {
        group.to &= board.colors(!us);
        for mv in group {
            // The least attacker is found again, so each square is looked at once.
            if !seen.has(mv.to) {
                seen |= mv.to.bitboard();
                let (profit, exchange) = exchange_on(board, mv.to);
                if profit > most {
                    most = profit;
                    best = Some(exchange);
                }
            }
        }
        false
    });
    best
}

/// What the side to move makes of an exchange on a square, in steps of the
/// order and in pieces.
fn exchange_on(board: &Board, square: Square) -> (i32, Exchange) {
    let mut stakes = ArrayVec::<Piece, 33>::new();
    let mut occupied = board.occupied();
    let mut side = board.side_to_move();
    stakes.extend(board.piece_on(square));
    while let Some((piece, from)) = least_attacker(board, square, side, occupied) {
        occupied -= from.bitboard();
        side = !side;
        // A king may not take what is guarded.
        if piece == Piece::King && least_attacker(board, square, side, occupied).is_some() {
            break;
        }
        stakes.push(piece);
    }
    // The last piece on the square is not taken. Each capture before is made
    // only if it wins more than the opponent can win back.
    let mut profit = 0;
    let mut captures = 0;
    for taken in (0..stakes.len() - 1).rev() {
        let win = i32::from(order(stakes[taken])) - profit;
        captures = if win > 0 { captures + 1 } else { 0 };
        profit = win.max(0);
    }
    let mut exchange = [0; Piece::NUM];
    for (taken, &piece) in stakes[..captures].iter().enumerate() {
        exchange[piece as usize] += if taken.is_multiple_of(2) { 1 } else { -1 };
    }
    (profit, exchange)
}

fn least_attacker(
    board: &Board,
    square: Square,
    color: Color,
    occupied: BitBoard,
) -> Option<(Piece, Square)> {
    let attackers = attackers(board, square, color, occupied);
    Piece::ALL.into_iter().find_map(|piece| {
        let first = (attackers & board.pieces(piece)).next_square()?;
        Some((piece, first))
    })
}

/// The pieces of `color` among `occupied` that attack a square.
fn attackers(board: &Board, square: Square, color: Color, occupied: BitBoard) -> BitBoard {
    let queens = board.pieces(Piece::Queen);
    let attackers = get_bishop_moves(square, occupied) & (board.pieces(Piece::Bishop) | queens)
        | get_rook_moves(square, occupied) & (board.pieces(Piece::Rook) | queens)
        | get_knight_moves(square) & board.pieces(Piece::Knight)
        | get_king_moves(square) & board.pieces(Piece::King)
        | get_pawn_attacks(square, !color) & board.pieces(Piece::Pawn);
    attackers & board.colors(color) & occupied
}

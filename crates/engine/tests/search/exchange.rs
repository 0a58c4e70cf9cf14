//! The static exchange against a slow one that plays the captures out.

use chess::{Board, BoardBuilder, Color, Move, Piece, Square};
use engine::eval::PieceValues;
use engine::search::exchange_reaches;

use crate::support::{Random, legal_moves, positions};

/// Every move of many positions, under values in any order: evolution begins
/// with queens cheaper than knights.
#[test]
fn exchanges_are_worth_what_playing_them_out_gives() {
    let mut random = Random(50);
    let (mut won, mut lost) = (0, 0);
    for board in positions(51, 4_000) {
        let mut values = PieceValues([100, 0, 0, 0, 0, 0]);
        for piece in [Piece::Knight, Piece::Bishop, Piece::Rook, Piece::Queen] {
            values.0[piece as usize] = random.below(2048) as i32;
        }
        for mv in legal_moves(&board) {
            let worth = play_out(&board, mv, &values);
            won += i32::from(worth > 0);
            lost += i32::from(worth < 0);
            let random_threshold = random.below(4096) as i32 - 2048;
            for threshold in [worth, worth + 1, 0, random_threshold] {
                assert_eq!(
                    exchange_reaches(&board, mv, &values, threshold),
                    worth >= threshold,
                    "{mv} in {board} is worth {worth}; {threshold} {values:?}"
                );
            }
        }
    }
    assert!(
        won > 1000 && lost > 1000,
        "too few exchanges: {won} won, {lost} lost"
    );
}

type Squares = [Option<(Piece, Color)>; Square::NUM];

/// What the mover has won when the captures on the square are over.
fn play_out(board: &Board, mv: Move, values: &PieceValues) -> i32 {
    let us = board.side_to_move();
    let mut squares = BoardBuilder::from_board(board).board;
    let target = squares[mv.to as usize];
    if target.is_some_and(|(_, color)| color == us) {
        return 0; // castling
    }
    let (mover, _) = squares[mv.from as usize].take().unwrap();
    let mut gain = target.map_or(0, |(piece, _)| values[piece]);
    if mover == Piece::Pawn && target.is_none() && mv.from.file() != mv.to.file() {
        let passed = Square::new(mv.to.file(), mv.from.rank());
        squares[passed as usize] = None;
        gain += values[Piece::Pawn];
    }
    let arrived = mv.promotion.unwrap_or(mover);
    if arrived != mover {
        gain += values[arrived] - values[Piece::Pawn];
    }
    squares[mv.to as usize] = Some((arrived, us));
    gain - retake(&mut squares, mv.to, !us, values)
}

/// The most `side` wins by taking on `to` with its least piece, or nothing by
/// leaving it. Of equal pieces the one nearest to a1 takes: what stands behind
/// them may differ.
fn retake(squares: &mut Squares, to: Square, side: Color, values: &PieceValues) -> i32 {
    let Some((piece, from)) = least_attacker(squares, to, side) else {
        return 0;
    };
    if piece == Piece::King && least_attacker(squares, to, !side).is_some() {
        return 0;
    }
    let (victim, _) = squares[to as usize].expect("there is always something to take");
    squares[from as usize] = None;
    squares[to as usize] = Some((piece, side));
    let gain = values[victim] - retake(squares, to, !side, values);
    gain.max(0)
}

fn least_attacker(squares: &Squares, to: Square, side: Color) -> Option<(Piece, Square)> {
    let attackers = Square::ALL.into_iter().filter_map(|from| {
        let (piece, color) = squares[from as usize]?;
        (color == side && attacks(squares, piece, side, from, to)).then_some((piece, from))
    });
    attackers.min_by_key(|&(piece, from)| (piece as usize, from as usize))
}

fn attacks(squares: &Squares, piece: Piece, side: Color, from: Square, to: Square) -> bool {
    let (right, up) = (
        to.file() as i32 - from.file() as i32,
        to.rank() as i32 - from.rank() as i32,
    );
    let straight = right == 0 || up == 0;
    let diagonal = right.abs() == up.abs();
    let near = right.abs().max(up.abs()) == 1;
    let ahead = if side == Color::White { 1 } else { -1 };
    match piece {
        Piece::Pawn => right.abs() == 1 && up == ahead,
        Piece::Knight => right.abs() * up.abs() == 2,
        Piece::King => near,
        Piece::Bishop => diagonal && is_clear(squares, from, to),
        Piece::Rook => straight && is_clear(squares, from, to),
        Piece::Queen => (straight || diagonal) && is_clear(squares, from, to),
    }
}

/// Whether nothing stands between two squares of a line, `from` not being `to`.
fn is_clear(squares: &Squares, from: Square, to: Square) -> bool {
    if from == to {
        return false;
    }
    let step = (
        (to.file() as i8 - from.file() as i8).signum(),
        (to.rank() as i8 - from.rank() as i8).signum(),
    );
    let mut at = from.offset(step.0, step.1);
    while at != to {
        if squares[at as usize].is_some() {
            return false;
        }
        at = at.offset(step.0, step.1);
    }
    true
}

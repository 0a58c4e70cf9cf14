//! The weights of the position module: section 2.2 of the paper, with its ranges and the
//! standard values of the black players.

use params::Table;

use crate::weights::weights;

/// All of them.
pub const TABLE: Table = Table::new(&[PARAMS]);

params::declare! { TABLE;
    PAWN: 85..=115 = 100, "a pawn";
    KNIGHT: 290..=360 = 340, "a knight";
    BISHOP: 300..=370 = 340, "a bishop";
    ROOK: 440..=540 = 500, "a rook";
    QUEEN: 800..=1000 = 900, "a queen";
    BISHOP_AT_HOME: 0..=30 = 15, "punishes a bishop on its initial square";
    CENTRE_PAWN: 0..=30 = 15, "a pawn on one of the 16 squares of the centre";
    DOUBLED_PAWN: 0..=30 = 15, "punishes a pawn behind another of its side";
    PASSED_PAWN: 0..=40 = 20, "a pawn without enemy pawns on its file and beside it";
    BACKWARD_PAWN: 0..=30 = 15, "punishes a pawn with none of its side beside or behind it on the neighbouring files";
    PROMOTION: 100..=500 = 300, "a pawn one step from promotion in the end game; less two or three steps away";
    TWO_BISHOPS: 0..=40 = 20, "both bishops";
    KNIGHT_MOBILITY: 0..=30 = 15, "a knight that reaches more than 6 squares";
    KNIGHT_CLOSED: 0..=40 = 20, "a knight where more than 6 pawns stand in the centre";
    KNIGHT_WINGS: 0..=50 = 25, "punishes a knight in the end game against pawns on both wings";
    ROOK_HALF_OPEN: 0..=30 = 15, "a rook on a file with enemy pawns only";
    ROOK_OPEN: 0..=30 = 15, "a rook on a file without pawns";
    ROOK_SEVENTH: 0..=20 = 10, "a rook well placed otherwise: on the seventh rank";
    ROOK_PASSED: 0..=30 = 15, "a rook on the file of a passed pawn";
    KING_OUT: 0..=20 = 10, "punishes a king that left the first rank before the end game";
    CASTLED: 0..=40 = 20, "a king that has castled";
    CASTLE_WEAKNESS: 0..=30 = 15, "punishes each pawn that is missing before a castled king, except in the end game";
    CASTLING_MISSED: 0..=50 = 25, "punishes a king that has not castled and cannot any more, except in the end game";
    RANDOM: 0..=30 = 20, "the most that chance adds or subtracts";
}

weights! {
    /// What things are worth in centipawns.
    PositionWeights of TABLE
}

/// The pieces among them, pawn to queen.
pub const PIECES: [usize; 5] = [PAWN, KNIGHT, BISHOP, ROOK, QUEEN];

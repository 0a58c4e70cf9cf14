//! The weights of the ordering module: section 2.3 of the paper. By default a feature is
//! worth 0 to 100.

use params::Table;

use crate::weights::weights;

/// All of them.
pub const TABLE: Table = Table::new(&[PARAMS]);

params::declare! { TABLE;
    PAWN_OPENING: 0..=100 = 10, "a move of a pawn in the opening";
    PAWN_MIDDLE: 0..=100 = 10, "a move of a pawn in the middle game";
    PAWN_END: 0..=100 = 10, "a move of a pawn in the end game";
    KNIGHT_OPENING: 0..=100 = 30, "a move of a knight in the opening";
    KNIGHT_MIDDLE: 0..=100 = 30, "a move of a knight in the middle game";
    KNIGHT_END: 0..=100 = 30, "a move of a knight in the end game";
    BISHOP_OPENING: 0..=100 = 30, "a move of a bishop in the opening";
    BISHOP_MIDDLE: 0..=100 = 30, "a move of a bishop in the middle game";
    BISHOP_END: 0..=100 = 30, "a move of a bishop in the end game";
    ROOK_OPENING: 0..=100 = 50, "a move of a rook in the opening";
    ROOK_MIDDLE: 0..=100 = 50, "a move of a rook in the middle game";
    ROOK_END: 0..=100 = 50, "a move of a rook in the end game";
    QUEEN_OPENING: 0..=100 = 90, "a move of a queen in the opening";
    QUEEN_MIDDLE: 0..=100 = 90, "a move of a queen in the middle game";
    QUEEN_END: 0..=100 = 90, "a move of a queen in the end game";
    KING_OPENING: 0..=100 = 100, "a move of a king in the opening";
    KING_MIDDLE: 0..=100 = 100, "a move of a king in the middle game";
    KING_END: 0..=100 = 100, "a move of a king in the end game";
    VICTIM: 0..=100 = 50, "a capture, multiplied by the standard value of the victim over that of the aggressor";
    CHECK: 0..=100 = 50, "a move that gives check";
    CAPTURE: 0..=100 = 50, "a capture";
    PAWN_ATTACK: 0..=100 = 50, "a move of a pawn that attacks something";
    PAWN_QUIET: 0..=100 = 50, "a move of a pawn that attacks nothing";
    QUEENING: 0..=100 = 50, "a pawn becomes a queen";
    FROM_CENTRE: 0..=100 = 50, "a piece leaves a square of the centre";
    TO_CENTRE: 0..=100 = 50, "a piece goes to a square of the centre";
    KILLER_FIRST: 0..=100 = 100, "the first of the killer moves";
    KILLER_LAST: 0..=100 = 50, "the last of the killer moves; those between lie between";
}

weights! {
    /// What features of a move are worth.
    OrderingWeights of TABLE
}

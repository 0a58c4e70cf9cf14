//! What pieces are worth to an evaluation, whichever of its weights say so.

use chess::{Board, BoardBuilder, CastleRights, Piece, Square, fen};

use super::{Features, Weights};
use crate::bench;
use crate::eval::PieceValues;

/// Weights that have learnt little must not make pieces worthless.
const LEAST: i32 = 20;

/// What the score falls by, on average over the bench's positions, when a piece is taken
/// off the board. No piece is worth less than [`LEAST`], nor than a lesser one; the king
/// has no value.
pub fn piece_values(weights: &Weights) -> PieceValues {
    let mut totals = [(0, 0); Piece::NUM];
    for position in bench::POSITIONS {
        let board = fen::parse(position).expect("the bench has valid positions");
        let whole = worth(&board, weights);
        for square in board.occupied() - board.pieces(Piece::King) {
            let (Some(piece), Some(rest)) = (board.piece_on(square), without(&board, square))
            else {
                continue;
            };
            let fall = whole - worth(&rest, weights);
            let own = board.colors(board.side_to_move()).has(square);
            let (total, count) = &mut totals[piece as usize];
            *total += if own { fall } else { -fall };
            *count += 1;
        }
    }
    let mut least = LEAST;
    PieceValues(Piece::ALL.map(|piece| {
        if piece == Piece::King {
            return 0;
        }
        let (total, count) = totals[piece as usize];
        let value = (total / count.max(1)).max(least);
        // The order of the pieces is that of their values, but for minor pieces.
        if piece != Piece::Knight {
            least = value;
        }
        value
    }))
}

/// Half the midgame and half the endgame score, for the side to move.
fn worth(board: &Board, weights: &Weights) -> i32 {
    let [midgame, endgame] = Features::of(board).sums(weights);
    (midgame + endgame) / 2
}

/// The position with a square emptied, unless that is none.
fn without(board: &Board, square: Square) -> Option<Board> {
    let mut builder = BoardBuilder::from_board(board);
    *builder.square_mut(square) = None;
    builder.castle_rights = [CastleRights::EMPTY; 2];
    builder.en_passant = None;
    builder.build().ok()
}

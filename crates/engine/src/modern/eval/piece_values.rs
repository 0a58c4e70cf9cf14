//! What pieces are worth to an evaluation, whichever of its weights say so.

use std::sync::LazyLock;

use chess::{Board, BoardBuilder, CastleRights, Piece, Square, fen};

use super::{Features, Weights};
use crate::bench;
use crate::eval::PieceValues;

/// Weights that have learned little must not make pieces worthless.
const LEAST: i32 = 20;

/// A position of the bench, seen by the side to move.
struct Example {
    whole: Features,
    /// The same with one piece taken off the board.
    without: Vec<Taken>,
}

struct Taken {
    piece: Piece,
    /// Whether it was the side to move's.
    own: bool,
    rest: Features,
}

/// Every player is made with piece values, and what is seen in the examples is the same for
/// all.
static EXAMPLES: LazyLock<Vec<Example>> = LazyLock::new(|| {
    let boards = bench::POSITIONS.map(|text| fen::parse(text).expect("the bench is valid"));
    boards.iter().map(Example::new).collect()
});

impl Example {
    fn new(board: &Board) -> Self {
        let own = board.colors(board.side_to_move());
        let taken = |square| {
            Some(Taken {
                piece: board.piece_on(square)?,
                own: own.has(square),
                rest: Features::of(&without(board, square)?),
            })
        };
        let all = board.occupied() - board.pieces(Piece::King);
        Self {
            whole: Features::of(board),
            without: all.into_iter().filter_map(taken).collect(),
        }
    }
}

/// What the score falls by, on average over the bench's positions, when a piece is taken
/// off the board. No piece is worth less than [`LEAST`], nor than a lesser one; the king
/// has no value.
pub fn piece_values(weights: &Weights) -> PieceValues {
    let mut totals = [(0, 0); Piece::NUM];
    for example in &*EXAMPLES {
        let whole = worth(&example.whole, weights);
        for taken in &example.without {
            let fall = whole - worth(&taken.rest, weights);
            let (total, count) = &mut totals[taken.piece as usize];
            *total += if taken.own { fall } else { -fall };
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
fn worth(features: &Features, weights: &Weights) -> i32 {
    let [midgame, endgame] = features.sums(weights);
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

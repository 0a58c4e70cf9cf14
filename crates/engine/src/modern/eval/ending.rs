//! The last step: how much of an advantage can be turned into a win. It is not linear
//! in the other weights, so it has genes of its own.

use chess::{BitBoard, Board, Color, Piece};
use params::Table;

/// The declarations of the genes.
pub const TABLE: Table = Table::new(&[PARAMS]);

params::declare! { TABLE;
    SCALE[8]: 0..=128 = 64, "64ths of an endgame advantage that count: bishops of opposite colours and pawns only; those with a knight or rook each; with more; no pawns of the stronger side; one pawn of it; its pawns on one wing; rooks and pawns only; all others";
    COMPLEXITY_BASE: -200..=200 = 0, "what an endgame advantage grows or shrinks by, never beyond zero";
    COMPLEXITY_PAWN: -20..=20 = 0, "for each pawn on the board";
    COMPLEXITY_WINGS: -200..=200 = 0, "with pawns on both wings";
    COMPLEXITY_PAWN_ENDING: -200..=200 = 0, "with nothing but pawns";
}

/// How many genes there are.
pub const COUNT: usize = TABLE.len();

/// The whole of [`SCALE`].
const FULL: i32 = 64;

/// The phase of the start position: all pieces are there.
pub const FULL_PHASE: i32 = 24;

/// Files a to d.
const LEFT: u64 = 0x0F0F_0F0F_0F0F_0F0F;

/// What the last step must know of a position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Ending {
    /// From 24, with all pieces, to 0, with kings and pawns only.
    pub phase: i32,
    /// Which of the genes `SCALE` counts if the side to move, or its opponent, is the stronger.
    pub scales: [usize; 2],
    /// Pawns on the board.
    pub pawns: i32,
    /// Whether there are pawns on both wings.
    pub both_wings: bool,
}

impl Ending {
    /// Looks at a position, from the point of view of `us`.
    #[inline(always)]
    pub fn new(board: &Board, us: Color) -> Self {
        let count = |piece| board.pieces(piece).len() as i32;
        let minors = count(Piece::Knight) + count(Piece::Bishop);
        let phase = minors + 2 * count(Piece::Rook) + 4 * count(Piece::Queen);
        let pawns = board.pieces(Piece::Pawn);
        Self {
            phase: phase.min(FULL_PHASE),
            scales: scales(board, us),
            pawns: pawns.len() as i32,
            both_wings: pawns.0 & LEFT != 0 && pawns.0 & !LEFT != 0,
        }
    }

    /// The score of midgame and endgame sums under these genes, all from one point of view.
    #[inline(always)]
    pub fn finish(&self, midgame: i32, endgame: i32, genes: &[i32; COUNT]) -> i32 {
        let mut complexity = genes[COMPLEXITY_BASE] + genes[COMPLEXITY_PAWN] * self.pawns;
        if self.both_wings {
            complexity += genes[COMPLEXITY_WINGS];
        }
        if self.phase == 0 {
            complexity += genes[COMPLEXITY_PAWN_ENDING];
        }
        let size = (endgame.abs() + complexity * endgame.signum().abs()).max(0);
        let weaker = usize::from(endgame < 0);
        let endgame = endgame.signum() * (size * genes[SCALE + self.scales[weaker]] / FULL);
        (midgame * self.phase + endgame * (FULL_PHASE - self.phase)) / FULL_PHASE
    }
}

/// Which of [`SCALE`] counts if `us`, or the opponent, is ahead.
#[inline(always)]
fn scales(board: &Board, us: Color) -> [usize; 2] {
    let pieces = |piece| board.pieces(piece);
    let (bishops, knights) = (pieces(Piece::Bishop), pieces(Piece::Knight));
    let (rooks, queens) = (pieces(Piece::Rook), pieces(Piece::Queen));
    let is_opposite = bishops.len() == 2
        && (bishops & board.colors(us)).len() == 1
        && (bishops & BitBoard::DARK_SQUARES).len() == 1;
    if is_opposite {
        let others = knights | rooks | queens;
        let scale = match others.len() {
            0 => 0,
            2 if queens.is_empty() => 1,
            _ => 2,
        };
        return [scale; 2];
    }
    let only_rooks = !rooks.is_empty() && (knights | queens | bishops).is_empty();
    let by_pawns = |strong| {
        let pawns = board.colored_pieces(strong, Piece::Pawn);
        match pawns.len() {
            0 => 3,
            1 => 4,
            _ if pawns.0 & LEFT == 0 || pawns.0 & !LEFT == 0 => 5,
            _ if only_rooks => 6,
            _ => 7,
        }
    };
    [by_pawns(us), by_pawns(!us)]
}

//! What several terms need to know of a position, found once.

use chess::{BitBoard, Board, Color, Piece, Square, get_king_moves};

use super::{PawnStructure, UNIT};

/// A position as the terms see it. Pairs are indexed by colour.
pub struct View<'a> {
    /// The position.
    pub board: &'a Board,
    /// Its pawns.
    pub structure: &'a PawnStructure,
    /// The kings.
    pub kings: [Square; 2],
    /// The king's square and those around it.
    pub king_zones: [BitBoard; 2],
    /// How much of its attacking force each side has left, from 0 to [`UNIT`].
    pub force: [i32; 2],
}

impl<'a> View<'a> {
    /// Looks at `board`, whose pawns are `structure`.
    #[inline(always)]
    pub fn new(board: &'a Board, structure: &'a PawnStructure) -> Self {
        let kings = [Color::White, Color::Black].map(|color| board.king(color));
        Self {
            board,
            structure,
            kings,
            king_zones: kings.map(|king| get_king_moves(king) | king.bitboard()),
            force: [Color::White, Color::Black].map(|color| force(board, color)),
        }
    }

    /// How active a piece with these attacks is: the squares it sees, twice those
    /// of the enemy's half, and four more for an enemy piece, for which the
    /// opponent must watch out.
    #[inline(always)]
    pub fn mobility(&self, us: Color, attacks: BitBoard) -> i32 {
        let seen = attacks.len() + (attacks & half(!us)).len();
        seen as i32 + 4 * self.targets(us, attacks)
    }

    /// How many enemy pieces, pawns apart, these attacks meet.
    #[inline(always)]
    pub fn targets(&self, us: Color, attacks: BitBoard) -> i32 {
        let pieces = self.board.colors(!us) - self.structure.pawns[!us as usize];
        (attacks & pieces).len() as i32
    }

    /// The pieces of one kind and colour.
    #[inline(always)]
    pub fn pieces(&self, color: Color, piece: Piece) -> BitBoard {
        self.board.colored_pieces(color, piece)
    }
}

/// The four ranks a side begins on.
#[inline(always)]
fn half(color: Color) -> BitBoard {
    BitBoard(match color {
        Color::White => 0x0000_0000_FFFF_FFFF,
        Color::Black => 0xFFFF_FFFF_0000_0000,
    })
}

/// All pieces of the start position make the full force: half of it is the
/// queen, a quarter the rooks, a quarter the minor pieces.
#[inline(always)]
fn force(board: &Board, color: Color) -> i32 {
    let own = board.colors(color);
    let count = |pieces: BitBoard| (own & pieces).len() as i32;
    let minors = count(board.pieces(Piece::Knight) | board.pieces(Piece::Bishop));
    let total =
        minors + 2 * count(board.pieces(Piece::Rook)) + 8 * count(board.pieces(Piece::Queen));
    total.min(UNIT)
}

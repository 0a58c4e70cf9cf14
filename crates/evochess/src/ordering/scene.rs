//! What all moves of a position have in common.

use chess::{
    BitBoard, Board, Color, Move, Piece, Square, get_between_rays, get_bishop_moves,
    get_bishop_rays, get_knight_moves, get_line_rays, get_pawn_attacks, get_rook_moves,
    get_rook_rays,
};

use crate::Phase;

/// A position in which moves are to be put in order.
pub struct Scene<'a> {
    /// The position.
    pub board: &'a Board,
    /// The part of the game.
    pub phase: Phase,
    side: Color,
    enemies: BitBoard,
    /// The squares from which each piece would give check, pawn to queen.
    checking: [BitBoard; 5],
    /// Pieces that give check when they step out of the way.
    uncovering: BitBoard,
    enemy_king: Square,
}

/// A move, as far as the ordering module sees it.
pub struct Seen {
    /// The piece that moves.
    pub piece: Piece,
    /// The piece that it captures.
    pub victim: Option<Piece>,
    /// Whether it gives check.
    pub check: bool,
}

impl<'a> Scene<'a> {
    /// Looks at a position.
    pub fn new(board: &'a Board) -> Self {
        let side = board.side_to_move();
        let enemy_king = board.king(!side);
        let occupied = board.occupied();
        let bishops = get_bishop_moves(enemy_king, occupied);
        let rooks = get_rook_moves(enemy_king, occupied);
        let own = board.colors(side);
        let queens = board.pieces(Piece::Queen);
        let diagonal = (board.pieces(Piece::Bishop) | queens) & get_bishop_rays(enemy_king);
        let straight = (board.pieces(Piece::Rook) | queens) & get_rook_rays(enemy_king);
        let mut uncovering = BitBoard::EMPTY;
        for slider in (diagonal | straight) & own {
            let between = get_between_rays(enemy_king, slider) & occupied;
            if between.len() == 1 {
                uncovering |= between & own;
            }
        }
        Self {
            board,
            phase: Phase::of(board),
            side,
            enemies: board.colors(!side),
            checking: [
                get_pawn_attacks(enemy_king, !side),
                get_knight_moves(enemy_king),
                bishops,
                rooks,
                bishops | rooks,
            ],
            uncovering,
            enemy_king,
        }
    }

    /// Looks at a move.
    #[inline]
    pub fn see(&self, mv: Move, piece: Piece) -> Seen {
        let board = self.board;
        let is_castling = board.colors(self.side).has(mv.to);
        let takes_en_passant =
            piece == Piece::Pawn && mv.from.file() != mv.to.file() && !self.enemies.has(mv.to);
        let victim = match () {
            () if is_castling => None,
            () if takes_en_passant => Some(Piece::Pawn),
            () if self.enemies.has(mv.to) => board.piece_on(mv.to),
            () => None,
        };
        let check = if is_castling || takes_en_passant || mv.promotion.is_some() {
            // More than one square changes, or lines open: the board knows.
            let mut after = board.clone();
            after.play_unchecked(mv);
            !after.checkers().is_empty()
        } else {
            self.checks(piece, mv.from).has(mv.to)
        };
        Seen {
            piece,
            victim,
            check,
        }
    }

    /// The squares to which a piece goes with check, where no other square changes.
    #[inline]
    pub fn checks(&self, piece: Piece, from: Square) -> BitBoard {
        let direct = self.checking.get(piece as usize).copied();
        let uncovered = match self.uncovering.has(from) {
            true => !get_line_rays(self.enemy_king, from),
            false => BitBoard::EMPTY,
        };
        direct.unwrap_or_default() | uncovered
    }

    /// Whether a pawn on this square would attack something.
    pub fn pawn_attacks(&self, square: Square) -> bool {
        !(get_pawn_attacks(square, self.side) & self.enemies).is_empty()
    }
}

//! What several families need to know of a position, found once.

use chess::{
    BitBoard, Board, Color, Piece, get_bishop_moves, get_king_moves, get_knight_moves,
    get_rook_moves,
};

use super::Sink;
use super::families::king_attack::Assault;
use super::families::{bishops, files, mobility, outposts, squares};
use super::pawn_facts::PawnFacts;
use crate::eval::pawn_structure::forward;

/// A position as the families see it. Pairs are indexed by colour.
pub struct View<'a> {
    /// The position.
    pub board: &'a Board,
    /// Its pawns and kings.
    pub facts: &'a PawnFacts,
    /// The squares around each king, and those a step further forward.
    pub rings: [BitBoard; 2],
    /// What each side attacks with each kind of piece. Sliders look through own sliders
    /// that they work together with.
    pub attacks: [[BitBoard; Piece::NUM]; 2],
    /// What each side attacks.
    pub all: [BitBoard; 2],
    /// What each side attacks at least twice.
    pub twice: [BitBoard; 2],
    /// What each side's pieces do around the enemy king.
    pub assaults: [Assault; 2],
}

impl<'a> View<'a> {
    /// Looks at pawns and kings; [`View::see_pieces`] looks at the rest.
    #[inline(always)]
    pub fn new(board: &'a Board, facts: &'a PawnFacts) -> Self {
        let mut attacks = [[BitBoard::EMPTY; Piece::NUM]; 2];
        let mut rings = [BitBoard::EMPTY; 2];
        let mut all = [BitBoard::EMPTY; 2];
        let mut twice = [BitBoard::EMPTY; 2];
        for us in Color::ALL {
            let king = facts.kings[us as usize];
            let (by_king, by_pawns) = (get_king_moves(king), facts.attacks[us as usize]);
            let around = by_king | king.bitboard();
            rings[us as usize] = around | forward(around, us);
            attacks[us as usize][Piece::Pawn as usize] = by_pawns;
            attacks[us as usize][Piece::King as usize] = by_king;
            all[us as usize] = by_king | by_pawns;
            twice[us as usize] = by_king & by_pawns | facts.attacks_twice[us as usize];
        }
        Self {
            board,
            facts,
            rings,
            attacks,
            all,
            twice,
            assaults: [Assault::default(); 2],
        }
    }

    /// Finds the attacks of one side's pieces, and reports what is seen of each on the way.
    #[inline(always)]
    pub fn see_pieces(&mut self, us: Color, sink: &mut impl Sink) {
        let area = mobility::area(self, us);
        let outposts = outposts::squares(self, us);
        let occupied = self.board.occupied();
        let queens = self.pieces(us, Piece::Queen);
        let past_queens = occupied - queens;
        let past_majors = past_queens - self.pieces(us, Piece::Rook);
        for at in self.pieces(us, Piece::Knight) {
            let attacks = get_knight_moves(at);
            let reached = self.note(us, Piece::Knight, attacks, area);
            squares::see(us, Piece::Knight, at, sink);
            mobility::see(Piece::Knight, reached, sink);
            outposts::see(self, us, Piece::Knight, at, reached, outposts, sink);
        }
        for at in self.pieces(us, Piece::Bishop) {
            let attacks = get_bishop_moves(at, past_queens);
            let reached = self.note(us, Piece::Bishop, attacks, area);
            squares::see(us, Piece::Bishop, at, sink);
            mobility::see(Piece::Bishop, reached, sink);
            outposts::see(self, us, Piece::Bishop, at, reached, outposts, sink);
            bishops::see(self, us, at, attacks, sink);
        }
        for at in self.pieces(us, Piece::Rook) {
            let attacks = get_rook_moves(at, past_majors);
            let reached = self.note(us, Piece::Rook, attacks, area);
            squares::see(us, Piece::Rook, at, sink);
            mobility::see(Piece::Rook, reached, sink);
            files::see(self, us, Piece::Rook, at, reached.len(), sink);
        }
        for at in queens {
            let attacks = get_bishop_moves(at, occupied) | get_rook_moves(at, occupied);
            let reached = self.note(us, Piece::Queen, attacks, area);
            squares::see(us, Piece::Queen, at, sink);
            mobility::see(Piece::Queen, reached, sink);
            files::see(self, us, Piece::Queen, at, reached.len(), sink);
        }
    }

    /// Adds one piece's attacks to what its side attacks. Returns those within `area`.
    #[inline(always)]
    fn note(&mut self, us: Color, piece: Piece, attacks: BitBoard, area: BitBoard) -> BitBoard {
        self.twice[us as usize] |= self.all[us as usize] & attacks;
        self.all[us as usize] |= attacks;
        self.attacks[us as usize][piece as usize] |= attacks;
        let hits = attacks & self.rings[!us as usize];
        self.assaults[us as usize].join(piece, hits.len());
        attacks & area
    }

    /// The pieces of one kind and colour.
    #[inline(always)]
    pub fn pieces(&self, color: Color, piece: Piece) -> BitBoard {
        self.board.colored_pieces(color, piece)
    }

    /// Whether a side has nothing but its king and pawns.
    #[inline(always)]
    pub fn is_lone_king(&self, color: Color) -> bool {
        let simple = self.board.pieces(Piece::King) | self.board.pieces(Piece::Pawn);
        (self.board.colors(color) - simple).is_empty()
    }
}

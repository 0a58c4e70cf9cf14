//! What the next moves would bring: exact, and no deeper than a terminal asks.

use chess::{
    BitBoard, Board, Color, Piece, PieceMoves, Rank, Square, get_between_rays, get_bishop_moves,
    get_knight_moves, get_pawn_attacks, get_rook_moves, legal_en_passant,
};

use super::view::{attackers, snipers};

/// Whether the side to move is mated.
pub fn is_mate(board: &Board) -> bool {
    !board.checkers().is_empty() && !has_move(board)
}

/// Whether the side to move can mate with its next move.
pub fn can_mate(board: &Board) -> bool {
    has_check(board, is_mate)
}

/// Whether the side that has just moved can mate with its next move, whatever the
/// side to move does now.
pub fn must_be_mated(board: &Board) -> bool {
    has_move(board) && no_escape(board, can_mate)
}

/// Whether the side that has just moved can mate or take a piece freely with its
/// next move, whatever the side to move does now.
pub fn must_lose(board: &Board) -> bool {
    has_move(board) && no_escape(board, can_gain)
}

/// Whether the side to move has a check that mates, or after which it can mate or
/// take a piece freely, whatever the other does.
pub fn can_gain_by_check(board: &Board) -> bool {
    has_check(board, |after| no_escape(after, can_gain))
}

/// Whether the side to move is in check and is mated, or will be, or loses a piece,
/// by this check and one more at most.
pub fn must_lose_by_checks(board: &Board) -> bool {
    !board.checkers().is_empty()
        && no_escape(board, |after| can_gain(after) || can_gain_by_check(after))
}

/// Whether the side to move can mate with its next move, or take a piece freely.
fn can_gain(board: &Board) -> bool {
    can_take_freely(board, board.side_to_move()) || can_mate(board)
}

/// Whether the side to move has a legal move.
pub fn has_move(board: &Board) -> bool {
    board.generate_moves(|_| true)
}

/// Whether this holds after every move; true also if there is none.
fn no_escape(board: &Board, holds: impl Fn(&Board) -> bool) -> bool {
    let escapes = |moves: PieceMoves| {
        moves.into_iter().any(|mv| {
            let mut after = board.clone();
            after.play_unchecked(mv);
            !holds(&after)
        })
    };
    // The king goes first: it escapes most often.
    let king = board.king(board.side_to_move()).bitboard();
    !board.generate_moves_for(king, escapes) && !board.generate_moves_for(!king, escapes)
}

/// Whether this holds after some check.
fn has_check(board: &Board, holds: impl Fn(&Board) -> bool) -> bool {
    let checks = Checks::of(board);
    board.generate_moves(|mut moves| {
        moves.to &= checks.squares(moves.piece, moves.from);
        moves.into_iter().any(|mv| {
            let mut after = board.clone();
            after.play_unchecked(mv);
            !after.checkers().is_empty() && holds(&after)
        })
    })
}

/// From where the enemy's king can be checked.
struct Checks {
    straight: BitBoard,
    diagonal: BitBoard,
    knight: BitBoard,
    /// Men whose leaving may uncover a check.
    blockers: BitBoard,
}

impl Checks {
    fn of(board: &Board) -> Self {
        let us = board.side_to_move();
        let king = board.king(!us);
        let occupied = board.occupied();
        let mut blockers = BitBoard::EMPTY;
        for sniper in snipers(board, king, us) {
            let between = get_between_rays(king, sniper) & occupied;
            if between.len() == 1 {
                blockers |= between & board.colors(us);
            }
        }
        Self {
            straight: get_rook_moves(king, occupied),
            diagonal: get_bishop_moves(king, occupied),
            knight: get_knight_moves(king),
            blockers,
        }
    }

    /// Where a man must go to give check; not every such move does.
    fn squares(&self, piece: Piece, from: Square) -> BitBoard {
        if self.blockers.has(from) {
            return BitBoard::FULL;
        }
        match piece {
            // It may become anything, or clear a line by capturing en passant.
            Piece::Pawn => BitBoard::FULL,
            Piece::Knight => self.knight,
            Piece::Bishop => self.diagonal,
            Piece::Rook => self.straight,
            Piece::Queen => self.straight | self.diagonal,
            // Castling, along the rank onto the rook, brings that into play.
            Piece::King => from.rank().bitboard(),
        }
    }
}

/// Whether `by` could take one of the other side's pieces, were it to move, so that
/// no man takes back. If `by` is not to move, the turn is imagined, and a check of
/// the other side's king is ignored.
pub fn can_take_freely(board: &Board, by: Color) -> bool {
    let victims = board.colors(!by) - board.pieces(Piece::King);
    let direct = victims.iter().any(|victim| {
        let takers = attackers(board, victim, by, board.occupied());
        takers
            .iter()
            .any(|taker| takes_freely(board, by, taker, victim, victim))
    });
    direct || by == board.side_to_move() && can_take_freely_in_passing(board, by)
}

fn can_take_freely_in_passing(board: &Board, by: Color) -> bool {
    let Some(file) = legal_en_passant(board) else {
        return false;
    };
    let to = Square::new(file, Rank::Sixth.relative_to(by));
    let victim = Square::new(file, Rank::Fifth.relative_to(by));
    let pawns = get_pawn_attacks(to, !by) & board.colored_pieces(by, Piece::Pawn);
    pawns
        .iter()
        .any(|taker| takes_freely(board, by, taker, to, victim))
}

/// Whether one capture is legal and no legal move takes back on the same square.
fn takes_freely(board: &Board, by: Color, taker: Square, to: Square, victim: Square) -> bool {
    let occupied = (board.occupied() - taker.bitboard() - victim.bitboard()) | to.bitboard();
    let king = |side: Color, moved: Square| match board.king(side) {
        king if king == moved => to,
        king => king,
    };
    let taken = victim.bitboard() | to.bitboard();
    let threats = attackers(board, king(by, taker), !by, occupied) - taken;
    if !threats.is_empty() {
        return false;
    }
    let takes_back = attackers(board, to, !by, occupied) - taken;
    takes_back.iter().all(|back| {
        // The taker is gone, and the man that takes back has left its square.
        let occupied = occupied - back.bitboard();
        let threats = attackers(board, king(!by, back), by, occupied) - to.bitboard();
        !threats.is_empty()
    })
}

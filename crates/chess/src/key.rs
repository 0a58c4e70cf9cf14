//! Position keys for transposition tables and repetition counts.

use crate::{Board, File, Move, Piece, Rank, Square, get_pawn_attacks};

/// The Zobrist key of a position, equal for positions that are the same under
/// the rules of repetition.
///
/// [`Board::hash`] counts the en-passant file after every double push. Two
/// positions that differ only in a right that cannot be used are the same
/// position, so the file counts here only if an en-passant capture is legal.
#[inline]
pub fn key(board: &Board) -> u64 {
    if board.en_passant().is_none() || legal_en_passant(board).is_some() {
        board.hash()
    } else {
        board.hash_without_ep()
    }
}

/// The file of the pawn that can legally be captured en passant, if any.
pub fn legal_en_passant(board: &Board) -> Option<File> {
    let file = board.en_passant()?;
    let us = board.side_to_move();
    let to = Square::new(file, Rank::Sixth.relative_to(us));
    let capturers = get_pawn_attacks(to, !us) & board.colored_pieces(us, Piece::Pawn);
    let legal = |from| {
        board.is_legal(Move {
            from,
            to,
            promotion: None,
        })
    };
    capturers.into_iter().any(legal).then_some(file)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fen;

    #[test]
    fn counts_en_passant_only_when_it_can_be_played() {
        for (text, file) in [
            ("4k3/8/8/8/4P3/8/8/4K3 b - e3 0 1", None),
            ("4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1", Some(File::E)),
            // The capturing pawn is pinned on its file.
            ("3k4/8/8/8/3pP3/8/8/3RK3 b - e3 0 1", None),
            // Both pawns would leave the rank and open the king to the rook.
            ("8/8/8/8/k2pP2R/8/8/4K3 b - e3 0 1", None),
            // Two capturers, one pinned.
            ("3k4/8/8/8/3pPp2/8/8/3RK3 b - e3 0 1", Some(File::E)),
        ] {
            let board = fen::parse(text).unwrap();
            assert_eq!(board.en_passant(), Some(File::E), "{text}");
            assert_eq!(legal_en_passant(&board), file, "{text}");
            let plain = fen::parse(&text.replace("e3", "-")).unwrap();
            assert_eq!(key(&board) == key(&plain), file.is_none(), "{text}");
        }
    }
}

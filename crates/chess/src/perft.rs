//! Counting the leaves of the move tree, the classic check of a move generator.

use crate::{Board, Move};

/// The number of move sequences of `depth` half moves from `board`.
///
/// The last ply is counted without being played.
pub fn perft(board: &Board, depth: u8) -> u64 {
    if depth == 0 {
        return 1;
    }
    let mut leaves = 0;
    board.generate_moves(|moves| {
        if depth == 1 {
            leaves += moves.len() as u64;
        } else {
            for mv in moves {
                let mut next = board.clone();
                next.play_unchecked(mv);
                leaves += perft(&next, depth - 1);
            }
        }
        false
    });
    leaves
}

/// [`perft`] split by the first move, in the order of generation: the way to
/// find the move on which two generators disagree.
///
/// Empty at depth 0.
pub fn divide(board: &Board, depth: u8) -> Vec<(Move, u64)> {
    let mut shares = Vec::new();
    if depth == 0 {
        return shares;
    }
    board.generate_moves(|moves| {
        for mv in moves {
            let mut next = board.clone();
            next.play_unchecked(mv);
            shares.push((mv, perft(&next, depth - 1)));
        }
        false
    });
    shares
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_add_up() {
        let board = Board::default();
        let shares = divide(&board, 3);
        assert_eq!(shares.len(), 20);
        assert_eq!(shares.iter().map(|share| share.1).sum::<u64>(), 8902);
        assert_eq!(perft(&board, 0), 1);
        assert!(divide(&board, 0).is_empty());
    }
}

//! Mate scores are exact: a brute-force solver says how far the mate is.

use chess::Board;
use engine::search::{Limit, Score};

use crate::support::{board, colours_swapped, game, legal_moves};
use crate::{SETTINGS, engine, until_mate};

/// Positions, and in how many moves the mover mates.
#[rustfmt::skip]
const MATES: &[(&str, i32)] = &[
    ("6k1/5ppp/8/8/8/8/8/R5K1 w - -", 1), // on the back rank
    ("r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq -", 1),
    ("6rk/6pp/8/6N1/8/8/8/6K1 w - -", 1), // smothered
    ("8/P6k/5K2/8/6R1/8/8/8 w - -", 2), // a promotion
    ("kbK5/pp6/1P6/8/8/8/8/R7 w - -", 2), // Morphy's: a quiet sacrifice
    ("7k/8/5K2/8/8/8/8/6R1 w - -", 2), // zugzwang: no null move here
    ("r1bq2r1/b4pk1/p1pp1p2/1p2pP2/1P2P1PB/3P4/1PPQ2P1/R3K2R w KQ -", 2), // Qh6+
    ("r5rk/5p1p/5R2/4B3/8/8/7P/7K w - -", 3),
    ("8/8/8/8/8/2K5/7R/k7 w - -", 2),
    ("6k1/8/4K3/8/8/8/8/Q7 w - -", 3),
    ("8/8/8/8/8/2k5/1q6/4K3 b - -", 2),
    ("k1K5/8/1P6/8/8/8/8/8 w - -", 4), // the pawn must promote first
];

#[test]
fn mates_are_found_at_their_true_distance() {
    for &(text, moves) in MATES {
        assert_eq!(solve(&board(text), 4), Some(moves), "{text}");
        for board in [board(text), colours_swapped(&board(text))] {
            for params in SETTINGS {
                let text = board.to_string();
                let found = engine(params()).search(&game(&text), &until_mate(moves, 400_000));
                assert_eq!(found.score, Score::Mate(moves), "{text}");

                // The loser knows as well.
                let mut after = game(&text);
                after.play(found.best.unwrap()).unwrap();
                let lost = engine(params()).search(&after, &Limit::depth(2 * moves as u8));
                assert_eq!(lost.score, Score::Mate(1 - moves), "{text}");
            }
        }
    }
}

/// A search that has seen the whole tree to that depth must know every mate in it.
#[test]
fn plain_search_finds_mates_by_depth() {
    for &(text, moves) in MATES {
        let depth = 2 * moves as u8 - 1;
        let found = engine(SETTINGS[1]()).search(&game(text), &Limit::depth(depth));
        assert_eq!(found.score, Score::Mate(moves), "{text}");
    }
}

#[test]
fn no_moves_no_answer() {
    for (text, score) in [
        ("R5k1/5ppp/8/8/8/8/8/6K1 b - -", Score::Mate(0)),
        ("7k/5Q2/8/8/8/8/8/6K1 b - -", Score::Centipawns(0)),
    ] {
        let found = engine(SETTINGS[0]()).search(&game(text), &Limit::nodes(1000));
        assert_eq!(
            (found.best, found.score, found.nodes),
            (None, score, 0),
            "{text}"
        );
    }
}

/// Moves to the shortest forced mate, if there is one within `most`.
fn solve(board: &Board, most: i32) -> Option<i32> {
    (1..=most).find(|&moves| mates_within(board, moves))
}

fn mates_within(board: &Board, moves: i32) -> bool {
    legal_moves(board).into_iter().any(|mv| {
        let mut child = board.clone();
        child.play(mv);
        is_mated_within(&child, moves)
    })
}

fn is_mated_within(board: &Board, moves: i32) -> bool {
    if moves == 1 && board.checkers().is_empty() {
        return false;
    }
    let replies = legal_moves(board);
    if replies.is_empty() {
        return !board.checkers().is_empty();
    }
    moves > 1
        && replies.into_iter().all(|mv| {
            let mut child = board.clone();
            child.play(mv);
            mates_within(&child, moves - 1)
        })
}

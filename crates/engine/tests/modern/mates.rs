//! Mates are found, at their true distance.

use engine::search::{Limit, Score};

use crate::support::{board, colours_swapped};
use crate::{SETTINGS, engine};
use chess::Game;

#[test]
fn forced_mates_are_found() {
    for (text, moves) in [
        ("6k1/5ppp/8/8/8/8/8/R5K1 w - -", 1),
        (
            "r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq -",
            1,
        ),
        ("7k/8/5K2/8/8/8/8/6R1 w - -", 2),
        ("r5rk/5p1p/5R2/4B3/8/8/7P/7K w - -", 3),
        ("8/8/8/8/8/5k2/8/5K1q b - -", 0),
    ] {
        for genes in SETTINGS {
            let board = board(text);
            for board in [colours_swapped(&board), board] {
                let limit = Limit {
                    mate: Some(moves.max(1) as u8),
                    ..Limit::nodes(1_000_000)
                };
                let found = engine(genes()).search(&Game::new(board.clone()), &limit);
                match moves {
                    0 => assert!(matches!(
                        found.score,
                        Score::Centipawns(500..) | Score::Mate(1..)
                    )),
                    _ => assert_eq!(found.score, Score::Mate(moves), "{board}"),
                }
            }
        }
    }
}

#[test]
fn the_end_of_a_game_has_no_move() {
    for (text, score) in [
        ("R5k1/5ppp/8/8/8/8/8/6K1 b - -", Score::Mate(0)),
        ("7k/5Q2/6K1/8/8/8/8/8 b - -", Score::Centipawns(0)),
    ] {
        let found = engine(SETTINGS[0]()).search(&Game::new(board(text)), &Limit::nodes(100));
        assert_eq!((found.best, found.score), (None, score), "{text}");
    }
}

//! Mates are found, at their true distance.

use engine::search::{Limit, Score};

use crate::support::{board, colours_swapped};
use crate::{SETTINGS, engine};
use chess::{Color, End, Game};
use engine::modern::eval::{Evaluator, Weights};
use engine::modern::search::SearchGenes;
use engine::search::Engine;

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
    ] {
        for genes in SETTINGS {
            let board = board(text);
            for board in [colours_swapped(&board), board] {
                let limit = Limit {
                    mate: Some(moves as u8),
                    ..Limit::nodes(1_000_000)
                };
                let found = engine(genes()).search(&Game::new(board.clone()), &limit);
                assert_eq!(found.score, Score::Mate(moves), "{board}");
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

/// With what its family can say, few nodes are enough to mate a king that has nothing left.
#[test]
fn a_lone_king_is_mated() {
    let mut weights = Weights::default();
    let worse = |gene: &str, slope: i32, weights: &mut Weights| {
        let first = Weights::TABLE.index(gene);
        for step in 0..Weights::TABLE.get(first).len {
            weights.endgame[first + step] = -slope * step as i32;
        }
    };
    worse("LONE_KING_EDGE", 10, &mut weights);
    worse("LONE_KING_NEAR", 10, &mut weights);
    worse("LONE_KING_CORNER", 40, &mut weights);
    for (text, nodes) in [
        ("8/8/8/3k4/8/8/8/KQ6 w - - 0 1", 500),
        ("8/8/8/3k4/8/8/8/KR6 w - - 0 1", 1000),
        ("8/8/8/3k4/8/8/8/KBB5 w - - 0 1", 2000),
        ("8/8/8/3k4/8/8/8/KBN5 w - - 0 1", 20_000),
    ] {
        let mut game = Game::new(board(text));
        let mut engine = Engine::new(Evaluator::new(&weights), SearchGenes::default(), 1);
        while game.end().is_none() {
            let found = engine.search(&game, &Limit::nodes(nodes));
            game.play(found.best.expect("the game goes on")).unwrap();
        }
        let winner = Color::White;
        assert_eq!(game.end(), Some(End::Checkmate { winner }), "{text}");
    }
}

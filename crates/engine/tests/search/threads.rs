//! Several threads: the same rules hold.

use chess::Game;
use engine::eval::{Evaluator, Weights};
use engine::search::{Engine, Limit, Score, searcher};

use crate::{SETTINGS, game, until_mate};

fn engine(threads: usize) -> Engine {
    let evaluations = (0..threads).map(|_| Evaluator::new(Weights::default()));
    Engine::of(searcher(evaluations, SETTINGS[0]()), 1)
}

#[test]
fn threads_together_keep_to_the_node_limit() {
    for threads in [2, 4] {
        let mut engine = engine(threads);
        for nodes in [0, 1, 2, 3, 4, 5, 7, 100, 1001, 30_000] {
            let found = engine.search(&Game::default(), &Limit::nodes(nodes));
            assert!(found.nodes <= nodes, "{} of {nodes}", found.nodes);
            assert!(Game::default().board().is_legal(found.best.unwrap()));
        }
    }
}

#[test]
fn threads_find_mates() {
    for threads in [2, 4] {
        for (text, moves) in [
            (
                "r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq -",
                1,
            ),
            ("kbK5/pp6/1P6/8/8/8/8/R7 w - -", 2),
            ("r5rk/5p1p/5R2/4B3/8/8/7P/7K w - -", 3),
        ] {
            let found = engine(threads).search(&game(text), &until_mate(moves, 2_000_000));
            assert_eq!(found.score, Score::Mate(moves), "{text}");
        }
    }
}

//! Node limits are exact, and the same search is the same search.

use chess::Game;
use engine::search::Limit;

use crate::support::{Random, game, positions};
use crate::{SETTINGS, engine, random_engine, team};

#[test]
fn node_limits_are_met_exactly() {
    let start = Game::default();
    let busy = game("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -");
    for settings in SETTINGS {
        for nodes in (0..=100).chain([999, 1000, 1023, 1024, 1025, 4096, 20_000]) {
            for game in [&start, &busy] {
                let found = engine(settings()).search(game, &Limit::nodes(nodes));
                assert_eq!(found.nodes, nodes);
                assert!(game.board().is_legal(found.best.unwrap()));
                assert!(found.found_at_nodes <= nodes);
            }
        }
    }
}

#[test]
fn depth_limits_are_met_exactly() {
    for depth in 0..=6 {
        let found = engine(SETTINGS[0]()).search(&Game::default(), &Limit::depth(depth));
        assert_eq!(found.depth, depth);
    }
}

#[test]
fn the_same_search_is_the_same_search() {
    let mut random = Random(30);
    let boards = positions(31, 30);
    for board in &boards {
        let fresh = random_engine(&mut random);
        let game = Game::new(board.clone());
        let limit = Limit::nodes(5_000);
        let found = fresh().search(&game, &limit);
        assert_eq!(fresh().search(&game, &limit), found, "{board}");

        // Nor does it matter what was searched in the game before.
        let mut used = fresh();
        for other in boards.iter().take(3) {
            used.search(&Game::new(other.clone()), &limit);
        }
        used.new_game();
        assert_eq!(used.search(&game, &limit), found, "{board}");
    }
}

#[test]
fn threads_together_keep_to_the_node_limit() {
    for threads in [2, 3, 4] {
        let mut engine = team(threads);
        for nodes in [0, 1, 2, 3, 4, 5, 7, 100, 1001, 30_000] {
            let found = engine.search(&Game::default(), &Limit::nodes(nodes));
            assert!(found.nodes <= nodes, "{} of {nodes}", found.nodes);
            assert!(Game::default().board().is_legal(found.best.unwrap()));
        }
    }
}

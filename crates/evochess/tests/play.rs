//! Individuals as players.

use std::num::NonZeroU64;
use std::time::Duration;

use arena::{Limit, Player};
use chess::Game;
use engine::search::Clock;
use evochess::search::Bounds;
use evochess::{EvochessPlayer, Individual, Organism};

/// It would look ten plies ahead in every line, with as many nodes as that needs.
fn insatiable() -> EvochessPlayer {
    EvochessPlayer::new(&Organism {
        individual: Individual {
            depth: "incHorizon\n".parse().unwrap(),
            ..Individual::default()
        },
        bounds: Bounds {
            nodes: NonZeroU64::MAX,
            ..Bounds::default()
        },
        ..Organism::default()
    })
}

/// Without a clock this test would not end.
#[test]
fn time_breaks_a_search_off() {
    let clock = Clock {
        remaining: Duration::from_millis(600),
        increment: Duration::ZERO,
        moves_to_go: None,
        overhead: Duration::ZERO,
    };
    let clocks = Limit::Clocks {
        white: clock,
        black: clock,
    };
    for limit in [Limit::MoveTime(Duration::from_millis(20)), clocks] {
        let mut player = insatiable();
        let mut game = Game::default();
        for _ in 0..3 {
            let thought = player.choose(&game, limit).unwrap().unwrap();
            assert!(thought.nodes.unwrap() > 0);
            game.play(thought.mv).unwrap();
        }
    }
}

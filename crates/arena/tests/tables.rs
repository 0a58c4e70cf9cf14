//! Games that end by endgame tables. They are large and not part of the project:
//! this is tried with `GALAPAGOS_SYZYGY` naming a folder of 3- and 4-man tables.

use std::env;
use std::sync::Arc;

use arena::{Ending, OrganismPlayer, Pace, Played, Rules, Seat, play};
use chess::{Color, Game, Outcome, Tables, fen};
use engine::organism::Organism;

#[test]
fn games_end_by_tables_where_no_move_counts_towards_the_fifty() {
    let Some(folder) = env::var_os("GALAPAGOS_SYZYGY") else {
        println!("skipped: GALAPAGOS_SYZYGY names no folder");
        return;
    };
    let tables = Arc::new(Tables::open(folder).unwrap());
    let first = play_on("8/8/8/4k3/8/8/8/KR6 w - - 0 1", &tables);
    assert_eq!(first.ending, Ending::Tablebase(Outcome::Win(Color::White)));
    assert_eq!(first.thoughts.len(), 0);
    let later = play_on("8/8/8/4k3/8/8/8/KR6 w - - 1 1", &tables);
    assert!(matches!(later.ending, Ending::Rules(_)), "{}", later.ending);
}

fn play_on(position: &str, tables: &Arc<Tables>) -> Played {
    let mut players = [0, 1].map(|_| OrganismPlayer::new(Arc::new(Organism::default()), 1));
    let [white, black] = players.each_mut().map(|player| Seat {
        player,
        pace: Pace::Nodes(2000),
    });
    let rules = Rules {
        tables: Some(tables.clone()),
        ..Rules::chess_only()
    };
    play(
        white,
        black,
        Game::new(fen::parse(position).unwrap()),
        &rules,
    )
}

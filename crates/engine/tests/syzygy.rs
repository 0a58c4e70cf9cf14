//! Play with endgame tables. They are large and not part of the project: this is
//! tried with `GALAPAGOS_SYZYGY` naming a folder of 3- and 4-man tables.

use std::env;
use std::sync::Arc;

use chess::{Color, Game, Outcome, Tables, fen};
use engine::Mind;
use engine::organism::Organism;
use engine::search::{Bound, Found, Limit, Score};

fn game(text: &str) -> Game {
    Game::new(fen::parse(text).unwrap())
}

/// One test: a process has one set of tables.
#[test]
fn tables_are_used_in_the_tree_and_at_the_root() {
    let Some(folder) = env::var_os("GALAPAGOS_SYZYGY") else {
        println!("skipped: GALAPAGOS_SYZYGY names no folder");
        return;
    };
    let tables = Arc::new(Tables::open(&folder).unwrap());
    let mut engine = Organism::default().engine(1, 1);
    engine.set_tablebase(Some(tables));
    let mut search = |text: &str, limit: Limit| -> Found {
        engine.new_game();
        engine.search(&game(text), &limit)
    };

    // Five men: taking the queen wins, and only the tables know so soon.
    let found = search("8/8/8/8/8/1q6/2K4k/B1N5 w - - 0 1", Limit::depth(2));
    assert!(["c1b3", "c2b3"].contains(&&*found.best.unwrap().to_string()));
    assert!(found.tablebase_hits > 0);
    assert!(is_table_win(found.score), "{:?}", found.score);

    // Four men at the root: a draw, a win, a loss, whatever the evaluation thinks.
    let draw = search("8/8/8/4k3/8/8/8/KNN5 w - - 0 1", Limit::depth(3));
    assert_eq!(
        (draw.score, draw.bound),
        (Score::Centipawns(0), Bound::Exact)
    );
    assert!(draw.tablebase_hits > 0);
    let win = search("8/8/8/4k3/8/8/8/KBN5 w - - 0 1", Limit::depth(3));
    assert!(is_table_win(win.score), "{:?}", win.score);
    let loss = search("8/8/8/4k3/8/8/8/KBN5 b - - 0 1", Limit::depth(3));
    let Score::Centipawns(cp) = loss.score else {
        panic!("{:?}", loss.score);
    };
    assert!(is_table_win(Score::Centipawns(-cp)), "{:?}", loss.score);
    // The tables know before the first node.
    let at_once = search("8/8/8/4k3/8/8/8/KBN5 b - - 0 1", Limit::nodes(0));
    assert_eq!(at_once.score, loss.score);
    // A mate that is found is reported as one.
    let mate = search("7k/8/6K1/8/8/8/8/R7 w - - 0 1", Limit::depth(3));
    assert_eq!(mate.score, Score::Mate(1));
    // There is no time left for the win: a draw that is still worth trying.
    let cursed = search("7k/8/8/8/8/8/8/KBN5 w - - 90 1", Limit::depth(3));
    assert_eq!(cursed.score, Score::Centipawns(1));

    // A beginner at this ending, with one ply to look ahead, mates in time.
    for start in [
        "7k/8/8/8/8/8/8/KBN5 w - - 0 1",
        "7r/8/8/8/4k3/8/1Q6/K7 w - - 0 1",
    ] {
        let mut game = game(start);
        engine.new_game();
        while game.end().is_none() {
            let found = engine.search(&game, &Limit::depth(1));
            game.play(found.best.unwrap()).unwrap();
        }
        assert_eq!(game.outcome(), Some(Outcome::Win(Color::White)), "{start}");
    }

    // Several lines: the best by the tables come first.
    let mut ranks = Vec::new();
    let wish = engine::search::Wish {
        lines: 100,
        ..Default::default()
    };
    let signals = engine::search::Signals::default();
    let position = game("7r/8/8/8/4k3/8/1Q6/K7 w - - 0 1");
    engine.search_with(&position, &Limit::depth(2), &wish, &signals, |report| {
        if report.depth == 2 {
            ranks.push(report.score);
        }
        std::ops::ControlFlow::Continue(())
    });
    let worth = |score: &Score| match *score {
        Score::Centipawns(cp) => cp,
        Score::Mate(moves) => 100_000 * moves.signum(),
    };
    assert!(
        ranks.iter().map(worth).is_sorted_by(|a, b| a >= b),
        "{ranks:?}"
    );
    let last = ranks.last().unwrap();
    assert!(is_table_win(ranks[0]) && !is_table_win(*last), "{ranks:?}");

    // Without tables nothing of this is known.
    engine.set_tablebase(None);
    let found = engine.search(&game("8/8/8/4k3/8/8/8/KBN5 w - - 0 1"), &Limit::depth(3));
    assert_eq!(found.tablebase_hits, 0);
    assert!(!is_table_win(found.score));
}

/// Far above every evaluation, and no mate.
fn is_table_win(score: Score) -> bool {
    matches!(score, Score::Centipawns(31_000..))
}

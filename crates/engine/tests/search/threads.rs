//! Several threads: the same rules hold.

use engine::search::Score;

use crate::support::game;
use crate::{team, until_mate};

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
            let found = team(threads).search(&game(text), &until_mate(moves, 2_000_000));
            assert_eq!(found.score, Score::Mate(moves), "{text}");
        }
    }
}

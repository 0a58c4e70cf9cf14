//! Draws by the rules, and mates that come before them.

use std::ops::ControlFlow;

use chess::Game;
use engine::search::{Found, Limit, Report, Score, Signals, Wish};

use crate::support::{game, mv, played};
use crate::{FARSIGHTED, SETTINGS, engine};

const DRAW: Score = Score::Centipawns(0);

/// Kf7 Kh7 Rh1 mates on the third half move.
const MATE_IN_TWO: &str = "7k/8/5K2/8/8/8/8/6R1 w - -";

#[test]
fn mate_on_the_hundredth_half_move_counts() {
    for (clock, score) in [
        (0, Score::Mate(2)),
        (96, Score::Mate(2)),
        (97, Score::Mate(2)),
        (98, DRAW),
        (99, DRAW),
    ] {
        for settings in SETTINGS {
            let game = game(&format!("{MATE_IN_TWO} {clock} 90"));
            let found = engine(settings()).search(&game, &Limit::depth(7));
            assert_eq!(found.score, score, "at {clock}");
        }
    }
    let last_chance = game("6k1/5ppp/8/8/8/8/8/R5K1 w - - 99 90");
    let found = engine(SETTINGS[0]()).search(&last_chance, &Limit::depth(4));
    assert_eq!(found.score, Score::Mate(1));
}

/// What the table learned with a low half-move clock must not be used with a high one.
#[test]
fn the_table_does_not_hide_the_fifty_move_rule() {
    for settings in SETTINGS {
        let mut engine = engine(settings());
        let young = engine.search(&game(&format!("{MATE_IN_TWO} 0 1")), &Limit::depth(7));
        assert_eq!(young.score, Score::Mate(2));
        let old = engine.search(&game(&format!("{MATE_IN_TWO} 98 90")), &Limit::depth(7));
        assert_eq!(old.score, DRAW);
    }
}

/// White faces mate by queen and rook, but has checks for ever: Qe8+ Kh7 Qh5+.
#[test]
fn the_lost_side_gives_perpetual_check() {
    for settings in FARSIGHTED {
        let game = game("6k1/6p1/5p2/7Q/8/8/qr6/7K w - -");
        let found = engine(settings()).search(&game, &Limit::nodes(200_000));
        assert_eq!(found.score, DRAW);
        assert_eq!(found.best, Some(mv("h5e8")));
    }
}

/// The position at the start has occurred twice; h8 and a2 make it three times.
#[test]
fn the_game_so_far_counts_for_repetition() {
    let shuffle = "h8g8 a2b2 g8h8 b2a2 h8g8 a2b2 g8h8";
    let rook_up = played("7k/8/8/8/8/8/R7/K7 b - -", shuffle);
    let shuffle = "a2b2 h8g8 b2a2 g8h8 a2b2 h8g8 b2a2";
    let rook_down = played("7k/8/8/8/8/8/R7/K7 w - -", shuffle);
    for settings in SETTINGS {
        let found = engine(settings()).search(&rook_up, &Limit::depth(5));
        assert_ne!(found.best, Some(mv("b2a2")), "throws the win away");
        assert!(matches!(
            found.score,
            Score::Centipawns(300..) | Score::Mate(1..)
        ));
        assert_eq!(search_only(&rook_up, "b2a2", 5).score, DRAW);

        let found = engine(settings()).search(&rook_down, &Limit::depth(5));
        assert_eq!((found.best, found.score), (Some(mv("g8h8")), DRAW));
    }
}

/// Twice is not three times: the first return of an earlier position is not yet a draw.
#[test]
fn a_second_occurrence_in_the_game_is_no_draw() {
    let game = played("7k/8/8/8/8/8/R7/K7 b - -", "h8g8 a2b2 g8h8");
    let found = search_only(&game, "b2a2", 1);
    assert!(
        matches!(found.score, Score::Centipawns(300..)),
        "{:?}",
        found.score
    );
}

#[test]
fn bare_pieces_draw() {
    for (text, best) in [
        ("8/8/8/4k3/8/8/4K1N1/8 w - -", None),
        ("8/8/8/4k3/8/8/4K1B1/8 b - -", None),
        ("8/8/8/8/k7/8/1p6/K7 w - -", Some("a1b2")), // takes the last pawn
    ] {
        for settings in SETTINGS {
            let found = engine(settings()).search(&game(text), &Limit::depth(4));
            assert_eq!(found.score, DRAW, "{text}");
            if let Some(best) = best {
                assert_eq!(found.best, Some(mv(best)), "{text}");
            }
        }
    }
}

/// A pawn up, but every move stalemates or loses the pawn.
#[test]
fn stalemate_is_seen_from_afar() {
    for settings in SETTINGS {
        let found = engine(settings()).search(&game("8/8/8/8/8/k7/p7/K7 b - -"), &Limit::depth(4));
        assert_eq!(found.score, DRAW);
    }
}

fn search_only(game: &Game, only: &str, depth: u8) -> Found {
    let wish = Wish {
        only: &[mv(only)],
        lines: 1,
    };
    let listen = |_: &Report| ControlFlow::Continue(());
    engine(SETTINGS[1]()).search_with(
        game,
        &Limit::depth(depth),
        &wish,
        &Signals::default(),
        listen,
    )
}

//! Draws by the rules, and mates that come before them.

use chess::{Game, Move};
use engine::search::{Limit, Score};

use crate::{SETTINGS, engine, game};

const DRAW: Score = Score::Centipawns(0);
/// Kf7 Kh7 Rh1 mates on the third half move.
const MATE_IN_TWO: &str = "7k/8/5K2/8/8/8/8/6R1 w - -";

fn mv(text: &str) -> Move {
    text.parse().unwrap()
}

fn played(fen: &str, moves: &str) -> Game {
    let mut game = game(fen);
    for text in moves.split_whitespace() {
        game.play(mv(text)).unwrap();
    }
    game
}

#[test]
fn mate_on_the_hundredth_half_move_counts() {
    for (clock, score) in [
        (0, Score::Mate(2)),
        (97, Score::Mate(2)),
        (98, DRAW),
        (99, DRAW),
    ] {
        for genes in SETTINGS {
            let game = game(&format!("{MATE_IN_TWO} {clock} 90"));
            let found = engine(genes()).search(&game, &Limit::depth(7));
            assert_eq!(found.score, score, "at {clock}");
        }
    }
}

/// What the table learnt with a low half-move clock must not be used with a high one.
#[test]
fn the_table_does_not_hide_the_fifty_move_rule() {
    for genes in SETTINGS {
        let mut engine = engine(genes());
        let young = engine.search(&game(&format!("{MATE_IN_TWO} 0 1")), &Limit::depth(7));
        assert_eq!(young.score, Score::Mate(2));
        let old = engine.search(&game(&format!("{MATE_IN_TWO} 98 90")), &Limit::depth(7));
        assert_eq!(old.score, DRAW);
    }
}

/// White faces mate by queen and rook, but has checks for ever: Qe8+ Kh7 Qh5+.
#[test]
fn the_lost_side_gives_perpetual_check() {
    for genes in &SETTINGS[..1] {
        let game = game("6k1/6p1/5p2/7Q/8/8/qr6/7K w - -");
        let found = engine(genes()).search(&game, &Limit::nodes(200_000));
        assert_eq!((found.best, found.score), (Some(mv("h5e8")), DRAW));
    }
}

/// The position at the start has occurred twice; h8 and a2 make it three times.
#[test]
fn the_game_so_far_counts_for_repetition() {
    let shuffle = "h8g8 a2b2 g8h8 b2a2 h8g8 a2b2 g8h8";
    let rook_up = played("7k/8/8/8/8/8/R7/K7 b - -", shuffle);
    let shuffle = "a2b2 h8g8 b2a2 g8h8 a2b2 h8g8 b2a2";
    let rook_down = played("7k/8/8/8/8/8/R7/K7 w - -", shuffle);
    for genes in SETTINGS {
        let found = engine(genes()).search(&rook_up, &Limit::depth(5));
        assert_ne!(found.best, Some(mv("b2a2")), "throws the win away");
        let found = engine(genes()).search(&rook_down, &Limit::depth(5));
        assert_eq!((found.best, found.score), (Some(mv("g8h8")), DRAW));
    }
}

/// A pawn up, but every move stalemates or loses the pawn.
#[test]
fn stalemate_is_seen_from_afar() {
    for genes in SETTINGS {
        let found = engine(genes()).search(&game("8/8/8/8/8/k7/p7/K7 b - -"), &Limit::depth(4));
        assert_eq!(found.score, DRAW);
    }
}

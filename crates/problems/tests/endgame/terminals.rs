//! Terminals against a second way to work them out.

use std::collections::HashMap;

use chess::{Game, fen};
use evo::Seed;
use problems::endgame::{COUNT, Memo, Oracle, TERMINALS, View};

use crate::positions::{legal, random_game};
use crate::slow::{Slow, value};

/// The position without its clocks.
fn text(board: &chess::Board) -> String {
    let text = fen::write(board);
    let fields: Vec<_> = text.split(' ').take(4).collect();
    fields.join(" ")
}

/// Every terminal on every move of a position. Returns how many views there were.
fn compare(game: &Game, seen: &mut HashMap<(usize, bool), usize>) -> usize {
    let before = game.board();
    let mut positions = vec![text(game.start())];
    let mut board = game.start().clone();
    for &mv in game.moves() {
        board.play(mv);
        positions.push(text(&board));
    }
    let moves = legal(before);
    for &mv in &moves {
        let mut after = before.clone();
        after.play(mv);
        let earlier = positions.iter().filter(|&old| *old == text(&after)).count();
        let slow = (Slow::new(before), Slow::new(&after));
        let view = || View::new(before, &after, game.keys());
        // The second one is told what the first one found out.
        let (mut memo, mut again) = (Memo::new(view()), Memo::new(view()));
        let view = view();
        for (index, terminal) in TERMINALS.iter().enumerate() {
            let found = f64::from(terminal.ask(&view));
            let expected = value(
                terminal.name,
                &slow.0,
                &slow.1,
                earlier,
                after.halfmove_clock(),
            );
            assert_eq!(
                found,
                expected,
                "{} after {mv} in {}",
                terminal.name,
                fen::write(before)
            );
            assert_eq!([memo.ask(index), again.ask(index)], [expected; 2]);
            *seen.entry((index, found != 0.0)).or_default() += 1;
        }
    }
    moves.len()
}

#[test]
fn terminals_agree_with_the_slow_way() {
    let mut seen = HashMap::new();
    let mut views = 0;
    for number in 0.. {
        let mut stream = Seed::new(1).child("game", number).stream();
        let plies = stream.below(12);
        views += compare(&random_game(plies, &mut stream), &mut seen);
        if views > 3000 {
            break;
        }
    }
    // Each answer came up, so both were compared.
    for (index, terminal) in TERMINALS.iter().enumerate() {
        if terminal.is_truth() {
            let count = |truth| seen.get(&(index, truth)).copied().unwrap_or(0);
            assert!(count(true) >= 4, "{} is hardly ever true", terminal.name);
            let always = terminal.name == "NotMyKingInCheck";
            assert!(
                count(false) >= 4 || always,
                "{} is hardly ever false",
                terminal.name
            );
        }
    }
}

/// What random games seldom reach.
#[test]
fn terminals_agree_where_it_is_close() {
    let mut seen = HashMap::new();
    for position in [
        // Mates, stalemates and mates to come.
        "7k/8/5KQ1/8/8/8/8/8 w - - 0 1",
        "7k/5K2/8/6Q1/8/8/8/8 w - - 0 1",
        "8/8/8/8/8/5k2/7r/5K2 b - - 0 1",
        "k7/2K5/8/8/8/8/8/1R6 w - - 0 1",
        "8/8/8/8/8/1k6/2q5/K7 b - - 0 1",
        // Pins, pinned defenders, a king that may not take back.
        "4k3/4r3/8/8/4Q3/8/4R3/4K3 b - - 0 1",
        "3qk3/8/8/8/8/8/3R4/3RK3 w - - 0 1",
        "8/8/2k5/3q4/4B3/8/6K1/8 w - - 0 1",
        "8/8/8/1k1r2R1/8/8/6K1/8 b - - 0 1",
        // En passant: legal, pinned on the file, pinned on the rank.
        "4k3/8/8/8/4p3/8/3P4/4K3 w - - 0 1",
        "4k3/4p3/8/3P4/8/8/8/4K3 b - - 0 1",
        "8/4p3/8/K2P3r/8/8/8/7k b - - 0 1",
        "4r2k/8/8/8/4p3/8/3P1P2/4K3 w - - 0 1",
        // Promotions with and without a capture.
        "3r3k/2P5/8/8/8/8/8/K7 w - - 0 1",
        "8/8/8/8/8/k7/p1K5/1R6 b - - 0 1",
        // The fifty-move rule, and a mate on its last move.
        "7k/8/6K1/8/8/8/8/R7 w - - 99 80",
        "7k/8/6K1/8/8/8/8/R7 w - - 98 80",
        "8/8/4k3/8/8/8/8/KB5b w - - 0 1",
        "8/8/4k3/8/8/8/8/KB4b1 w - - 0 1",
        "8/8/4k3/8/8/8/8/KN5n w - - 0 1",
    ] {
        let board = fen::parse(position).unwrap();
        compare(&Game::new(board), &mut seen);
    }
    assert_eq!(seen.keys().map(|key| key.0).max(), Some(COUNT - 1));
}

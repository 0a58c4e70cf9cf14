//! Several lines at once, and only some moves at the root.

use std::ops::ControlFlow;

use chess::{Game, Move};
use engine::search::{Bound, Limit, Report, Score, SearchParams, Signals, Wish};

use crate::support::{legal_moves, positions};
use crate::{SETTINGS, engine};

/// The lines of the last iteration, in the order they were reported.
fn lines(game: &Game, params: SearchParams, depth: u8, wish: &Wish) -> Vec<(Vec<Move>, Score)> {
    let mut lines = Vec::new();
    let listen = |report: &Report| {
        if report.depth == depth && report.bound == Bound::Exact {
            assert_eq!(report.rank, lines.len(), "ranks come in order");
            lines.push((report.line.to_vec(), report.score));
        }
        ControlFlow::Continue(())
    };
    engine(params).search_with(
        game,
        &Limit::depth(depth),
        wish,
        &Signals::default(),
        listen,
    );
    lines
}

/// Mates outrank centipawns, near mates far ones; being mated is the reverse.
fn rank(score: Score) -> i32 {
    match score {
        Score::Centipawns(value) => value,
        Score::Mate(moves) if moves > 0 => 100_000 - moves,
        Score::Mate(moves) => -100_000 - moves,
    }
}

#[test]
fn lines_are_distinct_sorted_and_playable() {
    for params in SETTINGS {
        for board in positions(40, 60) {
            let game = Game::new(board.clone());
            let moves = legal_moves(&board).len();
            for wanted in [1, 3, 500] {
                let wish = Wish {
                    only: &[],
                    lines: wanted,
                };
                let lines = lines(&game, params(), 4, &wish);
                assert_eq!(lines.len(), wanted.min(moves), "{board}");
                let mut first_moves: Vec<_> = lines.iter().map(|line| line.0[0]).collect();
                first_moves.sort_by_key(ToString::to_string);
                first_moves.dedup();
                assert_eq!(
                    first_moves.len(),
                    lines.len(),
                    "a move twice in {board}: {lines:?}"
                );
                let ranks: Vec<_> = lines.iter().map(|line| rank(line.1)).collect();
                assert!(ranks.is_sorted_by(|a, b| a >= b), "{board}: {ranks:?}");
                for (line, _) in lines {
                    let mut game = game.clone();
                    for mv in line {
                        game.play(mv).unwrap();
                    }
                }
            }
        }
    }
}

#[test]
fn only_the_wished_moves_are_searched() {
    for board in positions(41, 40) {
        let game = Game::new(board.clone());
        let moves = legal_moves(&board);
        for only in moves.chunks(3) {
            let wish = Wish { only, lines: 3 };
            for (line, _) in lines(&game, SETTINGS[0](), 2, &wish) {
                assert!(only.contains(&line[0]), "{board}");
            }
        }
        // Wishes that no legal move fulfils are ignored.
        let null = Move {
            from: board.king(board.side_to_move()),
            to: board.king(board.side_to_move()),
            promotion: None,
        };
        let wish = Wish {
            only: &[null],
            lines: 500,
        };
        assert_eq!(
            lines(&game, SETTINGS[0](), 1, &wish).len(),
            moves.len(),
            "{board}"
        );
    }
}

//! Scores from engines, good and bad.

mod common;

use std::ops::ControlFlow;

use arena::{Limit, Misdeed, Program, UciEngine, analyse};
use chess::{Board, Game, fen, san};
use common::{scripted, stockfish};
use engine::search::{Clock, Score};
use std::time::Duration;

const LIMIT: Limit = Limit::Nodes(500);

fn board(text: &str) -> Board {
    fen::parse(text).unwrap()
}

/// The positions of a game, one after the other.
fn boards() -> Vec<Board> {
    let mut game = Game::default();
    let mut boards = vec![game.board().clone()];
    for text in "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7 Re1 b5 Bb3 d6 c3 O-O".split(' ') {
        game.play(san::parse(game.board(), text).unwrap()).unwrap();
        boards.push(game.board().clone());
    }
    boards
}

fn go_on(_: usize) -> ControlFlow<()> {
    ControlFlow::Continue(())
}

#[test]
fn a_faulty_position_is_reported_in_its_place() {
    // Crashes whenever Black is to move.
    let program =
        scripted("position*\" b \"*) exit 1;; go*) echo info score cp 9; echo bestmove e2e4;;");
    let white = Board::default();
    let black = board("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1");
    let boards = [&white, &black, &white, &black, &black, &white].map(Board::clone);
    for workers in [1, 3] {
        let scores = analyse::score_all(&program, workers, &boards, LIMIT, go_on).unwrap();
        assert_eq!(scores.len(), boards.len());
        for (board, score) in boards.iter().zip(scores) {
            if *board == white {
                assert_eq!(score, Ok(Score::Centipawns(9)));
            } else {
                assert!(matches!(score.unwrap_err().misdeed, Misdeed::Crash(_)));
            }
        }
    }
}

#[test]
fn no_score_and_no_engine() {
    let program = scripted("go*) echo bestmove e2e4;;");
    let scores = analyse::score_all(&program, 1, &[Board::default()], LIMIT, go_on).unwrap();
    let fault = scores[0].as_ref().unwrap_err();
    assert!(matches!(fault.misdeed, Misdeed::NoScore(_)));

    let missing = Program::new("/no/such/engine");
    let fault = analyse::score_all(&missing, 2, &boards(), LIMIT, go_on).unwrap_err();
    assert!(matches!(fault.misdeed, Misdeed::NotStarted(_)));
    assert_eq!(
        analyse::score_all(&scripted(""), 2, &[], LIMIT, go_on),
        Ok(Vec::new())
    );
}

#[test]
fn work_can_be_stopped() {
    let boards = vec![Board::default(); 50];
    let scores = analyse::score_all(&scripted(""), 2, &boards, LIMIT, |done| {
        if done == 7 {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    });
    assert_eq!(scores.unwrap(), vec![Ok(Score::Centipawns(20)); 7]);
}

#[test]
fn finished_games_need_no_engine() {
    let mut engine = UciEngine::start(&scripted("go*) exit 1;;")).unwrap();
    let mut score = |text| analyse::score(&mut engine, &board(text), LIMIT).unwrap();
    assert_eq!(score("4k3/4Q3/4K3/8/8/8/8/8 b - - 0 1"), Score::Mate(0));
    assert_eq!(
        score("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"),
        Score::Centipawns(0)
    );
}

#[test]
fn stockfish_scores_for_the_mover() {
    let Some(program) = stockfish() else { return };
    let mut engine = UciEngine::start(&program).unwrap();
    assert!(engine.name().starts_with("Stockfish"));
    let mut score = |text| analyse::score(&mut engine, &board(text), Limit::Depth(8)).unwrap();
    assert_eq!(score("6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1"), Score::Mate(1));
    let queen_up = |score| matches!(score, Score::Centipawns(300..) | Score::Mate(1..));
    assert!(queen_up(score(
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNB1KBNR b KQkq - 0 1"
    )));
    assert!(!queen_up(score(
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNB1KBNR w KQkq - 0 1"
    )));
}

#[test]
fn stockfish_scores_do_not_depend_on_the_workers() {
    let Some(program) = stockfish() else { return };
    let boards = boards();
    let [one, three] = [1, 3].map(|workers| {
        analyse::score_all(&program, workers, &boards, Limit::Nodes(2000), go_on).unwrap()
    });
    assert!(one.iter().all(Result::is_ok));
    assert_eq!(one, three);
}

#[test]
fn stockfish_under_every_limit() {
    let Some(mut program) = stockfish() else {
        return;
    };
    program.options = [
        ("MultiPV", "3"),
        ("UCI_ShowWDL", "true"),
        ("Clear Hash", ""),
    ]
    .map(|(name, value)| (name.into(), value.into()))
    .into();
    let mut engine = UciEngine::start(&program).unwrap();
    let mut game = Game::default();
    for text in ["e4", "e5", "Nf3", "Nc6", "Bc4", "Bc5", "O-O"] {
        game.play(san::parse(game.board(), text).unwrap()).unwrap();
    }
    let clock = Clock {
        remaining: Duration::from_millis(200),
        increment: Duration::from_millis(10),
        moves_to_go: Some(20),
        overhead: Duration::ZERO,
    };
    for limit in [
        Limit::Nodes(2000),
        Limit::Depth(4),
        Limit::MoveTime(Duration::from_millis(20)),
        Limit::Clocks {
            white: clock,
            black: clock,
        },
    ] {
        let found = engine.search(&game, limit).unwrap();
        assert_eq!(found.lines.len(), 3);
        assert_eq!(found.best, found.lines[0].pv.first().copied());
        assert!(found.lines.iter().all(|line| line.wdl.is_some()));
    }
}

//! Engines that do everything wrong in a game: each loses it by the expected fault
//! and is back for the next game.

mod common;

use std::path::Path;
use std::time::Duration;

use arena::{Contender, Ending, Misdeed, Player, Program};
use chess::Color;
use common::{fault_of, impatient, play_black, play_white, script, scripted, xboard_scripted};

/// Misbehaves once: the process started after it is a good one.
fn once(misbehave: &str) -> String {
    format!("[ -e sinned ] || {{ touch sinned; {misbehave}; }}")
}

/// Plays White with a program that sins in its first game. Gives the misdeed.
#[track_caller]
fn sin(contender: fn(Program) -> Contender, program: Program, pace: &str) -> Misdeed {
    let folder = tempfile::tempdir().unwrap();
    let mut player = in_folder(contender, program, folder.path());
    let sinful = play_white(&mut *player, pace);
    let fault = fault_of(&sinful, Color::White).clone();
    assert!(!fault.transcript.is_empty());

    let repentant = play_white(&mut *player, pace);
    assert_eq!(repentant.ending, Ending::MoveLimit, "{:?}", repentant.fault);
    assert_eq!(repentant.thoughts.len(), 2);
    assert_eq!(repentant.thoughts[0].thought.mv.to_string(), "e2e4");
    fault.misdeed
}

fn in_folder(
    contender: fn(Program) -> Contender,
    mut program: Program,
    folder: &Path,
) -> Box<dyn Player> {
    program.directory = Some(folder.into());
    contender(program).player().unwrap()
}

fn uci(cases: &str) -> Misdeed {
    sin(Contender::Uci, scripted(cases), "nodes=100")
}

fn xboard(cases: &str) -> Misdeed {
    sin(Contender::Xboard, xboard_scripted(cases), "depth=1")
}

#[test]
fn crash_at_start() {
    for contender in [Contender::Uci, Contender::Xboard] {
        let contender = contender(script("exit 7"));
        let pace = "depth=1".parse().unwrap();
        let fault = contender.introduce(pace).unwrap_err();
        assert!(matches!(fault.misdeed, Misdeed::Crash(_)), "{fault}");
        let fault = contender.player().err().unwrap();
        assert!(matches!(fault.misdeed, Misdeed::Crash(_)), "{fault}");
    }
}

#[test]
fn a_wrong_path_is_found_before_the_first_game() {
    for contender in [Contender::Uci, Contender::Xboard] {
        let contender = contender(Program::new("/no/such/engine"));
        let fault = contender.introduce("1+0.01".parse().unwrap()).unwrap_err();
        assert!(matches!(fault.misdeed, Misdeed::NotStarted(_)), "{fault}");
    }
}

#[test]
fn exit_on_new_game() {
    let misdeed = uci(&format!("ucinewgame) {};;", once("exit 0")));
    assert!(matches!(misdeed, Misdeed::Crash(_)), "{misdeed}");
    let misdeed = xboard(&format!("new) {};;", once("exit 0")));
    assert!(matches!(misdeed, Misdeed::Crash(_)), "{misdeed}");
}

#[test]
fn crash_in_a_game() {
    let misdeed = uci(&format!(
        "go*) {}; echo bestmove e2e4;;",
        once("kill -SEGV $$")
    ));
    assert!(matches!(misdeed, Misdeed::Crash(_)), "{misdeed}");
    let misdeed = xboard(&format!("go) {}; echo move e2e4;;", once("exit 3")));
    assert!(matches!(misdeed, Misdeed::Crash(_)), "{misdeed}");
}

#[test]
fn crash_between_moves() {
    // It has answered, and is gone when it is asked again.
    let folder = tempfile::tempdir().unwrap();
    let program = scripted("go*) echo bestmove e7e5; exit 0;;");
    let mut player = in_folder(Contender::Uci, program, folder.path());
    let rules = arena::Rules::chess_only();
    let mut opponent = common::organism();
    let white = common::seat(&mut opponent, "depth=1");
    let black = common::seat(&mut *player, "nodes=100");
    let played = arena::play(white, black, chess::Game::default(), &rules);
    let fault = fault_of(&played, Color::Black);
    assert!(matches!(fault.misdeed, Misdeed::Crash(_)), "{fault}");
    assert_eq!(played.thoughts.len(), 3);
}

#[test]
fn hang() {
    let wait = once("while :; do sleep 1; done");
    let program = scripted(&format!("go*) {wait}; echo bestmove e2e4;;"));
    // Without a time limit, and after the end of one.
    for pace in ["nodes=100", "movetime=1"] {
        let misdeed = sin(Contender::Uci, impatient(program.clone()), pace);
        assert!(
            matches!(
                misdeed,
                Misdeed::Hang {
                    awaited: "bestmove",
                    ..
                }
            ),
            "{misdeed}"
        );
    }
    let program = xboard_scripted(&format!("go) {wait}; echo move e2e4;;"));
    let misdeed = sin(Contender::Xboard, impatient(program), "depth=1");
    assert!(
        matches!(
            misdeed,
            Misdeed::Hang {
                awaited: "move",
                ..
            }
        ),
        "{misdeed}"
    );
}

#[test]
fn too_slow() {
    // A second start would be too late for a good move in such a short time.
    let program = scripted("go*) sleep 0.3; echo bestmove e2e4;;");
    for pace in ["movetime=0.01", "0.01+10", "40/0.01"] {
        let mut player = Contender::Uci(program.clone()).player().unwrap();
        let played = play_white(&mut *player, pace);
        match fault_of(&played, Color::White).misdeed {
            Misdeed::Overstep { allowed, taken } => {
                assert_eq!(allowed, Duration::from_millis(10));
                assert!(taken > allowed);
            }
            ref other => panic!("{other:?}"),
        }
        assert_eq!(played.thoughts.len(), 0);
    }
    let program = xboard_scripted("go) sleep 0.3; echo move e2e4;;");
    let mut player = Contender::Xboard(program).player().unwrap();
    let played = play_white(&mut *player, "0.01");
    fault_of(&played, Color::White);
    assert_eq!(
        played.ending,
        Ending::TimeLoss {
            loser: Color::White
        }
    );
}

#[test]
fn illegal_moves_and_those_of_the_other_side() {
    for text in ["e2e5", "e7e5"] {
        let misdeed = uci(&format!(
            "go*) {}; echo bestmove e2e4;;",
            once(&format!("echo bestmove {text}"))
        ));
        assert!(matches!(misdeed, Misdeed::IllegalMove { .. }), "{misdeed}");
        let misdeed = xboard(&format!(
            "go) {}; echo move e2e4;;",
            once(&format!("echo move {text}"))
        ));
        assert!(matches!(misdeed, Misdeed::IllegalMove { .. }), "{misdeed}");
    }
    // White's move in Black's place.
    let mut player = Contender::Uci(scripted("")).player().unwrap();
    let played = play_black(&mut *player, "nodes=100");
    let fault = fault_of(&played, Color::Black);
    assert!(
        matches!(fault.misdeed, Misdeed::IllegalMove { .. }),
        "{fault}"
    );
    assert_eq!(played.game.moves().len(), 1);
}

#[test]
fn garbage_and_no_move() {
    let misdeed = uci(&format!(
        "go*) {}; echo bestmove e2e4;;",
        once("echo bestmove xyzzy")
    ));
    assert!(matches!(misdeed, Misdeed::Garbage(_)), "{misdeed}");
    let misdeed = uci(&format!(
        "go*) {}; echo bestmove e2e4;;",
        once("echo bestmove 0000")
    ));
    assert!(matches!(misdeed, Misdeed::NoMove(_)), "{misdeed}");
    let misdeed = xboard(&format!(
        "go) {}; echo move e2e4;;",
        once("echo move xyzzy")
    ));
    assert!(matches!(misdeed, Misdeed::Garbage(_)), "{misdeed}");
}

#[test]
fn flood() {
    let flood = once("yes $(head -c 1000 /dev/zero | tr '\\000' x)");
    let misdeed = uci(&format!("go*) {flood}; echo bestmove e2e4;;"));
    assert_eq!(misdeed, Misdeed::Flood);
    let misdeed = xboard(&format!("go) {flood}; echo move e2e4;;"));
    assert_eq!(misdeed, Misdeed::Flood);
}

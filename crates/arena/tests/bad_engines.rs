//! Engines that do everything wrong, each with the fault it must end in.

mod common;

use std::fs;
use std::os::unix::process::ExitStatusExt;
use std::time::Duration;

use arena::{Fault, Found, Limit, Misdeed, Program, UciEngine};
use chess::{Game, fen, uci};
use common::{await_end, impatient, script, scripted};

const LIMIT: Limit = Limit::Nodes(100);

#[track_caller]
fn start_fault(program: &Program) -> Fault {
    UciEngine::start(program).err().expect("it must not start")
}

/// What comes of a new game and a search from the start position.
fn search(program: &Program) -> Result<Found, Fault> {
    let mut engine = UciEngine::start(program)?;
    engine.new_game()?;
    engine.search(&Game::default(), LIMIT)
}

#[track_caller]
fn misdeed(program: &Program) -> Misdeed {
    search(program).expect_err("it must fail").misdeed
}

#[track_caller]
fn assert_not_started(program: &Program, reason: &str) {
    match start_fault(program).misdeed {
        Misdeed::NotStarted(text) => assert!(text.contains(reason), "{text}"),
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_good_one() {
    let found = search(&scripted("")).unwrap();
    assert_eq!(found.best.unwrap().to_string(), "e2e4");
    assert_eq!(found.lines[0].depth, Some(1));
}

#[test]
fn wrong_paths_and_settings() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("engine");
    fs::write(&file, "#!/bin/sh\n").unwrap();
    let missing = folder.path().join("missing");
    assert_not_started(&Program::new(&missing), "No such file");
    assert_not_started(&Program::new("no-such-engine"), "PATH");
    assert_not_started(&Program::new(""), "No such file");
    assert_not_started(&Program::new(&file), "Permission denied");
    assert_not_started(&Program::new(folder.path()), "folder");

    let mut program = scripted("");
    program.directory = Some(missing);
    assert_not_started(&program, "missing is not a folder");
    program.directory = None;
    program.options = vec![("Hsah".into(), "1".into())];
    assert_not_started(&program, "no option `Hsah`");
    program.options = vec![("hash".into(), "1\nquit".into())];
    assert_not_started(&program, "more than one line");
}

#[test]
fn crash_at_start() {
    let fault = start_fault(&script("echo no network file >&2; exit 7"));
    match fault.misdeed {
        Misdeed::Crash(status) => assert_eq!(status.code(), Some(7)),
        ref other => panic!("{other:?}"),
    }
    assert!(fault.transcript.contains(&"! no network file".into()));
    assert!(
        fault
            .to_string()
            .starts_with("/bin/sh: crashed: exit status: 7\n")
    );
}

#[test]
fn never_says_uciok() {
    let mut program = script("while read -r line; do echo what; done");
    program.start_timeout = Duration::from_millis(500);
    assert!(matches!(start_fault(&program).misdeed, Misdeed::NoUciOk(_)));
}

#[test]
fn exit_on_new_game() {
    match misdeed(&scripted("ucinewgame) exit 0;;")) {
        Misdeed::Crash(status) => assert!(status.success()),
        other => panic!("{other:?}"),
    }
}

#[test]
fn crash_while_searching() {
    match misdeed(&scripted("go*) echo info depth 1; kill -SEGV $$;;")) {
        Misdeed::Crash(status) => assert_eq!(status.signal(), Some(11)),
        other => panic!("{other:?}"),
    }
}

#[test]
fn hang_ends_with_every_process_it_started() {
    let folder = tempfile::tempdir().unwrap();
    let mut program = impatient(scripted("go*) sleep 1000 & echo $! > pid; wait;;"));
    program.directory = Some(folder.path().into());
    let fault = search(&program).unwrap_err();
    assert!(
        matches!(
            fault.misdeed,
            Misdeed::Hang {
                awaited: "bestmove",
                ..
            }
        ),
        "{fault}"
    );
    assert_eq!(fault.transcript.last().unwrap(), "> go nodes 100");

    let pid = fs::read_to_string(folder.path().join("pid")).unwrap();
    await_end(pid.trim());
}

#[test]
fn hang_without_reading() {
    let program = impatient(scripted("ucinewgame) echo readyok; sleep 1000;;"));
    let mut engine = UciEngine::start(&program).unwrap();
    engine.new_game().unwrap();
    // More text than a pipe holds.
    let mut game = Game::default();
    for text in ["g1f3", "g8f6", "f3g1", "f6g8"].repeat(4000) {
        game.play(uci::parse(game.board(), text).unwrap()).unwrap();
    }
    let fault = engine.search(&game, LIMIT).unwrap_err();
    assert!(matches!(fault.misdeed, Misdeed::Hang { .. }), "{fault}");
}

#[test]
fn closed_pipes() {
    let program = scripted("go*) exec >&- 2>&-; while :; do sleep 1; done;;");
    assert_eq!(misdeed(&program), Misdeed::ClosedPipe);
}

#[test]
fn garbage() {
    for answer in ["bestmove xyzzy", "bestmove", "bestmove \\377\\377 e2e4"] {
        let program = scripted(&format!("go*) printf '{answer}\\n';;"));
        assert!(matches!(misdeed(&program), Misdeed::Garbage(_)));
    }
    // Around a good answer it does no harm.
    let noise = "printf '\\377\\000\\n\\nbestmovee2e4\\ninfo pv\\ninfo score cp\\n'";
    let program = scripted(&format!(
        "uci) {noise}; echo uciok;; go*) {noise}; printf ' bestmove\\td2d4\\r\\n';;"
    ));
    let found = search(&program).unwrap();
    assert_eq!(found.best.unwrap().to_string(), "d2d4");
    assert_eq!(found.score(), None);
}

#[test]
fn floods() {
    for flood in ["yes", "yes >&2", "tr '\\000' x < /dev/zero"] {
        let fault = search(&scripted(&format!("go*) {flood};;"))).unwrap_err();
        assert_eq!(fault.misdeed, Misdeed::Flood, "{flood}");
        assert!(fault.to_string().len() < 10_000);
        assert_eq!(start_fault(&script(flood)).misdeed, Misdeed::Flood);
    }
}

#[test]
fn illegal_moves() {
    for text in ["e2e5", "e7e5", "e1g1", "e7e8q"] {
        match misdeed(&scripted(&format!("go*) echo 'bestmove {text}';;"))) {
            Misdeed::IllegalMove { text: told, .. } => assert_eq!(told, text),
            other => panic!("{other:?}"),
        }
    }
}

#[test]
fn no_move_is_right_only_where_there_is_none() {
    let mated = Game::new(fen::parse("4k3/4Q3/4K3/8/8/8/8/8 b - - 0 1").unwrap());
    for text in ["(none)", "0000"] {
        let program = scripted(&format!("go*) echo 'bestmove {text}';;"));
        assert!(matches!(misdeed(&program), Misdeed::NoMove(_)));
        let mut engine = UciEngine::start(&program).unwrap();
        assert_eq!(engine.search(&mated, LIMIT).unwrap().best, None);
    }
}

#[test]
fn an_answer_nobody_asked_for_is_passed_over() {
    let program = scripted("go*) printf 'bestmove e2e4\\nbestmove a1a1\\n';;");
    let mut engine = UciEngine::start(&program).unwrap();
    for _ in 0..3 {
        engine.search(&Game::default(), LIMIT).unwrap();
    }
}

#[test]
fn the_last_score_of_each_variation_counts() {
    let program = scripted(
        "go*) echo info multipv 1 score cp 1; echo info multipv 2 score cp 2
         echo info multipv 1 score cp 3 wdl 1 2 3 pv e2e4 e7e5
         echo info multipv 1 score cp 500 lowerbound
         echo info multipv 99999999 score cp 4; echo info nodes 7
         echo bestmove e2e4 ponder e7e5;;",
    );
    let found = search(&program).unwrap();
    let scores: Vec<_> = found.lines.iter().map(|line| line.score).collect();
    let cp = |cp| Some(engine::search::Score::Centipawns(cp));
    assert_eq!(scores, [cp(3), cp(2)]);
    assert_eq!(found.score(), cp(3));
    assert_eq!(found.lines[0].pv.len(), 2);
    assert_eq!(found.ponder.unwrap().to_string(), "e7e5");
}

#[test]
fn restart_after_a_fault() {
    let folder = tempfile::tempdir().unwrap();
    let mut program = scripted("go*) [ -e x ] || { touch x; exit 1; }; echo bestmove e2e4;;");
    program.directory = Some(folder.path().into());
    let mut engine = UciEngine::start(&program).unwrap();
    assert!(engine.search(&Game::default(), LIMIT).is_err());
    let fault = engine.search(&Game::default(), LIMIT).unwrap_err();
    assert_eq!(fault.misdeed, Misdeed::NotRunning);
    engine.restart().unwrap();
    engine.search(&Game::default(), LIMIT).unwrap();

    fs::remove_file(folder.path().join("x")).unwrap();
    let found = engine.retry(|engine| engine.search(&Game::default(), LIMIT));
    assert!(found.unwrap().best.is_some());
}

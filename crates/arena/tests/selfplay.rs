//! Games as data: repeatable, interruptible, never mixed up.

mod common;

use std::fs;
use std::ops::ControlFlow;
use std::path::Path;

use arena::selfplay::{self, Error, GamesPlan, Made};
use arena::{FileError, Misdeed, Program};
use chess::{Board, Game, pgn};
use common::{scripted, stockfish};
use evo::Seed;

fn plan(program: Program) -> GamesPlan {
    GamesPlan {
        program,
        nodes: 200,
        openings: 3,
        even_cp: 80,
        games: 6,
        seed: Seed::new(5),
        workers: 2,
    }
}

fn run(plan: &GamesPlan, path: &Path) -> Result<Made, Error> {
    selfplay::run(plan, path, |_| ControlFlow::Continue(()))
}

#[test]
fn games_are_the_same_on_any_number_of_workers_and_after_any_interruption() {
    let Some(program) = stockfish() else { return };
    let mut plan = plan(program);
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.pgn");
    let tally = run(&plan, &path).unwrap();
    let whole = fs::read(&path).unwrap();
    assert_eq!((tally.kept, tally.played), (0, plan.games));

    plan.workers = 1;
    for length in [0, 1, whole.len() / 3, whole.len() - 1, whole.len()] {
        fs::write(&path, &whole[..length]).unwrap();
        let resumed = run(&plan, &path).unwrap();
        assert_eq!(resumed.games(), plan.games);
        assert_eq!(resumed.decisive, tally.decisive);
        assert!(fs::read(&path).unwrap() == whole, "cut at {length}");
    }

    fs::remove_file(&path).unwrap();
    let stop = |tally: &Made| match tally.played {
        2 => ControlFlow::Break(()),
        _ => ControlFlow::Continue(()),
    };
    assert_eq!(selfplay::run(&plan, &path, stop).unwrap().played, 2);
    assert_eq!(run(&plan, &path).unwrap().kept, 2);
    assert!(fs::read(&path).unwrap() == whole);

    let records: Vec<_> = pgn::Reader::open(&path)
        .unwrap()
        .map(|record| record.unwrap())
        .collect();
    let games: Vec<&Game> = records.iter().map(|record| &record.game).collect();
    assert!(games.iter().all(|game| *game.start() != Board::default()));
    // The opening comes round again, the game does not.
    assert_eq!(games[0].start(), games[3].start());
    assert_ne!(games[0].moves(), games[3].moves());
    assert_ne!(games[0].start(), games[1].start());
    assert_eq!(
        records[3].tags.get("Opening"),
        Some("random 1 within 80 cp")
    );
    assert!(records.iter().all(|record| record.result().is_some()));
}

#[test]
fn a_file_that_is_not_of_this_run_is_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.pgn");
    let foreign = "[Event \"Linares\"]\n\n1. e4 e5 1/2-1/2\n\n[Event \"cut";
    fs::write(&path, foreign).unwrap();
    let error = run(&plan(scripted("")), &path).unwrap_err();
    assert!(
        matches!(error, Error::File(FileError::Foreign { number: 1, .. })),
        "{error}"
    );
    assert_eq!(fs::read_to_string(&path).unwrap(), foreign);
    // Not even what looks like a game cut off.
    for notes in ["notes\n", "[Event \"Linares\"]\n\n1. e4 e5"] {
        fs::write(&path, notes).unwrap();
        run(&plan(scripted("")), &path).unwrap_err();
        assert_eq!(fs::read_to_string(&path).unwrap(), notes);
    }

    let file = fs::File::open(&path).unwrap();
    file.lock().unwrap();
    let error = run(&plan(scripted("")), &path).unwrap_err();
    assert!(matches!(error, Error::File(FileError::InUse(_))), "{error}");
    let error = run(&plan(scripted("")), folder.path()).unwrap_err();
    assert!(
        matches!(error, Error::File(FileError::Io { .. })),
        "{error}"
    );
}

#[test]
fn an_engine_that_fails_twice_ends_the_run() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.pgn");
    let error = run(&plan(scripted("go*) exit 1;;")), &path).unwrap_err();
    match error {
        Error::Fault(fault) => assert!(matches!(fault.misdeed, Misdeed::Crash(_))),
        other => panic!("{other}"),
    }
    assert!(!path.exists());
    let error = run(&plan(Program::new("/no/such/engine")), &path).unwrap_err();
    assert!(error.to_string().contains("No such file"));
}

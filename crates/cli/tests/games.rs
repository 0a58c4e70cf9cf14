//! `galapagos games` as a user meets it. It needs stockfish.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};
use std::thread;
use std::time::Duration;

use chess::pgn;

fn games(file: &Path, count: &str) -> Command {
    let mut command = Command::new(assert_cmd::cargo::cargo_bin!("galapagos"));
    command.args([
        "games",
        "--nodes",
        "100",
        "--workers",
        "1",
        "--games",
        count,
        "-o",
    ]);
    command.arg(file);
    command
}

fn stdout(output: &Output) -> String {
    assert!(output.status.success(), "{output:?}");
    String::from_utf8(output.stdout.clone()).unwrap()
}

#[test]
fn ctrl_c_keeps_whole_games_and_the_same_command_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("games.pgn");
    let mut run = games(&file, "100000").spawn().unwrap();
    while fs::metadata(&file).map_or(0, |file| file.len()) == 0 {
        assert!(run.try_wait().unwrap().is_none(), "is stockfish installed?");
        thread::sleep(Duration::from_millis(20));
    }
    let pid = run.id().to_string();
    assert!(
        Command::new("kill")
            .args(["-INT", &pid])
            .status()
            .unwrap()
            .success()
    );
    assert_eq!(run.wait().unwrap().code(), Some(130));

    let read = pgn::Reader::open(&file).unwrap();
    let kept = read
        .map(|game| game.unwrap())
        .filter(|game| game.result().is_some())
        .count();
    let more = (kept + 2).to_string();
    let told = stdout(&games(&file, &more).output().unwrap());
    assert!(
        told.starts_with(&format!("{more} games, ")) && told.contains("; 2 new, "),
        "{told}"
    );

    let whole = folder.path().join("whole.pgn");
    stdout(&games(&whole, &more).output().unwrap());
    assert!(fs::read(&file).unwrap() == fs::read(&whole).unwrap());
}

#[test]
fn an_engine_that_is_not_there_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("games.pgn");
    let output = games(&file, "1")
        .args(["--engine", "no-such-engine"])
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(1));
    let told = String::from_utf8(output.stderr).unwrap();
    assert!(told.contains("no-such-engine"), "{told}");
}

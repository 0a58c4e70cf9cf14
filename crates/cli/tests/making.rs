//! `galapagos games` and `openings` as a user meets them. They need stockfish.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};
use std::thread;
use std::time::Duration;

use chess::pgn;

fn make(what: &str, arguments: &[&str], file: &Path) -> Command {
    let mut command = Command::new(assert_cmd::cargo::cargo_bin!("galapagos"));
    command.args([what, "--nodes", "100", "--workers", "1"]);
    command.args(arguments).arg("-o").arg(file);
    command
}

fn games(file: &Path, count: &str) -> Command {
    make("games", &["--games", count], file)
}

fn openings(file: &Path, count: usize) -> Command {
    make("openings", &["--count", &count.to_string()], file)
}

/// Lets it run until there is something in the file, then presses Ctrl-C.
fn interrupt(command: &mut Command, file: &Path) {
    let mut run = command.spawn().unwrap();
    while fs::metadata(file).map_or(0, |file| file.len()) == 0 {
        assert!(run.try_wait().unwrap().is_none(), "is stockfish installed?");
        thread::sleep(Duration::from_millis(20));
    }
    let pid = run.id().to_string();
    let killed = Command::new("kill").args(["-INT", &pid]).status().unwrap();
    assert!(killed.success());
    assert_eq!(run.wait().unwrap().code(), Some(130));
}

fn stdout(output: &Output) -> String {
    assert!(output.status.success(), "{output:?}");
    String::from_utf8(output.stdout.clone()).unwrap()
}

#[test]
fn ctrl_c_keeps_whole_games_and_the_same_command_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("games.pgn");
    interrupt(&mut games(&file, "100000"), &file);

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
fn ctrl_c_keeps_the_openings_made_until_then() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("openings.epd");
    interrupt(&mut openings(&file, 100_000), &file);
    let kept = fs::read_to_string(&file).unwrap();

    let whole = folder.path().join("whole.epd");
    let count = kept.lines().count();
    let told = stdout(&openings(&whole, count).output().unwrap());
    assert!(told.starts_with(&format!("{count} openings in ")), "{told}");
    assert_eq!(kept, fs::read_to_string(&whole).unwrap());
}

#[test]
fn a_book_stays_where_no_other_is_made() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("openings.epd");
    fs::write(&file, "old").unwrap();
    let mut command = openings(&file, 1);
    let output = command.args(["--engine", "no-such-engine"]).output();
    assert_eq!(output.unwrap().status.code(), Some(1));
    assert_eq!(fs::read_to_string(&file).unwrap(), "old");
}

#[test]
fn openings_that_cannot_be_written_are_refused_at_once() {
    let output = openings(Path::new("/nowhere/openings.epd"), 1).output();
    let output = output.unwrap();
    assert_eq!(output.status.code(), Some(1));
    let told = String::from_utf8(output.stderr).unwrap();
    assert!(
        told.contains("cannot write /nowhere/openings.epd"),
        "{told}"
    );
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

//! `galapagos games` and `openings` as a user meets them. They need stockfish.

use std::fs::{self, DirEntry, Permissions};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Command, Output};
use std::thread;
use std::time::Duration;

use chess::pgn;

/// A game with something to find in it.
const GAME: &str =
    "[FEN \"r1b1k2r/4Npb1/p6p/q5p1/2n5/B3PP2/P1P1N1PP/R1QR2K1 w - - 0 1\"]\n\n1. Kh1 *\n";

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

/// Lets it run until there is something in the folder, then presses Ctrl-C.
fn interrupt(command: &mut Command, folder: &Path) {
    let mut run = command.spawn().unwrap();
    let is_filled = |file: DirEntry| file.metadata().is_ok_and(|file| file.len() > 0);
    let files = || fs::read_dir(folder).unwrap().filter_map(Result::ok);
    while !files().any(is_filled) {
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
    interrupt(&mut games(&file, "100000"), folder.path());

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
    interrupt(&mut openings(&file, 100_000), folder.path());
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
    let fails = |more: &[&str]| {
        let output = openings(&file, 1).args(more).output().unwrap();
        assert_eq!(output.status.code(), Some(1));
        String::from_utf8(output.stderr).unwrap()
    };
    let told = fails(&[]);
    assert!(told.contains("exists already"), "{told}");
    let told = fails(&["--engine", "no-such-engine", "--force"]);
    assert!(told.contains("no-such-engine"), "{told}");
    assert_eq!(fs::read_to_string(&file).unwrap(), "old");
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
}

#[test]
fn a_command_that_fails_leaves_no_empty_file() {
    let folder = tempfile::tempdir().unwrap();
    let engine = folder.path().join("engine");
    let text = "#!/bin/sh\nwhile read -r line; do case $line in\n\
                uci) echo id name Bad; echo option name MultiPV type spin; echo uciok;;\n\
                isready) echo readyok;;\ngo*) exit 1;;\nesac; done\n";
    fs::write(&engine, text).unwrap();
    fs::set_permissions(&engine, Permissions::from_mode(0o755)).unwrap();
    fs::write(folder.path().join("in.pgn"), GAME).unwrap();
    let out = folder.path().join("out");
    let input = folder.path().join("in.pgn");
    let mine: &[&str] = &[input.to_str().unwrap()];
    for (what, arguments) in [("games", &[][..]), ("openings", &[]), ("mine", mine)] {
        let mut command = make(what, arguments, &out);
        let output = command.arg("--engine").arg(&engine).output().unwrap();
        assert_eq!(output.status.code(), Some(1), "{what}: {output:?}");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 2, "{what}");
    }
}

#[test]
fn engines_take_arguments_and_options() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("games.pgn");
    let play = |engine: &str| {
        games(&file, "1")
            .args(["--engine", engine])
            .output()
            .unwrap()
    };
    for (engine, code, says) in [
        (
            "stockfish,option.Fantasy=1",
            1,
            "it has no option `Fantasy`",
        ),
        ("stockfish,nodes=10", 2, "no pace of its own"),
        ("stockfish,proto=xboard", 2, "must speak UCI"),
        ("stockfish,optoin.Hash=1", 2, "unknown key `optoin.Hash`"),
    ] {
        let output = play(engine);
        let told = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(code), "{told}");
        assert!(told.contains(says), "{told}");
    }
    let program = assert_cmd::cargo::cargo_bin!("galapagos").display();
    stdout(&play(&format!("{program},args=uci,option.Hash=2,name=Own")));
    let game = pgn::Reader::open(&file).unwrap().next().unwrap().unwrap();
    assert_eq!(game.tags.get("White"), Some("Own"));
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

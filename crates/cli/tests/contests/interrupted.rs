//! Matches that are stopped or killed, and continued.

use std::fs;
use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;

use crate::workshop::{Workshop, organism};

#[test]
fn killed_at_any_moment_it_goes_on_to_the_same_end() {
    let workshop = Workshop::new();
    let organism = organism();
    let other = format!("{organism},nodes=150,name=other");
    let play = |pairs, file| {
        workshop.command(&[
            "match", &organism, &other, "--nodes", "100", "--pairs", pairs, "--pgn", file,
        ])
    };
    for _ in 0..3 {
        let mut run = play("1000", "cut.pgn")
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let before = fs::metadata(workshop.file("cut.pgn")).map_or(0, |file| file.len());
        while fs::metadata(workshop.file("cut.pgn")).map_or(0, |file| file.len()) <= before {
            assert!(run.try_wait().unwrap().is_none(), "it ended by itself");
            thread::sleep(Duration::from_millis(5));
        }
        run.kill().unwrap();
        run.wait().unwrap();
    }
    let pairs = (workshop.games("cut.pgn").len() / 2 + 2).to_string();
    let resumed = play(&pairs, "cut.pgn").output().unwrap();
    assert!(resumed.status.success(), "{resumed:?}");
    let told = String::from_utf8(resumed.stderr).unwrap();
    assert!(told.contains("pairs are in cut.pgn already"), "{told}");
    assert!(play(&pairs, "whole.pgn").output().unwrap().status.success());
    assert!(workshop.undated("cut.pgn") == workshop.undated("whole.pgn"));
}

#[test]
fn ctrl_c_stops_at_once_and_leaves_no_process() {
    let workshop = Workshop::new();
    let lazy = workshop.script("lazy", "go*) sleep 0.2; echo bestmove 0000;;");
    let command = [
        "match",
        &organism(),
        &lazy,
        "--pgn",
        "games.pgn",
        "--pairs",
        "3",
        "--nodes",
        "10",
    ];
    let mut run = workshop
        .command(&command)
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // The first was only asked its name; the second plays.
    while fs::read_to_string(workshop.file("lazy.pids")).map_or(0, |pids| pids.lines().count()) < 2
    {
        assert!(run.try_wait().unwrap().is_none(), "it ended by itself");
        thread::sleep(Duration::from_millis(5));
    }
    let interrupted = Command::new("kill")
        .args(["-INT", &run.id().to_string()])
        .status();
    assert!(interrupted.unwrap().success());
    let output = run.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130));
    let told = String::from_utf8(output.stderr).unwrap();
    assert!(told.contains("the same command continues"), "{told}");
    for pid in fs::read_to_string(workshop.file("lazy.pids"))
        .unwrap()
        .lines()
    {
        assert!(
            !fs::exists(format!("/proc/{pid}")).unwrap(),
            "{pid} still runs"
        );
    }
    // Without a whole pair there is no file.
    let is_there = workshop.file("games.pgn").exists();
    assert!(!is_there || workshop.games("games.pgn").len() < 6);
    assert!(
        workshop
            .stdout(&command)
            .contains("lazy: 0 on time, 6 others")
    );
}

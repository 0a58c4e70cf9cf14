//! However this process ends, no engine outlives it.

mod common;

use std::io::{BufRead, BufReader};
use std::path::PathBuf;
use std::process::{self, Command, Stdio};
use std::time::Duration;
use std::{env, fs, thread};

use arena::UciEngine;
use common::{await_end, runs, script};

/// Says how the process is to end, and makes it the one that does.
const ROLE: &str = "GALAPAGOS_TEST_END";

/// An engine with a child of its own; both would live on without their input.
const STUBBORN: &str = "trap '' HUP INT TERM PIPE
    (while :; do sleep 1; done) & echo $$ $! > pids
    while read -r line; do case $line in
    uci) echo uciok;;
    isready) echo readyok;;
    esac; done
    while :; do sleep 1; done";

#[test]
fn no_engine_outlives_its_parent() {
    if let Ok(end) = env::var(ROLE) {
        become_parent(&end);
    }
    for end in ["kill", "exit", "abort"] {
        let folder = tempfile::tempdir().unwrap();
        let mut parent = Command::new(env::current_exe().unwrap())
            .args(["--exact", "no_engine_outlives_its_parent", "--nocapture"])
            .env(ROLE, end)
            .current_dir(folder.path())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut lines = BufReader::new(parent.stdout.take().unwrap()).lines();
        assert!(lines.any(|line| line.unwrap().contains("engine started")));
        let pids = fs::read_to_string(folder.path().join("pids")).unwrap();
        let pids: Vec<&str> = pids.split_whitespace().collect();
        assert!(pids.len() == 2 && pids.iter().all(|pid| runs(pid)));
        match end {
            "kill" => parent.kill().unwrap(),
            // The end of its input is the sign.
            _ => drop(parent.stdin.take()),
        }
        parent.wait().unwrap();
        pids.into_iter().for_each(await_end);
    }
}

/// Starts an engine on a thread that ends before it, and ends as told.
fn become_parent(end: &str) -> ! {
    let mut program = script(STUBBORN);
    program.directory = Some(PathBuf::from("."));
    let engine = thread::spawn(move || UciEngine::start(&program).unwrap()).join();
    let _engine = engine.unwrap();
    println!("engine started");
    let _ = std::io::stdin().lines().next();
    match end {
        "exit" => process::exit(0),
        "abort" => process::abort(),
        _ => loop {
            thread::sleep(Duration::from_secs(1));
        },
    }
}

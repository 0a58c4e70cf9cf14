//! Engines for tests.
#![allow(dead_code, reason = "each test file uses a part of it")]

use std::fs;
use std::path::Path;
use std::thread;
use std::time::Duration;

use arena::Program;

/// A shell script that speaks UCI; `cases` are tried on each line first.
pub fn scripted(cases: &str) -> Program {
    script(&format!(
        "while read -r line; do case $line in {cases}
         uci) echo 'id name Scripted'; echo 'option name Hash type spin'; echo uciok;;
         isready) echo readyok;;
         go*) echo info depth 1 score cp 20 pv e2e4; echo bestmove e2e4;;
         esac; done"
    ))
}

/// A shell script.
pub fn script(text: &str) -> Program {
    let mut program = Program::new("/bin/sh");
    program.arguments = vec!["-c".into(), text.into()];
    program
}

/// Debian's stockfish, `None` with a note where there is none.
pub fn stockfish() -> Option<Program> {
    let program = Program::new("stockfish").repeatable();
    match arena::UciEngine::start(&program) {
        Ok(_) => Some(program),
        Err(fault) => {
            println!("skipped: {fault}");
            None
        }
    }
}

/// A program that gets little time to search, for engines that hang.
pub fn impatient(mut program: Program) -> Program {
    program.search_timeout = Duration::from_millis(500);
    program
}

/// Whether a process is there and has not ended.
pub fn runs(pid: &str) -> bool {
    let status = fs::read_to_string(Path::new("/proc").join(pid).join("stat"));
    status.is_ok_and(|status| !status.contains(") Z"))
}

/// Waits until a process has ended.
pub fn await_end(pid: &str) {
    while runs(pid) {
        thread::sleep(Duration::from_millis(5));
    }
}

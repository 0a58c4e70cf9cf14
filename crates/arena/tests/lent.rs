//! Engines lent to others.

use std::path::Path;

use arena::Program;
use arena::lent::{Engines, Lent};

fn engines(program: Program) -> Engines {
    Engines::from([("stockfish".to_owned(), program)])
}

/// What is said of this request by one who lends Stockfish.
fn complaint(change: impl FnOnce(&mut Program)) -> String {
    let mut program = Program::new("stockfish");
    change(&mut program);
    let lent = match Lent::new(&program) {
        Ok(lent) => lent,
        Err(error) => return error.to_string(),
    };
    let engines = engines(Program::new("stockfish"));
    lent.program(&engines).unwrap_err().to_string()
}

#[test]
fn the_owner_says_what_is_started_and_which_files_are_named() {
    let option = |name: &str, value: &str| (name.to_owned(), value.to_owned());
    let mut asked = Program::new("stockfish").repeatable();
    asked.options = vec![option("MultiPV", "2"), option("hash", "2")];
    let mut own = Program::new("/usr/games/stockfish");
    own.options = vec![option("SyzygyPath", "/tables"), option("MultiPV", "3")];
    let given = Lent::new(&asked).unwrap().program(&engines(own.clone()));
    let given = given.unwrap();
    assert_eq!(given.path, Path::new("/usr/games/stockfish"));
    assert_eq!((given.options, given.asked), (own.options, asked.options));

    let file = complaint(|program| program.options = vec![option("Debug Log File", "log")]);
    assert!(file.contains("is no number, switch or choice"), "{file}");
    let large = complaint(|program| program.options = vec![option("Hash", "2000")]);
    assert!(large.contains("1024 MiB"), "{large}");
    let sly = complaint(|program| program.preferences = vec![option("Debug Log File", "log")]);
    assert!(sly.contains("a run may not set"), "{sly}");
    assert!(!Path::new("log").exists());
}

//! Puzzles from games, with an oracle that says what the test wants it to say.

use std::fs;
use std::ops::ControlFlow;
use std::path::PathBuf;

use arena::Program;
use chess::epd;
use engine::organism::Organism;
use engine::search::Limit;
use problems::tactics::mine::{self, Error, MinePlan, Mined};
use problems::tactics::{Puzzle, Until};
use tempfile::TempDir;

/// A game: where it starts, its moves, and what the oracle thinks of positions in it.
struct Scene {
    start: &'static str,
    moves: &'static str,
    /// A position, the move clearly best at the first look, and at the later ones.
    clear: &'static [(&'static str, &'static str, &'static str)],
}

/// A puzzle, and nearly the same one.
const FORK: &str = "r1b1k2r/4Npb1/p6p/q5p1/2n5/B3PP2/P1P1N1PP/R1QR2K1 w";
const FORK_AGAIN: &str = "r1b1k2r/4Npb1/p6p/q5p1/2n5/B3PP1P/P1P1N1P1/R1QR2K1 w";
/// Others.
const QUIET: &str = "1k4r1/pp2pp2/2np4/3q2b1/2pPN3/P3P2r/1PPB4/R2K1QR1 b";
const LURE: &str = "r2qk1nr/pp1b1p1p/3pp1p1/1Pp4P/2P1P2b/P1N2nP1/3PNK2/1RBQ1B1R b";
const SWARM: &str = "2kr2rR/pb4P1/1p3pp1/4N3/3pp3/6P1/PPP1PP2/R3K3 w";
const MATE: &str = "r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w";
const TRADE: &str = "r1bqk2r/ppp1bppp/2np1n2/4p1B1/2B1P3/2NP1N2/PPP2PPP/R2QK2R w";
const TAKEN: &str = "r1bqk2r/ppp1bppp/2np1B2/4p3/2B1P3/2NP1N2/PPP2PPP/R2QK2R b";
const BARE: &str = "4k3/2p5/8/1P6/8/8/r6R/4K3 w";

const SCENES: &[Scene] = &[
    Scene {
        start: FORK,
        moves: "1. Kh1",
        clear: &[(FORK, "e7c6", "e7c6")],
    },
    // Not clear on a later look.
    Scene {
        start: QUIET,
        moves: "1... a6",
        clear: &[(QUIET, "h3h2", "")],
    },
    // Another move on a later look.
    Scene {
        start: LURE,
        moves: "1... a6",
        clear: &[(LURE, "d8f6", "h4f6")],
    },
    // Found at a glance.
    Scene {
        start: MATE,
        moves: "1. a3",
        clear: &[(MATE, "h5f7", "h5f7")],
    },
    // Takes back, however odd.
    Scene {
        start: TRADE,
        moves: "1. Bxf6 Bxf6",
        clear: &[(TAKEN, "g7f6", "g7f6")],
    },
    // Nothing to combine.
    Scene {
        start: BARE,
        moves: "1. Kf1",
        clear: &[(BARE, "h2a2", "h2a2")],
    },
    Scene {
        start: FORK_AGAIN,
        moves: "1. Kh1",
        clear: &[(FORK_AGAIN, "e7c6", "e7c6")],
    },
    // Hidden from all but the oracle.
    Scene {
        start: SWARM,
        moves: "1. a3",
        clear: &[(SWARM, "g3g4", "g3g4")],
    },
];

struct Place(TempDir);

impl Place {
    fn new() -> Self {
        let place = Self(tempfile::tempdir().unwrap());
        let mut games = String::new();
        let mut answers = String::new();
        for Scene {
            start,
            moves,
            clear,
        } in SCENES
        {
            games += &format!("[FEN \"{start} - - 0 1\"]\n\n{moves} *\n\n");
            for (position, first, second) in *clear {
                for (nodes, mv) in [("100", first), ("316", second), ("1000", second)] {
                    if !mv.is_empty() {
                        answers += &format!("*'{position} '*'go nodes {nodes}') clear {mv};;\n");
                    }
                }
            }
        }
        fs::write(place.path("games.pgn"), games).unwrap();
        place.write_oracle(&answers);
        place
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    /// A script; where nothing is clear, any legal move does.
    fn write_oracle(&self, answers: &str) {
        let unclear: String = [(QUIET, "a7a6"), (TRADE, "a2a3")]
            .iter()
            .map(|(position, mv)| format!("*'{position} '*) unclear {mv};;\n"))
            .collect();
        let text = format!(
            "#!/bin/sh\n\
             says() {{ echo info depth 9 multipv $1 score cp $2; }}\n\
             clear() {{ says 1 310; says 2 20; echo bestmove $1; }}\n\
             unclear() {{ says 1 110; says 2 20; echo bestmove $1; }}\n\
             while read -r line; do case $line in\n\
             uci) echo id name Pythia; echo option name MultiPV type spin; echo uciok;;\n\
             isready) echo readyok;;\n\
             position*) position=$line;;\n\
             go*) case \"$position $line\" in\n\
             {answers}{unclear}\
             esac;;\n\
             esac; done\n",
        );
        fs::write(self.path("oracle"), text).unwrap();
    }

    /// It is given to a shell: a program that another thread has just written may still
    /// be open in a process that a third one starts, and cannot be run then.
    fn oracle(&self) -> Program {
        let mut shell = Program::new("/bin/sh");
        shell.arguments = vec![self.path("oracle").into()];
        shell
    }

    fn plan(&self, positions: usize, workers: usize) -> MinePlan {
        MinePlan {
            oracle: self.oracle(),
            look_nodes: 100,
            confirm_nodes: 1000,
            positions,
            workers,
        }
    }

    fn mine(&self, plan: &MinePlan, name: &str) -> Result<Mined, Error> {
        let games = [self.path("games.pgn")];
        mine::run(
            plan,
            &games,
            &self.path(name),
            |_| ControlFlow::Continue(()),
        )
    }

    fn write(&self, name: &str, text: &str) {
        fs::write(self.path(name), text).unwrap();
    }

    fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).unwrap()
    }
}

#[test]
fn only_clear_lasting_and_hidden_moves_are_puzzles() {
    let place = Place::new();
    let tally = place.mine(&place.plan(10, 1), "found.epd").unwrap();
    assert_eq!((tally.games, tally.kept, tally.puzzles()), (8, 0, 2));
    let (puzzles, _) = Puzzle::read_suite(&place.path("found.epd")).unwrap();
    let names: Vec<_> = puzzles.iter().map(|puzzle| &puzzle.name).collect();
    assert_eq!(names, ["games 1/0", "games 8/0"]);

    let lines = epd::read(place.path("found.epd")).unwrap();
    for (epd, puzzle) in lines.map(Result::unwrap).zip(&puzzles) {
        assert_eq!(epd.operands("ce"), Some("310"));
        assert_eq!(epd.operands("c1"), Some("\"Pythia, 100 and 1000 nodes\""));
        let organism = Organism::default();
        let limit = Limit::nodes(500_000);
        let answer = puzzle.solve(&organism, &limit, 16, Until::Found);
        assert!(answer.nodes > 1000);
        let difficulty = match answer.solved {
            true => format!("\"difficulty {}\"", answer.nodes),
            false => "\"difficulty over 500000\"".into(),
        };
        assert_eq!(epd.operands("c0"), Some(difficulty.as_str()));
    }
}

#[test]
fn workers_and_interruptions_change_nothing() {
    let place = Place::new();
    place.mine(&place.plan(10, 1), "one.epd").unwrap();
    let whole = place.read("one.epd");
    place.mine(&place.plan(10, 3), "three.epd").unwrap();
    assert_eq!(place.read("three.epd"), whole);

    // Stopped after each game in turn, and continued.
    for stop in [1, 4, 8] {
        let name = format!("stop{stop}.epd");
        let games = [place.path("games.pgn")];
        let stopper = |tally: &Mined| match tally.games {
            games if games >= stop => ControlFlow::Break(()),
            _ => ControlFlow::Continue(()),
        };
        mine::run(&place.plan(10, 1), &games, &place.path(&name), stopper).unwrap();
        assert!(whole.starts_with(&place.read(&name)));
        place.mine(&place.plan(10, 1), &name).unwrap();
        assert_eq!(place.read(&name), whole, "stopped after {stop}");
    }

    // Cut off in the middle of a line.
    for length in [1, whole.len() - 1] {
        fs::write(place.path("cut.epd"), &whole[..length]).unwrap();
        place.mine(&place.plan(10, 1), "cut.epd").unwrap();
        assert_eq!(place.read("cut.epd"), whole, "cut off at {length}");
    }

    // No more than wanted, and then nothing is done.
    let tally = place.mine(&place.plan(1, 2), "few.epd").unwrap();
    assert_eq!(tally.puzzles(), 1);
    let few = place.read("few.epd");
    assert!(whole.starts_with(&few));
    let tally = place.mine(&place.plan(1, 2), "few.epd").unwrap();
    assert_eq!((tally.kept, tally.puzzles()), (1, 1));
    assert_eq!(place.read("few.epd"), few);
}

#[test]
fn a_file_that_is_not_of_these_games_is_left_alone() {
    let place = Place::new();
    place.mine(&place.plan(10, 1), "found.epd").unwrap();
    let whole = place.read("found.epd");
    for (from, to, says) in [
        ("Pythia, 100", "Pythia, 200", "judged by Pythia, 200"),
        ("games 8/", "others 8/", "others 8 is not among the games"),
        ("difficulty ", "easy ", "line 1: it has no difficulty"),
        (" w - ", " x - ", "line 1: "),
        (
            whole.as_str(),
            "notes of mine",
            "line 1: it is not a position",
        ),
    ] {
        let text = whole.replace(from, to);
        fs::write(place.path("other.epd"), &text).unwrap();
        let error = place.mine(&place.plan(10, 1), "other.epd").unwrap_err();
        assert!(error.to_string().contains(says), "{error}");
        assert_eq!(place.read("other.epd"), text);
    }
    let mut plan = place.plan(10, 1);
    plan.oracle = Program::new(place.path("nobody"));
    let error = place.mine(&plan, "found.epd").unwrap_err();
    assert!(error.to_string().contains("cannot be started"), "{error}");
    assert_eq!(place.read("found.epd"), whole);
}

#[test]
fn damaged_games_are_told_of() {
    let place = Place::new();
    let games = place.read("games.pgn");
    place.write("games.pgn", &games.replacen("1. Kh1", "1. Kh4", 1));
    let tally = place.mine(&place.plan(10, 1), "found.epd").unwrap();
    assert_eq!((tally.games, tally.damage.count), (7, 1));
    let first = tally.damage.first.unwrap();
    assert!(first.contains("games.pgn:3: game 1"), "{first}");
}

#[test]
fn files_that_cannot_be_looked_through_are_named() {
    let place = Place::new();
    place.write("none.pgn", "no game\n");
    fs::create_dir(place.path("other")).unwrap();
    place.write("other/games.pgn.zst", "");
    for (games, says) in [
        (["games.pgn", "nowhere.pgn"], "nowhere.pgn"),
        (
            ["games.pgn", "none.pgn"],
            "none.pgn: there is no game in it",
        ),
        (["games.pgn", "other/games.pgn.zst"], "have the same name"),
    ] {
        let games = games.map(|name| place.path(name));
        let output = place.path("found.epd");
        let go_on = |_: &Mined| ControlFlow::Continue(());
        let error = mine::run(&place.plan(10, 1), &games, &output, go_on).unwrap_err();
        assert!(error.to_string().contains(says), "{error}");
    }
}

//! `galapagos mentor` as a user meets it.

use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use engine::search::Score;
use problems::mentor::Lessons;
use tempfile::TempDir;

/// A folder with positions in which Ra1-a2 is legal, and an engine that plays it.
struct Place(TempDir);

impl Place {
    fn new() -> Self {
        let place = Self(tempfile::tempdir().unwrap());
        place.write_positions(3, 2);
        place.write_engine("Script 1", "echo info depth 1 score cp 20 pv a1a2");
        place
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn write_positions(&self, train: usize, test: usize) {
        let line = |(set, number): (&str, usize)| {
            let black_king = ["k7", "1k6", "2k5", "3k4", "4k3", "5k2"][number];
            format!("{black_king}/p7/8/8/8/8/8/R3K3 w - - bm Ra2; c0 \"{set}\";\n")
        };
        let sets = (0..train).map(|_| "train").chain((0..test).map(|_| "test"));
        let text: String = sets.zip(0..).map(line).collect();
        fs::write(self.path("positions.epd"), text).unwrap();
    }

    /// An engine that notes every search in the file `searches` and gives this answer.
    fn write_engine(&self, name: &str, answer: &str) {
        let log = self.path("searches");
        let text = format!(
            "#!/bin/sh\n\
             while read -r line; do case $line in\n\
             uci) echo id name {name}; echo uciok;;\n\
             isready) echo readyok;;\n\
             position*) position=$line;;\n\
             go*) echo \"$position\" >> {}; {answer}; echo bestmove a1a2;;\n\
             esac; done\n",
            log.display()
        );
        let file = self.path("engine");
        fs::write(&file, text).unwrap();
        fs::set_permissions(&file, Permissions::from_mode(0o755)).unwrap();
    }

    fn searches(&self) -> usize {
        fs::read_to_string(self.path("searches")).map_or(0, |text| text.lines().count())
    }

    fn mentor(&self, nodes: &str) -> Output {
        Command::new(assert_cmd::cargo::cargo_bin!("galapagos"))
            .arg("mentor")
            .arg(self.path("positions.epd"))
            .arg("--engine")
            .arg(self.path("engine"))
            .args(["--nodes", nodes, "--workers", "1", "-o"])
            .arg(self.path("scores.epd"))
            .output()
            .unwrap()
    }

    fn complaint(&self, nodes: &str) -> String {
        let output = self.mentor(nodes);
        assert_eq!(output.status.code(), Some(1), "{output:?}");
        String::from_utf8(output.stderr).unwrap()
    }
}

fn stdout(output: &Output) -> String {
    assert!(output.status.success(), "{output:?}");
    String::from_utf8(output.stdout.clone()).unwrap()
}

fn read(path: &Path) -> Lessons {
    Lessons::read(path).unwrap()
}

#[test]
fn what_is_in_the_file_is_not_scored_again() {
    let place = Place::new();
    let told = stdout(&place.mentor("10"));
    let wanted = "5 positions scored by Script 1 with 10 nodes, 0 already in the file\n";
    assert_eq!((told.as_str(), place.searches()), (wanted, 5));
    let lessons = read(&place.path("scores.epd"));
    assert_eq!((lessons.train.len(), lessons.test.len()), (3, 2));
    assert_eq!((lessons.engine.as_str(), lessons.nodes), ("Script 1", 10));
    assert_eq!(lessons.test[1].score, Score::Centipawns(20));

    // One position more, and another opinion by now.
    place.write_positions(4, 2);
    place.write_engine("Script 1", "echo info depth 1 score mate 7 pv a1a2");
    let told = stdout(&place.mentor("10"));
    let wanted = "6 positions scored by Script 1 with 10 nodes, 5 already in the file\n";
    assert_eq!((told.as_str(), place.searches()), (wanted, 6));
    let grown = read(&place.path("scores.epd"));
    assert_eq!((grown.train.len(), grown.test.len()), (4, 2));
    assert_eq!(grown.test[1].score, Score::Mate(7));
    assert_eq!(grown.train[..3], lessons.train);
}

#[test]
fn scores_of_other_engines_nodes_or_positions_are_left_alone() {
    let place = Place::new();
    stdout(&place.mentor("10"));
    let before = fs::read(place.path("scores.epd")).unwrap();

    let told = place.complaint("20");
    assert!(
        told.contains("by Script 1 with 10 nodes, not by Script 1 with 20"),
        "{told}"
    );
    place.write_engine("Script 2", "echo info depth 1 score cp 20 pv a1a2");
    let told = place.complaint("10");
    assert!(
        told.contains("by Script 1 with 10 nodes, not by Script 2 with 10"),
        "{told}"
    );
    place.write_positions(1, 1);
    let told = place.complaint("10");
    assert!(told.contains("positions that are not in"), "{told}");
    assert_eq!(fs::read(place.path("scores.epd")).unwrap(), before);

    fs::write(place.path("scores.epd"), "nonsense").unwrap();
    let told = place.complaint("10");
    assert!(told.contains("scores.epd:1: "), "{told}");
}

#[test]
fn a_failing_engine_loses_no_score() {
    let place = Place::new();
    let crash = "case $position in *3k4*) exit 1;; esac; echo info depth 1 score cp 20 pv a1a2";
    place.write_engine("Script 1", crash);
    let told = place.complaint("10");
    assert!(told.contains("engine"), "{told}");
    let part = Lessons::read_part(&place.path("scores.epd")).unwrap();
    assert_eq!((part.train.len(), part.test.len()), (3, 1));
    place.write_engine("Script 1", "echo info depth 1 score cp 20 pv a1a2");
    let told = stdout(&place.mentor("10"));
    assert!(told.contains("4 already in the file"), "{told}");
}

#[test]
fn stockfish_is_a_mentor() {
    let place = Place::new();
    let output = Command::new(assert_cmd::cargo::cargo_bin!("galapagos"))
        .arg("mentor")
        .arg(place.path("positions.epd"))
        .args(["--nodes", "500", "-o"])
        .arg(place.path("scores.epd"))
        .output()
        .unwrap();
    assert!(stdout(&output).starts_with("5 positions scored by Stockfish"));
    let lessons = read(&place.path("scores.epd"));
    let is_won = |score| match score {
        Score::Centipawns(score) => score > 200,
        Score::Mate(moves) => moves > 0,
    };
    assert!(lessons.train.iter().all(|lesson| is_won(lesson.score)));
}

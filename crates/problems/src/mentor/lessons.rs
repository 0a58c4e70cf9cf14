//! Positions with the scores of a mentor, kept in a file.
//!
//! ```text
//! 6k1/5ppp/8/8/8/8/8/R3K3 w Q - acn 10000; dm 1; c0 "train"; c1 "Stockfish 15.1";
//! ```
//!
//! `acn` are the nodes the mentor was given, `ce` its score in centipawns for the
//! side to move or `dm` the moves to mate, negative for being mated; `c0` is the
//! set and `c1` the mentor.

use std::fmt::Write;
use std::io;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use chess::epd::{self, Epd, EpdFileError, Operation};
use chess::{Board, Game};
use engine::search::Score;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::atomic;

/// A position and what the mentor thinks of it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "(Game, Score)", into = "(Game, Score)")]
pub struct Lesson {
    /// The position.
    pub board: Board,
    /// The score for the side to move.
    pub score: Score,
}

/// As a value: a game without moves, and the score.
impl From<Lesson> for (Game, Score) {
    fn from(Lesson { board, score }: Lesson) -> Self {
        (Game::new(board), score)
    }
}

impl From<(Game, Score)> for Lesson {
    fn from((game, score): (Game, Score)) -> Self {
        let board = game.board().clone();
        Self { board, score }
    }
}

/// What a mentor has said.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Lessons {
    /// The name the mentor gives itself.
    pub engine: String,
    /// The nodes it was given for each position.
    pub nodes: u64,
    /// Lessons to train on.
    pub train: Vec<Lesson>,
    /// Lessons to test with.
    pub test: Vec<Lesson>,
}

/// What is wrong with a file of lessons.
#[derive(Debug, Error)]
pub enum LessonsError {
    /// A line is not a lesson, or the file cannot be read.
    #[error(transparent)]
    Epd(#[from] EpdFileError),
    /// A set is empty: the work was not finished.
    #[error("{}: there is no {set} position in it; `galapagos mentor` finishes it", .file.display())]
    Unfinished {
        /// The file.
        file: PathBuf,
        /// The set, `train` or `test`.
        set: &'static str,
    },
}

impl Lessons {
    /// Reads the file to learn from: neither set may be empty.
    pub fn read(path: &Path) -> Result<Self, LessonsError> {
        let lessons = Self::read_part(path)?;
        for (set, part) in [("train", &lessons.train), ("test", &lessons.test)] {
            if part.is_empty() {
                let file = path.into();
                return Err(LessonsError::Unfinished { file, set });
            }
        }
        Ok(lessons)
    }

    /// Reads a file that may be unfinished.
    pub fn read_part(path: &Path) -> Result<Self, LessonsError> {
        let mut lessons = Self::default();
        epd::read_all(path, |epd| lessons.add(epd))?;
        Ok(lessons)
    }

    fn add(&mut self, epd: Epd) -> Result<(), String> {
        let text = |opcode| epd.operands(opcode).map(|text| text.trim_matches('"'));
        let engine = text("c1").ok_or("`c1` must be the name of the mentor")?;
        let nodes = number(&epd, "acn")?.ok_or("`acn` must be the mentor's nodes")?;
        if self.train.is_empty() && self.test.is_empty() {
            self.engine = engine.into();
            self.nodes = nodes;
        } else if self.engine != engine || self.nodes != nodes {
            let (first, first_nodes) = (&self.engine, self.nodes);
            return Err(format!(
                "by {engine} with {nodes} nodes, but the lines before by {first} with {first_nodes}"
            ));
        }
        let score = match (number(&epd, "ce")?, number(&epd, "dm")?) {
            (Some(score), None) => Score::Centipawns(score),
            (None, Some(moves)) => Score::Mate(moves),
            _ => return Err("either `ce` or `dm` must be there".into()),
        };
        let set = match text("c0") {
            Some("train") => &mut self.train,
            Some("test") => &mut self.test,
            _ => return Err("`c0` must be \"train\" or \"test\"".into()),
        };
        let board = epd.board;
        set.push(Lesson { board, score });
        Ok(())
    }

    /// Writes the file, all of it or nothing.
    pub fn write(&self, path: &Path) -> io::Result<()> {
        let engine = self.engine.replace('"', "'");
        let mut text = String::new();
        for (set, lessons) in [("train", &self.train), ("test", &self.test)] {
            for Lesson { board, score } in lessons {
                let (opcode, score) = match score {
                    Score::Centipawns(score) => ("ce", score),
                    Score::Mate(moves) => ("dm", moves),
                };
                let epd = Epd {
                    board: board.clone(),
                    operations: vec![
                        Operation::new("acn", self.nodes),
                        Operation::new(opcode, score),
                        Operation::new("c0", format_args!("\"{set}\"")),
                        Operation::new("c1", format_args!("\"{engine}\"")),
                    ],
                };
                writeln!(text, "{epd}").expect("a string can be written");
            }
        }
        atomic::write(path, text.as_bytes())
    }
}

/// The number that is the operand of an operation.
fn number<T: FromStr>(epd: &Epd, opcode: &str) -> Result<Option<T>, String> {
    let operand = epd.operands(opcode).map(str::parse);
    operand
        .transpose()
        .map_err(|_| format!("`{opcode}` must be a whole number"))
}

#[cfg(test)]
mod tests {
    use std::fs;

    use chess::fen;

    use super::*;

    #[test]
    fn what_is_written_is_read() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("some.epd");
        let lesson = |text: &str, score| Lesson {
            board: fen::parse(text).unwrap(),
            score,
        };
        let mut lessons = Lessons {
            engine: "Some Fish 15.1".into(),
            nodes: 10_000,
            train: vec![
                lesson("4k3/8/8/8/8/8/8/Q3K3 w - - 0 1", Score::Mate(-7)),
                lesson("4k3/8/8/8/8/8/8/4K2R w K - 0 1", Score::Centipawns(-512)),
            ],
            test: Vec::new(),
        };
        lessons.write(&path).unwrap();
        assert_eq!(Lessons::read_part(&path).unwrap(), lessons);
        let error = Lessons::read(&path).unwrap_err().to_string();
        assert!(error.contains("no test position"), "{error}");
        lessons.test.push(lessons.train[0].clone());
        lessons.write(&path).unwrap();
        assert_eq!(Lessons::read(&path).unwrap(), lessons);
    }

    #[test]
    fn faults_name_file_and_line() {
        let board = "4k3/8/8/8/8/8/8/Q3K3 w - -";
        let good = format!("{board} acn 10; ce 900; c0 \"train\"; c1 \"Fish\";\n");
        for (bad, complaint) in [
            ("ce 9; c0 \"train\"; c1 \"Fish\";", "`acn` must be"),
            (
                "acn -1; ce 9; c0 \"train\"; c1 \"Fish\";",
                "`acn` must be a whole number",
            ),
            (
                "acn 10; ce 9.5; c0 \"train\"; c1 \"Fish\";",
                "`ce` must be a whole number",
            ),
            ("acn 10; c0 \"train\"; c1 \"Fish\";", "either `ce` or `dm`"),
            (
                "acn 10; ce 9; dm 3; c0 \"train\"; c1 \"Fish\";",
                "either `ce` or `dm`",
            ),
            ("acn 10; ce 9; c1 \"Fish\";", "`c0` must be"),
            ("acn 10; ce 9; c0 \"train\";", "`c1` must be"),
            (
                "acn 11; ce 9; c0 \"train\"; c1 \"Fish\";",
                "by Fish with 11 nodes, but",
            ),
            (
                "acn 10; ce 9; c0 \"train\"; c1 \"Cod\";",
                "by Cod with 10 nodes, but",
            ),
        ] {
            let folder = tempfile::tempdir().unwrap();
            let path = folder.path().join("some.epd");
            fs::write(&path, format!("{good}{board} {bad}\n")).unwrap();
            let error = Lessons::read(&path).unwrap_err().to_string();
            let wanted = format!("{}:2: {complaint}", path.display());
            assert!(error.starts_with(&wanted), "{error}");
        }
    }
}

//! The file that positions are kept in.

use std::fmt::Write;
use std::io::{BufRead, Cursor};
use std::path::{Path, PathBuf};

use chess::epd::{self, Epd, EpdFileError, Operation};
use chess::{Damage, san};
use thiserror::Error;

use crate::Sample;

/// The project's own positions; `data/README.md` says how they were made.
pub const BUILT_IN: &str = include_str!("../../../../data/positions.epd");

/// A position that was drawn, and where from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pick {
    /// The position and the move.
    pub sample: Sample,
    /// The file, the game and the half moves before.
    pub id: String,
}

/// Two sets of positions that share no game.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Drawn {
    /// To train on.
    pub train: Vec<Pick>,
    /// To test with.
    pub test: Vec<Pick>,
}

/// Two sets of positions as read from a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Positions {
    /// To train on.
    pub train: Vec<Sample>,
    /// To test with.
    pub test: Vec<Sample>,
    /// Lines that are left out.
    pub damage: Damage,
}

/// What is wrong with a file of positions.
#[derive(Debug, Error)]
pub enum PositionsError {
    /// The file cannot be read.
    #[error(transparent)]
    Epd(#[from] EpdFileError),
    /// A set has no position.
    #[error("{}: there is no {set} position in it{}", .file.display(), .damage.remark())]
    Empty {
        /// The file.
        file: PathBuf,
        /// The set, `train` or `test`.
        set: &'static str,
        /// Lines that are left out.
        damage: Damage,
    },
}

impl Drawn {
    /// The text of the file.
    pub fn to_epd(&self) -> String {
        let mut text = String::new();
        for (set, picks) in [("train", &self.train), ("test", &self.test)] {
            for Pick { sample, id } in picks {
                let epd = Epd {
                    board: sample.board.clone(),
                    operations: vec![
                        Operation::new("bm", san::write(&sample.board, sample.played)),
                        Operation::new("c0", format_args!("\"{set}\"")),
                        Operation::new("id", format_args!("\"{}\"", id.replace('"', "'"))),
                    ],
                };
                writeln!(text, "{epd}").expect("a string can be written");
            }
        }
        text
    }
}

impl Positions {
    /// Reads a file that [`Drawn::to_epd`] made, or a person: other operations than
    /// `bm` and `c0` mean nothing. Damaged lines are counted and left out. Neither set
    /// may be empty.
    pub fn read(path: &Path) -> Result<Self, PositionsError> {
        Self::from_lines(path, epd::read(path)?)
    }

    /// The positions that are part of the program.
    pub fn built_in() -> Self {
        let file = Path::new("positions.epd");
        let lines = epd::Reader::new(file, Cursor::new(BUILT_IN));
        Self::from_lines(file, lines).expect("the built-in positions are checked by a test")
    }

    fn from_lines<R: BufRead>(path: &Path, lines: epd::Reader<R>) -> Result<Self, PositionsError> {
        let mut positions = Self {
            train: Vec::new(),
            test: Vec::new(),
            damage: Damage::lines(),
        };
        let (_, damage) = lines.sound(|epd| positions.add(epd))?;
        for (set, samples) in [("train", &positions.train), ("test", &positions.test)] {
            if samples.is_empty() {
                let file = path.into();
                return Err(PositionsError::Empty { file, set, damage });
            }
        }
        Ok(Self {
            damage,
            ..positions
        })
    }
    fn add(&mut self, epd: Epd) -> Result<(), String> {
        let moves = epd.best_moves().map_err(|error| error.to_string())?;
        let &[played] = &moves[..] else {
            return Err(format!("one move is wanted in `bm`, not {}", moves.len()));
        };
        let set = match epd.operands("c0").map(|set| set.trim_matches('"')) {
            Some("train") => &mut self.train,
            Some("test") => &mut self.test,
            _ => return Err("`c0` must be \"train\" or \"test\"".into()),
        };
        let board = epd.board;
        set.push(Sample { board, played });
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use chess::fen;

    use super::*;

    fn pick(text: &str, played: &str) -> Pick {
        let board = fen::parse(text).unwrap();
        let played = san::parse(&board, played).unwrap();
        let id = "a \"b\"; c 1/2".into();
        Pick {
            sample: Sample { board, played },
            id,
        }
    }

    #[test]
    fn what_is_written_is_read() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("some.epd");
        let drawn = Drawn {
            train: vec![
                pick("4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1", "dxe3"),
                pick("r3k3/1P6/8/8/8/8/8/R3K2R w KQq - 0 1", "bxa8=N"),
            ],
            test: vec![pick("r3k3/1P6/8/8/8/8/8/R3K2R w KQq - 0 1", "O-O")],
        };
        fs::write(&path, drawn.to_epd()).unwrap();
        let samples = |picks: Vec<Pick>| picks.into_iter().map(|pick| pick.sample).collect();
        let wanted = Positions {
            train: samples(drawn.train),
            test: samples(drawn.test),
            damage: Damage::lines(),
        };
        assert_eq!(Positions::read(&path).unwrap(), wanted);
    }

    #[test]
    fn damaged_lines_are_left_out_and_named() {
        let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";
        let good = format!("{start} bm e4; c0 \"train\";\n{start} bm e4; c0 \"test\";\n");
        for (bad, complaint) in [
            ("bm e5; c0 \"train\";", ":3: operation `bm`: e5 is illegal"),
            ("c0 \"train\";", ":3: one move is wanted in `bm`, not 0"),
            (
                "bm e4 d4; c0 \"train\";",
                ":3: one move is wanted in `bm`, not 2",
            ),
            ("bm e4;", ":3: `c0` must be"),
            ("bm e4; c0 \"both\";", ":3: `c0` must be"),
            ("bm \"e4;", ":3: the string in operation"),
        ] {
            let folder = tempfile::tempdir().unwrap();
            let path = folder.path().join("some.epd");
            fs::write(&path, format!("{good}{start} {bad}\n")).unwrap();
            let read = Positions::read(&path).unwrap();
            assert_eq!((read.train.len(), read.test.len()), (1, 1));
            let told = read.damage.to_string();
            let wanted = format!("1 damaged line left out: {}{complaint}", path.display());
            assert!(told.starts_with(&wanted), "{told}");

            fs::write(&path, format!("{start} {bad}\n")).unwrap();
            let error = Positions::read(&path).unwrap_err().to_string();
            assert!(
                error.contains("no train position in it; 1 damaged line"),
                "{error}"
            );
        }
    }

    #[test]
    fn both_sets_must_be_there() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("some.epd");
        for (text, set) in [
            ("", "train"),
            ("8/8/8/8/8/8/8/K1k5 w - - bm Ka2; c0 \"train\";", "test"),
        ] {
            fs::write(&path, text).unwrap();
            let error = Positions::read(&path).unwrap_err().to_string();
            assert!(
                error.ends_with(&format!("no {set} position in it")),
                "{error}"
            );
        }
        assert!(Positions::read(folder.path()).is_err());
        assert!(Positions::read(&folder.path().join("none")).is_err());
    }
}

//! Positions with a right answer.

use std::io::{BufRead, Cursor};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use chess::epd::{self, Epd, EpdFileError};
use chess::{Board, Damage, Game, Move};
use engine::Mind;
use engine::search::{Bound, Engine, Limit, Signals, Wish};
use serde::{Deserialize, Serialize};
use thiserror::Error;

/// The project's own suite; `data/README.md` says how it was made.
pub const BUILT_IN: &str = include_str!("../../../../data/tactics.epd");

/// A position and the moves that solve or spoil it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "Written", into = "Written")]
pub struct Puzzle {
    /// What the suite calls it.
    pub name: String,
    /// The position.
    pub board: Board,
    /// The right moves (`bm`); where there are none, any move not to be avoided solves it.
    pub best: Vec<Move>,
    /// The wrong moves (`am`).
    pub avoid: Vec<Move>,
}

/// A puzzle as a value: its name, the position, and the right and the wrong moves in
/// sixteen bits each.
type Written = (String, Game, Vec<u16>, Vec<u16>);

impl From<Puzzle> for Written {
    fn from(puzzle: Puzzle) -> Self {
        let packed = |moves: Vec<Move>| moves.into_iter().map(chess::pack).collect();
        let (best, avoid) = (packed(puzzle.best), packed(puzzle.avoid));
        (puzzle.name, Game::new(puzzle.board), best, avoid)
    }
}

impl TryFrom<Written> for Puzzle {
    type Error = &'static str;

    fn try_from((name, game, best, avoid): Written) -> Result<Self, &'static str> {
        let board = game.board().clone();
        let moves = |packed: Vec<u16>| {
            let moves = packed.into_iter().map(chess::unpack);
            let moves = moves.map(|mv| mv.filter(|&mv| board.is_legal(mv)));
            moves.collect::<Option<Vec<_>>>().ok_or("a move is illegal")
        };
        let (best, avoid) = (moves(best)?, moves(avoid)?);
        if best.is_empty() && avoid.is_empty() {
            return Err("nothing solves it");
        }
        Ok(Self {
            name,
            board,
            best,
            avoid,
        })
    }
}

/// When a search of a puzzle is over.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Until {
    /// With the first iteration whose answer is right.
    Found,
    /// At the limit: a puzzle whose answer was right before and is no longer is not solved.
    Limit,
}

/// What a search made of a puzzle.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Answer {
    /// The move.
    pub mv: Move,
    /// Whether it is right.
    pub solved: bool,
    /// Nodes until it took the lead; the limit, where it is wrong and there is one.
    pub nodes: u64,
    /// Nodes searched in all.
    pub searched: u64,
}

/// What is wrong with a suite.
#[derive(Debug, Error)]
pub enum SuiteError {
    /// The file cannot be read.
    #[error(transparent)]
    Epd(#[from] EpdFileError),
    /// There is nothing to solve.
    #[error("{}: there is no position in it{}", .file.display(), .damage.remark())]
    Empty {
        /// The file.
        file: PathBuf,
        /// Lines that are left out.
        damage: Damage,
    },
}

impl Puzzle {
    /// Reads a suite: an EPD file with `bm` or `am` in every line. Damaged lines are
    /// counted and left out.
    pub fn read_suite(path: &Path) -> Result<(Vec<Self>, Damage), SuiteError> {
        Self::from_lines(path, epd::read(path)?)
    }

    /// The suite that is part of the program.
    pub fn built_in() -> Vec<Self> {
        let file = Path::new("tactics.epd");
        let lines = epd::Reader::new(file, Cursor::new(BUILT_IN));
        let (puzzles, damage) =
            Self::from_lines(file, lines).expect("the built-in suite is checked by a test");
        assert_eq!(damage.count, 0, "{damage}");
        puzzles
    }

    fn from_lines<R: BufRead>(
        path: &Path,
        lines: epd::Reader<R>,
    ) -> Result<(Vec<Self>, Damage), SuiteError> {
        let mut number = 0;
        let (puzzles, damage) = lines.sound(|epd| {
            number += 1;
            Self::new(epd, number)
        })?;
        if puzzles.is_empty() {
            let file = path.into();
            return Err(SuiteError::Empty { file, damage });
        }
        Ok((puzzles, damage))
    }

    /// The puzzle of an EPD; one without a name is called by its number.
    fn new(epd: Epd, number: usize) -> Result<Self, String> {
        let moves = |moves: Result<_, epd::EpdError>| moves.map_err(|error| error.to_string());
        let (best, avoid) = (moves(epd.best_moves())?, moves(epd.avoid_moves())?);
        if best.is_empty() && avoid.is_empty() {
            return Err("it has neither bm nor am, so nothing solves it".into());
        }
        Ok(Self {
            name: epd.id().unwrap_or_else(|| number.to_string()),
            board: epd.board,
            best,
            avoid,
        })
    }

    /// Whether a move solves it.
    pub fn accepts(&self, mv: Move) -> bool {
        (self.best.is_empty() || self.best.contains(&mv)) && !self.avoid.contains(&mv)
    }

    /// Makes an organism search it with an empty hash table, on one thread.
    pub fn solve(
        &self,
        organism: &dyn Mind,
        limit: &Limit,
        mebibytes: usize,
        until: Until,
    ) -> Answer {
        self.search(&mut organism.engine(1, mebibytes), limit, until)
    }

    /// Makes an engine that remembers nothing search it. A right move that leads when the
    /// limit is reached solves it, even in the middle of an iteration.
    pub(super) fn search(&self, engine: &mut Engine, limit: &Limit, until: Until) -> Answer {
        let found = engine.search_with(
            &Game::new(self.board.clone()),
            limit,
            &Wish::default(),
            &Signals::default(),
            |report| {
                let is_settled = report.bound == Bound::Exact;
                match until == Until::Found && is_settled && self.accepts(report.line[0]) {
                    true => ControlFlow::Break(()),
                    false => ControlFlow::Continue(()),
                }
            },
        );
        let mv = found
            .best
            .expect("where a move is good or bad, there is one");
        // Before the first node the answer is whatever move was generated first.
        let solved = found.found_at_nodes > 0 && self.accepts(mv);
        Answer {
            mv,
            solved,
            nodes: match (solved, limit.nodes) {
                (false, Some(most)) => most,
                _ => found.found_at_nodes,
            },
            searched: found.nodes,
        }
    }
}

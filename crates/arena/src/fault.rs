//! What an engine did wrong.

use std::fmt;
use std::process::ExitStatus;
use std::time::Duration;

use thiserror::Error;

/// A misdeed, the program that did it and the lines exchanged before.
///
/// The engine's process is gone by then; see
/// [`UciEngine::restart`](crate::UciEngine::restart).
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub struct Fault {
    /// The program, as it was named.
    pub program: String,
    /// What it did.
    pub misdeed: Misdeed,
    /// The last lines exchanged, oldest first: `> ` to the engine, `< ` from it,
    /// `! ` from its standard error.
    pub transcript: Vec<String>,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.program, self.misdeed)?;
        self.transcript
            .iter()
            .try_for_each(|line| write!(f, "\n    {line}"))
    }
}

/// What an engine did wrong.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum Misdeed {
    /// The program could not be started, or not as asked.
    #[error("cannot be started: {0}")]
    NotStarted(String),
    /// It runs, but does not answer `uci` with `uciok`.
    #[error("no `uciok` after {0:?}: is it a UCI engine?")]
    NoUciOk(Duration),
    /// It runs, but names no `feature`.
    #[error("no `feature` after {0:?}: is it an xboard engine?")]
    NoFeatures(Duration),
    /// It does not answer, or does not read what it is told.
    #[error("hangs: no `{awaited}` after {after:?}")]
    Hang {
        /// What was waited for.
        awaited: &'static str,
        /// How long.
        after: Duration,
    },
    /// The process has ended by itself.
    #[error("crashed: {0}")]
    Crash(ExitStatus),
    /// The process still runs, but nothing can be read from it or told to it.
    #[error("closed its pipes")]
    ClosedPipe,
    /// It prints without end.
    #[error("floods its output")]
    Flood,
    /// What follows `bestmove` is not a move at all.
    #[error("garbage instead of a move: `{}`", .0.escape_debug())]
    Garbage(String),
    /// The move is against the rules.
    #[error("illegal move {text} in {fen}")]
    IllegalMove {
        /// The move as the engine wrote it.
        text: String,
        /// The position.
        fen: String,
    },
    /// It gave no move where there are legal ones.
    #[error("no move in {0}")]
    NoMove(String),
    /// It searched and gave no score.
    #[error("no score for {0}")]
    NoScore(String),
    /// It took more time than it had.
    #[error("took {taken:?} of {allowed:?}")]
    Overstep {
        /// What it had, without what the rules forgive.
        allowed: Duration,
        /// What it took.
        taken: Duration,
    },
    /// It says that a legal move is illegal, or does not know a command that it
    /// must know.
    #[error("refuses what it must accept: `{}`", .0.escape_debug())]
    Refusal(String),
    /// It claims a result that the game does not have.
    #[error("claims a wrong result: `{}`", .0.escape_debug())]
    WrongClaim(String),
    /// Its protocol cannot say what is asked of it.
    #[error("cannot {0}")]
    Unable(&'static str),
    /// An organism's search ended in a way that it never should.
    #[error("panicked: {0}")]
    Panic(String),
    /// What it did when a worker of a fleet, or this process in its place, asked it.
    #[error("{what}")]
    Told {
        /// In words.
        what: String,
        /// Whether it was [against the rules](Misdeed::breaks_rules).
        breaks_rules: bool,
    },
    /// It was asked after a fault and before a restart.
    #[error("is not running since its last fault")]
    NotRunning,
}

impl Misdeed {
    /// Whether it was an answer that the rules of chess forbid.
    pub const fn breaks_rules(&self) -> bool {
        match self {
            Self::IllegalMove { .. } | Self::Garbage(_) | Self::NoMove(_) => true,
            Self::Told { breaks_rules, .. } => *breaks_rules,
            _ => false,
        }
    }
}

//! Outside chess programs: talking to them, asking them for scores, having them
//! play.
//!
//! ```text
//! Program ─► UciEngine ─┬─► analyse   positions ─► scores
//! what to     search    └─► selfplay  seed ─► openings ─► games ─► PGN
//! start          │
//!                └─► Fault: what went wrong and the last lines exchanged
//! ```
//!
//! - [`Program`] says what to start; [`UciEngine`] is the running program. It is
//!   a separate process that may crash, hang, flood or lie: every misdeed comes
//!   back as a typed [`Fault`], and the process with all its children is gone.
//! - [`analyse`] scores positions, on as many engines at once as wanted.
//! - [`selfplay`] lets an engine play itself and keeps the games.
//!
//! With fixed nodes and one thread everything here is a function of its input
//! and the seed, whatever the number of workers.
//!
//! ```no_run
//! use arena::{Limit, Program, UciEngine};
//! use chess::Game;
//!
//! let mut engine = UciEngine::start(&Program::new("stockfish"))?;
//! let found = engine.search(&Game::default(), Limit::Nodes(10_000))?;
//! println!("{:?}: {:?}", found.best, found.score());
//! # Ok::<(), arena::Fault>(())
//! ```

mod adjudicate;
pub mod analyse;
mod fault;
mod info;
mod limit;
mod lines;
mod opening;
pub mod ordered;
mod process;
mod program;
pub mod selfplay;
mod transcript;
mod uci_engine;

pub use adjudicate::Ending;
pub use fault::{Fault, Misdeed};
pub use info::Info;
pub use limit::Limit;
pub use program::Program;
pub use uci_engine::{Found, UciEngine};

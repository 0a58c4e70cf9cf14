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
pub mod book;
mod clock;
mod contender;
mod ending;
mod fault;
mod game_file;
mod guard;
mod info;
mod limit;
mod lines;
mod opening;
mod ordered;
mod organism_player;
mod pace;
mod play;
mod player;
mod process;
mod program;
mod rules;
pub mod selfplay;
mod session;
pub mod stats;
mod tables;
pub mod tournament;
mod transcript;
mod uci_engine;
mod uci_player;
mod xboard;

pub use contender::Contender;
pub use ending::Ending;
pub use fault::{Fault, Misdeed};
pub use game_file::FileError;
pub use info::Info;
pub use limit::Limit;
pub use organism_player::OrganismPlayer;
pub use pace::{Pace, PaceError};
pub use play::{Played, Seat, Timed, play};
pub use player::{Player, Thought};
pub use program::Program;
pub use rules::{Draw, Resign, Rules};
pub use tables::{Tables, TablesError};
pub use uci_engine::{Found, UciEngine};
pub use xboard::XboardEngine;

//! Players of every kind, the games between them, and outside programs as scorers.
//!
//! ```text
//! Contender ─► Player ─┐
//!   organism           ├─► play ─► Played: game, ending, thoughts, fault
//!   Program: UCI       │
//!   Program: xboard    │
//! Pace, Rules ─────────┘     │
//!                            └─► tournament ─► stats: Elo, SPRT, ratings
//!                       book ──────┘   └─► PGN
//!
//! Program ─► UciEngine ─┬─► analyse   positions ─► scores
//! what to     search    └─► selfplay  seed ─► openings ─► games ─► PGN
//! start          │
//!                └─► Fault: what went wrong and the last lines exchanged
//! ```
//!
//! - [`Contender`] says what plays and makes a [`Player`] of it: an organism in this
//!   process, or a program that speaks UCI or the protocol of xboard.
//! - [`play`] plays one game of two players, each at its own [`Pace`], and ends it
//!   by the [`Rules`].
//! - [`tournament`] plays many: matches, round robins and gauntlets, in pairs of
//!   games from the openings of a [`book`], kept in a file that survives
//!   interruption; [`stats`] says what their results mean.
//! - [`Program`] says what to start; [`UciEngine`] is the running program. It is
//!   a separate process that may crash, hang, flood or lie: every misdeed comes
//!   back as a typed [`Fault`], and the process with all its children is gone. So
//!   it is when this process ends, however that happens.
//! - [`analyse`] scores positions, on as many engines at once as wanted.
//! - [`selfplay`] lets an engine play itself and keeps the games.
//! - [`stats`] says what the results of games mean.
//! - [`elsewhere`]: all of this with its pieces done on other machines, by their [`lent`]
//!   engines; a [`register`] says which workers had a part in a file.
//!
//! With fixed nodes and one thread everything here is a function of its input
//! and the seed, whatever the number of workers.
//!
//! ```
//! use arena::{Contender, Inside, Rules, Seat, play};
//! use chess::Game;
//! use engine::organism::Organism;
//!
//! let contender = Contender::Inside(Inside::searching(Organism::default(), 1));
//! let (mut white, mut black) = (contender.player()?, contender.player()?);
//! let seat = |player| Seat {
//!     player,
//!     pace: arena::Pace::Nodes(200),
//! };
//! let played = play(seat(&mut *white), seat(&mut *black), Game::default(), &Rules::default());
//! println!("{}: {}", played.ending, played.ending.outcome());
//! # Ok::<(), arena::Fault>(())
//! ```

mod adjudicate;
pub mod analyse;
pub mod book;
mod clock;
mod contender;
pub mod date;
pub mod elsewhere;
mod ending;
mod fault;
mod game_file;
mod guard;
mod info;
mod inside;
pub mod lent;
mod limit;
mod lines;
pub mod live;
mod opening;
pub mod ordered;
mod organism_player;
mod pace;
mod play;
mod player;
mod process;
mod program;
pub mod register;
mod rules;
pub mod selfplay;
mod session;
pub mod sole;
pub mod stats;
pub mod tournament;
mod transcript;
mod uci_engine;
mod uci_option;
mod uci_player;
mod variant;
mod xboard;

pub use contender::Contender;
pub use ending::Ending;
pub use fault::{Fault, Misdeed};
pub use game_file::FileError;
pub use info::Info;
pub use inside::Inside;
pub use limit::Limit;
pub use organism_player::{OrganismPlayer, search_limit};
pub use pace::{Pace, PaceError};
pub use play::{Played, Seat, Timed, play};
pub use player::{Player, Thought};
pub use program::Program;
pub use rules::{Draw, Material, Resign, Rules};
pub use uci_engine::{Found, UciEngine};
pub use uci_option::{OptionKind, UciOption};
pub use variant::{Variant, VariantError};
pub use xboard::XboardEngine;

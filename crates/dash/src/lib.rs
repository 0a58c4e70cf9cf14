//! Runs in a browser: watch evolution, play the champions.
//!
//! ```text
//! runs/ ─► journal::Reader ─► lab: curves, genes, family, proofs ─► pages (maud) ─► cache ─► browsers
//!   │                                                                                          ▲
//!   ├────► records of games, arena::live: boards ─► live: moves as they are made ──────────────┤
//!   └────► journal::Pulse ─────────────────────────► live: server-sent events ──────────────────┘
//!                           lab: organisms that play ─► game: moves, and why
//! ```
//!
//! - A page is rendered once for each change of its run, however many browsers look on. A
//!   browser is told that something has changed; it asks for the page again and puts the
//!   parts that differ in place of the old ones. So there is one way to draw a page, and a
//!   browser that lost its connection, or whose server was started anew, catches up by
//!   itself.
//! - Nothing about a visitor is kept: a game is the list of its moves, which the browser
//!   has. How much the engines may be asked to think is limited.
//! - Nothing is changed: runs are read, never written.
//! - What other sites could have a browser ask is refused.
//!
//! ```no_run
//! # fn main() -> Result<(), dash::Error> {
//! use std::path::Path;
//!
//! let settings = dash::Settings::new(Path::new("runs"), lab::EXPERIMENTS);
//! let dash = dash::Dash::bind(settings)?;
//! println!("{}", dash.url());
//! dash.serve(|| false)
//! # }
//! ```

mod address;
mod assets;
mod boards;
mod cache;
mod duel;
mod fleet;
mod game;
mod glances;
mod guard;
mod house;
mod limits;
mod live;
mod organisms;
mod pages;
mod password;
mod problem;
mod records;
mod replay;
mod server;
mod surveys;

pub use server::{Dash, Error, Settings};

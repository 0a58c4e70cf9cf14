//! Weights by evolutionary programming on grandmaster games.
//!
//! ```text
//! games ─► Masters: a few games drawn every generation ─► a point for each move of the master's
//!          trees planted once a game, shared by all runs
//! ```
//!
//! A virtual player knows material and mobility ([`Weights`]), looks one ply
//! ahead and follows the captures to their end. It is judged by how often it
//! would have moved as the masters did, either side, in games redrawn every
//! generation: [`Masters`]. [`evolve`] runs it with the settings of a [`Setup`],
//! whose default is the paper's; [`figures`] and [`duel`] give the numbers of
//! its tables.
//!
//! E. Vázquez-Fernández, C. A. Coello Coello, F. D. Sagols Troncoso: An
//! evolutionary algorithm for tuning a chess evaluation function, CEC 2011.
//!
//! ```
//! use chess::{Game, pgn};
//! use evo::Seed;
//! use problems::masters::{Masters, Setup, evolve};
//!
//! let text = b"1. e4 e5 2. Bc4 d6 3. Nf3 Bg4 4. Nc3 g6 5. Nxe5 Bxd1 6. Bxf7+ Ke7 7. Nd5# 1-0\n";
//! let games: Vec<Game> = pgn::Reader::new("legal.pgn", &text[..])?
//!     .map(|record| Ok(record?.game))
//!     .collect::<Result<_, pgn::PgnError>>()?;
//! let players = Masters::new(games, 1.try_into()?)?;
//! let setup = Setup { generations: 2, ..Setup::default() };
//! let evolution = evolve(&players, &setup, Seed::new(1), 1.try_into()?)?;
//! assert_eq!(evolution.last.len(), 10);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod duel;
mod evolution;
mod figures;
mod organism;
mod problem;
mod weights;

pub use duel::{Score, duel, openings};
pub use evolution::{Evolution, Setup, evolve, founders};
pub use figures::{Figure, figures, mean};
pub use organism::{KIND, Organism};
pub use problem::{Error, Masters, Review};
pub use weights::{BOUNDS, Bounds, COUNT, Evaluator, NAMES, NARROW_START, Weights, space};

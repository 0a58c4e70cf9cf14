//! Positions with the move that was played, from any games.
//!
//! ```text
//! PGN ─► Collector: games that fit, a few positions of each ─► Drawn ─► EPD file ─► Positions
//!        keeps the games that chance ranks first               train, test
//! ```
//!
//! Which positions are drawn is a function of the games in their order and the
//! seed. A line of the file is
//!
//! ```text
//! 6k1/5ppp/8/8/8/8/8/R3K3 w Q - bm Ra8#; c0 "train"; id "games 12/61";
//! ```
//!
//! with the move played as `bm`, the set in `c0` and, as `id`, the file, the game
//! in it and how many half moves were played before, counted from the start the
//! game gives.

mod collect;
mod criteria;
mod file;

pub use collect::{Collected, Collector, Draw, TooFew};
pub use criteria::Criteria;
pub use file::{BUILT_IN, Drawn, Pick, Positions, PositionsError};

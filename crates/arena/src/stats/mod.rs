//! What the results of games say, as numbers.
//!
//! ```text
//!            ┌─► elo, nelo, los          one match
//! Pentanomial┼─► Sprt ─► Decision        one match that stops by itself
//!            └─► CrossTable ─► Ratings   a tournament
//! ```
//!
//! The unit of everything here is the *pair*: one opening, played with both
//! colours. The games of a pair are not independent of each other (an opening
//! that is good for White makes one win of each), pairs are. [`Pentanomial`]
//! counts whole pairs; a pair of which only one game has ended is left out until
//! the other ends.
//!
//! Intervals are meant to be believed: they hold the truth at least as often as
//! they say, for twenty pairs as for twenty thousand, and for a score of 90 % as
//! for 50 %. Where results set no limit, a bound is infinite. See [`Estimate`].
//!
//! ```
//! use arena::stats::{Decision, GameResult::*, Pentanomial, Scale, Sprt};
//!
//! let test = Sprt::new(Scale::Logistic, 0.0, 10.0, 0.05, 0.05)?;
//! let mut results = Pentanomial::default();
//! for _ in 0..150 {
//!     results.add_pair(Win, Draw);
//!     results.add_pair(Draw, Draw);
//!     results.add_pair(Loss, Draw);
//!     results.add_pair(Win, Loss);
//!     results.add_pair(Win, Win);
//! }
//! let elo = results.elo();
//! assert!(elo.low > 50.0 && elo.high < 90.0);
//! assert_eq!(test.decide(&results), Decision::AcceptH1);
//! # Ok::<(), arena::stats::SprtError>(())
//! ```

mod bradley_terry;
mod confidence;
mod cross_table;
mod elo;
mod estimate;
mod likelihood;
mod matrix;
mod pentanomial;
mod ratings;
mod reach;
mod sprt;

pub use cross_table::CrossTable;
pub use elo::{elo_of_score, score_of_elo};
pub use estimate::Estimate;
pub use pentanomial::{GameResult, Pentanomial};
pub use ratings::Ratings;
pub use sprt::{Decision, Scale, Sprt, SprtError, SprtTextError};

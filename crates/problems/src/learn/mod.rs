//! Weights learned from games: the modern evaluation should predict their results.
//!
//! ```text
//! games ─► quiet positions ─► Lessons: sparse features, result, score
//!                                │
//! Numbers ─► Learner: an epoch of gradients ─► Numbers ─► whole weights of an organism
//!                                │
//!                           Predict: how far off, on games not learned from
//! ```
//!
//! The numbers are those of a logistic regression: their sum over the features of a
//! position, put through the evaluation's last step, is the logarithm of the odds that
//! White wins. An organism has the same as whole centipawns.
//!
//! They can also be learned from moves, and judged by them: [`Choices`], [`Agree`].

mod agree;
mod choices;
mod gradient;
mod learner;
mod lessons;
mod numbers;
mod predict;
mod quiet;
mod settle;

pub use agree::Agree;
pub use choices::Choices;
pub use learner::{Learner, Schooling};
pub use lessons::{Draw, Lessons, NO_SCORE, Taught, collect};
pub use numbers::{COUNT, Numbers, Pupil};
pub use predict::{Predict, Slice};
pub(crate) use quiet::is_quiet;

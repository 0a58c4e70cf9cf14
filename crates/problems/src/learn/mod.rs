//! Weights learnt from games: the modern evaluation should foretell their results.
//!
//! ```text
//! games ─► quiet positions ─► Lessons: sparse features, result, score
//!                                │
//! Numbers ─► Learner: an epoch of gradients ─► Numbers ─► whole weights of an organism
//!                                │
//!                           Foretell: how far off, on games not learnt from
//! ```
//!
//! The numbers are those of a logistic regression: their sum over the features of a
//! position, put through the evaluation's last step, is the logarithm of the odds that
//! White wins. An organism has the same as whole centipawns.
//!
//! They can also be learnt from moves, and judged by them: [`Choices`], [`Agree`].

mod agree;
mod choices;
mod foretell;
mod gradient;
mod learner;
mod lessons;
mod numbers;
mod quiet;
mod settle;

pub use agree::Agree;
pub use choices::Choices;
pub use foretell::{Foretell, Slice};
pub use learner::{Learner, Schooling};
pub use lessons::{Draw, Lessons, NO_SCORE, Taught, collect};
pub use numbers::{COUNT, Numbers, Pupil};
pub(crate) use quiet::is_quiet;

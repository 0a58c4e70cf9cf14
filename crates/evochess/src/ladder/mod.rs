//! The ladder: games against players of fixed depth, and the fitness they give.
//!
//! ```text
//! Climb: phases one to four ─► game ─► Played ─► fitness: the paper's formula
//! Exam: games of each class  ┘ White against a Negascout
//! ```

mod class;
mod climb;
mod exam;
mod fitness;
mod game;
mod problem;

pub use class::{CLASSES, Class, ClassError};
pub use climb::{Climb, Phase, Points, Series, Skip};
pub use exam::{Exam, Examined};
pub use fitness::{fitness, stderr};
pub use game::{Played, Rules, play};
pub use problem::{Ladder, Record, Task, Trial};

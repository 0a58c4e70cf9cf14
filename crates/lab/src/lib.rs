//! Recipes, the runs they describe, and what can be seen of a run.
//!
//! ```text
//! recipe.toml ─► Recipe ─► Study: data and problem, prepared ─► evolve ─► journal ─► Champion, Curve
//!                numbers   once                                 a run                files, tables, plots
//! ```
//!
//! A [`Recipe`] holds all numbers of an experiment. [`Study::prepare`] reads the
//! data it names, [`Study::evolve`] runs it (or continues it) into a journal, and
//! the rest of the crate looks at that journal: it needs no data and computes
//! nothing again.

mod bloat;
mod champion;
mod compare;
mod curve;
mod evolve;
mod finalists;
mod forecast;
mod genes;
mod held_out;
mod measure;
mod numbers;
pub mod plot;
mod polish;
mod proof;
mod recipe;
mod report;
mod searches;
mod study;
mod sweep;
mod trial;

pub use bloat::bloat;
pub use champion::Champion;
pub use compare::{Compared, Comparison, Group, Mean, Ranks, Replicates};
pub use curve::{Curve, Point};
pub use evolve::{Error, News, TRIAL_SEED};
pub use forecast::Forecast;
pub use held_out::{HeldOut, Solved};
pub use measure::Measure;
pub use polish::Polished;
pub use proof::{Opponent, Proof};
pub use recipe::{
    Coevolve, Endgame, Exam, Finale, Gene, Masters, Mentor, Mimic, Polish, Ranges, Recipe,
    RecipeError, Stage, Tactics, Task, Trials,
};
pub use report::{Clock, report};
pub use study::{Study, StudyError};
pub use sweep::{Member, sweep};
pub use trial::Trial;

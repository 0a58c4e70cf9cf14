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

mod archipelago;
mod bloat;
mod bred;
mod champion;
mod compare;
mod curve;
mod duel;
pub mod evolve;
pub mod experiment;
mod experiments;
mod family;
mod forecast;
mod games;
mod genes;
mod heat;
mod importance;
mod kinds;
mod measure;
mod numbers;
mod outlook;
mod outside;
mod overview;
mod pace;
pub mod plot;
mod polish;
mod portable;
pub mod race;
pub mod recipe;
pub mod report;
mod study;
mod survey;
mod sweep;
mod thought;

pub use archipelago::{Archipelago, Deme, Famous};
pub use bloat::bloat;
pub use bred::{BredError, Giver};
pub use champion::Champion;
pub use compare::{Compared, Comparison, Group, Mean, Ranks, Replicates};
pub use curve::{Curve, Point};
pub use duel::Duel;
pub use evolve::{Error, News, TRIAL_SEED, begin_again};
pub use experiment::{Entry, Experiments, Gene, Part};
pub use experiments::EXPERIMENTS;
pub use experiments::endgame::Endings;
pub use experiments::proof::{HeldOut, Opponent, Proof, Solved, Trial};
pub use experiments::tune;
pub use family::{Family, Relative};
pub use forecast::Forecast;
pub use genes::Recorded;
pub use heat::{Heat, Row};
pub use importance::Importance;
pub use kinds::{KINDS, Kind, Playable, champion, meaning, read_organism, serve_tunable};
pub use measure::Measure;
pub use outlook::{Outlook, Stretch};
pub use overview::{Overview, State};
pub use pace::Pace;
pub use polish::Polished;
pub use portable::portable;
pub use recipe::{Recipe, RecipeError, Stage};
pub use report::{Clock, report};
pub use study::{Study, StudyError};
pub use survey::Survey;
pub use sweep::{Member, sweep};
pub use thought::{Grounds, Reason, Thinker, Thought};

//! The pages.

pub mod compare;
pub mod demes;
pub mod games;
pub mod layout;
pub mod play;
pub mod run;
pub mod runs;
pub mod standings;
mod state;
pub mod workers;

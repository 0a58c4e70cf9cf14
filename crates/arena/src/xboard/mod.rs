//! Engines that speak the Chess Engine Communication Protocol, version 2, as
//! xboard does.

pub(crate) mod control;
mod engine;
mod features;
mod line;

pub use engine::XboardEngine;

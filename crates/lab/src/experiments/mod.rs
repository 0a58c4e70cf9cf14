//! The experiments, one file each.

pub mod coevolve;
mod data;
pub mod endgame;
mod evochess;
mod imitate;
mod landscape;
mod lessons;
pub(crate) mod lineage;
mod lives;
mod masters;
mod mentor;
mod mimic;
mod ordering;
pub mod proof;
mod pupils;
mod searches;
mod selfplay;
mod tactics;
pub mod tune;

use crate::experiment::Experiments;

/// The experiments that recipes can name.
pub const EXPERIMENTS: Experiments = &[
    mimic::ENTRY,
    mentor::ENTRY,
    masters::ENTRY,
    coevolve::ENTRY,
    tactics::ENTRY,
    endgame::ENTRY,
    lessons::ENTRY,
    imitate::ENTRY,
    selfplay::ENTRY,
    evochess::ENTRY,
    ordering::ENTRY,
    lives::ENTRY,
    searches::ENTRY,
    landscape::ENTRY,
    tune::ENTRY,
];

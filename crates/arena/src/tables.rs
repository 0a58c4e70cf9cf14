//! Endgame tables.

use std::path::{Path, PathBuf};

use chess::{Board, Outcome};
use thiserror::Error;

/// Syzygy endgame tables.
#[derive(Debug)]
pub struct Tables {
    pieces: u32,
}

/// Why tables cannot be used.
#[derive(Debug, Error)]
pub enum TablesError {
    /// There is no table in the folder.
    #[error("{}: no Syzygy table (a file like KRvK.rtbw) in it", .0.display())]
    Missing(PathBuf),
}

impl Tables {
    /// Opens the tables in a folder. A process can have one such at a time.
    pub fn open(folder: &Path) -> Result<Self, TablesError> {
        todo!()
    }

    /// The result of a position with best play, if the tables know it.
    pub fn outcome(&self, board: &Board) -> Option<Outcome> {
        todo!()
    }
}

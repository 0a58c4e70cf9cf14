//! One file per command.

pub mod bench;
pub mod params;
pub mod perft;
pub mod solve;
pub mod uci;

use std::path::{Path, PathBuf};

use engine::organism::{Organism, OrganismError};

/// Which organism a command is about.
#[derive(clap::Args)]
pub struct OrganismArgument {
    /// The organism file; the published values of EVOL* where none is given
    #[arg(long, value_name = "FILE")]
    organism: Option<PathBuf>,
}

impl OrganismArgument {
    /// Reads it.
    pub fn read(&self) -> Result<Organism, OrganismError> {
        self.organism.as_deref().map_or_else(
            || Ok(Organism::default()),
            |path: &Path| Organism::read(path),
        )
    }
}

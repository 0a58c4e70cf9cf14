//! One file per command.

pub mod bench;
pub mod evolve;
pub mod exam;
pub mod explain;
pub mod export;
pub mod games;
pub mod r#match;
pub mod mentor;
pub mod mine;
pub mod openings;
pub mod params;
pub mod perft;
pub mod plot;
pub mod positions;
pub mod report;
pub mod resume;
pub mod runs;
pub mod show;
pub mod solve;
pub mod tournament;
pub mod uci;

use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::thread;

use arena::Program;
use engine::organism::{Organism, OrganismError};

/// Which organism a command is about.
#[derive(clap::Args)]
pub struct OrganismArgument {
    /// The organism file; galapagos-1, bred by this program, where none is given
    #[arg(long, value_name = "FILE")]
    organism: Option<PathBuf>,
}

impl OrganismArgument {
    /// Its file.
    pub fn path(&self) -> Option<&Path> {
        self.organism.as_deref()
    }

    /// Reads it.
    pub fn read(&self) -> Result<Organism, OrganismError> {
        self.organism.as_deref().map_or_else(
            || Ok(Organism::champion()),
            |path: &Path| Organism::read(path),
        )
    }
}

/// Where runs are kept.
#[derive(clap::Args)]
pub struct RunsArgument {
    /// The folder of all runs
    #[arg(long, value_name = "FOLDER", default_value = "runs")]
    runs_dir: PathBuf,
}

impl RunsArgument {
    /// The folder.
    pub fn folder(&self) -> &Path {
        &self.runs_dir
    }

    /// The folder of one. A single word is a name; what has a slash in it is a path.
    pub fn find(&self, run: &Path) -> PathBuf {
        match run.components().count() {
            1 => self.runs_dir.join(run),
            _ => run.to_owned(),
        }
    }
}

/// Which run a command is about.
#[derive(clap::Args)]
pub struct RunArgument {
    /// The run: its name, or the path of its folder
    run: PathBuf,

    #[command(flatten)]
    runs: RunsArgument,
}

impl RunArgument {
    /// Its folder.
    pub fn folder(&self) -> PathBuf {
        self.runs.find(&self.run)
    }
}

/// Which of a run's independent runs a command is about.
#[derive(clap::Args)]
pub struct WhichArgument {
    /// Which of several independent runs, from 1 [default: the one with the best
    /// champion]
    #[arg(long = "run", value_name = "N")]
    pub number: Option<u32>,
}

/// Which outside engine a command works with.
#[derive(clap::Args)]
pub struct EngineArgument {
    /// The engine, a name or a path
    #[arg(long, default_value = "stockfish", value_name = "PROGRAM")]
    engine: PathBuf,
}

impl EngineArgument {
    /// What to start, set up to repeat itself.
    pub fn program(&self) -> Program {
        Program::new(&self.engine).repeatable()
    }
}

/// How many outside engines work at once.
#[derive(clap::Args, Clone, Copy)]
pub struct WorkersArgument {
    /// Engines at work at once [default: as many as there are cores]
    #[arg(long, value_name = "N")]
    workers: Option<NonZeroUsize>,
}

impl WorkersArgument {
    /// How many.
    pub fn count(self) -> usize {
        self.workers.unwrap_or_else(cores).get()
    }
}

/// How much of the machine to use.
#[derive(clap::Args, Clone, Copy)]
pub struct ThreadsArgument {
    /// Threads [default: as many as there are cores]
    #[arg(long, value_name = "N")]
    threads: Option<NonZeroUsize>,
}

impl ThreadsArgument {
    /// How many threads.
    pub fn count(self) -> NonZeroUsize {
        self.threads.unwrap_or_else(cores)
    }
}

fn cores() -> NonZeroUsize {
    thread::available_parallelism().unwrap_or(NonZeroUsize::MIN)
}

//! `galapagos resume`: continues a run from where it stopped.

use std::path::{Path, PathBuf};

use anyhow::Context;
use journal::{Error, Reader, Writer, list};
use lab::{Experiments, Recipe};

use super::{FleetArgument, RunsArgument, ThreadsArgument};
use crate::interrupt::Interrupt;
use crate::running::{self, Running};

/// Continue a run that was stopped or killed
#[derive(clap::Args)]
#[command(after_help = "\
The champion is the same, byte for byte, as that of a run that was never
stopped.

Examples:
  galapagos resume
  galapagos resume evol-eval-seed1
  galapagos resume runs/evol-eval-seed1 --threads 1")]
pub struct Arguments {
    /// The run: its name, or the path of its folder [default: the latest that is
    /// not finished]
    run: Option<PathBuf>,

    #[command(flatten)]
    runs: RunsArgument,

    #[command(flatten)]
    threads: ThreadsArgument,

    #[command(flatten)]
    fleet: FleetArgument,
}

/// Opens the run and goes through the rest of it.
pub fn run(arguments: &Arguments, experiments: Experiments) -> anyhow::Result<()> {
    let folder = match &arguments.run {
        Some(run) => arguments.runs.find(run),
        None => latest(arguments.runs.folder())?,
    };
    let writer = match Writer::open(&folder) {
        Err(Error::Finished(_)) => {
            eprintln!("the run is finished already");
            let reader = Reader::open(&folder)?;
            return running::tell(&reader, &Recipe::of(&reader, experiments)?, None);
        }
        opened => opened?,
    };
    let version = &writer.reader().about().version;
    if version != env!("CARGO_PKG_VERSION") {
        eprintln!("note: version {version} started this run; this version may give another result");
    }
    let recipe = Recipe::of(writer.reader(), experiments)?;
    let running = Running::prepare(recipe.pinned()?, arguments.threads, &arguments.fleet)?;
    running.go(writer, &Interrupt::listen()?)
}

/// The folder of the run that was at work last, of those that are neither finished
/// nor at work now.
fn latest(runs: &Path) -> anyhow::Result<PathBuf> {
    let mut stopped = Vec::new();
    for reader in list(runs)?.into_iter().filter_map(|listed| listed.run.ok()) {
        if !reader.finished()? && reader.writer().is_none() {
            let last_event = reader.events()?.last().map(|event| event.unix_ms);
            stopped.push((last_event, reader.folder().to_owned()));
        }
    }
    let (_, folder) = stopped.into_iter().max().with_context(|| {
        let runs = runs.display();
        format!("no unfinished run in {runs}; `galapagos runs` lists all, `evolve` begins one")
    })?;
    Ok(folder)
}

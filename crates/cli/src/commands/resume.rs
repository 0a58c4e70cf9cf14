//! `galapagos resume`: on from where a run stopped.

use journal::{Error, Reader, Writer};

use super::{RunArgument, ThreadsArgument};
use crate::report;
use crate::running::{self, Running};

/// Go on with a run that was stopped or killed
#[derive(clap::Args)]
#[command(after_help = "\
The champion is the same, byte for byte, as that of a run that was never stopped.

Examples:
  galapagos resume evol-eval-seed1
  galapagos resume runs/evol-eval-seed1 --threads 1")]
pub struct Arguments {
    #[command(flatten)]
    run: RunArgument,

    #[command(flatten)]
    threads: ThreadsArgument,
}

/// Opens the run and goes through the rest of it.
pub fn run(arguments: &Arguments) -> anyhow::Result<()> {
    let folder = arguments.run.folder();
    let writer = match Writer::open(&folder) {
        Err(Error::Finished(_)) => {
            eprintln!("the run is finished already");
            let reader = Reader::open(&folder)?;
            return running::tell(&reader, &report::recipe(&reader)?, None);
        }
        opened => opened?,
    };
    let version = &writer.reader().about().version;
    if version != env!("CARGO_PKG_VERSION") {
        eprintln!("note: version {version} began this run; this one may end it differently");
    }
    let recipe = report::recipe(writer.reader())?;
    Running::prepare(recipe.pinned()?, arguments.threads)?.go(writer)
}

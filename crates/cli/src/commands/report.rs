//! `galapagos report`: a run on one page.

use std::path::{Path, PathBuf};

use anyhow::Context;
use journal::Reader;
use lab::{Experiments, Recipe};
use problems::atomic;

use super::RunArgument;

/// The name of the page in the folder of a run.
const FILE: &str = "report.html";

/// Write a run as one page: curves, matches, genes, effort and how to repeat it
#[derive(clap::Args)]
#[command(after_help = "\
report.html is in the folder of the run. It needs no network and no script, and
it reads well on a phone and on paper. Every run has one when it ends; this
command makes it again, also while the run goes on.

Examples:
  galapagos report evol-star-seed1
  galapagos report runs/evol-star-seed1")]
pub struct Arguments {
    #[command(flatten)]
    run: RunArgument,
}

/// Writes the page and says where it is.
pub fn run(arguments: &Arguments, experiments: Experiments) -> anyhow::Result<()> {
    let reader = Reader::open(&arguments.run.folder())?;
    let recipe = Recipe::of(&reader, experiments)?;
    println!("{}", write(&reader, &recipe)?.display());
    Ok(())
}

/// Writes the page of a run.
pub fn write(reader: &Reader, recipe: &Recipe) -> anyhow::Result<PathBuf> {
    let page = lab::report(reader, recipe)?;
    let file: &Path = reader.folder();
    let file = file.join(FILE);
    atomic::write(&file, page.as_bytes())
        .with_context(|| format!("cannot write {}", file.display()))?;
    Ok(file)
}

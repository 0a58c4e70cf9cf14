//! `galapagos compare`: runs compared with each other.

use std::io;
use std::path::PathBuf;

use anyhow::bail;
use journal::Reader;
use lab::{Comparison, Experiments, Recipe, plot};

use super::RunsArgument;
use super::plot::{PictureArgument, PictureFile};
use crate::comparison;

/// Compare runs over seeds and recipes: means, intervals and tests, and a figure
#[derive(clap::Args)]
#[command(after_help = "\
Runs of one recipe that differ in the seed only are replicates of one
experiment; so are the independent runs inside a run (runs = 10 in the recipe).
Experiments are compared with the first one by the Mann-Whitney test, and
every mean has Student's 95 % interval. Unfinished runs are left out.

The figure of -o, an SVG or a PNG by its extension, has a panel for each score:
the mean over the generations, with a band of one standard deviation.

Examples:
  galapagos compare evol-eval-seed1 evol-star-seed1
  galapagos compare runs/evol-eval-* runs/evol-star-* -o compare.svg")]
pub struct Arguments {
    /// The runs: their names, or the paths of their folders
    #[arg(required = true, value_name = "RUN")]
    names: Vec<PathBuf>,

    #[command(flatten)]
    picture: PictureArgument,

    #[command(flatten)]
    runs: RunsArgument,
}

/// Prints the tables and draws the figure.
pub fn run(arguments: &Arguments, experiments: Experiments) -> anyhow::Result<()> {
    let output = arguments.picture.output();
    let file = output.as_ref().map(PictureFile::begin).transpose()?;
    let folders = arguments.names.iter().map(|run| arguments.runs.find(run));
    let comparison = read(&folders.collect::<Vec<_>>(), experiments)?;
    comparison::print(&mut io::stdout().lock(), &comparison)?;
    if let Some(file) = file {
        let Some(svg) = plot::compare(&comparison, (800, 400)) else {
            bail!("there is nothing to draw: no score of these runs can be compared by generation");
        };
        file.finish(&svg)?;
    }
    Ok(())
}

/// Compares the runs in these folders that have ended.
pub fn read(folders: &[PathBuf], experiments: Experiments) -> anyhow::Result<Comparison> {
    let mut runs: Vec<(Reader, Recipe)> = Vec::new();
    for folder in folders {
        let reader = Reader::open(folder)?;
        if !reader.finished()? {
            let folder = folder.display();
            eprintln!("note: {folder} has not ended and is left out; `galapagos resume {folder}`");
            continue;
        }
        let recipe = Recipe::of(&reader, experiments)?;
        // The same recipe and seed give the same run, which is not a replicate of itself.
        let mut known = runs.iter();
        if let Some((same, _)) = known.find(|(_, known)| known.text() == recipe.text()) {
            let (folder, same) = (folder.display(), same.folder().display());
            eprintln!("note: {folder} has the recipe and the seed of {same} and is left out");
            continue;
        }
        runs.push((reader, recipe));
    }
    if runs.is_empty() {
        bail!("none of these runs is finished");
    }
    Ok(Comparison::read(&runs)?)
}

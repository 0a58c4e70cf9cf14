//! `galapagos plot`: pictures of a run.

use anyhow::Context;
use journal::Reader;
use lab::{Curve, Measure, Task, plot};
use problems::atomic;

use super::{RunArgument, WhichArgument};
use crate::report;

/// Draw a run into its folder, as SVG and PNG: its curve, and each gene over time
#[derive(clap::Args)]
#[command(after_help = "\
curve.svg is Figure 2 of the EVOL* paper for this run. genes.svg has a panel for
each gene over its range: the best organism blue, the mean red, the paper's value
grey. A run may be drawn while it goes on.

Examples:
  galapagos plot evol-eval-seed1
  galapagos plot runs/evol-eval-seed1 --run 3")]
pub struct Arguments {
    #[command(flatten)]
    run: RunArgument,

    #[command(flatten)]
    which: WhichArgument,
}

/// Draws the run as far as it has come.
pub fn run(arguments: &Arguments) -> anyhow::Result<()> {
    let reader = Reader::open(&arguments.run.folder())?;
    let recipe = report::recipe(&reader)?;
    let champion = report::champion(&reader, &recipe, arguments.which.number)?
        .context("there is nothing to draw before generation 0")?;
    // A final has one generation only: what led to it is what there is to draw.
    let phase = match recipe.stage(champion.phase).task {
        Task::Final(..) => champion.phase - 1,
        _ => champion.phase,
    };
    let title = format!("{}, {}", recipe.name, recipe.phase_name(phase));
    let measure = Measure::of(recipe.stage(phase));
    let genes = recipe.stage(phase).task.genes();
    let curve = Curve::read(&reader, phase, measure)?;
    let tracks = plot::tracks(&reader, phase, genes.len())?;
    for (name, svg) in [
        ("curve", plot::curve(&title, &curve.points, measure)),
        ("genes", plot::genes(&title, &genes, &tracks)),
    ] {
        let write = |ending: &str, bytes: &[u8]| {
            let file = reader.folder().join(name).with_extension(ending);
            let written = atomic::write(&file, bytes);
            written.with_context(|| format!("cannot write {}", file.display()))?;
            println!("{}", file.display());
            anyhow::Ok(())
        };
        write("svg", svg.as_bytes())?;
        write("png", &plot::png(&svg)?)?;
    }
    Ok(())
}

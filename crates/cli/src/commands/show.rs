//! `galapagos show`: a run at a glance.

use std::io::{self, Write};

use journal::Reader;
use lab::{Champion, Curve, Experiments, Gene, Mean, Measure, Recipe, Stage};

use super::{RunArgument, WhichArgument};
use crate::{report, sketch, tables};

/// Cells of a gene's bar.
const BAR: usize = 24;

/// Show a run: its figures, matches, curve, and the champion's genes beside the paper's
#[derive(clap::Args)]
#[command(after_help = "\
A bar spans the range of its gene; the mark | is at the paper's value. Of
several independent runs the mean and the standard deviation of the champions'
genes are shown too.

Examples:
  galapagos show evol-eval-seed1
  galapagos show runs/evol-eval-seed1 --run 3")]
pub struct Arguments {
    #[command(flatten)]
    run: RunArgument,

    #[command(flatten)]
    which: WhichArgument,
}

/// Prints the run so far.
pub fn run(arguments: &Arguments, experiments: Experiments) -> anyhow::Result<()> {
    let reader = Reader::open(&arguments.run.folder())?;
    let recipe = Recipe::of(&reader, experiments)?;
    let mut out = io::stdout().lock();
    report::print(&mut out, &reader, &recipe)?;
    tables::held_out(&mut out, &reader)?;
    tables::matches(&mut out, &reader)?;

    let champion = match arguments.which.number {
        Some(run) => report::champion_of(&reader, &recipe.stages[0], Some(run))?,
        None => Champion::current(&reader, &recipe)?,
    };
    let Some(champion) = champion else {
        return Ok(());
    };
    let stage = recipe.stage(champion.phase);
    let measure = Measure::of(stage);
    let name = recipe.title(champion.phase);
    let curve = Curve::read(&reader, champion.phase)?;
    writeln!(out, "\n{} by generation, {name}", measure.unit)?;
    write!(out, "{}", sketch::draw(&curve.points, measure))?;
    tables::demes(&mut out, &reader, &recipe, &champion)?;
    let home = match champion.born.phase == champion.phase {
        true => String::new(),
        false => format!(" of {}", recipe.title(champion.born.phase)),
    };
    writeln!(
        out,
        "\nchampion of {name}, born in generation {}{home}",
        champion.born.generation
    )?;
    let genes = stage.experiment.genes();
    let paper = reference(stage, &genes);
    writeln!(out, "{:<32} {:>8} {paper:>8}", "", "here")?;
    for (gene, value) in genes.iter().zip(&champion.genes).take(MOST_GENES) {
        let here = Gene::show(*value);
        let paper = gene.published.map_or(String::new(), Gene::show);
        writeln!(
            out,
            "{:<32} {here:>8} {paper:>8}  {}",
            gene.name,
            bar(gene, *value)
        )?;
    }
    if let Some(others @ 1..) = genes.len().checked_sub(MOST_GENES) {
        writeln!(
            out,
            "and {others} others: `galapagos export --organisms` has them all"
        )?;
        return Ok(());
    }
    over_runs(&mut out, &reader, stage)
}

/// More than these fill a screen many times over.
const MOST_GENES: usize = 100;

/// What the champions of several independent runs have in common, gene by gene.
fn over_runs(out: &mut impl Write, reader: &Reader, stage: &Stage) -> anyhow::Result<()> {
    let measure = Measure::of(stage);
    let mut champions = Vec::new();
    for phase in stage.phases() {
        champions.extend(Champion::find(reader, phase, measure)?);
    }
    let genes = stage.experiment.genes();
    if champions.len() < 2 {
        return Ok(());
    }
    writeln!(out, "\nchampions of {} runs", champions.len())?;
    let paper = reference(stage, &genes);
    writeln!(out, "{:<32} {:>8} {:>8} {paper:>8}", "", "mean", "spread")?;
    for (number, gene) in genes.iter().enumerate() {
        let values: Vec<_> = champions.iter().map(|one| one.genes[number]).collect();
        let Mean {
            value, deviation, ..
        } = Mean::of(&values).expect("there are several");
        let paper = gene.published.map_or(String::new(), Gene::show);
        writeln!(
            out,
            "{:<32} {value:>8.2} {deviation:>8.2} {paper:>8}",
            gene.name
        )?;
    }
    Ok(())
}

/// The title of the column of values to compare with, where there are any.
fn reference(stage: &Stage, genes: &[Gene]) -> &'static str {
    match genes.iter().any(|gene| gene.published.is_some()) {
        true => stage.experiment.story().reference.name,
        false => "",
    }
}

fn bar(gene: &Gene, value: f64) -> String {
    let width = gene.max - gene.min;
    if width == 0.0 {
        return String::new();
    }
    let cell = |value: f64| ((value - gene.min) / width * BAR as f64).round() as usize;
    let (filled, mark) = (cell(value), gene.published.map(cell));
    let cells = (0..=BAR).map(|at| match at {
        _ if Some(at) == mark => '|',
        _ if at < filled => '█',
        _ => '·',
    });
    cells.collect()
}

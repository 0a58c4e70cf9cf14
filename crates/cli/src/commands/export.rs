//! `galapagos export`: the figures of a run for other programs.

use std::io::{self, BufWriter, Write};

use evo::Origin;
use journal::Reader;
use lab::{Curve, Measure, Recipe};

use super::RunArgument;
use crate::report;
use crate::rows::{Cell, Format, Rows};

/// Write a run's figures to standard output
#[derive(clap::Args)]
#[command(after_help = "\
A phase is an independent run, or a later part of the run; phases count from 0.
Generations: best, mean, spread and test are fitness as it was recorded;
best_score, mean_score and test_score are what `galapagos show` prints of it (the
percentage of positions solved, for example).
Organisms: mother and father are numbers in the generation before.

Examples:
  galapagos export evol-eval-seed1 --csv > generations.csv
  galapagos export evol-eval-seed1 --json --organisms > organisms.json")]
pub struct Arguments {
    #[command(flatten)]
    run: RunArgument,

    #[command(flatten)]
    format: FormatArgument,

    /// All organisms with their genes by name, instead of the generations
    #[arg(long)]
    organisms: bool,
}

#[derive(clap::Args)]
#[group(required = true, multiple = false)]
struct FormatArgument {
    /// Comma-separated values with a line of names
    #[arg(long)]
    csv: bool,

    /// An array of objects
    #[arg(long)]
    json: bool,
}

/// Writes the table.
pub fn run(arguments: &Arguments) -> anyhow::Result<()> {
    let reader = Reader::open(&arguments.run.folder())?;
    let recipe = report::recipe(&reader)?;
    let out = BufWriter::new(io::stdout().lock());
    let format = if arguments.format.csv {
        Format::Csv
    } else {
        Format::Json
    };
    if arguments.organisms {
        organisms(&reader, &recipe, format, out)
    } else {
        generations(&reader, &recipe, format, out)
    }
}

fn generations(
    reader: &Reader,
    recipe: &Recipe,
    format: Format,
    out: impl Write,
) -> anyhow::Result<()> {
    let names = [
        "phase",
        "seed",
        "run",
        "generation",
        "best",
        "mean",
        "spread",
        "test",
        "best_score",
        "mean_score",
        "test_score",
        "games",
        "positions",
        "nodes",
    ];
    let mut rows = Rows::begin(out, format, names.map(Into::into).into())?;
    let figures = reader.generations(None)?;
    for phase in recipe.phases() {
        let curve = Curve::read(reader, phase, Measure::of(recipe.stage(phase)))?;
        let figures = figures
            .iter()
            .filter(|figures| figures.place.phase == phase);
        for (figures, point) in figures.zip(&curve.points) {
            let (stats, effort) = (figures.stats, figures.stats.effort);
            rows.row(&[
                Cell::Count(phase.into()),
                Cell::Count(recipe.seed.into()),
                Cell::Number(recipe.run_of(phase).map(f64::from)),
                Cell::Count(figures.place.generation.into()),
                Cell::Number(Some(stats.best)),
                Cell::Number(Some(stats.mean)),
                Cell::Number(Some(stats.spread)),
                Cell::Number(figures.held_out),
                Cell::Number(Some(point.best)),
                Cell::Number(Some(point.mean)),
                Cell::Number(point.held_out),
                Cell::Count(effort.games),
                Cell::Count(effort.positions),
                Cell::Count(effort.nodes),
            ])?;
        }
    }
    Ok(rows.end()?)
}

fn organisms(
    reader: &Reader,
    recipe: &Recipe,
    format: Format,
    out: impl Write,
) -> anyhow::Result<()> {
    let mut names: Vec<String> = [
        "phase",
        "seed",
        "run",
        "generation",
        "number",
        "fitness",
        "origin",
        "mother",
        "father",
    ]
    .map(Into::into)
    .into();
    let mut genes: Vec<String> = Vec::new();
    for name in recipe
        .stages
        .iter()
        .flat_map(|stage| stage.task.gene_names())
    {
        if !genes.contains(&name) {
            genes.push(name);
        }
    }
    names.extend_from_slice(&genes);
    let mut rows = Rows::begin(out, format, names)?;
    for phase in recipe.phases() {
        let own = recipe.stage(phase).task.gene_names();
        let places: Vec<_> = genes
            .iter()
            .map(|name| own.iter().position(|one| one == name))
            .collect();
        let mut written = Ok(());
        let (mut last, mut number) = (0, 0);
        reader.each_organism(phase, |generation, organism| {
            number = if generation == last { number } else { 0 };
            last = generation;
            let mut parents = organism.origin.parents();
            let mut parent = || Cell::Number(parents.next().map(f64::from));
            let mut cells = vec![
                Cell::Count(phase.into()),
                Cell::Count(recipe.seed.into()),
                Cell::Number(recipe.run_of(phase).map(f64::from)),
                Cell::Count(generation.into()),
                Cell::Count(number),
                Cell::Number(Some(organism.fitness.value)),
                Cell::Word(word(organism.origin)),
                parent(),
                parent(),
            ];
            let value = |place: &Option<usize>| place.map(|place| organism.genome[place]);
            cells.extend(places.iter().map(|place| Cell::Number(value(place))));
            if written.is_ok() {
                written = rows.row(&cells);
            }
            number += 1;
        })?;
        written?;
    }
    Ok(rows.end()?)
}

const fn word(origin: Origin) -> &'static str {
    match origin {
        Origin::Founder => "founder",
        Origin::Random => "random",
        Origin::Copy(_) => "copy",
        Origin::Mutant(_) => "mutant",
        Origin::Cross(..) => "cross",
    }
}

//! `galapagos export`: the figures of a run for other programs.

use std::io::{self, BufWriter, Write};

use journal::{Judged, Reader};
use lab::{Curve, Experiments, HeldOut, Measure, Proof, Recipe};

use super::RunArgument;
use crate::rows::{Cell, Format, Rows};

/// Write a run's figures to standard output
#[derive(clap::Args)]
#[command(after_help = "\
Generations, where nothing else is asked for: stage and run say which part of
the run a row is about; runs count from 1. best_score, mean_score and
held_out_score are what `galapagos show` prints, in the unit of the column unit;
held_out_score is that of the best organism on what was not used in breeding,
which held_out_kind names. train_solved is how many of the positions used in
breeding the best organism solves. The columns of fitness are what selection
saw.

Organisms: mother and father are numbers in the generation before; demes count
from 0; the score is the fitness in the unit of the generations.

Matches: the champion's at the end of the run; a pair is one opening with both
colours. elo_low and elo_high bound the 95 % interval; a bound that the games do
not set is empty.

Examples:
  galapagos export evol-eval-seed1 --csv > generations.csv
  galapagos export evol-eval-seed1 --json --organisms > organisms.json
  galapagos export evol-star-seed1 --csv --matches
  galapagos export evol-star-seed1 --csv --held-out")]
pub struct Arguments {
    #[command(flatten)]
    run: RunArgument,

    #[command(flatten)]
    format: FormatArgument,

    #[command(flatten)]
    table: TableArgument,
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

#[derive(clap::Args)]
#[group(multiple = false)]
struct TableArgument {
    /// All organisms with their genes by name, instead of the generations
    #[arg(long)]
    organisms: bool,

    /// The matches of the champion
    #[arg(long)]
    matches: bool,

    /// What the champion and others do on positions not used in breeding
    #[arg(long)]
    held_out: bool,
}

/// Writes the table.
pub fn run(arguments: &Arguments, experiments: Experiments) -> anyhow::Result<()> {
    let reader = Reader::open(&arguments.run.folder())?;
    let recipe = Recipe::of(&reader, experiments)?;
    let out = BufWriter::new(io::stdout().lock());
    let format = if arguments.format.csv {
        Format::Csv
    } else {
        Format::Json
    };
    match arguments.table {
        TableArgument {
            organisms: true, ..
        } => organisms(&reader, &recipe, format, out),
        TableArgument { matches: true, .. } => matches(&reader, format, out),
        TableArgument { held_out: true, .. } => held_out(&reader, format, out),
        _ => generations(&reader, &recipe, format, out),
    }
}

/// The columns of a table.
fn columns<const N: usize>(names: [&str; N]) -> Vec<String> {
    names.map(Into::into).into()
}

/// The stage and the run of a phase.
fn phase_cells(recipe: &Recipe, phase: u32) -> [Cell; 2] {
    let stage = recipe.stage(phase);
    [
        stage.title().into(),
        Cell::Count(u64::from(phase - stage.first + 1)),
    ]
}

fn generations(
    reader: &Reader,
    recipe: &Recipe,
    format: Format,
    out: impl Write,
) -> anyhow::Result<()> {
    let names = columns([
        "stage",
        "run",
        "generation",
        "unit",
        "best_score",
        "mean_score",
        "held_out_score",
        "held_out_kind",
        "train_solved",
        "best_fitness",
        "mean_fitness",
        "fitness_spread",
        "games",
        "positions",
        "nodes",
    ]);
    let mut rows = Rows::begin(out, format, names)?;
    let figures = reader.generations(None)?;
    for phase in recipe.phases() {
        let measure = Measure::of(recipe.stage(phase));
        let curve = Curve::read(reader, phase)?;
        let figures = figures
            .iter()
            .filter(|figures| figures.place.phase == phase);
        for (figures, point) in figures.zip(&curve.points) {
            let (stats, effort) = (figures.stats, figures.stats.effort);
            let [stage, run] = phase_cells(recipe, phase);
            let trial = point.held_out.map_or("", |_| measure.trial);
            rows.row(&[
                stage,
                run,
                Cell::Count(figures.place.generation.into()),
                measure.unit.into(),
                Cell::Number(Some(point.best)),
                Cell::Number(Some(point.mean)),
                Cell::Number(point.held_out),
                trial.into(),
                Cell::Number(point.solved),
                Cell::Number(Some(stats.best)),
                Cell::Number(Some(stats.mean)),
                Cell::Number(Some(stats.spread)),
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
    let mut names = columns([
        "stage",
        "run",
        "generation",
        "number",
        "deme",
        "score",
        "fitness",
        "fitness_stderr",
        "origin",
        "mother",
        "father",
    ]);
    let mut genes: Vec<String> = Vec::new();
    for name in recipe.stages.iter().flat_map(|stage| stage.gene_names()) {
        if !genes.contains(&name) {
            genes.push(name);
        }
    }
    names.extend_from_slice(&genes);
    let mut rows = Rows::begin(out, format, names)?;
    for phase in recipe.phases() {
        let own = recipe.stage(phase).gene_names();
        let places: Vec<_> = genes
            .iter()
            .map(|name| own.iter().position(|one| one == name))
            .collect();
        let mut written = Ok(());
        let (mut last, mut number) = (0, 0);
        reader.each_organism(phase, |one| {
            let Judged {
                generation,
                organism,
                ..
            } = one;
            number = if generation == last { number } else { 0 };
            last = generation;
            let mut parents = organism.origin.parents();
            let mut parent = || Cell::Number(parents.next().map(f64::from));
            let [stage, run] = phase_cells(recipe, phase);
            let mut cells = vec![
                stage,
                run,
                Cell::Count(generation.into()),
                Cell::Count(number),
                Cell::Count(one.deme.into()),
                Cell::Number(Some(one.score)),
                Cell::Number(Some(organism.fitness.value)),
                Cell::Number(Some(organism.fitness.stderr)),
                organism.origin.word().into(),
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

fn matches(reader: &Reader, format: Format, out: impl Write) -> anyhow::Result<()> {
    let names = columns([
        "opponent",
        "nodes_a_move",
        "pairs",
        "pairs_scoring_0",
        "pairs_scoring_0.5",
        "pairs_scoring_1",
        "pairs_scoring_1.5",
        "pairs_scoring_2",
        "wins",
        "draws",
        "losses",
        "elo",
        "elo_low",
        "elo_high",
    ]);
    let mut rows = Rows::begin(out, format, names)?;
    for proof in Proof::all(reader)? {
        let (results, elo) = (proof.results, proof.results.elo());
        let mut cells = vec![
            proof.opponent.name().into(),
            Cell::Count(proof.nodes),
            Cell::Count(results.pairs()),
        ];
        let games = [results.wins(), results.draws(), results.losses()];
        let counts = results.by_score().into_iter().chain(games);
        cells.extend(counts.map(Cell::Count));
        let bounds = [elo.value, elo.low, elo.high].map(Some);
        cells.extend(bounds.map(Cell::Number));
        rows.row(&cells)?;
    }
    Ok(rows.end()?)
}

fn held_out(reader: &Reader, format: Format, out: impl Write) -> anyhow::Result<()> {
    let names = columns(["what", "positions", "player", "solved", "percent"]);
    let mut rows = Rows::begin(out, format, names)?;
    for (what, solved) in HeldOut::read(reader)?.iter().flat_map(HeldOut::rows) {
        for (player, count) in solved.players() {
            rows.row(&[
                what.into(),
                Cell::Count(solved.of),
                player.into(),
                Cell::Number(Some(count)),
                Cell::Number(Some(solved.percent(count))),
            ])?;
        }
    }
    Ok(rows.end()?)
}

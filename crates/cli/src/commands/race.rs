//! `galapagos race`: optimisers against each other.

use std::io;
use std::num::NonZeroU32;
use std::path::PathBuf;

use anyhow::{Context, ensure};
use journal::Reader;
use lab::race::{Budget, Entrant, Lane, Race, Track};
use lab::{Experiments, Measure, Recipe, plot};

use super::evolve::{self, Planned, Seeds};
use super::plot::{PictureArgument, PictureFile};
use super::{RunsArgument, ThreadsArgument};
use crate::heats::{self, Heat};
use crate::standings;

/// Let optimisers race: the same problem, seeds and effort for each
#[derive(clap::Args)]
#[command(after_help = "\
Every optimiser breeds the recipe with every seed, until the budget of effort is
spent: games, nodes or positions, whatever a generation of it takes. What counts
is what a run recommends, tried where the recipe tries it: on a landscape its
true Elo, on a suite the nodes it needs, and in the end the positions held out.

An optimiser without settings has those that do for the number of genes. It may
have settings of its own: 'spsa={ c = 0.1 }'.

The table has the mean over seeds at parts of the budget and Student's 95 %
interval at its end. One optimiser wins against another where their runs with
the same seeds differ by more than chance would make them: Student's paired
test, corrected for the number of pairs (Holm), p < 0.05.

A race is made of ordinary runs, in runs/. Ctrl-C stops it, and the same command
goes on where it stopped; with more seeds or optimisers it adds those. Runs are
made side by side, one on each thread.

Examples:
  galapagos race landscape --optimisers spsa,cma_es,ga --seeds 5 -o race.svg
  galapagos race landscape --optimisers spsa,'spsa={ c = 0.05 }' --seeds 5
  galapagos race recipes/landscape.toml --set landscape.parameters=100 \\
      --budget games=100000 --optimisers spsa,es --seeds 10
  galapagos race recipes/evol-search.toml --set tactics.train=50 \\
      --set tactics.nodes=5000 --set genome=whole --budget nodes=1e8 \\
      --optimisers ga,gradient --seeds 3")]
pub struct Arguments {
    /// The recipe: a file, or the name of one that is part of the program; it has one stage
    recipe: PathBuf,

    /// The optimisers, with commas between them
    #[arg(long, value_name = "LIST", value_parser = Entrants::read)]
    optimisers: Entrants,

    /// How many seeds, from 1 on; or which, as 101-110 or 1,2,5
    #[arg(long, value_name = "N", default_value = "10", value_parser = seeds)]
    seeds: Seeds,

    /// The effort of each run: games=N, nodes=N or positions=N [default: what the recipe
    /// says in `effort`]
    #[arg(long, value_name = "UNIT=N")]
    budget: Option<Budget>,

    /// Change a line of the recipe; may be given several times
    #[arg(long, value_name = "KEY=VALUE")]
    set: Vec<String>,

    #[command(flatten)]
    threads: ThreadsArgument,

    #[command(flatten)]
    runs: RunsArgument,

    /// Print every generation of every run as CSV in place of the table
    #[arg(long)]
    csv: bool,

    #[command(flatten)]
    picture: PictureArgument,
}

/// A number alone is how many.
fn seeds(text: &str) -> anyhow::Result<Seeds> {
    match text.parse::<NonZeroU32>() {
        Ok(count) => format!("1-{count}").parse(),
        Err(_) => text.parse(),
    }
}

/// A list of optimisers.
#[derive(Clone)]
struct Entrants(Vec<Entrant>);

impl Entrants {
    fn read(text: &str) -> Result<Self, String> {
        Entrant::list(text).map(Self)
    }
}

/// Makes the runs that are not there yet, and compares all.
pub fn run(arguments: &Arguments, experiments: Experiments) -> anyhow::Result<()> {
    let output = arguments.picture.output();
    let file = output.as_ref().map(PictureFile::begin).transpose()?;
    let recipe = evolve::recipe(&arguments.recipe, experiments)?;
    let Entrants(entrants) = &arguments.optimisers;
    let entered = entrants.iter();
    let entered = entered.map(|entrant| entrant.enter(&recipe, &arguments.set));
    let entered: Vec<_> = entered.collect::<Result<_, _>>()?;
    entered.iter().try_for_each(check)?;
    let budget = arguments.budget.or_else(|| Budget::of(&entered[0]));
    let budget = budget.context(
        "a race has a budget of effort: --budget games=N (or nodes=N, positions=N), or `effort` \
         in the recipe",
    )?;
    let mut heats = Vec::new();
    // All optimisers have run with a seed before the next one begins: a race that was
    // stopped can be judged.
    let Seeds(seeds) = &arguments.seeds;
    for &seed in seeds {
        for (lane, (entrant, entered)) in entrants.iter().zip(&entered).enumerate() {
            let name = format!("{}-{}-seed{seed}", recipe.name, entrant.word());
            let planned = Planned::of(name, budget.give(entered, seed)?)?;
            heats.push(Heat { lane, planned });
        }
    }
    let threads = arguments.threads.count();
    let folders = heats::run(heats, arguments.runs.folder(), budget, threads)?;
    let mut lanes: Vec<_> = entrants
        .iter()
        .map(|entrant| Lane {
            name: entrant.name.clone(),
            tracks: Vec::new(),
        })
        .collect();
    for (lane, folder) in folders {
        let reader = Reader::open(&folder)?;
        let recipe = Recipe::of(&reader, experiments)?;
        let track = Track::read(&reader, &recipe, budget.unit)?;
        lanes[lane].tracks.push(track);
    }
    let race = Race::new(Measure::of(entered[0].last()), budget, lanes);
    let mut out = io::stdout().lock();
    match arguments.csv {
        true => standings::csv(&mut out, &race)?,
        false => standings::print(&mut out, &recipe.name, &race)?,
    }
    if let Some(file) = file {
        file.finish(&plot::race(&recipe.name, &race))?;
    }
    Ok(())
}

/// A race is about one stage that one method breeds.
fn check(recipe: &Recipe) -> anyhow::Result<()> {
    ensure!(
        recipe.stages.len() == 1 && recipe.last().runs.get() == 1,
        "{} has several stages or runs: a race takes a recipe with one, as `--set runs=1` makes it",
        recipe.name
    );
    ensure!(
        recipe.last().experiment.demes().len() == 1,
        "{} breeds in demes: leave out [demes] for a race",
        recipe.name
    );
    Ok(())
}

//! `galapagos evolve`: a run, from its recipe to its champion.

use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::{env, iter};

use anyhow::{Context, ensure};
use journal::{About, Error, Writer};
use lab::{Experiments, Member, Recipe};

use super::serve::PortArgument;
use super::{FleetArgument, RunsArgument, ThreadsArgument, recipes};
use crate::interrupt::Interrupt;
use crate::running::Running;
use crate::sweep;

/// Breed a chess program from random numbers, or what a recipe describes
#[derive(clap::Args)]
#[command(after_help = "\
Without a recipe: an organism whose weights are all zero plays itself and learns
from the results; searches with random genes play each other with its
evaluation; it continues to learn with the best of them; and matches measure the
champion. It needs no other file. This is the recipe `modern` in the budget
quick, five minutes on two cores; the budgets `hour` and `night` take that long.

`evol-star` is the published system: evaluations learn to predict the moves of
strong games, then play each other, and a search is bred for the winner. On two
cores its budgets take 15 seconds (quick), four minutes (default) and some hours
(paper).

A run is a folder in runs/. Ctrl-C stops it, and `galapagos resume` continues it
from the last whole generation, also after a crash. The same recipe and seed
give the same champion on any number of threads, interrupted or not.

A path in a recipe is relative to the recipe, a path in --set to the working
directory.

Several values for --set or --seed make a sweep: a run for every combination,
named after what differs, and at the end a table that compares them. The same
command continues a sweep that was stopped: finished runs are kept. A value that
contains a comma must be in brackets, braces or quotes.

Examples:
  galapagos evolve
  galapagos evolve --budget hour --seed 7
  galapagos evolve --serve
  galapagos evolve evol-star
  galapagos evolve evol-star --budget quick --seed 7
  galapagos evolve recipes/evol-eval.toml
  galapagos evolve recipes/evol-eval.toml --seed 7 --set ga.population=50
  galapagos evolve recipes/evol-eval.toml --set mimic.scorer=static --set runs=5
  galapagos evolve recipes/evol-eval.toml --set ga.population=50,100 --seed 1-5
  galapagos evolve recipes/evol-coevolve.toml
  galapagos evolve recipes/evol-coevolve.toml \\
      --set 'coevolve.founders=[\"runs/evol-eval-seed1\"]'
  galapagos evolve recipes/evol-search.toml --set tactics.suite=suite.epd
  galapagos evolve recipes/ep-weights.toml --set masters.games=linares.pgn
  galapagos evolve recipes/evochess.toml --fleet nats://localhost:4222")]
pub struct Arguments {
    /// The recipe: a file, or the name of one that is part of the program
    /// (`galapagos recipes`) [default: modern, in its budget quick]
    recipe: Option<PathBuf>,

    /// The budget, of a recipe that has several
    #[arg(long, value_name = "NAME")]
    budget: Option<String>,

    /// Change a line of the recipe; may be given several times, and with several values
    /// (KEY=1,2,3)
    #[arg(long, value_name = "KEY=VALUE")]
    set: Vec<String>,

    /// The seed: short for --set seed=N; several are 1,2,3 or 1-5
    #[arg(long, value_name = "N")]
    seed: Option<Seeds>,

    #[command(flatten)]
    threads: ThreadsArgument,

    #[command(flatten)]
    fleet: FleetArgument,

    /// The name of the run [default: the recipe's name and the seed]
    #[arg(long, value_parser = super::run_name)]
    name: Option<String>,

    #[command(flatten)]
    runs: RunsArgument,

    /// Also show the runs in a browser, as `galapagos serve` does, until Ctrl-C
    #[arg(long)]
    serve: bool,

    #[command(flatten)]
    port: PortArgument,
}

/// The recipe of the program's main job, which needs no file, and its budget.
const STORY: (&str, &str) = ("modern", "quick");

/// The recipe in a file, or the one of this name that is part of the program.
pub fn recipe(file: &Path, experiments: Experiments) -> anyhow::Result<Recipe> {
    let is_name = file.extension().is_none() && file.components().count() == 1;
    match is_name && !file.exists() {
        true => recipes::find(&file.to_string_lossy()),
        false => Ok(Recipe::read(file, experiments)?),
    }
}

/// The budget of a recipe that has it, where none is asked for.
const DEFAULT_BUDGET: &str = "default";

/// Seeds as they are typed: `7`, `1,2,3` or `1-5`.
#[derive(Clone)]
pub struct Seeds(pub Vec<u32>);

impl FromStr for Seeds {
    type Err = anyhow::Error;

    fn from_str(text: &str) -> anyhow::Result<Self> {
        let number = |text: &str| {
            let number = text.trim().parse::<u32>();
            number.with_context(|| format!("`{text}` is not a seed: write 7, 1,2,3 or 1-5"))
        };
        let mut seeds = Vec::new();
        for part in text.split(',') {
            let (first, last) = part.split_once('-').unwrap_or((part, part));
            let (first, last) = (number(first)?, number(last)?);
            ensure!(
                first <= last,
                "`{part}` is not a range of seeds: {first} is above {last}"
            );
            ensure!(
                last - first < MOST_SEEDS,
                "`{part}` is more than {MOST_SEEDS} seeds"
            );
            seeds.extend(first..=last);
        }
        Ok(Self(seeds))
    }
}

/// More than this is taken for a typing error.
const MOST_SEEDS: u32 = 10_000;

/// Makes the run, or every run of a sweep, and goes through it.
pub fn run(arguments: &Arguments, experiments: Experiments) -> anyhow::Result<()> {
    let (mut recipe, default) = match &arguments.recipe {
        Some(file) => (recipe(file, experiments)?, DEFAULT_BUDGET),
        None => (recipes::find(STORY.0)?, STORY.1),
    };
    let default = recipe.budgets.iter().find(|name| *name == default);
    if let Some(budget) = arguments.budget.as_ref().or(default) {
        recipe = recipe.in_budget(budget)?;
    }
    let seeds = arguments.seed.as_ref().map(|Seeds(seeds)| {
        let seeds: Vec<_> = seeds.iter().map(u32::to_string).collect();
        format!("seed={}", seeds.join(","))
    });
    let changes: Vec<_> = arguments.set.iter().cloned().chain(seeds).collect();
    let members = lab::sweep(&changes).into_iter();
    // All runs are checked before the first begins.
    let members: Vec<_> = members
        .map(|member| Planned::new(arguments, &recipe, &member))
        .collect::<Result<_, _>>()?;
    let runs = arguments.runs.folder();
    if arguments.serve {
        arguments
            .port
            .beside(runs, experiments, arguments.fleet.access()?)?;
    }
    let interrupt = match <[_; 1]>::try_from(members) {
        Ok([single]) => alone(arguments, single)?,
        Err(members) => sweep::run(
            members,
            runs,
            arguments.threads,
            &arguments.fleet,
            experiments,
        )?,
    };
    if arguments.serve {
        eprintln!("still serving; Ctrl-C stops");
        interrupt.wait();
    }
    Ok(())
}

/// A run to be made.
pub struct Planned {
    /// What its folder is called, unless that name is taken.
    pub name: String,
    /// Its recipe.
    pub recipe: Recipe,
    /// What its journal says of it.
    pub about: About,
}

impl Planned {
    fn new(arguments: &Arguments, recipe: &Recipe, member: &Member) -> anyhow::Result<Self> {
        let mut recipe = recipe.clone();
        recipe.set(&member.changes)?;
        let base = arguments.name.as_ref().unwrap_or(&recipe.name);
        let words: String = member.words.iter().map(|word| format!("-{word}")).collect();
        Self::of(format!("{base}{words}-seed{}", recipe.seed), recipe)
    }

    /// A run of this recipe.
    pub fn of(name: String, recipe: Recipe) -> anyhow::Result<Self> {
        let about = recipe.pinned()?;
        let about = about.about(command(), env!("CARGO_PKG_VERSION"));
        Ok(Self {
            name,
            recipe,
            about,
        })
    }

    /// The names that its folder may have, best first.
    pub fn names(&self) -> impl Iterator<Item = String> {
        let name = &self.name;
        iter::once(name.clone()).chain((2_u64..).map(move |n| format!("{name}-{n}")))
    }
}

/// Makes one run and goes through it.
fn alone(arguments: &Arguments, planned: Planned) -> anyhow::Result<Interrupt> {
    // If the data cannot be prepared, no run is made.
    let running = Running::prepare(planned.recipe.clone(), arguments.threads, &arguments.fleet)?;
    let interrupt = Interrupt::listen()?;
    running.go(create(arguments, &planned)?, &interrupt)?;
    Ok(interrupt)
}

/// Makes the folder of a run.
fn create(arguments: &Arguments, planned: &Planned) -> anyhow::Result<Writer> {
    let runs: &Path = arguments.runs.folder();
    if let Some(name) = &arguments.name {
        return Ok(Writer::create(&runs.join(name), &planned.about)?);
    }
    // A default name that is taken gets a number.
    for name in planned.names() {
        match Writer::create(&runs.join(name), &planned.about) {
            Err(Error::Exists(_)) => {}
            made => return Ok(made?),
        }
    }
    unreachable!("there is always another number")
}

/// The command of this process.
fn command() -> String {
    let words = env::args_os().skip(1);
    let words = words.map(|word| quoted(&word.to_string_lossy()));
    let words: Vec<_> = iter::once("galapagos".into()).chain(words).collect();
    words.join(" ")
}

/// An argument as a shell takes it.
fn quoted(argument: &str) -> String {
    let is_plain = |c: char| c.is_alphanumeric() || "-_./=,:+@%".contains(c);
    match !argument.is_empty() && argument.chars().all(is_plain) {
        true => argument.into(),
        false => format!("'{}'", argument.replace('\'', r"'\''")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seeds_are_numbers_lists_and_ranges() {
        let seeds = |text: &str| text.parse::<Seeds>().map(|Seeds(seeds)| seeds);
        assert_eq!(seeds("7").unwrap(), [7]);
        assert_eq!(seeds("1,2,30").unwrap(), [1, 2, 30]);
        assert_eq!(seeds("1-3,9").unwrap(), [1, 2, 3, 9]);
        for wrong in ["", "a", "3-1", "1-", "-1", "1,,2", "0-4294967295"] {
            assert!(seeds(wrong).is_err(), "{wrong}");
        }
    }
}

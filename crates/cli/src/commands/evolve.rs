//! `galapagos evolve`: a run, from its recipe to its champion.

use std::path::{Path, PathBuf};
use std::{env, iter};

use anyhow::Context;
use journal::{About, Error, Phase, Writer};
use lab::Recipe;

use super::{RunsArgument, ThreadsArgument};
use crate::running::Running;

/// Breed a chess program from random numbers, or whatever a recipe says
#[derive(clap::Args)]
#[command(after_help = "\
Without a recipe: ten evaluations from random numbers learn to foresee the moves
of strong games, play each other and have children; a search is bred for the
winner; and matches show what the champion is worth. All it needs is in the
program. Budgets on two cores: quick takes half a minute, default four minutes,
paper some hours.

A run is a folder in runs/. Ctrl-C stops it, and `galapagos resume` goes on with
it from the last whole generation; so it does after a crash. The same recipe and
seed give the same champion on any number of threads, interrupted or not.

A path in a recipe is relative to the recipe, a path in --set to where you are.

Examples:
  galapagos evolve
  galapagos evolve --budget quick --seed 7
  galapagos evolve recipes/evol-eval.toml
  galapagos evolve recipes/evol-eval.toml --seed 7 --set ga.population=50
  galapagos evolve recipes/evol-eval.toml --set mimic.scorer=static --set runs=5
  galapagos evolve recipes/evol-coevolve.toml
  galapagos evolve recipes/evol-coevolve.toml \\
      --set 'coevolve.founders=[\"runs/evol-eval-seed1\"]'
  galapagos evolve recipes/evol-search.toml --set tactics.suite=suite.epd
  galapagos evolve recipes/ep-weights.toml --set masters.games=linares.pgn")]
pub struct Arguments {
    /// The recipe [default: evol-star, which is part of the program]
    recipe: Option<PathBuf>,

    /// The size, of a recipe that has several: evol-star has quick, default and paper
    #[arg(long, value_name = "NAME")]
    budget: Option<String>,

    /// Change a line of the recipe; may be given several times
    #[arg(long, value_name = "KEY=VALUE")]
    set: Vec<String>,

    /// Short for --set seed=N
    #[arg(long, value_name = "N")]
    seed: Option<u32>,

    #[command(flatten)]
    threads: ThreadsArgument,

    /// The name of the run [default: the recipe's name and the seed]
    #[arg(long, value_parser = super::run_name)]
    name: Option<String>,

    #[command(flatten)]
    runs: RunsArgument,
}

/// The budget of a recipe that has it, where none is asked for.
const DEFAULT_BUDGET: &str = "default";

/// Makes the run and goes through it.
pub fn run(arguments: &Arguments) -> anyhow::Result<()> {
    let mut recipe = match &arguments.recipe {
        Some(file) => Recipe::read(file)?,
        None => Recipe::star(),
    };
    let default = recipe.budgets.iter().find(|name| *name == DEFAULT_BUDGET);
    if let Some(budget) = arguments.budget.as_ref().or(default) {
        recipe = recipe.in_budget(budget)?;
    }
    let seed = arguments.seed.map(|seed| format!("seed={seed}"));
    let changes: Vec<_> = arguments.set.iter().cloned().chain(seed).collect();
    recipe.set(&changes)?;
    let about = about(&recipe.pinned()?);
    // What cannot be prepared leaves no run behind.
    let running = Running::prepare(recipe, arguments.threads)?;
    let writer = create(arguments, running.recipe(), &about)?;
    running.go(writer)
}

fn about(recipe: &Recipe) -> About {
    let phase = |phase: u32| Phase {
        name: recipe.phase_name(phase),
        genes: recipe.stage(phase).task.gene_names(),
    };
    let command = env::args_os().skip(1);
    let command = command.map(|argument| quoted(&argument.to_string_lossy()));
    let command: Vec<_> = iter::once("galapagos".into()).chain(command).collect();
    About {
        recipe: recipe.text().to_owned(),
        seed: recipe.seed.into(),
        version: env!("CARGO_PKG_VERSION").into(),
        command: command.join(" "),
        phases: recipe.phases().map(phase).collect(),
    }
}

/// An argument as a shell takes it.
fn quoted(argument: &str) -> String {
    let is_plain = |c: char| c.is_alphanumeric() || "-_./=,:+@%".contains(c);
    match !argument.is_empty() && argument.chars().all(is_plain) {
        true => argument.into(),
        false => format!("'{}'", argument.replace('\'', r"'\''")),
    }
}

/// Makes the folder. A name that was not asked for gives way to one that exists.
fn create(arguments: &Arguments, recipe: &Recipe, about: &About) -> anyhow::Result<Writer> {
    let runs: &Path = arguments.runs.folder();
    if let Some(name) = &arguments.name {
        return Ok(Writer::create(&runs.join(name), about)?);
    }
    let name = format!("{}-seed{}", recipe.name, recipe.seed);
    let mut names = iter::once(name.clone()).chain((2..).map(|n| format!("{name}-{n}")));
    loop {
        let name = names.next().context("no name is left")?;
        match Writer::create(&runs.join(name), about) {
            Err(Error::Exists(_)) => {}
            made => return Ok(made?),
        }
    }
}

//! `galapagos runs`: what runs there are.

use std::io::{self, Write};

use journal::{Reader, list};

use super::RunsArgument;
use crate::report;

/// List the runs and how far each has come
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  galapagos runs
  galapagos runs --runs-dir /data/runs")]
pub struct Arguments {
    #[command(flatten)]
    runs: RunsArgument,
}

/// Prints the list.
pub fn run(arguments: &Arguments) -> anyhow::Result<()> {
    let listed = list(arguments.runs.folder())?;
    let mut out = io::stdout().lock();
    if listed.is_empty() {
        let folder = arguments.runs.folder().display();
        writeln!(out, "no runs in {folder}; `galapagos evolve` makes one")?;
    }
    let width = listed.iter().map(|run| run.name.len()).max().unwrap_or(0);
    for run in &listed {
        let state = match &run.run {
            Ok(reader) => state(reader).unwrap_or_else(|error| error.to_string()),
            Err(error) => error.to_string(),
        };
        writeln!(out, "{:<width$}  {state}", run.name)?;
    }
    Ok(())
}

fn state(reader: &Reader) -> anyhow::Result<String> {
    let recipe = report::recipe(reader)?;
    let reached = match reader.last()? {
        None => "before generation 0".into(),
        Some(last) => {
            let stage = recipe.stage(last.phase);
            let reached = format!("generation {} of {}", last.generation, stage.generations);
            match recipe.phases().end {
                1 => reached,
                _ if stage.runs.get() == 1 => {
                    format!("{reached}, {}", recipe.phase_name(last.phase))
                }
                _ => {
                    let run = last.phase - stage.first + 1;
                    format!("{reached}, run {run} of {}", stage.runs)
                }
            }
        }
    };
    Ok(match reader.writer() {
        Some(writer) => format!("at {reached}, being written by {writer}"),
        None if reader.finished()? => format!("finished, {reached}"),
        None => format!("stopped at {reached}"),
    })
}

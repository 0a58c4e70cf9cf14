//! `galapagos runs`: a list of the runs.

use std::io::{self, Write};

use journal::{Reader, list};
use lab::report::date;
use lab::{Experiments, Overview, Recipe, State};

use super::RunsArgument;
use crate::pace::time;

/// List the runs: start, working time, state and score of each
#[derive(clap::Args)]
#[command(after_help = "\
A run is running, stopped (`galapagos resume` continues it), finished or
damaged. The percentage is of all its generations. The score is the
champion's: in the last match of the run, or else in the last stage.

Examples:
  galapagos runs
  galapagos runs --runs-dir /data/runs")]
pub struct Arguments {
    #[command(flatten)]
    runs: RunsArgument,
}

/// Names that are longer have a line of their own.
const LONGEST_NAME: usize = 24;

/// What stands above the columns after the name.
const HEAD: [&str; 4] = ["started (UTC)", "time", "state", "score"];

/// Prints the list.
pub fn run(arguments: &Arguments, experiments: Experiments) -> anyhow::Result<()> {
    let listed = list(arguments.runs.folder())?;
    let mut out = io::stdout().lock();
    if listed.is_empty() {
        let folder = arguments.runs.folder().display();
        writeln!(out, "no runs in {folder}; `galapagos evolve` makes one")?;
        return Ok(());
    }
    let names = listed.iter().map(|run| run.name.chars().count());
    let width = names.filter(|&name| name <= LONGEST_NAME).max();
    let width = width.unwrap_or(0).max("run".len());
    line(&mut out, width, "run", &HEAD.map(Into::into))?;
    let mut damaged = Vec::new();
    for run in &listed {
        let row = match &run.run {
            Ok(reader) => cells(reader, experiments),
            Err(error) => Err(anyhow::anyhow!("{error}")),
        };
        let row = row.unwrap_or_else(|error| {
            damaged.push(format!("{}: {error}", run.name));
            ["", "", "damaged", ""].map(Into::into)
        });
        line(&mut out, width, &run.name, &row)?;
    }
    for text in damaged {
        eprintln!("note: {text}");
    }
    Ok(())
}

fn line(out: &mut impl Write, width: usize, name: &str, cells: &[String; 4]) -> io::Result<()> {
    let [started, time, state, score] = cells;
    let rest = format!("{started:<16}  {time:>7}  {state:<12}  {score}");
    match name.chars().count() <= width {
        true => writeln!(out, "{}", format!("{name:<width$}  {rest}").trim_end()),
        false => {
            writeln!(out, "{name}")?;
            writeln!(out, "{}", format!("{:<width$}  {rest}", "").trim_end())
        }
    }
}

/// The cells of a row.
fn cells(reader: &Reader, experiments: Experiments) -> anyhow::Result<[String; 4]> {
    let recipe = Recipe::of(reader, experiments)?;
    let run = Overview::read(reader, &recipe)?;
    Ok([
        run.started_unix_ms.map_or(String::new(), date),
        time(run.seconds),
        match run.state {
            State::Finished => "finished".into(),
            State::Running(percent) => format!("running {percent} %"),
            State::Stopped(percent) => format!("stopped {percent} %"),
        },
        run.score.unwrap_or_default(),
    ])
}

//! `galapagos runs`: a list of the runs.

use std::io::{self, Write};

use journal::{Reader, list};
use lab::{Champion, Clock, Measure, Proof, Recipe};

use super::RunsArgument;
use crate::pace::time;
use crate::{date, report};

/// List the runs: when each began, how long it was at work, its state and its score
#[derive(clap::Args)]
#[command(after_help = "\
A run is running, stopped (`galapagos resume` continues it), finished or
damaged. The percentage is that of all its generations. The score is the
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

/// Prints the list.
pub fn run(arguments: &Arguments) -> anyhow::Result<()> {
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
    line(&mut out, width, "run", &Row::HEAD.map(Into::into))?;
    let mut damaged = Vec::new();
    for run in &listed {
        let row = match &run.run {
            Ok(reader) => Row::read(reader),
            Err(error) => Err(anyhow::anyhow!("{error}")),
        };
        let row = row.unwrap_or_else(|error| {
            damaged.push(format!("{}: {error}", run.name));
            Row {
                state: "damaged".into(),
                ..Row::default()
            }
        });
        line(&mut out, width, &run.name, &row.cells())?;
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

/// What the list says of a run.
#[derive(Default)]
struct Row {
    started: Option<i64>,
    seconds: Option<f64>,
    state: String,
    score: String,
}

impl Row {
    const HEAD: [&str; 4] = ["started (UTC)", "time", "state", "score"];

    fn read(reader: &Reader) -> anyhow::Result<Self> {
        let recipe = report::recipe(reader)?;
        let state = match (reader.finished()?, reader.writer()) {
            (true, _) => "finished".into(),
            (false, Some(_)) => format!("running {}", reached(reader, &recipe)?),
            (false, None) => format!("stopped {}", reached(reader, &recipe)?),
        };
        Ok(Self {
            started: reader.events()?.first().map(|event| event.unix_ms),
            seconds: Some(Clock::read(reader, &recipe)?.total()),
            state,
            score: score(reader, &recipe)?,
        })
    }

    fn cells(&self) -> [String; 4] {
        [
            self.started.map_or(String::new(), date::show),
            self.seconds.map_or(String::new(), time),
            self.state.clone(),
            self.score.clone(),
        ]
    }
}

/// The share of all generations that are recorded.
fn reached(reader: &Reader, recipe: &Recipe) -> anyhow::Result<String> {
    let done = reader.generations(None)?.len() as u64;
    let stages = recipe.stages.iter();
    let all: u64 = stages
        .map(|stage| u64::from(stage.runs.get()) * (u64::from(stage.generations) + 1))
        .sum();
    Ok(format!("{} %", 100 * done / all))
}

/// The champion's score with its unit.
fn score(reader: &Reader, recipe: &Recipe) -> anyhow::Result<String> {
    let proofs = Proof::all(reader)?;
    let mut played = proofs.iter().filter(|proof| proof.results.games() > 0);
    if let Some(proof) = played.next_back() {
        let elo = proof.results.elo().value;
        return Ok(match elo.is_finite() {
            true => format!("{elo:+.0} Elo, {}", proof.opponent.short_name()),
            false => format!("{:.0} % of points", 100.0 * proof.results.score()),
        });
    }
    let Some(last) = reader.last()? else {
        return Ok(String::new());
    };
    let stage = recipe.stage(last.phase);
    let champion = Champion::best(reader, stage)?;
    Ok(champion.map_or(String::new(), |champion| {
        Measure::of(stage).show_with_unit(champion.score)
    }))
}

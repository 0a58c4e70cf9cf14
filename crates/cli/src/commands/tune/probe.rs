//! `galapagos tune probe`: what each parameter does alone.

use std::convert::Infallible;
use std::io::{self, Write};
use std::path::PathBuf;

use anyhow::{anyhow, bail};
use arena::{Limit, Pace, UciEngine, ordered};
use chess::{Board, Color};
use indicatif::{ProgressBar, ProgressStyle};
use lab::tune::Tune;
use lab::{Experiments, Recipe};
use problems::positions::Positions;
use problems::uci_engine::probe::{Found, Probe, Trouble};
use problems::uci_engine::{Parameter, Subject, Values};

use crate::commands::WorkersArgument;
use crate::interrupt::{Interrupt, Stopped};

/// Move each parameter alone: what does nothing, what matters, what crashes
#[derive(clap::Args)]
#[command(after_help = "\
The engine answers positions with a fixed number of nodes or plies. It plays
otherwise if a move, a score or a number of nodes is another one. Of each number
the nearest values below and above the base are found with which it does:
smaller steps cannot be seen by any tuner, and where SPSA would take such, the
line of the recipe that prevents it is printed. Values with which it crashes or
hangs are shown with the lines that make it do so.

Examples:
  galapagos tune probe tune.toml
  galapagos tune probe tune.toml --pace nodes=20000 --positions 50")]
pub struct Arguments {
    /// A recipe of `galapagos tune init`
    #[arg(value_name = "RECIPE")]
    recipe: PathBuf,

    /// Positions
    #[arg(long, value_name = "N", default_value_t = 16, value_parser = clap::value_parser!(u16).range(1..))]
    positions: u16,

    /// Nodes or plies for each: nodes=5000, depth=8 [default: the recipe's]
    #[arg(long, value_name = "PACE")]
    pace: Option<Pace>,

    /// Values of each range that are tried at least
    #[arg(long, value_name = "N", default_value_t = 12)]
    values: u32,

    #[command(flatten)]
    workers: WorkersArgument,
}

impl Arguments {
    /// What may be searched in a position.
    fn limit(&self, recipe: &Recipe) -> anyhow::Result<Limit> {
        let usual = recipe.last().experiment_as::<Tune>().map(Tune::pace);
        match self.pace.or(usual) {
            Some(Pace::Nodes(nodes)) => Ok(Limit::Nodes(nodes)),
            Some(Pace::Depth(plies)) => Ok(Limit::Depth(plies)),
            Some(pace) => bail!(
                "by a clock ({pace}) no engine repeats itself; give nodes or plies: --pace \
                 nodes=5000"
            ),
            None => Ok(Limit::Nodes(5000)),
        }
    }
}

/// Tries the parameters and prints what was found.
pub fn run(arguments: &Arguments, experiments: Experiments) -> anyhow::Result<()> {
    let recipe = Recipe::read(&arguments.recipe, experiments)?.pinned()?;
    let subject = subject(&recipe)?;
    let boards = boards(arguments.positions.into());
    let probe = Probe {
        subject: &subject,
        boards: &boards,
        limit: arguments.limit(&recipe)?,
        values: arguments.values,
    };
    let base = subject.base();
    let mut engine = UciEngine::start(&subject.program(&base))?;
    let [first, second] = [(); 2].map(|()| {
        let play = probe.play(&mut engine, &base);
        play.map_err(|(_, fault)| anyhow!("with the values it has now: {fault}"))
    });
    let (first, second) = (first?, second?);
    if first != second {
        bail!(
            "{} does not repeat itself ({}), so that no change would mean anything; set it to \
             one thread and no book under [tune.fixed]",
            engine.name(),
            probe.limit.go(Color::White)
        );
    }
    if let (Some(most), Limit::Nodes(allowed)) = (first.most_nodes(), probe.limit)
        && most > 2 * allowed
    {
        eprintln!(
            "note: {} searched {most} nodes where {allowed} were allowed",
            engine.name()
        );
    }
    drop(engine);

    let count = subject.parameters.len();
    let style = ProgressStyle::with_template("{wide_bar} {pos}/{len} parameters, {eta} left")?;
    let progress = ProgressBar::new(count as u64).with_style(style);
    let interrupt = Interrupt::listen()?;
    let mut found = Vec::new();
    let Ok(()) = ordered::run::<_, _, Infallible>(
        0..count,
        arguments.workers.count(),
        || Ok(UciEngine::start(&subject.program(&base))),
        |engine, number| {
            let engine = engine.as_mut();
            let engine = engine.map_err(|fault| fault.clone())?;
            Ok(probe.parameter(engine, number, &first))
        },
        |one: Result<Found, arena::Fault>| {
            found.push(one);
            progress.inc(1);
            interrupt.flow()
        },
    );
    progress.finish_and_clear();
    let is_whole = found.len() == count;
    let found: Vec<_> = found.into_iter().collect::<Result<_, _>>()?;
    tell(&subject, &found)?;
    let tune = recipe.last().experiment_as::<Tune>();
    if let Some(line) = tune.and_then(|tune| tune.steps(&found)) {
        println!(
            "\nspsa moves some parameters by less than a step that changes play; under its `c` \
             goes\n  {line}"
        );
    }
    match is_whole {
        true => Ok(()),
        false => Err(Stopped("stopped; the parameters above were tried".into()).into()),
    }
}

/// The engine of a recipe.
pub fn subject(recipe: &Recipe) -> anyhow::Result<Subject> {
    let tune = recipe.last().experiment_as::<Tune>();
    match tune {
        Some(tune) => Ok(tune.subject(recipe)),
        None => bail!(
            "{} is no recipe of `galapagos tune init`: its last stage is [{}]",
            recipe.name,
            recipe.last().name
        ),
    }
}

/// Positions of all phases of the game.
fn boards(count: usize) -> Vec<Board> {
    let all = Positions::built_in().train;
    let step = (all.len() / count).max(1);
    let some = all.into_iter().step_by(step).take(count);
    some.map(|sample| sample.board).collect()
}

fn tell(subject: &Subject, found: &[Found]) -> io::Result<()> {
    let mut out = io::stdout().lock();
    let names = subject
        .parameters
        .iter()
        .map(|one| one.name.chars().count());
    let width = names.max().unwrap_or(0).max("parameter".len());
    writeln!(
        out,
        "{:<width$} {:>9} {:>15}  plays otherwise",
        "parameter", "base", "range"
    )?;
    for (one, found) in subject.parameters.iter().zip(found) {
        let range = match &one.values {
            Values::Whole(min, max) => format!("{min} to {max}"),
            Values::Switch => "true or false".into(),
            Values::Choice(words) => format!("{} words", words.len()),
        };
        writeln!(
            out,
            "{:<width$} {:>9} {range:>15}  {}",
            one.name,
            one.written(one.base),
            verdict(one, found)
        )?;
    }
    let dead = found.iter().filter(|found| is_dead(found)).count();
    if dead > 0 {
        writeln!(
            out,
            "\n{dead} of {} do nothing here: leave them out, or try more --positions and another --pace",
            found.len()
        )?;
    }
    for (one, found) in subject.parameters.iter().zip(found) {
        for trouble in &found.troubles {
            tell_trouble(&mut out, subject, one, trouble)?;
        }
    }
    Ok(())
}

fn is_dead(found: &Found) -> bool {
    found.below.is_none() && found.above.is_none() && found.troubles.is_empty()
}

/// What was found, in a few words.
fn verdict(one: &Parameter, found: &Found) -> String {
    let mut words = Vec::new();
    match (&one.values, found.below, found.above) {
        (Values::Whole(..), Some(below), Some(above)) => {
            words.push(format!("from {below} down and from {above} up"));
        }
        (Values::Whole(..), Some(below), None) => words.push(format!("from {below} down")),
        (Values::Whole(..), None, Some(above)) => words.push(format!("from {above} up")),
        (_, Some(other), _) => words.push(format!("with {}", one.written(other))),
        _ if is_dead(found) => words.push("never: DEAD".into()),
        _ => {}
    }
    let (min, max) = one.range();
    let width = f64::from(max) - f64::from(min);
    let step = found.step(one);
    if let Some(step) = step.filter(|&step| step > f64::max(1.0, width / 20.0)) {
        words.push(format!("COARSE: steps below {step} do nothing"));
    }
    if !found.troubles.is_empty() {
        words.push("FAILS, see below".into());
    }
    words.join("; ")
}

fn tell_trouble(
    out: &mut impl Write,
    subject: &Subject,
    one: &Parameter,
    trouble: &Trouble,
) -> io::Result<()> {
    let (first, last) = trouble.values;
    let values = match first == last {
        true => one.written(first),
        false => format!("{} to {}", one.written(first), one.written(last)),
    };
    writeln!(out, "\n{} = {values}: {}", one.name, trouble.misdeed)?;
    let again = match trouble.repeats {
        true => "these lines make it do so again:",
        false => "these lines alone do not make it do so again; it failed after other positions:",
    };
    let engine = subject.engine.display();
    let arguments: String = subject
        .arguments
        .iter()
        .map(|one| format!(" {one}"))
        .collect();
    writeln!(out, "  {engine}{arguments}   # {again}")?;
    trouble
        .reproducer
        .iter()
        .try_for_each(|line| writeln!(out, "    {line}"))
}

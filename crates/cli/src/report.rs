//! The result of a run, in a few lines.

use std::io::Write;

use anyhow::Context;
use journal::{Place, Reader};
use lab::{Champion, Curve, Mean, Measure, Point, Polished, Recipe, Stage, bloat};

/// The best of a stage, or the champion of one of its independent runs.
pub fn champion_of(
    reader: &Reader,
    stage: &Stage,
    run: Option<u32>,
) -> anyhow::Result<Option<Champion>> {
    let Some(run) = run else {
        return Ok(Champion::best(reader, stage)?);
    };
    let phase = run.checked_sub(1).map(|before| stage.first + before);
    let phase = phase.filter(|phase| stage.phases().contains(phase));
    let phase = phase.with_context(|| match stage.runs.get() {
        1 => "there is one run only, --run 1".to_owned(),
        runs => format!("there are the runs 1 to {runs}"),
    })?;
    Ok(Champion::find(reader, phase, Measure::of(stage))?)
}

/// Each stage: generation 0 beside the latest one, the best beside the best; for
/// several independent runs, a line each and what they come to together.
pub fn print(out: &mut impl Write, reader: &Reader, recipe: &Recipe) -> anyhow::Result<()> {
    let mut any = false;
    for stage in &recipe.stages {
        any |= print_stage(out, reader, recipe, stage)?;
    }
    if !any {
        let unit = Measure::of(&recipe.stages[0]).unit;
        writeln!(out, "{} ({unit})\nno generation yet", recipe.name)?;
    }
    Ok(())
}

/// Prints a stage, if it has begun.
fn print_stage(
    out: &mut impl Write,
    reader: &Reader,
    recipe: &Recipe,
    stage: &Stage,
) -> anyhow::Result<bool> {
    let measure = Measure::of(stage);
    let mut curves = Vec::new();
    for phase in stage.phases() {
        let points = Curve::read(reader, phase)?.points;
        if !points.is_empty() {
            curves.push((phase, points));
        }
    }
    if curves.is_empty() {
        return Ok(false);
    }
    if stage.first > 0 {
        writeln!(out)?;
    }
    writeln!(out, "{}: {} ({})", recipe.name, stage.title(), measure.unit)?;
    match curves.as_slice() {
        [(phase, points)] => {
            one(out, measure, &recipe.phase_name(*phase), points)?;
            grown(out, reader, recipe, *phase, points.len())?;
        }
        _ => many(out, measure, &curves)?,
    }
    Ok(true)
}

fn one(
    out: &mut impl Write,
    measure: Measure,
    title: &str,
    points: &[Point],
) -> anyhow::Result<()> {
    let first = points[0];
    // A generation beside itself says nothing.
    let last = (points.len() > 1).then(|| points[points.len() - 1]);
    let latest = last.map_or(String::new(), |_| {
        format!("generation {}", points.len() - 1)
    });
    let trial = format!("best {}", measure.trial);
    let width = trial.len();
    let mut line = |what: &str, first: &str, last: &str| {
        let text = format!("{what:<width$} {first:>14} {last:>16}");
        writeln!(out, "{}", text.trim_end())
    };
    line(title, "generation 0", &latest)?;
    for (what, score) in [
        (
            "best",
            (|point| Some(point.best)) as fn(Point) -> Option<f64>,
        ),
        ("mean", |point| Some(point.mean)),
        (&trial, |point| point.held_out),
    ] {
        if let Some(first) = score(first) {
            let last = last.and_then(score).map(|score| measure.show(score));
            line(what, &measure.show(first), &last.unwrap_or_default())?;
        }
    }
    if let Some(first) = first.solved {
        let last = last.and_then(|point| point.solved);
        let last = last.map_or(String::new(), |solved| solved.to_string());
        line("best solves", &first.to_string(), &last)?;
    }
    Ok(())
}

/// How large programs were at the start and have become.
fn grown(
    out: &mut impl Write,
    reader: &Reader,
    recipe: &Recipe,
    phase: u32,
    generations: usize,
) -> anyhow::Result<()> {
    let at = |generation| bloat(reader, recipe, Place { phase, generation });
    if let (Some(first), Some(last)) = (at(0)?, at(generations as u32 - 1)?) {
        writeln!(
            out,
            "nodes: mean {:.0}, most {} in generation 0; mean {:.0}, most {} in the latest",
            first.mean, first.most, last.mean, last.most
        )?;
    }
    Ok(())
}

/// A figure of several runs.
struct Column<'a> {
    title: &'a str,
    /// Whether it counts positions, whatever the measure.
    is_count: bool,
    /// At the start and at the end of each run.
    ends: Vec<[f64; 2]>,
}

/// A line for each run, and their summary. The start is beside the end of the same
/// figure.
fn many(
    out: &mut impl Write,
    measure: Measure,
    curves: &[(u32, Vec<Point>)],
) -> anyhow::Result<()> {
    let trial = format!("best {}", measure.trial);
    let columns: [(&str, bool, Score); 4] = [
        ("mean", false, |point| Some(point.mean)),
        ("best", false, |point| Some(point.best)),
        (&trial, false, |point| point.held_out),
        ("best solves", true, |point| point.solved),
    ];
    // What only some of the runs have is not shown.
    let columns = columns.into_iter().filter_map(|(title, is_count, score)| {
        let ends = curves.iter().map(|(_, points)| {
            let [first, last] = [points.first(), points.last()];
            Some([score(first?)?, score(last?)?])
        });
        Some(Column {
            title,
            is_count,
            ends: ends.collect::<Option<_>>()?,
        })
    });
    let columns: Vec<_> = columns.collect();
    let titles: String = columns
        .iter()
        .map(|column| format!("{:>23}", column.title))
        .collect();
    let ends = format!("{:>11}{:>12}", "start", "end").repeat(columns.len());
    writeln!(out, "{:<7}{titles}\n{:<7}{ends}", "", "run")?;
    let mut row = |title: &str, value: &dyn Fn(&Column<'_>, usize) -> f64| {
        let cells = columns.iter().flat_map(|column| {
            [(0, 11), (1, 12)].map(|(at, width)| {
                let value = value(column, at);
                let text = match column.is_count {
                    true => format!("{value:.0}"),
                    false => measure.show(value),
                };
                format!("{text:>width$}")
            })
        });
        writeln!(out, "{title:<7}{}", cells.collect::<String>())
    };
    for (number, (phase, _)) in curves.iter().enumerate() {
        let run = phase - curves[0].0 + 1;
        row(&run.to_string(), &|column, at| column.ends[number][at])?;
    }
    let mean = |column: &Column<'_>, at: usize| {
        let values: Vec<_> = column.ends.iter().map(|ends| ends[at]).collect();
        Mean::of(&values).expect("there are several")
    };
    row("mean", &|column, at| mean(column, at).value)?;
    row("spread", &|column, at| mean(column, at).deviation)?;
    Ok(())
}

/// A score of a generation, where it has one.
type Score = fn(&Point) -> Option<f64>;

/// What the local search made of the champion.
pub fn polished(recipe: &Recipe, polished: &Polished) -> String {
    let measure = Measure::of(recipe.last());
    let Point {
        best,
        held_out,
        solved,
        ..
    } = polished.point;
    let test = match (held_out, solved) {
        (Some(score), _) => format!(", {} {}", measure.show(score), measure.trial),
        (None, Some(solved)) => format!(", {solved} solved"),
        (None, None) => String::new(),
    };
    format!(
        "Apart from the run, polished by {} sweeps of local search: {}{test} (polished.toml)",
        polished.sweeps,
        measure.show(best),
    )
}

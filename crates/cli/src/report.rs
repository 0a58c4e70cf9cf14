//! What came of a run, in a few lines.

use std::io::Write;
use std::path::Path;

use anyhow::Context;
use journal::{Place, Reader};
use lab::{Champion, Curve, Measure, Point, Polished, Recipe, Stage, bloat};

/// The recipe of a recorded run.
pub fn recipe(reader: &Reader) -> anyhow::Result<Recipe> {
    let file = format!("the recipe in {}", reader.folder().display());
    Ok(Recipe::parse(&reader.about().recipe, Path::new(&file))?)
}

/// The champion of an independent run, or the best of the stage that the run has come to.
pub fn champion(
    reader: &Reader,
    recipe: &Recipe,
    run: Option<u32>,
) -> anyhow::Result<Option<Champion>> {
    if let Some(run) = run {
        let first = &recipe.stages[0];
        let phase = run.checked_sub(1);
        let phase = phase.filter(|phase| first.phases().contains(phase));
        let phase = phase.with_context(|| match first.runs.get() {
            1 => "there is one run only, --run 1".to_owned(),
            runs => format!("there are the runs 1 to {runs}"),
        })?;
        return Ok(Champion::find(reader, phase, Measure::of(first))?);
    }
    let Some(last) = reader.last()? else {
        return Ok(None);
    };
    Ok(Champion::best(reader, recipe.stage(last.phase))?)
}

/// Each stage: generation 0 beside the latest one; for several independent runs,
/// a line each and what they come to together.
pub fn print(out: &mut impl Write, reader: &Reader) -> anyhow::Result<()> {
    let recipe = recipe(reader)?;
    let mut any = false;
    for stage in &recipe.stages {
        any |= print_stage(out, reader, &recipe, stage)?;
    }
    if !any {
        let unit = Measure::of(&recipe.stages[0]).unit();
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
        let points = Curve::read(reader, phase, measure)?.points;
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
    writeln!(out, "{} ({})", recipe.name, measure.unit())?;
    match curves.as_slice() {
        [(phase, points)] => {
            one(out, measure, &recipe.phase_name(*phase), points)?;
            grown(out, reader, recipe, *phase, points.len())?;
        }
        _ => many(out, measure, recipe, &curves)?,
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
    // A generation beside itself tells nothing.
    let last = (points.len() > 1).then(|| points[points.len() - 1]);
    let latest = last.map_or(String::new(), |_| {
        format!("generation {}", points.len() - 1)
    });
    let trial = format!("best {}", measure.trial());
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

fn many(
    out: &mut impl Write,
    measure: Measure,
    recipe: &Recipe,
    curves: &[(u32, Vec<Point>)],
) -> anyhow::Result<()> {
    let lasts: Vec<_> = curves
        .iter()
        .map(|(_, points)| points[points.len() - 1])
        .collect();
    let solved = lasts.iter().all(|last| last.solved.is_some());
    let tested = solved || lasts.iter().all(|last| last.held_out.is_some());
    let mut row = |title: &str, start: String, mean: String, best: String, test: Option<String>| {
        let test = test.filter(|_| tested).unwrap_or_default();
        writeln!(
            out,
            "{title:<10} {start:>12} {mean:>12} {best:>12} {test:>18}"
        )
    };
    let second = if solved { "solves" } else { measure.trial() };
    let show_second = |second: f64| match solved {
        true => format!("{second:.0}"),
        false => measure.show(second),
    };
    let heads = ["start, mean", "mean", "best", second].map(str::to_owned);
    let [start, mean, best, test] = heads;
    row("run", start, mean, best, Some(test))?;
    for ((phase, points), last) in curves.iter().zip(&lasts) {
        row(
            &recipe
                .run_of(*phase)
                .map_or(String::new(), |run| run.to_string()),
            measure.show(points[0].mean),
            measure.show(last.mean),
            measure.show(last.best),
            last.solved.or(last.held_out).map(show_second),
        )?;
    }
    let columns = [
        curves.iter().map(|(_, points)| points[0].mean).collect(),
        lasts.iter().map(|last| last.mean).collect(),
        lasts.iter().map(|last| last.best).collect(),
    ];
    let seconds: Vec<_> = lasts
        .iter()
        .filter_map(|last| last.solved.or(last.held_out))
        .collect();
    let best: Figure = match measure.less_is_better() {
        true => least_of,
        false => most_of,
    };
    let best_second: Figure = if solved { most_of } else { best };
    for (title, figure, second_figure) in [
        ("mean", mean_of as Figure, mean_of as Figure),
        ("spread", spread_of, spread_of),
        ("best", best, best_second),
    ] {
        let [start, mean, best] = columns
            .each_ref()
            .map(|column: &Vec<f64>| measure.show(figure(column)));
        let second = show_second(second_figure(&seconds));
        row(title, start, mean, best, Some(second))?;
    }
    Ok(())
}

/// What several numbers come to.
type Figure = fn(&[f64]) -> f64;

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
        (Some(score), _) => format!(", {} {}", measure.show(score), measure.trial()),
        (None, Some(solved)) => format!(", {solved} solved"),
        (None, None) => String::new(),
    };
    format!(
        "Apart from the run, polished by {} sweeps of local search: {}{test} (polished.toml)",
        polished.sweeps,
        measure.show(best),
    )
}

fn mean_of(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len() as f64
}

/// The standard deviation of which these are a sample.
fn spread_of(values: &[f64]) -> f64 {
    let mean = mean_of(values);
    let squares: f64 = values.iter().map(|value| (value - mean).powi(2)).sum();
    (squares / (values.len() as f64 - 1.0)).sqrt()
}

fn most_of(values: &[f64]) -> f64 {
    values.iter().copied().fold(f64::NAN, f64::max)
}

fn least_of(values: &[f64]) -> f64 {
    values.iter().copied().fold(f64::NAN, f64::min)
}

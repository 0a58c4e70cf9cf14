//! What came of a run, in a few lines.

use std::io::Write;
use std::path::Path;

use anyhow::Context;
use journal::{Place, Reader};
use lab::{Champion, Curve, Measure, Point, Polished, Recipe, bloat};

/// The recipe of a recorded run.
pub fn recipe(reader: &Reader) -> anyhow::Result<Recipe> {
    let file = Path::new("the recipe in").join(reader.folder());
    Ok(Recipe::parse(&reader.about().recipe, &file)?)
}

/// The champion of a seed, or the best of all.
pub fn champion(
    reader: &Reader,
    recipe: &Recipe,
    seed: Option<u32>,
) -> anyhow::Result<Option<Champion>> {
    let (phases, measure) = (0..recipe.runs.get(), Measure::of(recipe));
    if let Some(seed) = seed {
        let phase = seed
            .checked_sub(recipe.seed)
            .filter(|phase| phases.contains(phase));
        let last = recipe.seed + (recipe.runs.get() - 1);
        let phase =
            phase.with_context(|| format!("this run has the seeds {} to {last}", recipe.seed))?;
        return Ok(Champion::find(reader, phase, measure)?);
    }
    let mut best: Option<Champion> = None;
    for phase in phases {
        let champion = Champion::find(reader, phase, measure)?;
        best = match (best, champion) {
            (Some(best), Some(champion)) if measure.better(champion.score, best.score) => {
                Some(champion)
            }
            (None, champion) => champion,
            (best, _) => best,
        };
    }
    Ok(best)
}

/// Generation 0 beside the latest one; for several independent runs, a line each
/// and what they come to together.
pub fn print(out: &mut impl Write, reader: &Reader) -> anyhow::Result<()> {
    let recipe = recipe(reader)?;
    let measure = Measure::of(&recipe);
    let mut curves = Vec::new();
    for phase in 0..recipe.runs.get() {
        let points = Curve::read(reader, phase, measure)?.points;
        if !points.is_empty() {
            curves.push((recipe.seed + phase, points));
        }
    }
    writeln!(out, "{} ({})", recipe.name, measure.unit())?;
    match curves.as_slice() {
        [] => writeln!(out, "no generation yet")?,
        [(seed, points)] => {
            one(out, measure, *seed, points)?;
            grown(out, reader, &recipe, points.len())?;
        }
        _ => many(out, measure, &curves)?,
    }
    Ok(())
}

fn one(out: &mut impl Write, measure: Measure, seed: u32, points: &[Point]) -> anyhow::Result<()> {
    let (first, last) = (&points[0], &points[points.len() - 1]);
    let title = format!("seed {seed}");
    let latest = format!("generation {}", points.len() - 1);
    let trial = format!("best {}", measure.trial());
    let width = trial.len();
    writeln!(out, "{title:<width$} {:>14} {latest:>16}", "generation 0")?;
    let mut line = |what: &str, first: Option<f64>, last: Option<f64>| -> anyhow::Result<()> {
        if let (Some(first), Some(last)) = (first, last) {
            let (first, last) = (measure.show(first), measure.show(last));
            writeln!(out, "{what:<width$} {first:>14} {last:>16}")?;
        }
        Ok(())
    };
    line("best", Some(first.best), Some(last.best))?;
    line("mean", Some(first.mean), Some(last.mean))?;
    line(&trial, first.held_out, last.held_out)
}

/// How large programs were at the start and have become.
fn grown(
    out: &mut impl Write,
    reader: &Reader,
    recipe: &Recipe,
    generations: usize,
) -> anyhow::Result<()> {
    let at = |generation| {
        let place = Place {
            phase: 0,
            generation,
        };
        bloat(reader, recipe, place)
    };
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
    curves: &[(u32, Vec<Point>)],
) -> anyhow::Result<()> {
    let lasts: Vec<_> = curves
        .iter()
        .map(|(_, points)| points[points.len() - 1])
        .collect();
    let tested = lasts.iter().all(|last| last.held_out.is_some());
    let mut row = |title: &str, start: String, mean: String, best: String, test: Option<String>| {
        let test = test.filter(|_| tested).unwrap_or_default();
        writeln!(
            out,
            "{title:<10} {start:>12} {mean:>12} {best:>12} {test:>18}"
        )
    };
    let heads = ["start, mean", "mean", "best", measure.trial()].map(str::to_owned);
    let [start, mean, best, test] = heads;
    row("seed", start, mean, best, Some(test))?;
    for ((seed, points), last) in curves.iter().zip(&lasts) {
        row(
            &seed.to_string(),
            measure.show(points[0].mean),
            measure.show(last.mean),
            measure.show(last.best),
            last.held_out.map(|score| measure.show(score)),
        )?;
    }
    let columns = [
        curves.iter().map(|(_, points)| points[0].mean).collect(),
        lasts.iter().map(|last| last.mean).collect(),
        lasts.iter().map(|last| last.best).collect(),
        lasts.iter().filter_map(|last| last.held_out).collect(),
    ];
    for (title, figure) in [
        ("mean", mean_of as fn(&[f64]) -> f64),
        ("spread", spread_of),
        (
            "best",
            if measure.less_is_better() {
                least_of
            } else {
                most_of
            },
        ),
    ] {
        let [start, mean, best, test] = columns
            .each_ref()
            .map(|column: &Vec<f64>| measure.show(figure(column)));
        row(title, start, mean, best, Some(test))?;
    }
    Ok(())
}

/// What the local search made of the champion.
pub fn polished(recipe: &Recipe, polished: &Polished) -> String {
    let measure = Measure::of(recipe);
    let Point { best, held_out, .. } = polished.point;
    let test = held_out.map_or(String::new(), |score| {
        format!(", {} {}", measure.show(score), measure.trial())
    });
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

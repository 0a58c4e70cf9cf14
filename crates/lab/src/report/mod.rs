//! A run on one page: `report.html`, which needs no network and no script.

mod clock;
mod figures;
mod genes;
mod html;
mod table;
mod tables;

use std::fmt::Write;

use journal::Reader;

pub use clock::Clock;
use html::{Text, minus, time};

use crate::{Champion, Curve, HeldOut, Measure, Opponent, Part, Proof, Recipe};

const STYLE: &str = include_str!("style.css");

/// The page of a run, as far as it has come.
pub fn report(reader: &Reader, recipe: &Recipe) -> Result<String, journal::Error> {
    let proofs = Proof::all(reader)?;
    let held_out = HeldOut::read(reader)?;
    let clock = Clock::read(reader, recipe)?;
    let about = reader.about();
    let name = reader.folder().file_name().unwrap_or_default();
    let name = name.to_string_lossy();

    let mut page = format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <title>{0}: a Galapagos run</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n\
         <h1>{0}</h1>\n<p class=\"soft\">{1}</p>\n",
        Text(&name),
        Text(state(reader, recipe)?),
    );
    page += &cards(reader, recipe, &proofs, held_out, &clock)?;
    let figures = figures::figures(reader, recipe)?;
    if !figures.is_empty() {
        writeln!(
            page,
            "<h2>Evolution</h2>\n<div class=\"figures\">\n{figures}</div>"
        )
        .expect("a string takes any text");
    }
    page += &tables::matches(&proofs);
    page += &tables::held_out(held_out);
    page += &tables::parts(reader, recipe, &clock, &proofs)?;
    page += &champions(reader, recipe)?;
    writeln!(
        page,
        "<h2>Do it again</h2>\n\
         <p>Galapagos {} with the seed {} and the recipe below gives the same champion, on any \
         number of threads. The run was started with</p>\n<pre>{}</pre>\n\
         <details>\n<summary>The recipe</summary>\n<pre>{}</pre>\n</details>\n</body>\n</html>",
        Text(&about.version),
        about.seed,
        Text(&about.command),
        Text(&about.recipe),
    )
    .expect("a string takes any text");
    Ok(page)
}

/// How far the run has come.
fn state(reader: &Reader, recipe: &Recipe) -> Result<String, journal::Error> {
    let star = "From random numbers to a chess program: evaluations that learn to foresee moves, \
        coevolution, a search bred for the winner, and what the champion is worth.";
    let what = match recipe.proof {
        Some(_) => star.to_owned(),
        None => format!("A run of the recipe {}.", recipe.name),
    };
    Ok(match reader.finished()? {
        true => what,
        false => format!("{what} It has not ended yet."),
    })
}

/// The most important figures.
fn cards(
    reader: &Reader,
    recipe: &Recipe,
    proofs: &[Proof],
    held_out: Option<HeldOut>,
    clock: &Clock,
) -> Result<String, journal::Error> {
    let mut cards = Vec::new();
    for proof in proofs.iter().filter(|proof| proof.results.games() > 0) {
        let opponent = match proof.opponent {
            Opponent::Evol0 => "its parent EVOL0",
            opponent => opponent.name(),
        };
        let what = format!("against {opponent}; {}", minus(&proof.elo_interval()));
        cards.push((minus(&proof.elo_value()), what));
    }
    for (what, solved) in held_out.iter().flat_map(HeldOut::rows) {
        let start = tables::percent(&solved, solved.generation_0_best);
        let what =
            format!("{what}, of positions not used in breeding; the best of generation 0: {start}");
        cards.push((tables::percent(&solved, solved.champion), what));
    }
    if cards.is_empty() {
        cards.extend(scores(reader, recipe)?);
    }
    cards.push((time(clock.total()), "at work".into()));
    let mut html = String::from("<ul class=\"cards\">\n");
    for (value, what) in cards {
        writeln!(
            html,
            "<li><b>{}</b><span>{}</span></li>",
            Text(value),
            Text(what)
        )
        .expect("a string takes any text");
    }
    Ok(html + "</ul>\n")
}

/// The best of the last generation beside the best of the first, on what they were
/// bred on and on what they were not.
fn scores(reader: &Reader, recipe: &Recipe) -> Result<Vec<(String, String)>, journal::Error> {
    let stage = recipe.last();
    let measure = Measure::of(stage);
    let Some(champion) = Champion::best(reader, stage)? else {
        return Ok(Vec::new());
    };
    let points = Curve::read(reader, champion.phase)?.points;
    let (Some(first), Some(last)) = (points.first(), points.last()) else {
        return Ok(Vec::new());
    };
    let best = [first, last].map(|point| Some(point.best).filter(|_| !measure.among_peers));
    let tried = [first, last].map(|point| point.held_out);
    let trained = format!("{}, on what it was bred on", measure.unit);
    let trial = format!("{}, {}", measure.unit, measure.trial);
    let rows = [(best, trained), (tried, trial)].into_iter();
    let cards = rows.filter_map(|([first, last], what)| {
        let what = format!(
            "the champion: {what}; the best of generation 0: {}",
            measure.show(first?)
        );
        Some((measure.show(last?), what))
    });
    Ok(cards.collect())
}

/// The genes of the champion: of its evaluation and of its search, where both were bred.
fn champions(reader: &Reader, recipe: &Recipe) -> Result<String, journal::Error> {
    let mut html = String::new();
    let last = recipe.last();
    let mut stages = vec![last];
    if last.first > 0 && last.experiment.part() == Part::Search {
        stages.insert(0, recipe.stage(last.first - 1));
    }
    for stage in stages {
        let title = match stage.experiment.part() {
            Part::Search => "The champion's search",
            Part::Evaluation => "The champion's evaluation, in centipawns",
            Part::Player => "The champion's genes",
        };
        if let Some(champion) = Champion::best(reader, stage)? {
            html += &genes::genes(title, stage, &champion);
        }
    }
    Ok(html)
}

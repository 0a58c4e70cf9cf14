//! A run on one page: `report.html`, which needs no network and no script.

mod clock;
mod figures;
mod genes;
mod table;
mod tables;
mod text;

use journal::Reader;
use maud::{DOCTYPE, Markup, PreEscaped, html};

pub use clock::Clock;
pub use figures::{Figure, demes, legend};
pub use table::{Head, Table};
pub use tables::{held_out, matches, parts};
pub use text::{clean, count, date, minus, time};

use crate::{Champion, Curve, HeldOut, Measure, Opponent, Part, Proof, Recipe};

/// How the parts of a page look.
pub const STYLE: &str = include_str!("style.css");

/// The page of a run so far.
pub fn report(reader: &Reader, recipe: &Recipe) -> Result<String, journal::Error> {
    let proofs = Proof::all(reader)?;
    let held_out = HeldOut::read(reader)?;
    let clock = Clock::read(reader, recipe)?;
    let name = reader.folder().file_name().unwrap_or_default();
    let name = clean(&name.to_string_lossy());

    let figures = figures::figures(reader, recipe)?;
    let page = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                title { (name) ": a Galapagos run" }
                style { (PreEscaped(STYLE)) }
            }
            body {
                h1 { (name) }
                p.soft { (state(reader, recipe)?) }
                (cards(reader, recipe, &proofs, held_out, &clock)?)
                @if !figures.is_empty() {
                    h2 { "Evolution" }
                    div.figures { @for figure in &figures { (figure) } }
                }
                (matches(&proofs))
                (tables::held_out(held_out))
                (parts(reader, recipe, &clock, &proofs)?)
                @for part in champions(reader, recipe)? { (part) }
                (again(reader))
            }
        }
    };
    Ok(page.into_string())
}

/// How to get the same run.
pub fn again(reader: &Reader) -> Markup {
    let about = reader.about();
    html! {
        h2 { "Repeat it" }
        p {
            "Galapagos " (clean(&about.version)) " with the seed " (about.seed)
            " and the recipe below gives the same champion, on any number of threads. \
             The run was started with"
        }
        pre { (clean(&about.command)) }
        details #recipe {
            summary { "The recipe" }
            pre { (clean(&about.recipe)) }
        }
    }
}

/// What the run is, and whether it has ended.
pub fn state(reader: &Reader, recipe: &Recipe) -> Result<String, journal::Error> {
    let star = "From random numbers to a chess program: evaluations that learn to predict moves, \
        coevolution, a search bred for the winner, and what the champion is worth.";
    let modern = "From nothing to a chess program: weights that learn from games against itself, \
        a search bred for them, and what the champion is worth.";
    let what = match recipe.proof {
        Some(_) if recipe.is_modern() => modern.to_owned(),
        Some(_) => star.to_owned(),
        None => format!("A run of the recipe {}.", recipe.name),
    };
    Ok(match reader.finished()? {
        true => what,
        false => format!("{what} It is not finished yet."),
    })
}

/// The most important figures.
pub fn cards(
    reader: &Reader,
    recipe: &Recipe,
    proofs: &[Proof],
    held_out: Option<HeldOut>,
    clock: &Clock,
) -> Result<Markup, journal::Error> {
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
    Ok(html! {
        ul.cards {
            @for (value, what) in cards {
                // No line begins with a percent sign.
                li { b { (value) } span { (what.replace(" %", "\u{a0}%")) } }
            }
        }
    })
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
pub fn champions(reader: &Reader, recipe: &Recipe) -> Result<Vec<Markup>, journal::Error> {
    let latest = |is_one: fn(Part) -> bool| {
        Champion::last_of(reader, recipe, |stage| is_one(stage.experiment.part()))
    };
    let player = latest(|part| matches!(part, Part::Evaluation | Part::Player))?;
    let search = latest(|part| part == Part::Search)?;
    let whole = match search {
        Some(_) => "The champion's evaluation",
        None => "The champion's genes",
    };
    let title = |part| match part {
        Part::Search => "The champion's search",
        Part::Evaluation => "The champion's evaluation, in centipawns",
        Part::Player | Part::Numbers => whole,
    };
    let mut champions: Vec<_> = player.into_iter().chain(search).collect();
    if champions.is_empty() {
        champions.extend(Champion::current(reader, recipe)?);
    }
    let parts = champions.iter().map(|champion| {
        let stage = recipe.stage(champion.phase);
        genes::genes(title(stage.experiment.part()), stage, champion)
    });
    Ok(parts.collect())
}

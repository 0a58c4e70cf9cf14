//! One run.

use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::{Path, Query, State};
use axum::http::{HeaderName, header};
use axum::response::{Html, IntoResponse};
use evo::Organism;
use journal::{EventKind, Reader};
use lab::plot::Chart;
use lab::report::{self, Clock, Figure, Head as Column, Table, clean, count, date, legend, time};
use lab::{Champion, Family, HeldOut, Measure, Overview, Pace, Proof, Stage, Survey, plot};
use maud::{Markup, PreEscaped, html};
use serde::Deserialize;
use serde_json::{Value, json};

use super::layout::{self, Head, NARROW, part, sized};
use super::state::Standing;
use super::workers;
use crate::address;
use crate::house::{House, Run, aside};
use crate::problem::Problem;

/// Whose genes are shown.
#[derive(Debug, Deserialize)]
pub struct Shown {
    /// The number of the stage; the latest that breeds if there is none.
    stage: Option<usize>,
}

/// The page.
pub async fn page(
    State(house): State<Arc<House>>,
    Path(name): Path<String>,
    Query(shown): Query<Shown>,
) -> Result<Html<Bytes>, Problem> {
    let below = shown
        .stage
        .map_or_else(String::new, |stage| format!("?stage={stage}"));
    let render = move |house: &House, run: &Run, state: &str| render(house, run, &shown, state);
    house.page(name, &below, render).await
}

/// The same without a script, as `galapagos report` writes it, with its style in it.
pub async fn report(
    State(house): State<Arc<House>>,
    Path(name): Path<String>,
) -> Result<impl IntoResponse, Problem> {
    let page = aside(move || {
        let run = house.open(&name)?;
        Ok(lab::report(&run.reader, &run.recipe)?)
    });
    Ok((REPORT_POLICY, Html(page.await?)))
}

/// What a browser may do with a report: nothing but show it.
const REPORT_POLICY: [(HeaderName, &str); 1] = [(
    header::CONTENT_SECURITY_POLICY,
    "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
)];

/// A part of a chart.
#[derive(Debug, Deserialize)]
pub struct Zoom {
    /// The number of the stage.
    stage: usize,
    /// The first generation that is shown.
    from: f64,
    /// The last one.
    to: f64,
}

/// A chart of a stage from one generation to another.
pub async fn chart(
    State(house): State<Arc<House>>,
    Path(name): Path<String>,
    Query(zoom): Query<Zoom>,
) -> Result<Html<String>, Problem> {
    aside(move || {
        let run = house.open(&name)?;
        let stage = run.recipe.stages.get(zoom.stage);
        let none = || Problem::missing("There is no such chart.");
        let stage = stage.ok_or_else(none)?;
        let mut figure = figure(&run, stage)?.ok_or_else(none)?;
        figure.chart = figure.chart.between(zoom.from, zoom.to);
        Ok(Html(drawn(&run.name, zoom.stage, &figure).into_string()))
    })
    .await
}

fn render(house: &House, run: &Run, shown: &Shown, state: &str) -> Result<String, Problem> {
    let (reader, recipe) = (&run.reader, &run.recipe);
    let proofs = Proof::all(reader)?;
    let held_out = HeldOut::read(reader)?;
    let clock = Clock::read(reader, recipe)?;
    let champion = match shown.stage {
        None => Champion::last_of(reader, recipe, |stage| stage.generations > 0)?,
        Some(number) => {
            let none = || Problem::missing("There is no such part of the run.");
            let stage = recipe.stages.get(number).ok_or_else(none)?;
            Champion::best(reader, stage)?
        }
    };
    let content = html! {
        (part("title", title(run)?))
        (part("cards", report::cards(reader, recipe, &proofs, held_out, &clock)?))
        (part("evolution", evolution(run)?))
        (part("matches", report::matches(&proofs)))
        (part("held-out", report::held_out(held_out)))
        @if let Some(champion) = &champion {
            (part("stages", stages(run, champion)?))
            (part("family", family(run, champion)?))
            @let genes = house.surveys.with(run, champion.phase, |survey| {
                (heat(run, champion, survey), strands(run, champion, survey))
            })?;
            (part("heat", genes.0))
            (part("strands", genes.1))
        }
        (part("genes", html! {
            @for genes in report::champions(reader, recipe)? { (genes) }
        }))
        (part("parts", report::parts(reader, recipe, &clock, &proofs)?))
        (part("workers", workers::of_run(reader)?))
        (part("events", events(reader)?))
        (part("recipe", report::again(reader)))
    };
    let live = address::of_run(&run.name, "/live");
    let head = Head {
        title: &clean(&run.name),
        menu: "Runs",
        live: Some((&live, state)),
        scripts: &["chart.js"],
        ..Head::default()
    };
    Ok(layout::page(&head, content))
}

/// The name, how far it is, and where to go from here.
fn title(run: &Run) -> Result<Markup, Problem> {
    let (reader, recipe) = (&run.reader, &run.recipe);
    let overview = Overview::read(reader, recipe)?;
    let standing = Standing::of(overview.state);
    let last = reader.last()?;
    let pace = match standing.is_running() {
        true => Pace::read(reader, recipe)?,
        false => None,
    };
    let to = |below: &str| address::of_run(&run.name, below);
    let has_player = Champion::opponent(reader, recipe)?.is_some();
    let mut stages = recipe.stages.iter();
    let has_demes = last.is_some() && stages.any(|stage| stage.experiment.demes().len() > 1);
    Ok(html! {
        div.title {
            h1 { (clean(&run.name)) }
            (standing)
        }
        p.soft {
            (report::state(reader, recipe)?) " "
            @if let Some(last) = last {
                @let stage = recipe.stage(last.phase);
                (standing.place()) " " b { (recipe.title(last.phase)) }
                @if stage.generations > 0 {
                    ", generation " b #generation { (last.generation) }
                    " of " (stage.generations)
                }
                "."
                @if let Some(pace) = pace {
                    " " (time(pace.generation)) " a generation, " (time(pace.left))
                    " left of this part"
                    @if let Some(nodes) = pace.nodes { ", " (count(nodes as u64)) " nodes a second" }
                    "."
                }
            } @else { "The first generation is not done yet." }
        }
        p.actions {
            @if has_player { a.button.main href=(to("/play")) { "Play the champion" } }
            @if has_demes { a.button href=(to("/demes")) { "Demes" } }
            a.button href=(to("/games")) { "Games" }
            a.button href={ "/compare?run=" (address::encoded(&run.name)) } { "Compare" }
            a.button href=(to("/report")) { "Report to print" }
        }
    })
}

fn evolution(run: &Run) -> Result<Markup, Problem> {
    let mut figures = Vec::new();
    for (number, stage) in run.recipe.stages.iter().enumerate() {
        if let Some(figure) = figure(run, stage)? {
            figures.push(drawn(&run.name, number, &figure));
        }
    }
    Ok(html! {
        @if !figures.is_empty() {
            h2 { "Evolution" }
            div.figures { @for figure in &figures { (figure) } }
        }
    })
}

/// The size of a chart that stands alone, and of one of several.
const SIZES: [(u32, u32); 2] = [(1060, 400), (560, 360)];

/// The chart of a stage; none where nothing is bred, or not yet.
fn figure(run: &Run, stage: &Stage) -> Result<Option<Figure>, Problem> {
    if stage.generations == 0 {
        return Ok(None);
    }
    let last = run.reader.last()?.map_or(0, |last| last.phase);
    let stages = run.recipe.stages.iter();
    let begun = stages.filter(|one| one.generations > 0 && one.first <= last);
    let [alone, among] = SIZES;
    let mut figure = Figure::read(&run.reader, &run.recipe, stage)?;
    if let Some(figure) = &mut figure {
        figure.chart.size = if begun.count() == 1 { alone } else { among };
    }
    Ok(figure)
}

/// A chart with what its script needs.
fn drawn(run: &str, stage: usize, figure: &Figure) -> Markup {
    let narrow = Chart {
        size: NARROW,
        ..figure.chart.clone()
    };
    let id = format!("chart-{stage}");
    let zoom = address::of_run(run, &format!("/chart?stage={stage}"));
    html! {
        figure.chart id=(id) data-zoom=(zoom) data-chart=(numbers(&figure.chart))
            data-narrow=(place(&narrow)) {
            h3 { (figure.title) }
            p.reading role="status" aria-live="polite" {}
            div.drawing tabindex="0" role="application"
                aria-label={ "chart of " (figure.title) "; arrow keys read its values" } {
                (sized(figure.chart.draw(), narrow.draw()))
            }
            (legend(&figure.chart))
            figcaption { (figure.caption) }
        }
    }
}

/// Points of a line that the script knows.
const POINTS: u32 = 120;

/// Where the lines of a chart are in its picture.
fn place(chart: &Chart) -> Value {
    let frame = chart.frame();
    json!({
        "size": chart.size,
        "box": [frame.left, frame.top, frame.right, frame.bottom],
    })
}

/// The lines of a chart as numbers, and where they are in its picture.
fn numbers(chart: &Chart) -> Value {
    let frame = chart.frame();
    let lines = chart.lines.iter().filter(|line| !line.label.is_empty());
    let lines = lines.map(|line| {
        let points = plot::thinned(&line.points, POINTS);
        json!({ "label": line.label, "points": points })
    });
    json!({
        "wide": place(chart),
        "generations": frame.generations,
        "values": frame.values,
        "unit": chart.unit,
        "lines": lines.collect::<Vec<_>>(),
    })
}

/// The stages that have bred something, of which one is looked at.
fn stages(run: &Run, champion: &Champion) -> Result<Markup, Problem> {
    let last = run.reader.last()?.map_or(0, |last| last.phase);
    let stages = run.recipe.stages.iter().enumerate();
    let begun = stages.filter(|(_, stage)| stage.generations > 0 && stage.first <= last);
    let begun: Vec<_> = begun.collect();
    Ok(html! {
        @if begun.len() > 1 {
            h2 #bred { "What was bred" }
            nav.actions aria-label="parts of the run" {
                @for (number, stage) in begun {
                    @let here = stage.phases().contains(&champion.phase).then_some("true");
                    a.button aria-current=[here]
                        href=(address::of_run(&run.name, &format!("?stage={number}#bred"))) {
                        (run.recipe.stage_title(stage))
                    }
                }
            }
        }
    })
}

fn family(run: &Run, champion: &Champion) -> Result<Markup, Problem> {
    let family = Family::read(&run.reader, champion)?;
    let stage = run.recipe.stage(champion.phase);
    let link = |generation, number| {
        let below = format!(
            "/play?phase={}&generation={generation}&number={number}",
            champion.phase
        );
        stage.plays().then(|| address::of_run(&run.name, &below))
    };
    Ok(html! {
        @if family.members.len() > 1 {
            h2 { "Family of the champion" }
            p.soft {
                "Its ancestors where they were born, up to five births back, each with its score \
                 there."
                @if stage.plays() { " Choose one to play it." }
            }
            div.scroll { (plot::family(&family, Measure::of(stage), link)) }
        }
    })
}

fn heat(run: &Run, champion: &Champion, survey: &Survey) -> Markup {
    let stage: &Stage = run.recipe.stage(champion.phase);
    let heat = survey.heat(stage.experiment.genes());
    html! {
        @if heat.generations.len() > 1 {
            h2 { "Genes over the generations" }
            p.soft {
                "The mean of the population in " (run.recipe.title(champion.phase))
                ", each gene over its own range: "
                span.ramp aria-hidden="true" {} " from its lowest value to its highest."
                @if heat.left_out > 0 {
                    " Shown are those that moved most; " (count(heat.left_out as u64))
                    " others are not."
                }
            }
            div.scroll.heat-map { (PreEscaped(plot::heat(&heat))) }
        }
    }
}

/// Genes whose values are drawn as lines.
const STRANDS: usize = 12;

/// What the genes explain of fitness, with the organisms as lines through their values.
fn strands(run: &Run, champion: &Champion, survey: &Survey) -> Markup {
    let bred = &run.recipe.stage(champion.phase).experiment;
    let (genes, reference) = (bred.genes(), bred.story().reference);
    let chosen = survey.importance().first(STRANDS, &genes);
    let chosen: Vec<_> = chosen
        .into_iter()
        .map(|(number, share)| (number, genes[number].clone(), share))
        .collect();
    let mut latest: Vec<_> = survey.latest.iter().collect();
    latest.sort_by(|a, b| b.fitness.value.total_cmp(&a.fitness.value));
    let values = |organisms: &[&Organism<Vec<f64>>]| -> Vec<Vec<f64>> {
        let values = organisms.iter().map(|one| one.genome.clone());
        values.collect()
    };
    let (best, others) = latest.split_at(latest.len().div_ceil(10).min(latest.len()));
    let first: Vec<_> = survey.first.iter().collect();
    let [first, others, best] = [&first[..], others, best].map(values);
    html! {
        // Where all are alike, or one alone, there is nothing to explain.
        @if chosen.len() > 1 && chosen.iter().any(|(.., share)| *share > 0.0) {
            h2 { "What the genes explain" }
            p.soft {
                "How much of the variance of fitness among contemporaries each gene explains by \
                 itself; the first " (chosen.len()) " of " (count(genes.len() as u64))
                ". Lines are organisms, each gene over its own range."
            }
            div.scroll {
                (PreEscaped(plot::parallel(plot::Strands {
                    genes: &chosen,
                    first: &first,
                    latest: &others,
                    best: &best,
                    champion: &champion.genes,
                })))
                p.legend {
                    span { i.line.founder {} "generation 0" } " "
                    span { i.line.living {} "the latest generation" } " "
                    span { i.line.best {} "the best tenth of it" } " "
                    span { i.line.champion {} "the champion" } " "
                    @if chosen.iter().any(|(_, gene, _)| gene.published.is_some()) {
                        span { i.key.paper {} " " (reference.what) }
                    }
                }
            }
        }
    }
}

fn events(reader: &Reader) -> Result<Markup, Problem> {
    let mut table = Table::new([
        Column::Text("event"),
        Column::Number("when (UTC)"),
        Column::Text(""),
    ]);
    for event in reader.events()?.into_iter().rev() {
        let what = match event.kind {
            EventKind::Found => "found out",
            kind => kind.name(),
        };
        table.row([
            html! { (what) },
            html! { (date(event.unix_ms)) },
            html! { (clean(&event.text)) },
        ]);
    }
    Ok(html! {
        h2 { "Events" }
        (table)
    })
}

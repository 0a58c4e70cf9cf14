//! All runs.

use std::cmp::Reverse;
use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::State;
use axum::response::Html;
use journal::Pulse;
use lab::report::{date, minus, time};
use lab::{Curve, Overview, Pace, plot};
use maud::{Markup, PreEscaped, html};

use super::layout::{self, Head, part};
use super::state::Standing;
use crate::address;
use crate::house::{House, aside, sent};
use crate::live::mark;
use crate::problem::Problem;

/// The page.
pub async fn page(State(house): State<Arc<House>>) -> Result<Html<Bytes>, Problem> {
    let names = house.names()?;
    let made = house.clone();
    let page = house
        .pages
        .page("/".into(), &names, || render(made, names.clone()));
    Ok(sent(page.await?))
}

async fn render(house: Arc<House>, mut names: Vec<(String, Pulse)>) -> Result<String, Problem> {
    let state = mark(&names);
    // Those that go on first, by name, then those that ended last.
    names.sort_by_key(|(_, pulse)| pulse.at_rest_since().map(Reverse));
    let mut rows = Vec::new();
    let count = names.len();
    for (name, pulse) in names {
        let made = house.clone();
        let row = {
            let name = name.clone();
            move || async { aside(move || Ok(row(&made, &name).into_string())).await }
        };
        let row = house.rows.page(name, &pulse, row).await?;
        rows.push(PreEscaped(row));
    }
    let folder = house.runs().display().to_string();
    let content = html! {
        (part("title", html! {
            div.title {
                h1 { "Runs" }
                p.soft { (count) " in " code { (folder) } }
            }
        }))
        @if count == 0 {
            (part("none", html! {
                div.empty {
                    p { "There is no run here yet. This makes one:" }
                    pre { "galapagos evolve" }
                    p.soft { "It appears here as soon as it has begun." }
                }
            }))
        } @else {
            div.tools {
                label for="filter" { "Show only" }
                input #filter type="search" placeholder="name or state" autocomplete="off";
                p.soft #shown role="status" {}
            }
            (part("runs", html! {
                div.table.runs {
                    table data-sorted="" {
                        thead {
                            tr {
                                @for (name, class) in HEADS {
                                    th scope="col" class=[class] {
                                        @if name.is_empty() { span.hidden { "curve" } } @else {
                                            button.sort type="button" { (name) }
                                        }
                                    }
                                }
                            }
                        }
                        tbody { @for row in &rows { (row) } }
                    }
                }
            }))
        }
    };
    let head = Head {
        title: "Runs",
        menu: "Runs",
        live: Some(("/live", &state)),
        scripts: &["list.js"],
        ..Head::default()
    };
    Ok(layout::page(&head, content))
}

const HEADS: [(&str, Option<&str>); 7] = [
    ("run", None),
    ("", None),
    ("score", Some("n")),
    ("state", None),
    ("started (UTC)", Some("n")),
    ("at work", Some("n")),
    ("pace", Some("n")),
];

/// A run in the list, however damaged it is.
fn row(house: &House, name: &str) -> Markup {
    match cells(house, name) {
        Ok(row) => row,
        Err(problem) => html! {
            tr data-name=(name) {
                th scope="row" { a href=(address::of_run(name, "")) { (name) } }
                td {}
                td {}
                td data-sort="damaged" {
                    span.state.damaged { "damaged" }
                    small { (problem.what()) }
                }
                td {} td {} td {}
            }
        },
    }
}

fn cells(house: &House, name: &str) -> Result<Markup, Problem> {
    let run = house.open(name)?;
    let (reader, recipe) = (&run.reader, &run.recipe);
    let overview = Overview::read(reader, recipe)?;
    let standing = Standing::of(overview.state);
    let curve = match reader.last()? {
        Some(last) => Curve::read(reader, last.phase)?.points,
        None => Vec::new(),
    };
    let best: Vec<_> = curve.iter().map(|point| point.best).collect();
    let pace = match standing.is_running() {
        true => Pace::read(reader, recipe)?,
        false => None,
    };
    let phase = reader.last()?.map(|last| recipe.title(last.phase));
    Ok(html! {
        tr data-name=(name) {
            th scope="row" data-sort=(name) {
                a href=(address::of_run(name, "")) { (name) }
                @if let Some(phase) = phase { small { (phase) } }
            }
            td.drawing { (PreEscaped(plot::spark(&best))) }
            td.n data-label="score" { @if let Some(score) = &overview.score { (minus(score)) } }
            td data-sort=(standing.word) { (standing) }
            td.n data-label="started" data-sort=(overview.started_unix_ms.unwrap_or(0)) {
                @if let Some(began) = overview.started_unix_ms { (date(began)) }
            }
            td.n data-label="at work" data-sort=(overview.seconds) { (time(overview.seconds)) }
            td.n data-label="pace" data-sort=(pace.map_or(f64::MAX, |pace| pace.generation)) {
                @if let Some(pace) = pace {
                    (time(pace.generation)) " a generation"
                    small { "this part: " (time(pace.left)) " left" }
                }
            }
        }
    })
}

//! The demes of a run.

use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::{Path, State};
use axum::response::Html;
use lab::report::{self, clean};
use maud::html;

use super::layout::{self, Head, part};
use super::workers;
use crate::address;
use crate::house::{House, Run};
use crate::problem::Problem;

/// The page.
pub async fn page(
    State(house): State<Arc<House>>,
    Path(name): Path<String>,
) -> Result<Html<Bytes>, Problem> {
    house.page(name, "/demes", render).await
}

fn render(_: &House, run: &Run, state: &str) -> Result<String, Problem> {
    let mut stages = Vec::new();
    for stage in &run.recipe.stages {
        stages.extend(report::demes(&run.reader, &run.recipe, stage)?);
    }
    let name = clean(&run.name);
    let content = html! {
        (part("title", html! {
            div.title { h1 { "Demes" } }
            p.soft {
                a href=(address::of_run(&run.name, "")) { "← " (name) }
                " · islands that breed apart and exchange organisms now and then"
            }
        }))
        (part("demes", html! {
            @if stages.is_empty() {
                div.empty { p { "This run breeds in one deme, or has not begun." } }
            }
            div.demes { @for stage in &stages { (stage) } }
        }))
        (part("workers", workers::of_run(&run.reader)?))
    };
    let title = format!("Demes of {name}");
    let live = address::of_run(&run.name, "/live");
    let head = Head {
        title: &title,
        menu: "Runs",
        live: Some((&live, state)),
        ..Head::default()
    };
    Ok(layout::page(&head, content))
}

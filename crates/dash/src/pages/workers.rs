//! The workers of a fleet and their health: what a server knows of those that are there, and
//! what a run has recorded of those that took part.

use std::collections::BTreeMap;
use std::sync::Arc;

use axum::extract::State;
use axum::response::Html;
use fleet::Glance;
use fleet::wire::{Run, Worker};
use journal::{Event, EventKind, Reader};
use lab::report::{Head as Column, Table, clean, count, date};
use maud::{Markup, html};

use super::layout::{self, Head, part};
use crate::fleet::Seen;
use crate::house::{House, aside};
use crate::live::mark;
use crate::problem::Problem;

/// The page.
pub async fn page(State(house): State<Arc<House>>) -> Result<Html<String>, Problem> {
    aside(move || {
        let Ok(fleet) = house.fleet() else {
            return Ok(Html(render(None, None)));
        };
        let seen = fleet.now();
        let state = mark(&Some(&seen));
        Ok(Html(render(Some(&seen), Some(&state))))
    })
    .await
}

fn render(seen: Option<&Seen>, state: Option<&str>) -> String {
    let content = html! {
        (part("title", html! {
            div.title { h1 { "Workers" } }
            p.soft { "The machines that do the work of runs, by their signs of life." }
        }))
        @match seen {
            None => (part("none", html! {
                div.empty {
                    p { "This shows the workers and runs of a fleet:" }
                    pre { "galapagos serve --fleet nats://localhost:4222" }
                }
            })),
            Some(Err(why)) => (part("none", html! {
                div.empty { p.wrong { (clean(why)) } }
            })),
            Some(Ok(seen)) => {
                (part("workers", workers(seen)))
                (part("runs", html! { @for (_, run) in &seen.runs { (at_work(run)) } }))
            },
        }
    };
    let head = Head {
        title: "Workers",
        menu: "Workers",
        live: state.map(|state| ("/workers/live", state)),
        ..Head::default()
    };
    layout::page(&head, content)
}

fn workers(seen: &Glance) -> Markup {
    let mut table = Table::new([
        Column::Text("worker"),
        Column::Text("health"),
        Column::Number("threads"),
        Column::Number("tasks"),
        Column::Number("tasks a second"),
        Column::Number("failures"),
        Column::Number("version"),
    ]);
    for (name, worker) in &seen.workers {
        let Worker {
            threads,
            tasks,
            failures,
            build,
            ..
        } = worker;
        let refused = seen.runs.iter().flat_map(|(_, run)| &run.refused);
        let refused = refused.filter(|(refused, _)| refused == name);
        let why = refused.map(|(_, why)| clean(why)).next();
        table.row([
            html! { (clean(name)) },
            match (why, failures) {
                (Some(why), _) => html! { span.state.damaged { "refused" } small { (why) } },
                (None, 0) => html! { span.state.finished { "well" } },
                (None, _) => html! { span.state.stopped { "fails at times" } },
            },
            html! { (threads) },
            html! { (count(*tasks)) },
            html! { (format!("{:.1}", worker.speed())) },
            html! { (failures) },
            html! { (clean(&build.version)) },
        ]);
    }
    html! {
        @if table.is_empty() {
            div.empty {
                p { "No worker is there. This starts one, on any machine:" }
                pre { "galapagos worker URL" }
            }
        }
        (table)
    }
}

/// A run that has work done.
fn at_work(run: &Run) -> Markup {
    let mut table = Table::new([
        Column::Text("worker"),
        Column::Number("outcomes"),
        Column::Number("checked and right"),
        Column::Text("refused"),
    ]);
    for (worker, outcomes, confirmed) in &run.workers {
        table.row([
            html! { (clean(worker)) },
            html! { (count(*outcomes)) },
            html! { (count(*confirmed)) },
            html! {},
        ]);
    }
    for (worker, why) in &run.refused {
        table.row([
            html! { (clean(worker)) },
            html! {},
            html! {},
            html! { (clean(why)) },
        ]);
    }
    html! {
        h2 { (clean(&run.title)) }
        p.soft {
            "Version " (clean(&run.build.version)) "; batches out: " (count(run.out))
            ", tasks waiting: " (count(run.waiting))
        }
        (table)
    }
}

/// What a run has recorded of its workers; nothing where it had none.
pub fn of_run(reader: &Reader) -> Result<Markup, journal::Error> {
    let events = reader.events()?;
    let mut known: BTreeMap<&str, (Vec<&Event>, Vec<&str>)> = BTreeMap::new();
    for event in &events {
        match event.kind {
            EventKind::Joined => known.entry(&event.text).or_default().0.push(event),
            EventKind::Lied => {
                let (worker, how) = event.text.split_once(": ").unwrap_or((&event.text, ""));
                known.entry(worker).or_default().1.push(how);
            }
            _ => {}
        }
    }
    let of_kind = |kind| events.iter().filter(move |event| event.kind == kind);
    let faults = of_kind(EventKind::Fault).count();
    let restarts = of_kind(EventKind::Restarted).count();
    let mut table = Table::new([
        Column::Text("worker"),
        Column::Text("health"),
        Column::Number("took part from (UTC)"),
        Column::Number("times"),
    ]);
    for (name, (joined, lies)) in &known {
        table.row([
            html! { (clean(name)) },
            match lies.last() {
                Some(how) => html! { span.state.damaged { "lied" } small { (clean(how)) } },
                None => html! { span.state.finished { "well" } },
            },
            html! { @if let Some(first) = joined.first() { (date(first.unix_ms)) } },
            html! { (joined.len()) },
        ]);
    }
    Ok(html! {
        @if !table.is_empty() || faults + restarts > 0 {
            h2 { "Workers" }
            p.soft {
                (known.len()) " took part"
                @match faults {
                    0 => {}
                    1 => "; one fault was made good",
                    _ => { "; " (faults) " faults were made good" }
                }
                @match restarts {
                    0 => {}
                    1 => "; the run began again once",
                    _ => { "; the run began again " (restarts) " times" }
                }
                ". " a href="/workers" { "Those that are there now" }
            }
            (table)
        }
    })
}

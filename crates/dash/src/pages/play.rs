//! A board to play an organism on.

use std::sync::Arc;

use axum::extract::{Path, Query, State};
use axum::response::Html;
use lab::report::clean;
use lab::{Curve, Measure, Stage};
use maud::{Markup, html};
use serde::Deserialize;
use serde_json::{Value, json};

use super::layout::{self, Head};
use crate::address;
use crate::house::{House, Run, aside};
use crate::limits::NODES;
use crate::problem::Problem;

/// Which organism the board begins with.
#[derive(Debug, Default, Deserialize)]
pub struct First {
    phase: Option<u32>,
    generation: Option<u32>,
    number: Option<u32>,
}

/// Against an organism of a run.
pub async fn page(
    State(house): State<Arc<House>>,
    Path(name): Path<String>,
    Query(first): Query<First>,
) -> Result<Html<String>, Problem> {
    aside(move || {
        let run = house.open(&name)?;
        let phases = phases(&run)?;
        if phases.is_empty() {
            let what = match run.recipe.stages.iter().any(Stage::plays) {
                true => {
                    "No generation of this run is done yet, so there is nothing to play against."
                }
                false => "This run breeds nothing that plays chess.",
            };
            return Err(Problem::missing(what));
        }
        let title = clean(&run.name);
        let opponent = json!({ "run": run.name, "phases": phases, "first": {
            "phase": first.phase, "generation": first.generation, "number": first.number,
        } });
        let back = html! {
            p.soft { a href=(address::of_run(&run.name, "")) { "← " (title) } }
        };
        Ok(Html(board(&format!("Play {title}"), back, &opponent)))
    })
    .await
}

/// Against the best organism that the program has.
pub async fn champion() -> Html<String> {
    let back = html! {
        p.soft {
            "Galapagos 2 is the best organism so far. To play against one of your own, open its \
             run."
        }
    };
    Html(board(
        "Play Galapagos 2",
        back,
        &json!({ "run": null, "phases": [] }),
    ))
}

/// The phases with a generation: their names, and the best score of each generation.
fn phases(run: &Run) -> Result<Vec<Value>, Problem> {
    let mut phases = Vec::new();
    for phase in run.recipe.phases() {
        let curve = Curve::read(&run.reader, phase)?;
        if curve.points.is_empty() || !run.recipe.stage(phase).plays() {
            continue;
        }
        let measure = Measure::of(run.recipe.stage(phase));
        let scores = curve.points.iter().map(|point| measure.show(point.best));
        phases.push(json!({
            "phase": phase,
            "title": run.recipe.title(phase),
            "unit": measure.unit,
            "scores": scores.collect::<Vec<_>>(),
        }));
    }
    Ok(phases)
}

fn board(title: &str, back: Markup, opponent: &Value) -> String {
    let [least, usual, most] = NODES;
    let content = html! {
        div #play data-opponent=(opponent) {
            div.title { h1 { (title) } }
            (back)
            div.table-of-play {
                div.board-side {
                    p.player #above {}
                    div.board-frame { div.board #board role="grid" aria-label="chess board" {} }
                    p.player #below {}
                    p #said role="status" aria-live="polite" {}
                    div.controls role="group" aria-label="the game" {
                        button #back type="button" { "Take back" }
                        button #flip type="button" { "Flip" }
                        button #swap type="button" { "Change sides" }
                        button #new type="button" { "New game" }
                        button #alone type="button" { "Watch it play itself" }
                    }
                }
                div.panels {
                    section.panel aria-label="opponent" {
                        h2 { "Opponent" }
                        div #choose hidden {
                            label #phase-label for="phase" { "Part of the run" }
                            select #phase {}
                            label for="generation" { "Generation " output #generation-shown {} }
                            input #generation type="range" min="0" max="0" value="0";
                            p.soft #score {}
                        }
                        label for="nodes" { "Strength: " output #nodes-shown {} " nodes a move" }
                        input #nodes type="range" min="0" max="100" value="50" data-least=(least)
                            data-usual=(usual) data-most=(most);
                    }
                    section.panel aria-label="moves" {
                        h2 { "Moves" }
                        ol #moves {}
                        div.controls {
                            button #copy type="button" { "Copy PGN" }
                            span.soft #copied role="status" {}
                        }
                        details {
                            summary { "Start from another position" }
                            form #setup {
                                label for="fen" { "Position (FEN)" }
                                input #fen type="text" autocomplete="off" spellcheck="false"
                                    maxlength="120";
                                button type="submit" { "Set up" }
                            }
                        }
                    }
                    section.panel #why aria-label="why this move" hidden {
                        h2 { "Why " span #why-move {} "?" }
                        p #why-figures.soft {}
                        p #why-line {}
                        div #why-grounds {}
                    }
                }
            }
            dialog #promotion aria-label="promote to" {
                form method="dialog" #promotion-choices {}
            }
        }
    };
    let head = Head {
        title,
        menu: "Play",
        styles: &["board.css"],
        scripts: &["play.js"],
        ..Head::default()
    };
    layout::page(&head, content)
}

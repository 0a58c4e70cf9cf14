//! Runs side by side.

use std::borrow::Cow;
use std::sync::Arc;

use axum::extract::{Query, State};
use axum::response::Html;
use journal::{Place, Reader};
use lab::report::{Head as Column, Table, clean, minus};
use lab::{Champion, Compared, Comparison, Gene, Mean, Recipe, meaning, plot};
use maud::{Markup, html};
use serde_json::{Value, json};

use super::layout::{self, Head, NARROW, sized};
use crate::house::{House, aside};
use crate::limits::{DUEL_NODES, PAIRS};
use crate::problem::Problem;

/// More runs than this cannot be told apart.
const MOST: usize = 20;

/// The size of a chart.
const SIZE: (u32, u32) = (800, 400);

/// The page.
pub async fn page(
    State(house): State<Arc<House>>,
    Query(chosen): Query<Vec<(String, String)>>,
) -> Result<Html<String>, Problem> {
    let earlier = chosen.iter().find(|(key, _)| key == "generation");
    let earlier = earlier.and_then(|(_, generation)| generation.parse().ok());
    let chosen = chosen.into_iter().filter(|(key, _)| key == "run");
    let mut chosen: Vec<_> = chosen.map(|(_, name)| name).collect();
    chosen.sort();
    chosen.dedup();
    if chosen.len() > MOST {
        return Err(Problem::wrong(format!("Choose at most {MOST} runs.")));
    }
    aside(move || Ok(Html(render(&house, &chosen, earlier)?))).await
}

fn render(house: &House, chosen: &[String], earlier: Option<u32>) -> Result<String, Problem> {
    let mut runs: Vec<(Reader, Recipe)> = Vec::new();
    for name in chosen {
        let run = house.open(name)?;
        runs.push((run.reader, run.recipe));
    }
    let names = house.names()?;
    let content = html! {
        div.title { h1 { "Compare" } }
        p.soft {
            "Runs of one recipe that differ in the seed only are replicates: their mean is a line, \
             one standard deviation to either side a band."
        }
        form.choice action="/compare" {
            fieldset {
                legend { "Runs" }
                @for (name, _) in &names {
                    label {
                        input type="checkbox" name="run" value=(name)
                            checked[chosen.contains(name)];
                        " " (clean(name))
                    }
                }
            }
            @if names.is_empty() { p.soft { "There is no run here yet." } }
            button type="submit" { "Compare" }
        }
        @if !runs.is_empty() {
            @let comparison = Comparison::read(&runs)?;
            (drawn(&comparison))
            (duel(&runs)?)
            (compared(&comparison))
            (genes(&runs, earlier)?)
        }
    };
    let head = Head {
        title: "Compare",
        menu: "Compare",
        styles: &["board.css"],
        scripts: &["duel.js"],
        ..Head::default()
    };
    Ok(layout::page(&head, content))
}

/// The figures of the groups over the generations.
fn drawn(comparison: &Comparison) -> Markup {
    html! {
        @let draw = |size| plot::compare(comparison, size);
        @if let (Some(broad), Some(narrow)) = (draw(SIZE), draw(NARROW)) {
            h2 { "Over the generations" }
            figure.wide role="img" aria-label="the means of the groups; their figures are below" {
                (sized(broad, narrow))
            }
        }
    }
}

/// The figures of the groups in numbers.
fn compared(comparison: &Comparison) -> Markup {
    html! {
        @for figure in &comparison.figures {
            h2 { (figure.title) }
            p.soft {
                (figure.unit)
                @if figure.less_is_better { "; less is better" }
            }
            (figures(comparison, figure))
        }
    }
}

/// What each group has of a figure.
fn figures(comparison: &Comparison, figure: &Compared) -> Table {
    let show = |value: f64| minus(&format!("{value:.*}", figure.places));
    let mut table = Table::new([
        Column::Text("recipe"),
        Column::Number("runs"),
        Column::Number("mean"),
        Column::Number("95 % interval"),
        Column::Number("better than the first"),
        Column::Number("by chance alone"),
    ]);
    for (number, group) in comparison.groups.iter().enumerate() {
        let own = &figure.groups[number];
        let Some(mean) = Mean::of(&own.values) else {
            continue;
        };
        let ranks = figure.against_first(number).filter(|_| number > 0);
        let label = clean(&group.label);
        let runs = clean(&group.runs.join(", "));
        let interval = mean.interval;
        let interval = interval.map(|(low, high)| format!("{} to {}", show(low), show(high)));
        table.row([
            html! { (label) small { (runs) } },
            html! { (own.values.len()) },
            html! { b { (show(mean.value)) } },
            html! { @if let Some(interval) = interval { (interval) } },
            html! { @if let Some(ranks) = ranks { (format!("{:.0} %", 100.0 * ranks.larger)) } },
            html! { @if let Some(ranks) = ranks { (format!("p = {:.3}", ranks.p)) } },
        ]);
    }
    table
}

/// What a run is called.
fn name_of(reader: &Reader) -> Cow<'_, str> {
    let folder = reader.folder().file_name().unwrap_or_default();
    folder.to_string_lossy()
}

/// Players that may meet: the champions of these runs, at any generation of theirs, and the
/// best that the program has.
fn duel(runs: &[(Reader, Recipe)]) -> Result<Markup, Problem> {
    let mut players = Vec::new();
    for (reader, recipe) in runs {
        if let Some(champion) = Champion::opponent(reader, recipe)? {
            let name = name_of(reader);
            let last = reader.last_generation(champion.phase)?;
            players.push(
                json!({ "name": clean(&name), "run": name, "phase": champion.phase, "last": last }),
            );
        }
    }
    players.push(json!({ "name": "Galapagos 2", "run": null, "phase": 0, "last": null }));
    let name = |player: &Value| player["name"].as_str().unwrap_or_default().to_owned();
    let [least, usual, most] = DUEL_NODES;
    Ok(html! {
        h2 { "Against each other" }
        p.soft {
            "Games in pairs, from " (PAIRS) " balanced openings, each with both colours. At fixed \
             nodes the same organisms play the same games."
        }
        form.duel #duel data-players=(Value::from(players.clone())) {
            @for (side, chosen) in [("first", 0), ("second", 1)] {
                fieldset {
                    legend { (side) }
                    label for=(side) { "Organism of" }
                    select id=(side) name=(side) {
                        @for (number, player) in players.iter().enumerate() {
                            option value=(number) selected[number == chosen] { (name(player)) }
                        }
                    }
                    @let generation = format!("{side}-generation");
                    label for=(generation) { "Its best of generation" }
                    input type="number" id=(generation) name=(generation) min="0";
                }
            }
            fieldset {
                legend { "games" }
                label for="pairs" { "Pairs" }
                select #pairs name="pairs" {
                    @for pairs in [10, 50, 100, PAIRS] { option { (pairs) } }
                }
                label for="duel-nodes" { "Nodes a move" }
                input #duel-nodes type="number" name="nodes" min=(least) max=(most) value=(usual);
            }
            div.progress {
                button #duel-go .button.main type="submit" { "Play" }
                progress #duel-progress max="1" value="0" aria-label="pairs played" {}
                p #duel-said role="status" aria-live="polite" {}
            }
        }
        div #duel-results .duel-results hidden {
            ul.cards {
                li { b #duel-elo {} span #duel-interval {} }
                li { b #duel-score {} span #duel-counts {} }
            }
            div #duel-board .boards {}
        }
    })
}

/// The champions' genes side by side, for runs that breed the same ones, and if one is asked
/// for, those of the best of an earlier generation.
fn genes(runs: &[(Reader, Recipe)], earlier: Option<u32>) -> Result<Markup, Problem> {
    let bred = &runs[0].1.last().experiment;
    let (genes, reference) = (bred.genes(), bred.story().reference);
    let mut columns = Vec::new();
    let mut last = 0;
    for (reader, recipe) in runs {
        let same = recipe.last().gene_names() == runs[0].1.last().gene_names();
        let champion = Champion::best(reader, recipe.last())?;
        if let Some(champion) = champion.filter(|_| same) {
            let name = clean(&name_of(reader));
            let (phase, (latest, _)) = (champion.phase, champion.latest);
            last = last.max(latest);
            if let Some(generation) = earlier.filter(|&earlier| earlier < latest) {
                let place = Place { phase, generation };
                let best = Champion::bred(reader, recipe, place, None)?;
                columns.push((format!("{name}, generation {generation}"), best.genes));
            }
            columns.push((name, champion.genes));
        }
    }
    let show = |value: f64| minus(&Gene::show(value));
    let row = |number: usize, gene: &Gene| {
        html! {
            tr {
                th scope="row" {
                    code { (gene.name) }
                    small { (meaning(&gene.name)) }
                }
                @for (name, values) in &columns {
                    td.n data-label=(name) { (show(values[number])) }
                }
                @if let Some(published) = gene.published {
                    td.n data-label=(reference.name) { (show(published)) }
                }
            }
        }
    };
    let is_compared = genes.iter().any(|gene| gene.published.is_some());
    Ok(html! {
        @if !columns.is_empty() {
            h2 { "The champions' genes" }
            form.choice action="/compare#genes" {
                @for (reader, _) in runs {
                    input type="hidden" name="run" value=(name_of(reader));
                }
                label for="generation" { "Beside them the best of generation " }
                input #generation type="number" name="generation" min="0" max=(last) value=[earlier];
                " "
                button type="submit" { "Show" }
            }
            div.genes #genes {
                div.table {
                    table {
                        thead {
                            tr {
                                th scope="col" { "gene" }
                                @for (name, _) in &columns { th.n scope="col" { (name) } }
                                @if is_compared { th.n scope="col" { (reference.name) } }
                            }
                        }
                        tbody {
                            @for (number, gene) in genes.iter().enumerate() { (row(number, gene)) }
                        }
                    }
                }
            }
        }
    })
}

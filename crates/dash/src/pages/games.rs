//! Games that were played, from PGN files among the runs.

use std::fs;
use std::path::{self, PathBuf};
use std::sync::Arc;

use axum::extract::{Path, Query, State};
use axum::response::Html;
use chess::pgn::{Reader, Record};
use chess::{fen, san, uci};
use lab::report::clean;
use maud::{Markup, html};
use serde::Deserialize;
use serde_json::{Value, json};

use super::layout::{self, Head};
use crate::address;
use crate::house::{House, aside};
use crate::problem::Problem;

/// More games of a file are not listed.
const LISTED: usize = 500;

/// Which game is shown.
#[derive(Debug, Deserialize)]
pub struct Chosen {
    /// The file.
    file: Option<String>,
    /// The number of the game in it, from 1.
    game: Option<u64>,
}

/// Games in the folder of a run.
pub async fn page(
    State(house): State<Arc<House>>,
    Path(name): Path<String>,
    Query(chosen): Query<Chosen>,
) -> Result<Html<String>, Problem> {
    aside(move || {
        house.pulse(&name)?;
        let place = Place {
            folder: house.folder(&name)?,
            address: address::of_run(&name, "/games"),
            back: Some((address::of_run(&name, ""), clean(&name))),
        };
        Ok(Html(render(&place, &chosen)?))
    })
    .await
}

/// Games in the folder of all runs.
pub async fn all(
    State(house): State<Arc<House>>,
    Query(chosen): Query<Chosen>,
) -> Result<Html<String>, Problem> {
    aside(move || {
        let place = Place {
            folder: house.runs().to_owned(),
            address: "/games".into(),
            back: None,
        };
        Ok(Html(render(&place, &chosen)?))
    })
    .await
}

/// A folder with games, and its page.
struct Place {
    folder: PathBuf,
    address: String,
    back: Option<(String, String)>,
}

impl Place {
    /// The names of the PGN files, in order.
    fn files(&self) -> Vec<String> {
        let entries = fs::read_dir(&self.folder).into_iter().flatten().flatten();
        let names = entries.map(|entry| entry.file_name().to_string_lossy().into_owned());
        let mut names: Vec<_> = names.filter(|name| name.ends_with(".pgn")).collect();
        names.sort();
        names
    }

    fn link(&self, file: &str, game: u64) -> String {
        format!(
            "{}?file={}&game={game}",
            self.address,
            address::encoded(file)
        )
    }
}

fn render(place: &Place, chosen: &Chosen) -> Result<String, Problem> {
    let files = place.files();
    let file = chosen.file.as_ref().or(files.first());
    let mut games = Vec::new();
    let mut shown = None;
    if let Some(file) = file {
        if !files.contains(file) {
            return Err(Problem::missing(format!("There is no file `{file}` here.")));
        }
        let unreadable = |error| Problem::wrong(format!("{error}"));
        let reader = Reader::open(place.folder.join(file)).map_err(unreadable)?;
        // Games that are damaged are left out, as everywhere.
        for record in reader.flatten() {
            let wanted = chosen.game.is_none_or(|game| game == record.number);
            if wanted && shown.is_none() {
                shown = Some(moves(&record));
            }
            if games.len() < LISTED {
                games.push((record.number, title(&record)));
            } else if shown.is_some() {
                break;
            }
        }
        if shown.is_none() && chosen.game.is_some() {
            return Err(Problem::missing(format!(
                "There is no such game in `{file}`."
            )));
        }
    }
    let folder = path::absolute(&place.folder).unwrap_or_default();
    let content = html! {
        div.title { h1 { "Games" } }
        @if let Some((address, name)) = &place.back {
            p.soft { a href=(address) { "← " (name) } }
        }
        @if let Some(shown) = &shown {
            (board(shown))
        } @else {
            div.empty {
                p { "There are no games here yet. This plays some, and they appear here:" }
                pre { "galapagos match champion.toml organisms/galapagos-1.toml --pgn "
                    (clean(&folder.join("games.pgn").display().to_string())) }
            }
        }
        @for name in files.iter().filter(|_| files.len() > 1) {
            a.button href=(place.link(name, 1)) aria-current=[(Some(name) == file).then_some("true")] {
                (clean(name))
            }
            " "
        }
        @if let Some(file) = file {
            ol.games {
                @for (number, title) in &games {
                    @let current = chosen.game.unwrap_or(1) == *number;
                    li value=(number) {
                        a href=(place.link(file, *number)) aria-current=[current.then_some("true")] {
                            (title)
                        }
                    }
                }
            }
        }
    };
    let head = Head {
        title: "Games",
        menu: "Games",
        styles: &["board.css"],
        scripts: &["games.js"],
        ..Head::default()
    };
    Ok(layout::page(&head, content))
}

/// Who played, and how it ended.
fn title(record: &Record) -> String {
    let name = |side| record.tags.get(side).unwrap_or("?");
    let result = record.result();
    let result = result.map_or("*".into(), |result| result.to_string());
    clean(&format!("{} – {}, {result}", name("White"), name("Black")))
}

/// A game for the script.
fn moves(record: &Record) -> Value {
    let mut board = record.game.start().clone();
    let comment = |after: usize| {
        let own = record
            .comments
            .iter()
            .filter(|comment| comment.after == after);
        let own: Vec<_> = own.map(|comment| clean(&comment.text)).collect();
        own.join(" ")
    };
    let mut moves = Vec::new();
    for (at, &mv) in record.game.moves().iter().enumerate() {
        let (uci, san) = (uci::write(&board, mv, false), san::write(&board, mv));
        board.play_unchecked(mv);
        moves.push(json!({
            "uci": uci,
            "san": san,
            "fen": fen::write(&board),
            "comment": comment(at + 1),
        }));
    }
    json!({
        "title": title(record),
        "start": fen::write(record.game.start()),
        "comment": comment(0),
        "moves": moves,
    })
}

fn board(game: &Value) -> Markup {
    html! {
        div #game data-game=(game) {
            div.table-of-play {
                div.board-side {
                    p.player #title {}
                    div.board-frame { div #board role="grid" aria-label="chess board" {} }
                    div.controls role="group" aria-label="the game" {
                        button #first type="button" { "Start" }
                        button #before type="button" { "Back" }
                        button #next type="button" { "Next" }
                        button #last type="button" { "End" }
                        button #run type="button" { "Play it" }
                        button #flip type="button" { "Flip" }
                    }
                }
                div.panels {
                    section.panel aria-label="moves" {
                        h2 { "Moves" }
                        ol #moves {}
                        p #comment role="status" aria-live="polite" {}
                        div #scores {}
                    }
                }
            }
        }
    }
}

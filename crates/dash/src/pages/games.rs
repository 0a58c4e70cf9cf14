//! Games: those that are being played, and those in PGN files among the runs.

use std::fs;
use std::path::{self, PathBuf};
use std::sync::Arc;
use std::time::SystemTime;

use axum::body::Bytes;
use axum::extract::{Path, Query, State};
use axum::response::Html;
use chess::pgn::Reader;
use lab::report::clean;
use maud::{Markup, html};
use serde::Deserialize;
use serde_json::Value;

use super::layout::{self, Head, part};
use super::standings::standings;
use crate::address;
use crate::boards::{self, Source};
use crate::house::{House, aside, sent};
use crate::live::mark;
use crate::problem::Problem;
use crate::replay;

/// More games of a file are not listed.
const LISTED: usize = 500;

/// More files are not offered, the latest first.
const FILES: usize = 30;

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
) -> Result<Html<Bytes>, Problem> {
    house.pulse(&name)?;
    let place = Place {
        folder: house.folder(&name)?,
        address: address::of_run(&name, "/games"),
        back: Some((address::of_run(&name, ""), clean(&name))),
        sources: boards::of_run(&house, &name),
    };
    made(house, place, chosen).await
}

/// Games in the folder of all runs, and boards of all.
pub async fn all(
    State(house): State<Arc<House>>,
    Query(chosen): Query<Chosen>,
) -> Result<Html<Bytes>, Problem> {
    let place = Place {
        folder: house.runs().to_owned(),
        address: "/games".into(),
        back: None,
        sources: boards::all(&house),
    };
    made(house, place, chosen).await
}

async fn made(house: Arc<House>, place: Place, chosen: Chosen) -> Result<Html<Bytes>, Problem> {
    let state = place.state();
    let address = format!("{} {chosen:?}", place.address);
    let (pages, shown) = (house.clone(), state.clone());
    let make = || aside(move || render(&house, &place, &chosen, &shown));
    Ok(sent(pages.pages.page(address, &state, make).await?))
}

/// What the page of a run's games shows, to compare with.
pub fn state_of_run(house: &House, name: &str) -> Result<String, Problem> {
    house.pulse(name)?;
    let sources = boards::of_run(house, name);
    Ok(mark(&(files(&house.folder(name)?), sources)))
}

/// What the page of all games shows, to compare with.
pub fn state_of_all(house: &House) -> String {
    mark(&(files(house.runs()), boards::all(house)))
}

/// A folder with games, and its page.
struct Place {
    folder: PathBuf,
    address: String,
    back: Option<(String, String)>,
    sources: Vec<Source>,
}

/// A PGN file: its name, its length and when it was written.
type File = (String, u64, Option<SystemTime>);

/// The PGN files of a folder by name, then those that a run has kept of its generations.
fn files(folder: &path::Path) -> Vec<File> {
    let within = |below: &str, ending: &str| {
        let entries = fs::read_dir(folder.join(below))
            .into_iter()
            .flatten()
            .flatten();
        let files = entries.filter_map(|entry| {
            let name = entry.file_name().to_string_lossy().into_owned();
            let data = name.ends_with(ending).then(|| entry.metadata().ok())??;
            let name = format!("{below}{name}");
            Some((name, data.len(), data.modified().ok()))
        });
        let mut files: Vec<_> = files.collect();
        files.sort();
        files
    };
    [within("", ".pgn"), within("games/", ".pgn.zst")].concat()
}

impl Place {
    fn state(&self) -> String {
        mark(&(files(&self.folder), &self.sources))
    }

    fn link(&self, file: &str, game: u64) -> String {
        format!(
            "{}?file={}&game={game}",
            self.address,
            address::encoded(file)
        )
    }
}

/// What of a file is shown.
#[derive(Default)]
struct Shown {
    /// The chosen game, for the script.
    game: Option<Value>,
    /// The first games: their numbers and titles.
    listed: Vec<(u64, String)>,
}

impl Shown {
    fn read(place: &Place, file: &str, wanted: Option<u64>) -> Result<Self, Problem> {
        let unreadable = |error| Problem::wrong(format!("{error}"));
        let mut reader = Reader::open(place.folder.join(file)).map_err(unreadable)?;
        let mut shown = Self::default();
        loop {
            let number = reader.read() + reader.skipped() + 1;
            let is_wanted = shown.game.is_none() && wanted.is_none_or(|wanted| wanted == number);
            let title = match is_wanted {
                true => reader.next().map(|game| {
                    let record = game.ok()?;
                    shown.game = Some(replay::record(&record));
                    Some(replay::title(&record.tags, record.result()))
                }),
                false => reader.next_text().map(|game| {
                    let (tags, _) = game.ok()?.parse().ok()?;
                    let result = tags.result().and_then(|marker| marker.outcome());
                    Some(replay::title(&tags, result))
                }),
            };
            // Games that are damaged are left out, as everywhere.
            let Some(title) = title else {
                break;
            };
            if shown.listed.len() < LISTED {
                shown.listed.extend(title.map(|title| (number, title)));
            } else if shown.game.is_some() {
                break;
            }
        }
        if shown.game.is_none() && wanted.is_some() {
            let what = format!("There is no such game in `{file}`.");
            return Err(Problem::missing(what));
        }
        Ok(shown)
    }
}

fn render(house: &House, place: &Place, chosen: &Chosen, state: &str) -> Result<String, Problem> {
    let names: Vec<_> = files(&place.folder)
        .into_iter()
        .map(|file| file.0)
        .collect();
    let file = chosen.file.as_ref().or(names.first());
    let mut shown = Shown::default();
    let mut results = html! {};
    let mut latest = None;
    if let Some(file) = file {
        if !names.contains(file) {
            return Err(Problem::missing(format!("There is no file `{file}` here.")));
        }
        shown = Shown::read(place, file, chosen.game)?;
        let known = house.records.with(&place.folder.join(file), |chronicle| {
            let games = 2 * chronicle.pairs().len() as u64;
            (standings(chronicle), Some(games).filter(|&games| games > 0))
        });
        (results, latest) = known.unwrap_or_default();
    }
    let folder = path::absolute(&place.folder).unwrap_or_default();
    let is_empty = shown.game.is_none() && place.sources.is_empty();
    let content = html! {
        (part("title", html! {
            div.title { h1 { "Games" } }
            @if let Some((address, name)) = &place.back {
                p.soft { a href=(address) { "← " (name) } }
            }
        }))
        (part("now", now(&place.sources)))
        (part("results", results))
        @if is_empty {
            (part("none", html! {
                div.empty {
                    p { "There are no games here yet. This plays some, and they appear here as \
                         they are played:" }
                    pre { "galapagos match champion.toml organisms/galapagos-1.toml --pgn "
                        (clean(&folder.join("games.pgn").display().to_string())) }
                }
            }))
        }
        @if let Some(game) = &shown.game { (board(game)) }
        (part("files", html! {
            @for name in names.iter().filter(|_| names.len() > 1).rev().take(FILES) {
                a.button href=(place.link(name, 1)) aria-current=[(Some(name) == file).then_some("true")] {
                    (clean(name))
                }
                " "
            }
            @if let (Some(file), Some(latest)) = (file, latest) {
                a.button href=(place.link(file, latest)) { "The latest game" }
            }
        }))
        @if let Some(file) = file {
            (part("list", html! {
                ol.games {
                    @for (number, title) in &shown.listed {
                        @let current = chosen.game.unwrap_or(1) == *number;
                        li value=(number) {
                            a href=(place.link(file, *number)) aria-current=[current.then_some("true")] {
                                (title)
                            }
                        }
                    }
                }
            }))
        }
    };
    let live = format!("{}/live", place.address);
    let head = Head {
        title: "Games",
        menu: "Games",
        live: Some((&live, state)),
        styles: &["board.css"],
        scripts: &["games.js", "boards.js"],
    };
    Ok(layout::page(&head, content))
}

/// Places for the boards of games that are being played; the script fills them.
fn now(sources: &[Source]) -> Markup {
    html! {
        @for source in sources {
            h2 { "Now: " a href=(source.address) { (source.name) } }
            @if source.is_replayed {
                p.soft {
                    "Its games are too fast to be watched. Each board shows one that was played a \
                     moment ago, at leisure."
                }
            }
            div.boards data-source=(source.key()) {}
        }
    }
}

fn board(game: &Value) -> Markup {
    html! {
        div #game data-game=(game) {
            div.table-of-play {
                div.board-side {
                    p.player #title {}
                    div.board-frame { div.board #board role="grid" aria-label="chess board" {} }
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

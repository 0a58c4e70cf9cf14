//! Games that are being played: what processes keep beside their records.

use std::fs;
use std::io::Cursor;
use std::path::{Path, PathBuf};
use std::time::Duration;

use arena::{live, sole};
use chess::pgn::Reader;
use lab::report::clean;
use serde_json::{Value, json};

use crate::address;
use crate::house::House;
use crate::replay;

/// Where games are being played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Source {
    /// What the page calls it.
    pub name: String,
    /// The page that has more of it.
    pub address: String,
    /// The record of the games, which a run does not have.
    record: PathBuf,
    /// Whether its games were played a moment ago, too fast to be watched, and are shown
    /// again at leisure.
    pub is_replayed: bool,
}

/// More boards of a source are not shown.
const MOST: usize = 8;

/// How long a look at all folders holds.
const GLANCE: Duration = Duration::from_secs(1);

/// How long a look at boards holds.
const MOMENT: Duration = Duration::from_millis(100);

/// All sources: those in the folder of runs, and those of each run.
pub fn all(house: &House) -> Vec<Source> {
    house.sources.get("", GLANCE, || {
        let mut sources = records(house.runs(), "/games", "");
        for (name, _) in house.names().unwrap_or_default() {
            sources.extend(of_run(house, &name));
        }
        sources
    })
}

/// Those of a run: its own games, and matches whose record is in its folder.
pub fn of_run(house: &House, name: &str) -> Vec<Source> {
    let Ok(folder) = house.folder(name) else {
        return Vec::new();
    };
    let games = address::of_run(name, "/games");
    let mut sources = records(&folder, &games, &format!("{name}: "));
    let own = folder.join("games.pgn");
    let is_matched = sources.iter().any(|source| source.record == own);
    let is_at_work = || house.pulse(name).is_ok_and(|pulse| pulse.is_written());
    if !is_matched && live::beside(&own).exists() && is_at_work() {
        sources.push(Source {
            name: format!("{}, as it plays", clean(name)),
            address: games,
            record: own,
            is_replayed: true,
        });
    }
    sources
}

/// The records in a folder that games are being added to.
fn records(folder: &Path, page: &str, before: &str) -> Vec<Source> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let names = entries.map(|entry| entry.file_name().to_string_lossy().into_owned());
    let mut names: Vec<_> = names
        .filter_map(|name| Some(name.strip_suffix(".live")?.to_owned()))
        .filter(|name| name.ends_with(".pgn"))
        .collect();
    names.sort();
    let sources = names.into_iter().map(|name| Source {
        name: clean(&format!("{before}{name}")),
        address: format!("{page}?file={}", address::encoded(&name)),
        record: folder.join(name),
        is_replayed: false,
    });
    sources
        .filter(|source| sole::is_held(&source.record))
        .collect()
}

impl Source {
    /// What tells it from others.
    pub fn key(&self) -> String {
        self.record.to_string_lossy().into_owned()
    }

    /// The games on its boards. Of a game that is watched move by move there is the last
    /// one only.
    pub fn games(&self) -> Vec<Value> {
        let Ok(text) = fs::read(live::beside(&self.record)) else {
            return Vec::new();
        };
        let Ok(reader) = Reader::new(&self.record, Cursor::new(text)) else {
            return Vec::new();
        };
        let games = reader.flatten().take(MOST).map(|record| {
            let mut game = replay::record(&record);
            let name = |side| clean(record.tags.get(side).unwrap_or("?"));
            let plies = record.game.moves().len();
            if let (false, Some(moves)) = (self.is_replayed, game["moves"].as_array_mut()) {
                moves.drain(..plies.saturating_sub(1));
            }
            game["white"] = name("White").into();
            game["black"] = name("Black").into();
            game["round"] = name("Round").into();
            game["plies"] = plies.into();
            let result = record.result().map(|result| result.to_string());
            game["result"] = result.into();
            game
        });
        games.collect()
    }
}

/// What is on the boards of these sources, for the script of the page at this address.
pub fn told(house: &House, page: &str, sources: impl Fn() -> Vec<Source>) -> String {
    house.boards.get(page, MOMENT, || {
        let sources = sources();
        let told = sources.iter().map(|source| {
            json!({
                "key": source.key(),
                "replayed": source.is_replayed,
                "games": source.games(),
            })
        });
        Value::from_iter(told).to_string()
    })
}

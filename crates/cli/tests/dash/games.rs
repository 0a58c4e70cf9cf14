//! Games that are watched as they are played.

use std::fs;
use std::process::Command;

use serde_json::Value;

use crate::browser::{Browser, Page};
use crate::house::{Endless, House, shipped};
use crate::watch::check;

const PLIES: &str = "Number(document.querySelector('.boards .showing')?.dataset.plies ?? -1)";

/// A match between two organisms that takes its time, with a test that does not end soon.
fn slow_match(house: &House, record: &str) -> Command {
    let players = [
        "galapagos-1.toml,hash=1,name=<b id=taken>new</b>",
        "galapagos-2.toml,hash=1",
    ]
    .map(shipped);
    let [first, second] = &players;
    house.command(&[
        "match",
        first,
        second,
        "--movetime",
        "0.02",
        "--margin",
        "60000",
        "--concurrency",
        "1",
        "--last-move",
        "12",
        "--sprt",
        "-1",
        "1",
        "--pgn",
        record,
        "--json",
    ])
}

/// Waits until another move is on the first board, without being loaded again.
fn moves(page: &Page<'_>) {
    page.eval("window.same = true");
    let now = page.eval(PLIES);
    page.wait(&format!("window.same && {PLIES} >= 0 && {PLIES} !== {now}"));
}

#[test]
fn a_match_is_watched_move_by_move() {
    let house = House::new();
    fs::create_dir_all(house.runs()).unwrap();
    let server = house.serve();
    let browser = Browser::start();
    let page = browser.open(&format!("{}/games", server.url));
    page.wait("document.querySelector('.empty') !== null");
    let playing = Endless::start(slow_match(&house, "runs/games.pgn"));
    page.wait(&format!("{PLIES} > 0"));
    for _ in 0..4 {
        moves(&page);
    }
    let names = page.text("document.querySelector('.boards .player').innerText");
    assert!(
        names.contains("<b id=taken>new</b>") && names.contains("Galapagos 2"),
        "{names}"
    );
    // The results come by themselves, with the first pair.
    page.wait("document.querySelector('.sprt svg') !== null");
    moves(&page);
    check(&page);

    // The server goes away and comes back under the open page, and the boards go on.
    let port = server.port();
    server.kill();
    page.wait("document.getElementById('connection').className === 'off'");
    let server = house.serve_at(port);
    moves(&page);

    let told: Value = serde_json::from_str(&playing.stop()).unwrap();
    page.wait("document.querySelector('.boards') === null");
    let sprt = &told["sprt"];
    let llr = format!("{:.2}", sprt["llr"].as_f64().unwrap()).replace('-', "−");
    page.wait(&format!(
        "document.getElementById('llr').innerText.startsWith('LLR {llr} ')"
    ));
    let pairs = told["pairs"].as_u64().unwrap();
    let cards = page.text("document.querySelector('.cards').innerText");
    assert!(cards.contains(&format!("{} games", 2 * pairs)), "{cards}");
    let score = 100.0 * told["players"][0]["score"].as_f64().unwrap();
    assert!(cards.contains(&format!("{score:.1} %")), "{cards}");
    let errors = page.errors();
    let lost = |error: &&String| !error.contains("ERR_");
    assert_eq!(errors.iter().filter(lost).count(), 0, "{errors:?}");

    // What was played can be clicked through, with what the players thought.
    let page = browser.open(&format!("{}/games", server.url));
    assert_eq!(
        page.eval("document.querySelectorAll('ol.games li').length"),
        2 * pairs
    );
    page.wait("document.querySelector('.scores') !== null");
    assert_eq!(page.eval("document.getElementById('taken')"), Value::Null);
    check(&page);
}

/// Coevolution of evaluations, each pair of games of which is done in a moment.
const COEVOLUTION: [&str; 12] = [
    "evol-coevolve",
    "--set",
    "mimic.train=60",
    "--set",
    "mimic.test=40",
    "--set",
    "mimic.generations=1",
    "--set",
    "runs=2",
    "--set",
    "coevolve.generations=100000",
    "--name",
];

#[test]
fn a_run_shows_the_games_that_it_plays() {
    let house = House::new();
    let mut run = house.command(&["evolve"]);
    run.args(COEVOLUTION).arg("peers");
    let run = Endless::start(run);
    let server = house.serve();
    let browser = Browser::start();
    let page = browser.open(&format!("{}/games", server.url));
    page.wait(&format!("{PLIES} >= 0"));
    // A game is shown from its start, and then another one.
    moves(&page);
    moves(&page);
    let names = page.text("document.querySelector('.boards .player').innerText");
    assert!(names.starts_with("number "), "{names}");
    check(&page);
    page.click("h2 a[href='/runs/peers/games']");
    page.wait(&format!(
        "location.pathname === '/runs/peers/games' && {PLIES} >= 0"
    ));
    moves(&page);
    run.stop();
    page.wait("document.querySelector('.boards') === null");
    assert!(!house.runs().join("peers/games.pgn.live").exists());
    assert_eq!(page.errors(), Vec::<String>::new());
}

#[test]
fn boards_that_were_left_behind_are_not_shown() {
    let house = House::new();
    house.breed("old", 1);
    let game = "[White \"a\"]\n[Black \"b\"]\n\n1. e4 *\n\n";
    let folder = house.runs().join("old");
    fs::write(folder.join("games.pgn.live"), game).unwrap();
    fs::write(house.runs().join("match.pgn"), game).unwrap();
    fs::write(house.runs().join("match.pgn.live"), game).unwrap();
    let server = house.serve();
    for path in ["/games", "/runs/old/games"] {
        let (code, page) = server.get(path);
        assert_eq!(code, 200);
        assert!(!page.contains("data-source"), "{page}");
    }
}

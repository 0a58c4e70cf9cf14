//! Runs that are looked at.

use std::fs;
use std::process::Command;

use journal::{Place, Reader};
use lab::{Champion, Family, Importance, Recipe};
use serde_json::{Value, json};

use crate::browser::{Browser, Page};
use crate::house::{Endless, House, copy};

/// What is wrong with a page for those who cannot see it, or have a narrow screen.
const FLAWS: &str = r#"(() => {
    const flaws = [];
    const named = (one) => one.ariaLabel || one.innerText?.trim() || one.labels?.length;
    for (const one of document.querySelectorAll('a, button, input:not([type=hidden]), select, [role=img], [role=grid]')) {
        if (one.closest('[hidden], dialog') || one.ariaHidden) continue;
        if (!named(one) && !one.getAttribute('aria-label') && !one.textContent.trim()) flaws.push(one.outerHTML);
    }
    const ids = [...document.querySelectorAll('[id]')].map((one) => one.id);
    for (const id of ids) if (ids.filter((other) => other === id).length > 1) flaws.push('twice ' + id);
    if (document.querySelectorAll('h1').length !== 1) flaws.push('not one h1');
    if (document.scrollingElement.scrollWidth > innerWidth) {
        flaws.push('wider than the screen: ' + document.scrollingElement.scrollWidth);
    }
    return flaws;
})()"#;

pub fn check(page: &Page<'_>) {
    let none = Value::Array(Vec::new());
    assert_eq!(page.eval(FLAWS), none, "{}", page.text("location.href"));
    let metrics = |width: u32| json!({ "width": width, "height": 800, "deviceScaleFactor": 1, "mobile": false });
    page.call("Emulation.setDeviceMetricsOverride", metrics(360));
    assert_eq!(
        page.eval(FLAWS),
        none,
        "{} on a phone",
        page.text("location.href")
    );
    let paper = || page.text("getComputedStyle(document.body).backgroundColor");
    let light = paper();
    let dark = json!({ "features": [{ "name": "prefers-color-scheme", "value": "dark" }] });
    page.call("Emulation.setEmulatedMedia", dark);
    assert_ne!(paper(), light);
    page.call("Emulation.setEmulatedMedia", json!({ "features": [] }));
    page.call("Emulation.clearDeviceMetricsOverride", json!({}));
    // What is clicked next must be where it is measured to be.
    page.wait("innerWidth !== 360");
    assert_eq!(page.errors(), Vec::<String>::new());
}

#[test]
fn every_page_shows_what_is_recorded() {
    let house = House::new();
    house.breed("small", 12);
    let server = house.serve();
    let browser = Browser::start();
    let page = browser.open(&server.url);
    check(&page);
    assert_eq!(
        page.text("document.querySelector('.runs tbody a').innerText"),
        "small"
    );
    page.click(".runs tbody a");
    page.wait("document.querySelector('h1').innerText === 'small'");
    check(&page);

    let reader = Reader::open(&house.runs().join("small")).unwrap();
    let recipe = Recipe::of(&reader, lab::EXPERIMENTS).unwrap();
    let lines = page.eval("JSON.parse(document.querySelector('.chart').dataset.chart).lines");
    let figures = reader.generations(None).unwrap();
    let best = figures.iter().enumerate();
    let best: Vec<_> = best.map(|(at, one)| (at as f64, one.best_score)).collect();
    assert_eq!(lines[0]["label"], "best");
    let drawn: Vec<(f64, f64)> = serde_json::from_value(lines[0]["points"].clone()).unwrap();
    assert_eq!(drawn, best);
    let champion = Champion::current(&reader, &recipe).unwrap().unwrap();
    let family = Family::read(&reader, &champion).unwrap();
    let members = page.eval("document.querySelectorAll('.family a').length");
    assert_eq!(members, family.members.len());
    assert_eq!(
        page.eval("document.querySelectorAll('.heat text').length >= 35"),
        true
    );
    strands(&page, &reader, &champion);

    // Values are read with the keyboard, and a part of the chart is drawn anew.
    page.eval("document.querySelector('.chart .drawing').focus()");
    page.key("End");
    let reading = page.text("document.querySelector('.reading').innerText");
    assert!(reading.starts_with("generation 12 · best "), "{reading}");
    page.key("+");
    page.wait("document.querySelector('.whole') !== null");
    let from = "JSON.parse(document.querySelector('.chart').dataset.chart).generations[0]";
    assert!(page.eval(from).as_f64().unwrap() > 5.0);
    page.click(".whole");
    page.wait("document.querySelector('.whole') === null");

    // On a phone another picture is seen, and read.
    let phone = json!({ "width": 360, "height": 800, "deviceScaleFactor": 1, "mobile": false });
    page.call("Emulation.setDeviceMetricsOverride", phone);
    let seen = "[...document.querySelectorAll('.drawing > div')].map((one) => one.clientWidth > 0)";
    assert_eq!(page.eval(seen), json!([false, true]));
    page.eval("document.querySelector('.chart .drawing').focus()");
    page.key("End");
    let place = "document.querySelector('.overlay').getAttribute('viewBox') + ' '
        + document.querySelector('.overlay .hair').getAttribute('x1')";
    assert_eq!(page.text(place), "0 0 360 300 346");
    page.call("Emulation.clearDeviceMetricsOverride", json!({}));
    assert_eq!(page.errors(), Vec::<String>::new());

    for below in ["/play", "/games", "/demes"] {
        page.go(&format!("{}/runs/small{below}", server.url));
        check(&page);
    }
    page.go(&format!("{}/runs/small/report", server.url));
    assert_eq!(page.errors(), Vec::<String>::new());
    for path in [
        "/play",
        "/games",
        "/compare",
        "/compare?run=small",
        "/workers",
    ] {
        page.go(&format!("{}{path}", server.url));
        check(&page);
    }
}

/// The champion's line goes through its genes, the most important of which is first.
fn strands(page: &Page<'_>, reader: &Reader, champion: &Champion) {
    let named = page.eval(
        "[...document.querySelectorAll('.parallel .champion title')].map((one) => one.textContent)",
    );
    let named: Vec<String> = serde_json::from_value(named).unwrap();
    assert_eq!(named.len(), 12);
    let mut importance = Importance::new(champion.genes.len());
    for generation in 0..=12 {
        let place = Place {
            phase: champion.phase,
            generation,
        };
        importance.add(&reader.organisms(place).unwrap());
    }
    let genes = Recipe::of(reader, lab::EXPERIMENTS).unwrap();
    let genes = genes.stage(champion.phase).experiment.genes();
    let expected = importance.first(12, &genes);
    let expected = expected.iter().map(|&(number, _)| {
        let value = lab::Gene::show(champion.genes[number]);
        format!("{}: {value}", genes[number].name)
    });
    assert_eq!(named, expected.collect::<Vec<_>>());
}

/// A game whose players and comments would take over a page that believed them.
const HOSTILE: &str = r#"[White "<img src=x onerror=\"document.title='taken'\">"]
[Black "</script><script>document.title='taken'</script>"]
[Result "1-0"]

1. e4 {<b id=taken>bold</b> +0.35/8} e5 {-0.20/8} 2. Qh5 {"><svg onload=document.title='taken'>
+0.10/8} Ke7 3. Qxe5# {+M1/5} 1-0
"#;

#[test]
fn what_comes_from_files_is_text() {
    let house = House::new();
    house.breed("plain", 1);
    let name = "<img src=x onerror=document.title='taken'>";
    let folder = house.runs().join(name);
    copy(&house.runs().join("plain"), &folder);
    fs::write(folder.join("a&b <i>.pgn"), HOSTILE).unwrap();
    let server = house.serve();
    let browser = Browser::start();
    let page = browser.open(&server.url);
    assert_eq!(
        page.text("document.querySelector('.runs tbody a').innerText"),
        name
    );
    page.click(".runs tbody a");
    page.wait("document.querySelector('.cards') !== null");
    assert_eq!(page.text("document.querySelector('h1').innerText"), name);
    page.wait("document.getElementById('connection').innerText === 'live'");
    check(&page);
    page.click(".actions a[href$='/play']");
    page.wait("document.getElementById('said')?.innerText === 'Your move.'");
    let above = page.text("document.getElementById('above').innerText");
    assert!(above.starts_with(name), "{above}");
    let path = page.text("location.pathname").replace("/play", "/games");
    page.go(&format!("{}{path}", server.url));
    page.wait("document.querySelectorAll('#moves button').length === 5");
    let title = page.text("document.getElementById('title').innerText");
    assert!(
        title.contains("<img src=x onerror=\"document.title='taken'\">"),
        "{title}"
    );
    assert!(title.contains("</script><script>"), "{title}");
    page.click("#first");
    page.click("#next");
    let comment = "document.getElementById('comment').innerText";
    assert_eq!(page.text(comment), "<b id=taken>bold</b> +0.35/8");
    let lines = page.eval("document.querySelectorAll('.scores polyline').length");
    assert_eq!(lines, 2, "a line for each player");
    check(&page);
    assert_eq!(
        page.eval("document.querySelector('img, b#taken') === null"),
        true
    );
    assert_ne!(page.text("document.title"), "taken");
}

/// Weights that learn, then ways of learning, which play no chess.
const LIVES: &str = r#"
name = "lives"
seed = 1
generations = 2
stages = ["selfplay", "lives"]

[selfplay]
start = "zero"
search = "neutral"
games = [10, 10]
nodes = [20, 20]
random_plies = 8
even = 200
most_plies = 60
window = 2
per_game = 10
epochs = 1
rate = 0.02
decay = 2
blend = [0.0, 0.0]
hash = 1

[selfplay.gate]
pairs = 2
nodes = 30

[lives]
generations = 2
rounds = 1
round_nodes = 5000
random_plies = 8
even = 200
most_plies = 60
per_game = 10
pairs = 1
nodes = [20]
hash = 1

[lives.ga]
population = 6
elites = 1
selection = { tournament = { size = 2 } }
crossover = "uniform"
crossover_rate = 0.75
mutation = { rate = 0.05 }
"#;

#[test]
fn every_part_of_a_run_has_its_genes_and_players_only_are_played() {
    let house = House::new();
    let recipe = house.runs().with_file_name("lives.toml");
    fs::write(&recipe, LIVES).unwrap();
    let evolve = ["evolve", "lives.toml", "--name", "lives"];
    let made = house.command(&evolve).output().unwrap();
    assert!(made.status.success(), "{made:?}");
    let server = house.serve();
    let browser = Browser::start();
    let page = browser.open(&format!("{}/runs/lives", server.url));
    let map = |page: &Page<'_>| page.text("document.querySelector('.heat').textContent");
    assert!(map(&page).contains("EPOCHS"), "{}", map(&page));
    // A family whose members cannot be played.
    let members = page.eval("document.querySelectorAll('.family .member').length");
    assert!(members.as_u64() > Some(1), "{members}");
    assert_eq!(
        page.eval("document.querySelector('.family a')"),
        Value::Null
    );
    page.wait("document.getElementById('connection').innerText === 'live'");
    check(&page);
    page.click("nav[aria-label='parts of the run'] a");
    page.wait("location.search === '?stage=0' && document.querySelector('.heat') !== null");
    assert!(map(&page).contains("MIDGAME_"), "{}", map(&page));
    check(&page);
    page.click(".actions a[href$='/play']");
    page.wait("document.getElementById('said')?.innerText === 'Your move.'");
    let phases = "JSON.parse(document.getElementById('play').dataset.opponent).phases";
    let titles = page.eval(&format!("{phases}.map((one) => one.title)"));
    assert_eq!(titles, json!(["self-play"]));
    let ask = |phase: u32| {
        let player = json!({ "run": "lives", "phase": phase, "nodes": 100 });
        let body = json!({ "moves": [], "player": player }).to_string();
        server.post("/api/game", "", &body)
    };
    assert_eq!(ask(0).0, 200);
    let (code, answer) = ask(1);
    assert!(code == 400 && answer.contains("plays no chess"), "{answer}");
    assert_eq!(server.get("/runs/lives?stage=9").0, 404);
}

#[test]
fn demes_and_seeds_are_drawn() {
    let house = House::new();
    let isles = "demes={ count = 3, migration = { every = 2, topology = \"ring\", migrants = 1, \
                 choice = \"best\" } }";
    let made = house
        .evolve("isles", 6)
        .args(["--set", isles])
        .output()
        .unwrap();
    assert!(made.status.success(), "{made:?}");
    for seed in ["1", "2"] {
        let name = format!("seed-{seed}");
        let made = house
            .evolve(&name, 6)
            .args(["--seed", seed])
            .output()
            .unwrap();
        assert!(made.status.success(), "{made:?}");
    }
    let server = house.serve();
    let browser = Browser::start();
    let list = browser.open(&server.url);
    let order = "[...document.querySelectorAll('.runs tbody a')].map((one) => one.innerText)";
    // The latest first.
    assert_eq!(list.eval(order), json!(["seed-2", "seed-1", "isles"]));
    let page = browser.open(&format!("{}/runs/isles", server.url));
    page.click("a[href$='/demes']");
    page.wait("document.querySelector('h1').innerText === 'Demes'");
    assert_eq!(
        page.eval("document.querySelector('.demes table').tBodies[0].rows.length"),
        3
    );
    let text = page.text("document.querySelector('.demes').innerText");
    // Every second generation, of six.
    for part in [
        "latest migrations",
        "generation 6",
        "generation 4",
        "generation 2",
    ] {
        assert!(text.contains(part), "{part} in {text}");
    }
    check(&page);
    page.go(&format!("{}/compare", server.url));
    page.click("input[value='seed-1']");
    page.click("input[value='seed-2']");
    page.click(".choice button");
    // Complete, so that its style is there too.
    page.wait(
        "document.querySelector('figure.wide polygon') !== null \
         && document.readyState === 'complete'",
    );
    // On a phone another picture is seen, whose text can be read there.
    let phone = json!({ "width": 360, "height": 800, "deviceScaleFactor": 1, "mobile": false });
    page.call("Emulation.setDeviceMetricsOverride", phone);
    let seen = "[...document.querySelectorAll('.wide > div')].map((one) => one.clientWidth > 0)";
    assert_eq!(page.eval(seen), json!([false, true]));
    page.call("Emulation.clearDeviceMetricsOverride", json!({}));
    let text = page.text("document.querySelector('main').innerText");
    assert!(
        text.contains("mean of 2") && text.contains("KNIGHT_VALUE"),
        "{text}"
    );
    check(&page);
}

fn generation(page: &Page<'_>) -> u64 {
    let text = page.text("document.getElementById('generation').innerText");
    text.parse().unwrap()
}

/// Waits until the page shows a later generation than now, without being loaded again.
fn advances(page: &Page<'_>) {
    let now = generation(page);
    page.eval("window.same = true");
    page.wait(&format!(
        "window.same && Number(document.getElementById('generation').innerText) > {now}"
    ));
}

#[test]
fn a_run_advances_while_it_is_watched() {
    let house = House::new();
    let mut run = house.evolve("live", 1_000_000);
    run.stderr(std::process::Stdio::null());
    let mut run = Endless(run.spawn().unwrap());
    let begun = |house: &House| {
        let reader = Reader::open(&house.runs().join("live"));
        reader.and_then(|reader| reader.last()).ok().flatten()
    };
    while begun(&house).is_none_or(|last| {
        last < Place {
            phase: 0,
            generation: 3,
        }
    }) {
        assert!(run.0.try_wait().unwrap().is_none(), "it ended too early");
        std::thread::yield_now();
    }
    let server = house.serve();
    let browser = Browser::start();
    let list = browser.open(&server.url);
    let page = browser.open(&format!("{}/runs/live", server.url));
    page.wait("document.getElementById('connection').innerText === 'live'");
    page.click("#recipe summary");
    for _ in 0..3 {
        advances(&page);
    }
    // What a visitor has opened stays open, though all around it has changed.
    assert_eq!(page.eval("document.getElementById('recipe').open"), true);
    assert_eq!(
        list.text("document.querySelector('.state').className"),
        "state running"
    );
    assert_eq!(page.errors(), Vec::<String>::new());

    // The server goes away and comes back under the open page.
    let port = server.port();
    server.kill();
    page.wait("document.getElementById('connection').className === 'off'");
    let server = house.serve_at(port);
    advances(&page);
    page.wait("document.getElementById('connection').className === 'on'");

    // The run stops.
    let pid = run.0.id().to_string();
    Command::new("kill").args(["-INT", &pid]).status().unwrap();
    run.0.wait().unwrap();
    page.wait("document.querySelector('.state').className === 'state stopped'");
    // A page that is not seen waits until it is.
    list.show();
    list.wait("document.querySelector('.state').className === 'state stopped'");

    // Its folder goes away.
    fs::remove_dir_all(house.runs().join("live")).unwrap();
    list.wait("document.querySelector('.empty') !== null");
    page.show();
    page.wait("document.getElementById('connection').innerText.includes('no longer there')");
    assert_eq!(server.get("/runs/live").0, 404);
    assert!(server.stop());
}

#[test]
fn evolve_serves_its_run_until_it_is_told_to_stop() {
    let house = House::new();
    let mut command = house.evolve("own", 3);
    let command = command.args(["--serve", "--port", "0"]);
    let mut run = Endless(command.spawn().unwrap());
    let mut told = std::io::BufReader::new(run.0.stderr.take().unwrap());
    let mut line = |what: &str| loop {
        let mut line = String::new();
        let read = std::io::BufRead::read_line(&mut told, &mut line).unwrap();
        assert!(read > 0, "it ended without {what}");
        if line.contains(what) {
            break line;
        }
    };
    let url = line("serving at")
        .trim()
        .rsplit(' ')
        .next()
        .unwrap()
        .to_owned();
    line("still serving");
    let browser = Browser::start();
    let page = browser.open(&format!("{url}runs/own"));
    page.wait("document.querySelector('.state').className === 'state finished'");
    let pid = run.0.id().to_string();
    Command::new("kill").args(["-INT", &pid]).status().unwrap();
    assert!(run.0.wait().unwrap().success());
}

//! Matches, and the making of data, by workers in processes of their own.

use std::fs;
use std::io::{BufRead, BufReader};
use std::num::NonZeroUsize;
use std::path::Path;
use std::process::Child;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::thread::{self, sleep};
use std::time::Duration;

use arena::tournament::Fixture;
use evo::{Bench, Failure, Kind, portable};
use fleet::{Access, Worker};
use journal::{EventKind, Reader};

use crate::fleet::{Running, build, kill, kind};
use crate::workshop::{RECIPE, Workshop};

/// A shipped organism.
fn shipped(name: &str) -> String {
    let organisms = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../organisms");
    organisms.join(name).to_str().unwrap().into()
}

/// A folder, a server, and its address.
fn place() -> (Workshop, Running, String) {
    let server = Running::new();
    let url = server.url();
    (Workshop::new(RECIPE), server, url)
}

/// A file without the days on which its games were played.
fn undated(shop: &Workshop, name: &str) -> String {
    let text = shop.read(name);
    let lines = text.lines().filter(|line| !line.starts_with("[Date "));
    lines.collect::<Vec<_>>().join("\n")
}

/// Waits until a file of games has more than this many of them.
fn wait_for_games(shop: &Workshop, name: &str, count: usize, run: &mut Child) {
    let games =
        || fs::read_to_string(shop.path(name)).map_or(0, |text| text.matches("[Event ").count());
    while games() <= count {
        assert!(run.try_wait().unwrap().is_none(), "it ended by itself");
        sleep(Duration::from_millis(5));
    }
}

/// A match of so many pairs that takes some seconds.
fn long_match(pairs: &str) -> Vec<String> {
    let other = format!("{},nodes=300,name=other", shipped("galapagos-2.toml"));
    let first = shipped("galapagos-2.toml");
    let words = ["match", &first, &other, "--nodes", "200", "--pairs", pairs];
    words.map(str::to_owned).to_vec()
}

/// What is said of the games and not of this process.
fn result(told: &str) -> Vec<String> {
    let is_result = |line: &&str| {
        let word = line.split(' ').next().unwrap_or_default();
        ["score", "pairs", "Elo", "nElo", "LOS", "faults"].contains(&word)
    };
    let lines: Vec<_> = told.lines().filter(is_result).map(str::to_owned).collect();
    assert!(lines.len() >= 6, "{told}");
    lines
}

#[test]
fn a_match_is_the_same_whatever_is_killed() {
    let (shop, _server, url) = place();
    let command = long_match("40");
    let play = |options: &[&str]| {
        let words = command.iter().map(String::as_str);
        words
            .chain(options.iter().copied())
            .map(str::to_owned)
            .collect::<Vec<_>>()
    };
    let threads = play(&["--pgn", "threads.pgn"]);
    let fleet = play(&["--pgn", "fleet.pgn", "--fleet", &url]);
    let run =
        |command: &[String]| shop.succeed(&command.iter().map(String::as_str).collect::<Vec<_>>());
    let here = run(&threads);
    let work = |name| shop.start(&["worker", &url, "--threads", "1", "--name", name]);
    let mut first = work("first");
    let begin = || shop.start(&fleet.iter().map(String::as_str).collect::<Vec<_>>());
    let mut playing = begin();
    wait_for_games(&shop, "fleet.pgn", 4, &mut playing);
    kill(&mut first);
    let mut second = work("second");
    wait_for_games(&shop, "fleet.pgn", 20, &mut playing);
    kill(&mut playing);
    let there = run(&fleet);
    assert_eq!(result(&there), result(&here));
    assert_eq!(undated(&shop, "fleet.pgn"), undated(&shop, "threads.pgn"));
    let workers = shop.read("fleet.pgn.workers");
    for worker in [" first\n", " second\n"] {
        assert!(workers.contains(worker), "{workers}");
    }
    kill(&mut second);
}

/// Whether the worker of the next test lies by now.
static LIES: AtomicBool = AtomicBool::new(false);

/// Plays pairs, and later gives the games of another one from the same opening.
struct Turned {
    honest: Box<dyn Bench>,
}

impl Bench for Turned {
    fn run(&self, task: &[u8]) -> Result<Vec<u8>, Failure> {
        if !LIES.load(Relaxed) {
            return self.honest.run(task);
        }
        let fixture: Fixture = portable::read(task)?;
        let (first, second) = (fixture.second, fixture.first);
        self.honest.run(&portable::written(&Fixture {
            first,
            second,
            ..fixture
        }))
    }
}

#[test]
fn pairs_of_a_liar_are_played_again() {
    let (shop, _server, url) = place();
    let other = format!("{},nodes=70,name=other", shipped("galapagos-2.toml"));
    let first = shipped("galapagos-2.toml");
    // So many that a liar is all but sure to be found out.
    let command = ["match", &first, &other, "--nodes", "50", "--pairs", "300"];
    shop.succeed(&[&command[..], &["--pgn", "threads.pgn"]].concat());
    let access = Access {
        url: url.clone(),
        ..Access::default()
    };
    let build = build(&shop, &access);
    let is_over = AtomicBool::new(false);
    thread::scope(|scope| {
        let liar = Worker {
            name: "liar".into(),
            build,
            threads: NonZeroUsize::MIN,
            kinds: vec![Kind::new("pairs", |work| {
                let honest = kind("pairs").open(work)?;
                Ok(Box::new(Turned { honest }))
            })],
            engines: Vec::new(),
            say: Box::new(|_| {}),
        };
        let liar = scope.spawn(|| liar.run(&access, || is_over.load(Relaxed)));
        let fleet = ["--pgn", "fleet.pgn", "--fleet", &url];
        let mut run = shop.start(&[&command[..], &fleet].concat());
        wait_for_games(&shop, "fleet.pgn", 0, &mut run);
        LIES.store(true, Relaxed);
        let refused = liar.join().unwrap().unwrap_err();
        assert!(refused.to_string().contains("wrong outcomes"), "{refused}");
        let mut honest = shop.start(&["worker", &url, "--threads", "1"]);
        assert!(run.wait().unwrap().success());
        kill(&mut honest);
    });
    assert_eq!(undated(&shop, "fleet.pgn"), undated(&shop, "threads.pgn"));
    let events = shop.read("fleet.pgn.workers");
    assert!(
        events.contains("lied liar: gave wrong outcomes\nkept "),
        "{events}"
    );
}

#[test]
fn an_engine_plays_where_it_is_lent() {
    let (shop, _server, url) = place();
    let organisms = [shipped("galapagos-2.toml"), shipped("galapagos-1.toml")];
    let command = [
        "tournament",
        "--round-robin",
        &organisms[0],
        &organisms[1],
        "stockfish,option.UCI_ShowWDL=true",
        "--nodes",
        "80",
        "--pairs",
        "3",
    ];
    shop.succeed(&[&command[..], &["--pgn", "threads.pgn"]].concat());
    let mut plain = shop.start(&["worker", &url, "--threads", "1", "--name", "plain"]);
    let fleet = ["--pgn", "fleet.pgn", "--fleet", &url];
    let mut run = shop.start(&[&command[..], &fleet].concat());
    let mut lines = BufReader::new(run.stderr.take().unwrap()).lines();
    let advice = format!(
        "no worker lends stockfish; waiting for one: galapagos worker {url} --engine stockfish"
    );
    assert!(lines.any(|line| line.unwrap().contains(&advice)));
    let lend = ["worker", &url, "--threads", "1", "--name", "lender"];
    let mut lender = shop.start(&[&lend[..], &["--engine", "stockfish"]].concat());
    assert!(lines.all(|line| line.is_ok()));
    assert!(run.wait().unwrap().success());
    assert_eq!(undated(&shop, "fleet.pgn"), undated(&shop, "threads.pgn"));
    let workers = shop.read("fleet.pgn.workers");
    assert!(
        workers.contains("plain") && workers.contains("lender"),
        "{workers}"
    );
    [&mut plain, &mut lender].into_iter().for_each(kill);
}

/// More lines are fewer nodes for each: the parameter matters, and every game repeats itself.
const TUNE: &str = r#"
name = "tuned"
seed = 1
generations = 3

[tune]
engine = "stockfish"
arguments = []
openings = "built-in"
pace = "nodes=2000"
pairs = 4
spread = 0.1
patience = 10

[tune.spsa]
c = 0.3

[tune.fixed]
Threads = 1
Hash = 1

[tune.parameters]
MultiPV = { base = 6, min = 1, max = 12 }
"#;

#[test]
fn an_engine_is_tuned_where_it_is_lent() {
    let (shop, _server, url) = place();
    fs::write(shop.path("tune.toml"), TUNE).unwrap();
    let lend = ["worker", &url, "--threads", "1", "--engine", "stockfish"];
    let mut lenders = [shop.start(&lend), shop.start(&lend)];
    let told = shop.succeed(&["evolve", "tune.toml", "--name", "here"]);
    assert!(told.contains("galapagos tune verify runs/here"), "{told}");
    // The values are beside those of the engine as it is, not of a paper.
    let shown = shop.succeed(&["show", "here"]);
    assert!(
        shown.contains("base") && !shown.contains("paper"),
        "{shown}"
    );
    let page = shop.read("runs/here/report.html");
    assert!(page.contains("the value of the engine as it is"), "{page}");
    shop.succeed(&["evolve", "tune.toml", "--name", "there", "--fleet", &url]);
    for file in ["champion.toml", "games/phase0-generation00003.pgn.zst"] {
        let of = |run: &str| fs::read(shop.path("runs").join(run).join(file)).unwrap();
        assert_eq!(of("here"), of("there"), "{file}");
    }
    let events = Reader::open(&shop.path("runs/there"))
        .unwrap()
        .events()
        .unwrap();
    let mut kinds = events.iter().map(|event| event.kind);
    assert!(kinds.any(|kind| kind == EventKind::Joined), "{events:?}");
    lenders.iter_mut().for_each(kill);
}

#[test]
fn data_made_by_a_fleet_is_the_same() {
    let (shop, _server, url) = place();
    let fleet = ["--fleet", &url[..]];
    let lend = ["worker", &url, "--threads", "1", "--engine", "stockfish"];
    let mut lenders = [shop.start(&lend), shop.start(&lend)];
    let both = |command: &[&str], name: &str| {
        let (here, there) = (format!("here-{name}"), format!("there-{name}"));
        shop.succeed(&[command, &["-o", &here]].concat());
        shop.succeed(&[command, &fleet, &["-o", &there]].concat());
        assert_eq!(shop.read(&here), shop.read(&there), "{name}");
    };
    both(&["games", "--nodes", "60", "--games", "24"], "games.pgn");
    both(&["mentor", "positions.epd", "--nodes", "60"], "scores.epd");
    let mine = [
        "mine",
        "here-games.pgn",
        "--nodes",
        "1000",
        "--confirm",
        "5000",
    ];
    both(&[&mine[..], &["--positions", "3"]].concat(), "puzzles.epd");
    assert!(shop.read("here-puzzles.epd").contains(" bm "));
    lenders.iter_mut().for_each(kill);
}

#[test]
fn what_a_fleet_cannot_play_is_refused_with_the_reason() {
    let (shop, _server, url) = place();
    let organism = shipped("galapagos-2.toml");
    for (contender, options, reason) in [
        (
            "stockfish",
            &["--tc", "1+0.01"][..],
            "plays by time (1+0.01)",
        ),
        (
            "stockfish,dir=.",
            &["--nodes", "9"],
            "has arguments or a folder",
        ),
        (
            "/usr/games/stockfish",
            &["--nodes", "9"],
            "is a path of this machine",
        ),
        (
            "stockfish,option.Debug Log File=",
            &["--nodes", "9"],
            "option `Debug Log File` is no number, switch or choice",
        ),
    ] {
        let fleet = [
            "match", &organism, contender, "--pairs", "1", "--fleet", &url,
        ];
        let told = shop.output(&[&fleet[..], options].concat());
        assert_eq!(told.status.code(), Some(1), "{told:?}");
        let told = String::from_utf8(told.stderr).unwrap();
        assert!(told.contains(reason), "{told}");
    }
}

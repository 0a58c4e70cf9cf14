//! Programs are bred, killed, continued, looked at and explained.

use engine::organism::Origin;
use problems::endgame::{Ending, Organism};

use crate::workshop::Workshop;

pub const RECIPE: &str = r#"
name = "endings"
seed = 1
runs = 1
generations = 12

[endgame]
endings = ["KRKR", "KQKQ"]
terminals = "all"
opponents = 3
starts = 2
longest = 10

[endgame.points]
mate = 1
ahead = 0.75
draw = 0.5
behind = 0
mated = 0

[endgame.trees]
advantage = { start = [2, 4], depth = 8, size = 60 }
even = { start = [2, 4], depth = 8, size = 60 }
disadvantage = { start = [2, 3], depth = 5, size = 20 }

[endgame.master]
every = 5
games = 8
points = { mate = 1, ahead = 0.75, draw = 0.5, behind = 0, mated = 0 }

[gp]
population = 10
elites = 1
selection = { tournament = { size = 3 } }
reproduction_rate = 0.35
crossover_rate = 0.5
mutation_rate = 0.15
crossover = { inner = 0.9 }
mutation = { subtree = 0.3, point = 0.2, constant = 0.1, insert = 0.3, hoist = 0.1, depth = 3 }
"#;

#[test]
fn a_run_of_programs_from_recipe_to_explanation() {
    let shop = Workshop::new(RECIPE);
    let text = shop.succeed(&["evolve", "small.toml", "--name", "one", "--threads", "1"]);
    for part in [
        "points a game",
        "best against the master",
        "nodes: mean ",
        "galapagos explain runs/one/champion.toml",
    ] {
        assert!(text.contains(part), "{part} in {text}");
    }
    shop.succeed(&["evolve", "small.toml", "--name", "two", "--threads", "2"]);
    let champion = shop.read("runs/one/champion.toml");
    assert_eq!(champion, shop.read("runs/two/champion.toml"));

    let organism = Organism::read(&shop.path("runs/one/champion.toml")).unwrap();
    let Origin {
        recipe,
        seed,
        generation,
        ..
    } = organism.origin;
    assert_eq!((recipe.as_deref(), seed), (Some("endings"), Some(1)));
    assert!(generation.unwrap() <= 12);

    // Every fifth generation and the last met the master.
    let csv = shop.succeed(&["export", "one", "--csv"]);
    let column = |name: &str| {
        csv.lines()
            .next()
            .unwrap()
            .split(',')
            .position(|n| n == name)
    };
    let test = column("held_out_score").unwrap();
    let met: Vec<_> = csv
        .lines()
        .skip(1)
        .enumerate()
        .filter(|(_, line)| !line.split(',').nth(test).unwrap().is_empty())
        .map(|(generation, _)| generation)
        .collect();
    assert_eq!(met, [0, 5, 10, 12]);

    assert!(shop.succeed(&["show", "one"]).contains("ADVANTAGE_NODES"));
    shop.succeed(&["plot", "one"]);
    let rows = shop.succeed(&["export", "one", "--csv", "--organisms"]);
    assert_eq!(rows.lines().count(), 1 + 13 * 10);
    assert!(rows.contains("DISADVANTAGE_DEPTH"));

    let text = shop.succeed(&["explain", "runs/one/champion.toml"]);
    for tree in ["advantage: ", "even: ", "disadvantage: "] {
        assert!(text.contains(tree), "{text}");
    }
}

/// Points a game that an exam printed, line by line.
fn scores(text: &str, label: &str) -> Vec<f64> {
    // A long name has a line of its own before the scores.
    let (begin, break_and_label) = (text.starts_with(label), format!("\n{label}"));
    let parts = text.split(&break_and_label).skip(usize::from(!begin));
    let scores = parts.map(|part| {
        let mut words = part
            .split_whitespace()
            .skip_while(|word| !word.contains('.'));
        words.next().unwrap().parse().unwrap()
    });
    scores.collect()
}

#[test]
fn an_exam_after_the_run_and_during_it_is_the_same() {
    let shop = Workshop::new(RECIPE);
    shop.succeed(&["evolve", "small.toml", "--set", "runs=2", "--name", "two"]);
    let exam = [
        "exam",
        "two",
        "--every",
        "5",
        "--games",
        "8",
        "--last-move",
        "10",
    ];
    let text = shop.succeed(&exam);
    assert!(
        text.starts_with("KRKR, KQKQ: 8 games against endgame master\n"),
        "{text}"
    );
    let csv = shop.succeed(&["export", "two", "--csv"]);
    let head = csv.lines().next().unwrap();
    let test = head.split(',').position(|name| name == "held_out_score");
    let met = csv.lines().skip(1);
    let met = met.filter_map(|line| line.split(',').nth(test.unwrap())?.parse::<f64>().ok());
    // As they are printed.
    let met: Vec<f64> = met
        .map(|score| format!("{score:.3}").parse().unwrap())
        .collect();
    assert_eq!(met.len(), 2 * 4);
    assert_eq!(scores(&text, "endings seed"), met, "{text}");
    assert!(
        text.contains("\nendings seed 1 run 2 generation 12"),
        "{text}"
    );

    // A file, against an engine that speaks UCI.
    let engine = assert_cmd::cargo::cargo_bin!("galapagos");
    let engine = format!("{},args=uci,name=Star,depth=3", engine.display());
    let against = ["--against", &engine, "--endings", "KRKR", "--games", "4"];
    let file = ["exam", "runs/two/champion.toml"];
    let text = shop.succeed(&[&file[..], &against].concat());
    assert!(
        text.starts_with("KRKR: 4 games against Star at depth=3\n"),
        "{text}"
    );
    assert_eq!(scores(&text, "endings seed").len(), 1, "{text}");

    // From quiet starts, and looking further.
    let quiet = ["--endings", "KRKR", "--games", "4", "--quiet", "2"];
    let text = shop.succeed(&[&file[..], &quiet, &["--plies", "2"]].concat());
    assert!(
        text.starts_with("KRKR, quiet for 2 plies: 4 games against endgame master\n"),
        "{text}"
    );

    for (more, says) in [
        (vec![], "name the endings to play"),
        (
            vec!["--endings", "KQQQQQK", "--quiet", "3"],
            "no start was found for `KQQQQQK`",
        ),
        (vec!["--endings", "KRKR", "--games", "5"], "even number"),
        (vec!["--endings", "KRKR", "--against", "x.toml"], "x.toml"),
        (
            vec!["--endings", "KRKR", "--against", "stockfish"],
            "stockfish,depth=8",
        ),
        (
            vec!["--endings", "KRKR", "--syzygy", "."],
            "no Syzygy table",
        ),
    ] {
        let text = shop.complaint(&[&file[..], &more].concat());
        assert!(text.contains(says), "{text}");
    }
}

/// A run's players look as far as its recipe says, and are tried from its starts.
#[test]
fn a_deeper_look_and_quiet_starts_go_with_the_run() {
    let shop = Workshop::new(&RECIPE.replace("longest = 10", "longest = 10\nplies = 2\nquiet = 3"));
    shop.succeed(&[
        "evolve",
        "small.toml",
        "--set",
        "generations=2",
        "--name",
        "one",
    ]);
    let champion = Organism::read(&shop.path("runs/one/champion.toml")).unwrap();
    assert_eq!(champion.plies.get(), 2);
    let text = shop.succeed(&["exam", "one", "--games", "4"]);
    assert!(
        text.starts_with("KRKR, KQKQ, quiet for 3 plies: 4 games"),
        "{text}"
    );
    let fen = ["--fen", "7k/8/6K1/8/8/8/8/R7 w - -"];
    let text = shop.succeed(&[&["explain", "runs/one/champion.toml"], &fen[..]].concat());
    for part in [
        "Only moves that get the most by force within 2 plies are judged.",
        "Ra8# is played: it gets mate by force, and it scores ",
        "\n  Ra8#      mate ",
    ] {
        assert!(text.contains(part), "{part} in {text}");
    }
}

#[test]
fn independent_runs_of_programs_and_the_best_of_them() {
    let shop = Workshop::new(RECIPE);
    shop.succeed(&["evolve", "small.toml", "--set", "runs=2", "--name", "both"]);
    // Which is better the master says: peers are different ones.
    let csv = shop.succeed(&["export", "both", "--csv"]);
    let rows: Vec<Vec<_>> = csv.lines().map(|line| line.split(',').collect()).collect();
    let column = |name: &str| rows[0].iter().position(|head| *head == name).unwrap();
    let score = |run: &str| -> f64 {
        let mut of_run = rows.iter().rev();
        let last = of_run.find(|row| row[column("run")] == run).unwrap();
        last[column("held_out_score")].parse().unwrap()
    };
    let better = if score("2") > score("1") { "2" } else { "1" };
    assert_eq!(
        shop.read("runs/both/champion.toml"),
        shop.read(&format!("runs/both/champion-run{better}.toml"))
    );
}

#[test]
fn kills_change_no_program() {
    let long = RECIPE.replace("generations = 12", "generations = 150");
    let shop = Workshop::new(&long);
    shop.succeed(&["evolve", "small.toml", "--name", "unbroken"]);
    let champion = shop.read("runs/unbroken/champion.toml");
    let mut child = shop.start(&["evolve", "small.toml", "--name", "broken"]);
    let mut reached = shop.wait_for("broken", 0, &mut child);
    for number in 0..5 {
        reached = shop.wait_for("broken", reached + 1 + number, &mut child);
        child.kill().unwrap();
        child.wait().unwrap();
        let threads = ["1", "2"][number as usize % 2];
        child = shop.start(&["resume", "broken", "--threads", threads]);
    }
    child.kill().unwrap();
    child.wait().unwrap();
    shop.succeed(&["resume", "broken"]);
    assert_eq!(shop.read("runs/broken/champion.toml"), champion);
    let figures = |run| shop.succeed(&["export", run, "--csv", "--organisms"]);
    assert_eq!(figures("broken"), figures("unbroken"));
}

#[test]
fn mistakes_in_a_recipe_of_programs() {
    for (from, to, line, says) in [
        ("\"KQKQ\"", "\"KQKX\"", 8, "`KQKX` is not an ending"),
        ("[\"KRKR\", \"KQKQ\"]", "[]", 8, "at least one ending"),
        (
            "longest = 10",
            "longest = 10\nquiet = 9",
            13,
            "9 plies are outside the range of 1 to 8",
        ),
        (
            "endings = [\"KRKR\", \"KQKQ\"]",
            "quiet = 3\nendings = [\"KRKR\", \"KQQQQQK\"]",
            8,
            "no start was found for `KQQQQQK`",
        ),
        (
            "longest = 10",
            "longest = 10\nplies = 0",
            13,
            "0 plies are outside the range of 1 to 8",
        ),
        (
            "opponents = 3",
            "opponents = 10",
            10,
            "a population of 10 cannot give every player 10 opponents",
        ),
        (
            "starts = 2",
            "starts = 1",
            11,
            "are played once in 2 starts",
        ),
        ("games = 8", "games = 7", 28, "ask for an even number"),
        (
            "terminals = \"all\"",
            "terminals = \"al\"",
            9,
            "did you mean `all`?",
        ),
        (
            "behind = 0\nmated",
            "behind = nan\nmated",
            8,
            "points must be finite",
        ),
        (
            "mutation_rate = 0.15",
            "mutation_rate = 0.25",
            31,
            "add up to 1.1, not 1",
        ),
        (
            "depth = 5, size = 20",
            "depth = 2, size = 20",
            7,
            "no tree `disadvantage` can start",
        ),
        (
            "[gp]",
            "[polish]\nsweeps = 1\n\n[gp]",
            31,
            "[polish] goes with",
        ),
        ("hoist = 0.1", "hoists = 0.1", 39, "did you mean `hoist`?"),
    ] {
        assert!(RECIPE.contains(from), "{from}");
        let shop = Workshop::new(&RECIPE.replacen(from, to, 1));
        let text = shop.complaint(&["evolve", "small.toml"]);
        assert!(text.contains(&format!("small.toml:{line}: ")), "{text}");
        assert!(text.contains(says), "{text}");
        assert!(!shop.path("runs").exists());
    }
}

#[test]
fn every_fourth_start_is_a_lesson_and_the_master_gives_none() {
    let shop = Workshop::new(RECIPE);
    let text = RECIPE
        .replace("terminals", "lessons = [\"KRK\", \"KQK\"]\nterminals")
        .replace("starts = 2", "starts = 8");
    let recipe = lab::Recipe::parse(&text, &shop.path("small.toml"), lab::EXPERIMENTS).unwrap();
    let endings = recipe.last().experiment_as::<lab::Endings>();
    let settings = &endings.expect("it is about endings").settings;
    let names = |endings: &[Ending]| -> Vec<_> { endings.iter().map(Ending::to_string).collect() };
    let played = ["KRKR", "KQKQ", "KRKR", "KRK", "KQKQ", "KRKR", "KQKQ", "KQK"];
    assert_eq!(names(&settings.peers().from.endings), played);
    assert_eq!(names(&settings.exam().from.endings), ["KRKR", "KQKQ"]);
}

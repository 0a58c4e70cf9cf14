//! A search bred on a suite.

use engine::organism::Organism;
use engine::search::SearchParams;
use evo::Seed;

use crate::workshop::Workshop;

const RECIPE: &str = r#"
name = "search"
seed = 1
runs = 1
generations = 12

[tactics]
suite = "suite.epd"
organism = "given.toml"
nodes = 1500
hash = 1

[ga]
population = 6
elites = 1
selection = "roulette"
crossover = "uniform"
crossover_rate = 0.75
mutation = { rate = 0.05 }
"#;

const SUITE: &str = "\
    r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - bm Ra6+; id \"mate in three\";\n\
    2r3k1/5ppp/3q4/8/8/2Q5/5PPP/2R3K1 w - - bm Qxc8+; id \"trade\";\n\
    r2qkb1r/pp2nppp/3p4/2pNN1B1/2BnP3/3P4/PPP2PPP/R2bK2R w KQkq - bm Nf6+; id \"mate in two\";\n\
    1b3r1k/p5pp/1p2q3/2p3N1/PnR4r/3PP2P/1P3PB1/3Q1RK1 b - - am Nxd3; id \"not this\";\n";

fn shop() -> Workshop {
    let shop = Workshop::new(RECIPE);
    std::fs::write(shop.path("suite.epd"), SUITE).unwrap();
    let mut given = Organism {
        name: "the giver".into(),
        search: SearchParams::PLAIN,
        ..Organism::default()
    };
    given.weights.0[7] = 5;
    std::fs::write(shop.path("given.toml"), given.to_toml()).unwrap();
    shop
}

#[test]
fn the_champion_has_a_bred_search_and_the_given_evaluation() {
    let shop = shop();
    let text = shop.succeed(&["evolve", "small.toml"]);
    for part in ["million nodes", "generation 12", "best solves"] {
        assert!(text.contains(part), "{part} in {text}");
    }
    let champion = Organism::read(&shop.path("runs/search-seed1/champion.toml")).unwrap();
    let given = Organism::read(&shop.path("given.toml")).unwrap();
    assert_eq!(champion.weights, given.weights);
    assert_ne!(champion.search, given.search);
    assert!(champion.origin.note.unwrap().contains("the giver"));

    // What `solve` counts is what the run counted.
    let text = shop.succeed(&[
        "solve",
        "suite.epd",
        "--nodes",
        "1500",
        "--hash",
        "1",
        "--verbose",
        "--organism",
        "runs/search-seed1/champion.toml",
    ]);
    let number = |line: &str| {
        let words: Vec<_> = line.split_whitespace().rev().collect();
        words[1].parse::<u64>().unwrap()
    };
    let solved = text.lines().filter(|line| line.contains("solved at"));
    let unsolved = text.lines().filter(|line| line.ends_with("not solved"));
    let nodes = solved.map(number).sum::<u64>() + 1500 * unsolved.count() as u64;
    assert_eq!(champion.origin.fitness, Some(1e9 / nodes as f64));

    let show = shop.succeed(&["show", "search-seed1"]);
    assert!(show.contains("MULTI_CUT_MOVE_NUM"), "{show}");
    shop.succeed(&["plot", "search-seed1"]);
    let rows = shop.succeed(&["export", "search-seed1", "--csv"]);
    let last = rows.lines().last().unwrap();
    assert!(!last.ends_with(",0"), "nodes are counted: {last}");
}

#[test]
fn a_run_gives_the_evaluation_of_its_champion() {
    let shop = shop();
    let shorter = ["evolve", "small.toml", "--set", "generations=1"];
    let run = |rest: &[&'static str]| shop.succeed(&[&shorter[..], rest].concat());
    run(&["--name", "first"]);
    run(&["--name", "second", "--set", "tactics.organism=runs/first"]);
    let champion = Organism::read(&shop.path("runs/second/champion.toml")).unwrap();
    let given = Organism::read(&shop.path("given.toml")).unwrap();
    assert_eq!(champion.weights, given.weights);
    assert!(champion.origin.note.unwrap().contains("search seed 1"));

    std::fs::create_dir(shop.path("runs/empty")).unwrap();
    let text = shop.complaint(&[
        "evolve",
        "small.toml",
        "--set",
        "tactics.organism=runs/empty",
    ]);
    let says = "champion.toml: No such file";
    assert!(text.contains(says), "{text}");
}

#[test]
fn kills_and_threads_change_nothing() {
    let shop = shop();
    let longer = "generations=60";
    let evolve = ["evolve", "small.toml", "--set", longer, "--name"];
    let evolve = |rest: [&'static str; 3]| [&evolve[..], &rest[..]].concat();
    shop.succeed(&evolve(["unbroken", "--threads", "1"]));
    let mut stream = Seed::new(5).stream();
    let mut child = shop.start(&evolve(["broken", "--threads", "2"]));
    let mut reached = shop.wait_for("broken", 0, &mut child);
    for number in 0..3 {
        let target = reached + stream.below(9) as u32;
        reached = shop.wait_for("broken", target, &mut child);
        child.kill().unwrap();
        child.wait().unwrap();
        let threads = ["1", "2"][number % 2];
        child = shop.start(&["resume", "broken", "--threads", threads]);
    }
    child.kill().unwrap();
    child.wait().unwrap();
    shop.succeed(&["resume", "broken"]);
    let champion = |run: &str| shop.read(&format!("runs/{run}/champion.toml"));
    assert_eq!(champion("broken"), champion("unbroken"));
    // Effort and solved positions too.
    let figures = |run| shop.succeed(&["export", run, "--csv"]);
    assert_eq!(figures("broken"), figures("unbroken"));
}

#[test]
fn files_that_are_wrong_are_named() {
    let shop = shop();
    let set = |assignment| shop.complaint(&["evolve", "small.toml", "--set", assignment]);
    let text = set("tactics.suite=none.epd");
    assert!(text.contains("none.epd: No such file"), "{text}");
    let text = set("tactics.organism=small.toml");
    assert!(
        text.contains("small.toml:1: missing field `kind`"),
        "{text}"
    );
    let text = set("tactics.suite=given.toml");
    assert!(text.contains("given.toml:1: "), "{text}");
    let text = set("tactics.nodes=0");
    assert!(text.contains("a whole number above 0"), "{text}");
    let text = set("tactics.hash=100000");
    assert!(text.contains("at most 65536 MiB"), "{text}");

    // A run never continues with another evaluation.
    let mut child = shop.start(&[
        "evolve",
        "small.toml",
        "--name",
        "long",
        "--set",
        "generations=100000",
    ]);
    shop.wait_for("long", 0, &mut child);
    child.kill().unwrap();
    child.wait().unwrap();
    let given = shop.read("given.toml").replace("the giver", "another");
    std::fs::write(shop.path("given.toml"), given).unwrap();
    let text = shop.complaint(&["resume", "long"]);
    assert!(
        text.contains("the recipe in runs/long:6: ")
            && text.contains("does not match the one in the recipe"),
        "{text}"
    );
}

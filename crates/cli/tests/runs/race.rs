//! Races of optimisers, and forecasts.

use std::time::Duration;
use std::{fs, thread};

use journal::Reader;

use crate::workshop::{RECIPE, Workshop};

/// A race on a small landscape, with more words.
fn race<'a>(more: &[&'a str]) -> Vec<&'a str> {
    let race = [
        "race",
        "landscape",
        "--set",
        "landscape.parameters=6",
        "--optimisers",
        "ga={ population = 10 },spsa",
    ];
    [&race[..], more].concat()
}

#[test]
fn a_race_is_made_of_runs_and_goes_on_with_more_seeds() {
    let shop = Workshop::new(RECIPE);
    let short = ["--budget", "games=6000"];
    let table = |seeds: &str, more: &[&str]| {
        let words = [&short[..], &["--seeds", seeds], more].concat();
        shop.succeed(&race(&words))
    };
    let told = table("3", &["-o", "race.svg"]);
    assert!(told.contains("mean of 3 seeds, 6,000 games each"), "{told}");
    assert!(
        told.contains("95 % interval") && told.contains("\nspsa"),
        "{told}"
    );
    assert!(told.contains("ga={ population = 10 }"), "{told}");
    let svg = shop.read("race.svg");
    assert!(svg.contains("spsa, mean of 3") && svg.contains("games"));
    let runs = fs::read_dir(shop.path("runs")).unwrap().count();
    assert_eq!(runs, 6);
    // The same again reads what is there; one seed more makes two runs more.
    let again = shop.output(&race(&[&short[..], &["--seeds", "3"]].concat()));
    let said = String::from_utf8(again.stderr).unwrap();
    assert!(
        said.contains("6 runs, 6 of which are there already"),
        "{said}"
    );
    let without_picture = told.replace("race.svg\n", "");
    assert_eq!(String::from_utf8(again.stdout).unwrap(), without_picture);
    table("4", &[]);
    assert_eq!(fs::read_dir(shop.path("runs")).unwrap().count(), 8);
    // They are ordinary runs, which end with the generation that spends the budget.
    shop.succeed(&["show", "landscape-spsa-seed2"]);
    let reader = Reader::open(&shop.path("runs/landscape-spsa-seed2")).unwrap();
    let games = reader.generations(None).unwrap();
    let games: Vec<_> = games.iter().map(|one| one.stats.effort.games).collect();
    let (last, before) = games.split_last().unwrap();
    let before: u64 = before.iter().sum();
    assert!(before < 6_000 && before + last >= 6_000, "{games:?}");
    // Every generation of every run, with what it recommends in truth.
    let csv = table("3", &["--csv"]);
    assert!(csv.starts_with("optimiser,seed,games,quality\n"), "{csv}");
    assert!(csv.contains("\nspsa,3,") && csv.lines().count() > 100);
}

#[test]
fn a_race_that_was_killed_goes_on_to_the_same_result() {
    let shop = Workshop::new(RECIPE);
    let of = |folder: &'static str, threads: &'static str| {
        race(&[
            "--seeds",
            "2",
            "--budget",
            "games=40000",
            "--csv",
            "--runs-dir",
            folder,
            "--threads",
            threads,
        ])
    };
    let unbroken = shop.succeed(&of("unbroken", "1"));
    let mut child = shop.start(&of("broken", "3"));
    let run = shop.path("broken/landscape-spsa-seed1");
    let recorded = || Reader::open(&run).map_or(0, |run| run.count_generations().unwrap());
    while recorded() < 5 && child.try_wait().unwrap().is_none() {
        thread::sleep(Duration::from_millis(2));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    assert_eq!(shop.succeed(&of("broken", "2")), unbroken);
}

#[test]
fn positions_that_were_held_out_are_tried_in_the_end() {
    let shop = Workshop::new(RECIPE);
    let recipe = format!(
        "{}/../../recipes/evol-search.toml",
        env!("CARGO_MANIFEST_DIR")
    );
    let told = shop.succeed(&[
        "race",
        &recipe,
        "--set",
        "tactics.train=6",
        "--set",
        "tactics.nodes=300",
        "--set",
        "tactics.hash=1",
        "--set",
        "genome=whole",
        "--optimisers",
        "spsa,de",
        "--seeds",
        "2",
        "--budget",
        "nodes=60000",
    ]);
    assert!(
        told.contains("held out") && told.contains("less is better"),
        "{told}"
    );
    assert!(told.contains("60,000 nodes each"), "{told}");
}

#[test]
fn what_cannot_race_is_refused_with_what_could() {
    let shop = Workshop::new(RECIPE);
    for (words, says) in [
        (
            ["landscape", "--optimisers", "spas", "--seeds", "2"],
            "unknown optimiser `spas`; known: ga",
        ),
        (
            ["landscape", "--optimisers", "ga,ga", "--seeds", "2"],
            "is there twice",
        ),
        (
            ["small.toml", "--optimisers", "ga", "--seeds", "2"],
            "--budget games=N",
        ),
        (
            ["evol-star", "--optimisers", "ga", "--seeds", "2"],
            "a race takes a recipe with one",
        ),
        (
            ["landscape", "--optimisers", "ga", "--budget", "40000"],
            "write games=40000",
        ),
        (
            [
                "landscape",
                "--optimisers",
                "spsa={ d = 3 }",
                "--seeds",
                "2",
            ],
            "unknown",
        ),
        (
            ["landscape", "--optimisers", "gp", "--seeds", "2"],
            "missing",
        ),
    ] {
        let output = shop.output(&[&["race"], &words[..]].concat());
        let text = String::from_utf8(output.stderr).unwrap();
        assert!(!output.status.success() && text.contains(says), "{text}");
    }
    assert!(!shop.path("runs").exists());
}

/// A method with no settings, or with some, has the others that do for the number of genes.
#[test]
fn settings_that_are_left_out_are_the_standard_ones() {
    let recipe = "\
name = \"short\"
seed = 1
generations = 3
genome = \"whole\"

[landscape]
parameters = 5
pairs = 1
start = 0.05

[gradient]
";
    let shop = Workshop::new(recipe);
    let organisms = |name: &str, line: &str| {
        shop.succeed(&["evolve", "small.toml", "--name", name, "--set", line]);
        let reader = Reader::open(&shop.path(&format!("runs/{name}"))).unwrap();
        let generation = reader.generation(reader.last().unwrap().unwrap()).unwrap();
        reader.organisms(generation.unwrap().place).unwrap().len()
    };
    assert_eq!(organisms("a", "generations=3"), 11);
    assert_eq!(organisms("b", "landscape.es={}"), 46);
    assert_eq!(organisms("c", "landscape.spsa={ population = 7 }"), 7);
    assert_eq!(organisms("d", "landscape.ga={ population = 12 }"), 12);
    let wrong = shop.complaint(&[
        "evolve",
        "small.toml",
        "--set",
        "landscape.spsa={ popul = 7 }",
    ]);
    assert!(wrong.contains("did you mean `population`?"), "{wrong}");
}

#[test]
fn a_forecast_says_what_it_assumes() {
    let shop = Workshop::new(RECIPE);
    let forecast = ["forecast", "--parameters", "10", "--games-per-hour", "500"];
    let told = shop.succeed(&[&forecast[..], &["--hours", "8", "--tunes", "10"]].concat());
    assert!(told.contains("from a base 100 Elo below"), "{told}");
    assert!(
        told.contains("spsa") && told.contains("10 simulated tunes"),
        "{told}"
    );
    let last = told.lines().last().unwrap();
    assert!(last.contains("8.0") && last.contains("4,000"), "{told}");
    let gain = last.split_whitespace().nth(2).unwrap();
    let gain: f64 = gain.parse().unwrap();
    assert!((30.0..100.0).contains(&gain), "{told}");
    let alone = shop.succeed(
        &[
            &forecast[..],
            &["--hours", "8", "--tunes", "10", "--threads", "1"],
        ]
        .concat(),
    );
    assert_eq!(alone, told);
    let wrong = shop.complaint(&["forecast", "--parameters", "10", "--games-per-hour", "0"]);
    assert!(wrong.contains("is 0 games"), "{wrong}");
}

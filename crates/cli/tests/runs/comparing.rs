//! Runs compared: sweeps, and what `compare` prints.

use std::thread::sleep;
use std::time::Duration;

use crate::workshop::{RECIPE, Workshop};

/// A sweep of two sizes with three seeds.
const SWEEP: [&str; 8] = [
    "evolve",
    "small.toml",
    "--set",
    "generations=4",
    "--set",
    "ga.population=10,20",
    "--seed",
    "1-3",
];

const MEMBERS: [&str; 6] = [
    "small-population10-seed1",
    "small-population10-seed2",
    "small-population10-seed3",
    "small-population20-seed1",
    "small-population20-seed2",
    "small-population20-seed3",
];

/// The last value of a column of an export.
fn last(shop: &Workshop, run: &str, column: &str) -> f64 {
    let csv = shop.succeed(&["export", run, "--csv"]);
    let head = csv.lines().next().unwrap().split(',');
    let place = head.clone().position(|name| name == column).unwrap();
    let row = csv.lines().last().unwrap();
    row.split(',').nth(place).unwrap().parse().unwrap()
}

#[test]
fn a_sweep_runs_every_combination_and_compares_them() {
    let shop = Workshop::new(RECIPE);
    let told = shop.succeed(&SWEEP);
    let runs = shop.succeed(&["runs"]);
    let listed: Vec<_> = runs
        .lines()
        .skip(1)
        .filter_map(|line| line.split_whitespace().next())
        .collect();
    assert_eq!(listed, MEMBERS);

    assert!(told.starts_with("A  ga.population=10\n"), "{told}");
    assert!(told.contains("\nB  ga.population=20\n"), "{told}");
    let (_, part) = told.split_once("evaluations: best (").unwrap();
    let row = |letter| part.lines().find(|line| line.starts_with(letter)).unwrap();
    for (letter, runs) in [("A", &MEMBERS[..3]), ("B", &MEMBERS[3..])] {
        let scores = runs.iter().map(|run| last(&shop, run, "best_score"));
        let mean = scores.sum::<f64>() / 3.0;
        let words: Vec<_> = row(letter).split_whitespace().collect();
        assert_eq!(words[2..4], ["3", &format!("{mean:.2}")], "{told}");
    }
    // Three against three: the least p there is.
    let p = row("B").split_whitespace().last().unwrap();
    assert!(p.parse::<f64>().unwrap() >= 0.1, "{told}");
    assert!(
        told.lines().all(|line| line.chars().count() <= 80),
        "{told}"
    );

    // The same command again does no new work, and `compare` says the same.
    let again = shop.output(&SWEEP);
    assert_eq!(String::from_utf8(again.stdout).unwrap(), told);
    let errors = String::from_utf8(again.stderr).unwrap();
    assert_eq!(errors.matches("finished already").count(), 6, "{errors}");
    let compare = [&["compare"][..], &MEMBERS, &["-o", "all.svg"]].concat();
    assert_eq!(shop.succeed(&compare), told + "all.svg\n");
    let svg = shop.read("all.svg");
    for part in [
        "<polygon",
        "evaluations: best on test",
        "ga.population=20, mean of 3",
        "% of positions solved",
    ] {
        assert!(svg.contains(part), "{part}");
    }
}

#[test]
fn a_sweep_that_was_killed_goes_on() {
    let shop = Workshop::new(RECIPE);
    let unbroken = shop.succeed(&[&SWEEP[..], &["--runs-dir", "unbroken"]].concat());
    let longer = |rest: &[&'static str]| [&SWEEP[..], rest].concat();
    for member in ["small-population10-seed2", "small-population20-seed1"] {
        let mut child = shop.start(&longer(&["--threads", "1"]));
        // It may already be at the next one: any moment will do.
        while !shop.path("runs").join(member).exists() {
            assert!(child.try_wait().unwrap().is_none(), "it ended too early");
            sleep(Duration::from_millis(1));
        }
        child.kill().unwrap();
        child.wait().unwrap();
    }
    assert_eq!(shop.succeed(&SWEEP), unbroken);
    for member in MEMBERS {
        let champion = |runs: &str| shop.read(&format!("{runs}/{member}/champion.toml"));
        assert_eq!(champion("runs"), champion("unbroken"));
    }
}

#[test]
fn independent_runs_of_one_folder_are_replicates() {
    let shop = Workshop::new(RECIPE);
    let evolve = ["evolve", "small.toml", "--set", "generations=2", "--set"];
    let evolve = |rest: &[&'static str]| shop.succeed(&[&evolve[..], rest].concat());
    evolve(&["runs=4", "--name", "four"]);
    evolve(&["runs=4", "--name", "same"]);
    evolve(&["mimic.scorer=static", "--name", "other"]);
    let output = shop.output(&["compare", "four", "runs/same", "other"]);
    assert!(output.status.success(), "{output:?}");
    let errors = String::from_utf8(output.stderr).unwrap();
    assert!(
        errors.contains("note: runs/same has the recipe and the seed of runs/four"),
        "{errors}"
    );
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(
        text.contains("A  mimic.scorer=exchange runs=4\n   four\n"),
        "{text}"
    );
    let rows = |letter| {
        let rows = text.lines().filter(move |line| line.starts_with(letter));
        rows.skip(1)
            .map(|row| row.split_whitespace().collect::<Vec<_>>())
    };
    let counts: Vec<_> = rows("A").map(|words| words[3].parse::<u32>()).collect();
    assert_eq!(counts, [Ok(4), Ok(4)], "{text}");
    // A single run has no interval.
    let single = rows("B").next().unwrap();
    assert_eq!(single[3], "1", "{text}");
    assert!(!single.contains(&"to"), "{text}");
}

#[test]
fn what_cannot_be_compared_is_told() {
    let shop = Workshop::new(RECIPE);
    let text = shop.complaint(&["compare", "nothing"]);
    assert!(text.contains("there is no run in runs/nothing"), "{text}");
    shop.succeed(&["evolve", "small.toml", "--set", "generations=1"]);
    let text = shop.complaint(&["compare", "small-seed1", "-o", "table.txt"]);
    assert!(text.contains("name it .svg or .png"), "{text}");
    // A combination that is wrong stops a sweep before it begins.
    let text = shop.complaint(&["evolve", "small.toml", "--set", "ga.elites=1,2,x"]);
    assert!(text.contains("--set ga.elites=x"), "{text}");
    assert_eq!(shop.succeed(&["runs"]).lines().count(), 2);
}

//! Runs of several stages: champions that go on to play each other.

use std::process::Child;

use engine::organism::Organism;

use crate::workshop::{RECIPE, Workshop};

const CHAMPION: &str = "runs/broken/champion.toml";

/// Three evaluations, then games: done in a second or two.
fn recipe() -> String {
    let first = RECIPE
        .replace("seed = 1", "seed = 1\nstages = [\"mimic\", \"coevolve\"]")
        .replace("runs = 1", "runs = 3")
        .replace("generations = 30", "generations = 4");
    format!(
        r#"{first}
[coevolve]
generations = 5
openings = 1
nodes = 100
hash = 1

[coevolve.ga]
population = 4
elites = 1
selection = {{ rank = {{ pressure = 2.0 }} }}
crossover = "uniform"
crossover_rate = 0.75
mutation = {{ rate = 0.02 }}

[coevolve.final]
nodes = 100
openings = 2
pairs = 6
"#
    )
}

fn kill(mut child: Child) {
    child.kill().unwrap();
    child.wait().unwrap();
}

#[test]
fn a_run_killed_in_every_stage_ends_the_same() {
    let shop = Workshop::new(&recipe());
    let text = shop.succeed(&[
        "evolve",
        "small.toml",
        "--name",
        "unbroken",
        "--threads",
        "1",
    ]);
    for part in ["coevolution", "final", "best founder"] {
        assert!(text.contains(part), "{part} in {text}");
    }
    let champion = shop.read("runs/unbroken/champion.toml");

    // The evaluations are phases 0 to 2, the coevolution is 3 and the final 4.
    let mut child = shop.start(&["evolve", "small.toml", "--name", "broken"]);
    for (number, place) in [(1, 0), (2, 4), (3, 0), (3, 2), (3, 4)]
        .into_iter()
        .enumerate()
    {
        shop.wait_for_place("broken", place, &mut child);
        kill(child);
        let threads = ["1", "2"][number % 2];
        child = shop.start(&["resume", "broken", "--threads", threads]);
    }
    kill(child);
    assert!(!shop.path(CHAMPION).exists());
    shop.succeed(&["resume", "broken"]);
    assert_eq!(shop.read(CHAMPION), champion);
    let figures = |run| shop.succeed(&["export", run, "--csv"]);
    assert_eq!(figures("broken"), figures("unbroken"));

    let organism = Organism::read(&shop.path(CHAMPION)).unwrap();
    assert_eq!(organism.origin.recipe.as_deref(), Some("small"));
    assert!(organism.origin.note.unwrap().contains("founder"));
    assert!(
        shop.succeed(&["show", "broken"])
            .contains("champion of final")
    );
    assert!(
        shop.succeed(&["show", "broken", "--run", "2"])
            .contains("champion of evaluations, run 2 of 3")
    );
    shop.succeed(&["plot", "broken"]);
    for stage in ["evaluations", "coevolution"] {
        let svg = shop.read(&format!("runs/broken/curve-{stage}.svg"));
        assert!(svg.contains(&format!("broken: {stage}")), "{stage}");
    }

    // The same founders from files are the same population.
    shop.succeed(&[
        "evolve",
        "small.toml",
        "--name",
        "files",
        "--set",
        "coevolve.founders=[\"runs/unbroken\"]",
        "--set",
        "coevolve.generations=0",
    ]);
    let first = |run: &str| {
        let rows = shop.succeed(&["export", run, "--csv", "--organisms"]);
        let rows = rows.lines().map(|row| row.split(',').collect::<Vec<_>>());
        let of_phase = rows.filter(|row| row[0] == "coevolution" && row[2] == "0");
        let genes = of_phase.map(|row| row[11..].join(","));
        genes.take(3).collect::<Vec<_>>()
    };
    assert_eq!(first("files"), first("unbroken"));
}

#[test]
fn wrong_stages_are_refused() {
    for (from, to, line, says) in [
        (
            "openings = 1",
            "opening = 1",
            24,
            "did you mean `openings`?",
        ),
        ("nodes = 100", "nodes = 0", 25, "a whole number above 0"),
        ("hash = 1\n", "hash = 70000\n", 26, "at most 65536 MiB"),
        (
            "population = 4",
            "population = 2",
            28,
            "3 founders do not fit",
        ),
        ("openings = 2\n", "", 36, "the key `openings` is missing"),
        ("openings = 1", "openings = 1\npairs = 5", 22, "not both"),
        (
            "generations = 5",
            "founders = [\"nowhere.toml\"]\ngenerations = 5",
            23,
            "nowhere.toml: No such file",
        ),
        (
            "generations = 5",
            "founders = [\".\"]\ngenerations = 5",
            23,
            "there is no champion-run1.toml",
        ),
        (
            "[mimic]",
            "[polish]\nsweeps = 1\n[mimic]",
            8,
            "[polish] goes with",
        ),
    ] {
        let recipe = recipe();
        assert!(recipe.contains(from), "{from}");
        let shop = Workshop::new(&recipe.replacen(from, to, 1));
        let text = shop.complaint(&["evolve", "small.toml"]);
        assert!(text.contains(says), "{text}");
        assert!(text.contains(&format!("small.toml:{line}: ")), "{text}");
        assert!(!shop.path("runs").exists());
    }
}

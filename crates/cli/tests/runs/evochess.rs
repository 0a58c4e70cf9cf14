//! Individuals are bred in demes, killed, continued, looked at, explained and played with.

use std::path::Path;

use evochess::Organism;
use journal::Reader;

use crate::workshop::Workshop;

/// The recipe of the project for this number of generations, made small.
pub fn recipe(generations: u32) -> String {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../recipes/evochess.toml");
    let mut text = std::fs::read_to_string(file).unwrap();
    for (from, to) in [
        (
            "generations = 100",
            &*format!("generations = {generations}"),
        ),
        ("nodes = 100000", "nodes = 200"),
        ("longest = 80", "longest = 10"),
        ("second = { from = 1.5", "second = { from = 16"),
        ("classes = [8, 10, 12]", "classes = [2, 4]"),
        ("games = 20", "games = 2"),
        ("population = 20", "population = 5"),
        ("every = 3", "every = 2"),
    ] {
        assert!(text.contains(from), "{from}");
        text = text.replacen(from, to, 1);
    }
    text
}

#[test]
fn individuals_from_recipe_to_game() {
    let shop = Workshop::new(&recipe(3));
    let evolve = |name, threads| ["evolve", "small.toml", "--name", name, "--threads", threads];
    let text = shop.succeed(&evolve("one", "1"));
    for part in ["fitness, from 1 to 15", "best in the exam"] {
        assert!(text.contains(part), "{part} in {text}");
    }
    let champion = shop.read("runs/one/champion.toml");
    let rows = shop.succeed(&["export", "one", "--csv", "--organisms"]);
    assert_eq!(rows.lines().count(), 1 + 4 * 4 * 5);
    assert!(rows.contains("STATEMENTS") && rows.contains("KILLER_LAST"));
    let reader = Reader::open(&shop.path("runs/one")).unwrap();
    assert_eq!(reader.demes(0, 0).unwrap().len(), 4 * 4);
    for command in ["show", "plot", "report"] {
        shop.succeed(&[command, "one"]);
    }

    // The same on two threads, and killed on the way.
    let mut child = shop.start(&evolve("killed", "2"));
    shop.wait_for("killed", 1, &mut child);
    child.kill().unwrap();
    child.wait().unwrap();
    shop.succeed(&["resume", "killed"]);
    assert_eq!(shop.read("runs/killed/champion.toml"), champion);
    assert_eq!(
        shop.succeed(&["export", "killed", "--csv", "--organisms"]),
        rows
    );

    let file = "runs/one/champion.toml";
    let organism = Organism::read(&shop.path(file)).unwrap();
    assert_eq!(organism.to_toml(), champion);
    let text = shop.succeed(&["explain", file]);
    for part in [
        "\ndepth: ",
        "\nposition:\n",
        "\nordering:\n",
        "KILLER_FIRST",
    ] {
        assert!(text.contains(part), "{part} in {text}");
    }
    let fen = ["--fen", "6k1/5ppp/8/8/8/8/8/R5K1 w - -"];
    let text = shop.succeed(&[&["explain", file], &fen[..]].concat());
    for part in [
        "Ra8# is played: mate in 1",
        "\nThe line it expects",
        "\nWhat the depth program did",
        "\nThe order of the moves",
    ] {
        assert!(text.contains(part), "{part} in {text}");
    }
    let text = shop.succeed(&["match", file, file, "--nodes", "50", "--pairs", "1"]);
    assert!(
        text.contains("faults  none") && text.contains("games   2"),
        "{text}"
    );
}

#[test]
fn modules_are_bred_apart() {
    let shop = Workshop::new(&recipe(1));
    std::fs::write(shop.path("given.toml"), Organism::default().to_toml()).unwrap();
    for (modules, name) in [("depth", "depth"), ("ordering", "ordering")] {
        shop.succeed(&[
            "evolve",
            "small.toml",
            "--name",
            name,
            "--set",
            &format!("evochess.modules=[\"{modules}\"]"),
            "--set",
            "evochess.given=given.toml",
        ]);
        let champion = Organism::read(&shop.path(&format!("runs/{name}/champion.toml"))).unwrap();
        let (bred, given) = (champion.individual, Organism::default().individual);
        assert_eq!(bred.position, given.position);
        assert_eq!(bred.ordering == given.ordering, modules == "depth");
        assert_eq!(bred.depth == given.depth, modules == "ordering");
    }
}

#[test]
fn mistakes_in_a_recipe_of_individuals() {
    for (from, to, says) in [
        (
            "modules = [\"depth\", \"position\", \"ordering\"]",
            "modules = []",
            "at least one module must be bred",
        ),
        ("\"position\"", "\"positions\"", "did you mean `position`?"),
        ("classes = [2, 4]", "classes = [2, 5]", "5 is no class"),
        ("classes = [2, 4]", "classes = []", "at least one class"),
        ("least = 1 ", "least = 0 ", "a whole number from 1"),
        ("branched = 0.5", "branched = 1.5", "not within 0 to 1"),
        (
            "statements = 200",
            "statments = 200",
            "did you mean `statements`?",
        ),
    ] {
        let recipe = recipe(1);
        assert!(recipe.contains(from), "{from}");
        let shop = Workshop::new(&recipe.replacen(from, to, 1));
        let text = shop.complaint(&["evolve", "small.toml"]);
        assert!(text.contains(says), "{text}");
    }
}

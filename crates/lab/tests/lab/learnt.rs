//! Weights that are learnt: from games of masters, and from games against itself.

use lab::{EXPERIMENTS, Recipe};

use crate::runs::{champions, recipes, small};

const LESSONS: &[&str] = &["generations=3", "lessons.per_game=5"];

const SELFPLAY: &[&str] = &[
    "generations=3",
    "selfplay.games=[10, 20]",
    "selfplay.nodes=[20, 40]",
    "selfplay.most_plies=60",
    "selfplay.window=2",
    "selfplay.epochs=2",
    "selfplay.gate.pairs=2",
    "selfplay.gate.nodes=30",
    "searches.generations=2",
    "searches.pairs=6",
    "searches.nodes=[20, 60]",
    "searches.cma_es.population=6",
    "searches.final.best=2",
    "searches.final.openings=2",
    "searches.final.nodes=[30, 60]",
    "longer.generations=1",
    "longer.games=[10, 20]",
    "longer.nodes=[20, 40]",
    "longer.most_plies=60",
    "longer.epochs=2",
    "longer.gate.pairs=2",
    "longer.gate.nodes=30",
    "refined.generations=2",
    "refined.pairs=6",
    "refined.nodes=[20, 60]",
    "refined.cma_es.population=5",
    "refined.final.best=2",
    "refined.final.openings=2",
    "refined.final.nodes=[30, 60]",
    "proof.pairs=2",
    "proof.nodes=50",
    "proof.hash=1",
];

const IMITATE: &[&str] = &["generations=3", "imitate.train=60", "imitate.test=20"];

#[test]
fn threads_and_pauses_change_no_champion() {
    for (name, changes) in [
        ("modern-masters", LESSONS),
        ("modern", SELFPLAY),
        ("imitate", IMITATE),
    ] {
        let runs = tempfile::tempdir().unwrap();
        let folder = |name: &str| runs.path().join(name);
        let unbroken = champions(small(name, changes), &folder("unbroken"), 1, u64::MAX);
        let broken = champions(small(name, changes), &folder("broken"), 2, 1);
        assert_eq!(unbroken, broken, "{name}");
        let organism = engine::modern::Organism::parse(&unbroken[0], "memory".as_ref()).unwrap();
        assert_ne!(organism.weights, engine::modern::eval::Weights::neutral());
        let textbook = engine::modern::search::SearchGenes::default();
        assert_eq!(organism.search != textbook, name == "modern");
    }
}

#[test]
fn wrong_settings_are_told_with_their_line_and_a_remedy() {
    for (name, from, to, says) in [
        (
            "modern-masters",
            "hold_out = 0.1",
            "hold_out = 1.5",
            "`hold_out` is a number from 0.001",
        ),
        (
            "modern-masters",
            "rate = 0.02",
            "rate = 0.0",
            "`rate` is a number from",
        ),
        (
            "modern-masters",
            "per_game",
            "pergame",
            "did you mean `per_game`",
        ),
        (
            "modern",
            "start = \"zero\"",
            "",
            "names an `organism` to go on with",
        ),
        (
            "modern",
            "start = \"zero\"",
            "start = \"one\"",
            "known here: zero, random",
        ),
        (
            "modern",
            "most_plies = 400",
            "most_plies = 9",
            "a game has 40 to 2000 half moves",
        ),
        (
            "modern",
            "random_plies = 8",
            "random_plies = 80",
            "at most 20 half moves are by chance",
        ),
        (
            "modern",
            "blend = [0.0, 0.4]",
            "blend = [0.0, 4.0]",
            "`blend` is a number from 0 to 1",
        ),
        (
            "modern",
            "hash = 1 ",
            "hash = 1000000 ",
            "at most 65536 MiB",
        ),
        (
            "modern",
            "start = \"zero\"",
            "start = \"zero\"\norganism = \"x.toml\"",
            "leave out that or the organism",
        ),
    ] {
        let file = recipes().join(format!("{name}.toml"));
        let text = std::fs::read_to_string(&file).unwrap();
        assert!(text.contains(from), "{from}");
        let text = text.replacen(from, to, 1);
        let error = Recipe::parse(&text, &file, EXPERIMENTS)
            .unwrap_err()
            .to_string();
        assert!(error.contains(says), "{error}");
        assert!(error.contains(&format!("{name}.toml:")), "{error}");
    }
}

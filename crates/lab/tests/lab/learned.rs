//! Weights that are learned: from games of masters, and from games against itself.

use lab::{EXPERIMENTS, Recipe};

use crate::runs::{champions, recipes, small, threads};

#[test]
fn what_is_learned_is_the_champions_own() {
    for name in ["modern-masters", "modern", "imitate"] {
        let runs = tempfile::tempdir().unwrap();
        let learned = champions(small(name), &runs.path().join("run"), threads(2), u64::MAX);
        let organism = engine::modern::Organism::parse(&learned[0], "memory".as_ref()).unwrap();
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
            "at most 20 half moves can be random",
        ),
        (
            "modern",
            "blend = [0.0, 0.4]",
            "blend = [0.0, 4.0]",
            "`blend` is a number from 0 to 1",
        ),
        (
            "modern",
            "nodes = [2000, 8000]",
            "nodes = []",
            "`nodes` is a list of at least one node limit",
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
            "leave out either it or the organism",
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

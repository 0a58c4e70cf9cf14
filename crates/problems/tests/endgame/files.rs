//! Endgame players as files.

use std::path::Path;

use evo::{Seed, Space};
use problems::endgame::{KIND, Organism, Terminals};

use crate::trees::large_space;

const FILE: &str = r#"kind = "endgame"
name = "small"

[trees]
advantage = """
(If3 IsMate 500
  EvaluateMaterial)
"""
even = "EvaluateMaterial"
disadvantage = "0.002"
"#;

#[test]
fn organisms_are_read_as_they_are_written() {
    let space = large_space(Terminals::All);
    for number in 0..50 {
        let organism = Organism {
            name: format!("number {number}"),
            genome: space.sample(&mut Seed::new(number).stream()),
            plies: (1 + number as i64 % 8).try_into().unwrap(),
            origin: engine::organism::Origin {
                recipe: Some("gp-endgame".into()),
                seed: Some(1),
                generation: Some(250),
                fitness: Some(12.5),
                parents: vec!["generation 249 number 3".into()],
                ..Default::default()
            },
        };
        let text = organism.to_toml();
        assert_eq!(
            Organism::parse(&text, Path::new("a.toml")).unwrap(),
            organism
        );
        assert!(text.lines().all(|line| line.len() <= 120), "{text}");
    }
}

#[test]
fn mistakes_are_named_with_their_line() {
    assert_eq!(
        Organism::parse(FILE, Path::new("a.toml")).unwrap().name,
        "small"
    );
    for (from, to, says) in [
        (
            KIND,
            "star",
            "a.toml:1: `star` is not a kind of organism known here; `endgame` is",
        ),
        (
            "  EvaluateMaterial",
            "  EvaluateMatrial",
            "a.toml:7: advantage, column 3: unknown word `EvaluateMatrial`; did you mean `EvaluateMaterial`?",
        ),
        (
            "\"\"\"\n(If3 IsMate",
            "\"\"\"(If3 IsMat",
            "a.toml:5: advantage, column 6: unknown word `IsMat`; did you mean `IsMate`?",
        ),
        (
            "\"EvaluateMaterial\"",
            "\"IsMate\"",
            "a.toml:9: even, column 1: `IsMate` is a boolean; a float is wanted here",
        ),
        (
            "\"0.002\"",
            "\"0.001\"",
            "a.toml:10: disadvantage, column 1: 0.001 is none of the numbers 500, -500,",
        ),
        (
            "even =",
            "evn =",
            "a.toml:9: unknown field `evn`, expected one of",
        ),
        (
            "[trees]",
            "[search]\nplies = 0\n\n[trees]",
            "a.toml:5: 0 plies are outside the range of 1 to 8",
        ),
        ("name = \"small\"\n", "", "a.toml:1: missing field `name`"),
    ] {
        let text = FILE.replacen(from, to, 1);
        assert_ne!(text, FILE);
        let error = Organism::parse(&text, Path::new("a.toml")).unwrap_err();
        assert!(error.to_string().starts_with(says), "{error}");
    }
    let error = Organism::read(Path::new("nowhere.toml")).unwrap_err();
    assert!(
        error.to_string().starts_with("cannot read nowhere.toml"),
        "{error}"
    );
}

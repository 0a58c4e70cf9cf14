//! Recipes as lists of stages.

use std::path::Path;

use lab::{EXPERIMENTS, Recipe};

/// An evaluation, twice, from two suites of positions.
const TWICE: &str = r#"
name = "twice"
seed = 1
stages = ["first", "coevolve"]

[first]
experiment = "mimic"
positions = "built-in"
scorer = "static"
train = 10
test = 10
runs = 2
generations = 3

[first.de]
population = 8
factor = 0.5
crossover_rate = 0.9

[coevolve]
generations = 1
openings = 1
nodes = 50
hash = 1

[coevolve.ga]
population = 4
elites = 1
selection = "roulette"
crossover = "uniform"
crossover_rate = 0.75
mutation = { rate = 0.005 }

[coevolve.final]
openings = 1
nodes = 50
"#;

fn read(text: &str) -> Result<Recipe, String> {
    let recipe = Recipe::parse(text, Path::new("twice.toml"), EXPERIMENTS);
    recipe.map_err(|error| error.to_string())
}

#[test]
fn a_section_may_have_a_name_of_its_own() {
    let recipe = read(TWICE).unwrap();
    let stages = recipe.stages.iter();
    let told: Vec<_> = stages
        .map(|stage| (stage.name.as_str(), stage.title(), stage.phases()))
        .collect();
    let expected = [
        ("first", "evaluations", 0..2),
        ("coevolve", "coevolution", 2..3),
        ("coevolve", "final", 3..4),
    ];
    assert_eq!(told, expected);
    let mut many = recipe.clone();
    many.set(&["first.train=100".into()]).unwrap();
    assert!(many.text().contains("train = 100"));
}

#[test]
fn founders_of_its_own_make_the_stages_before_needless() {
    let named = TWICE.replace(
        "openings = 1\nnodes = 50\nhash",
        "founders = [\"a.toml\"]\nopenings = 1\nnodes = 50\nhash",
    );
    let recipe = read(&named).unwrap();
    let titles: Vec<_> = recipe.stages.iter().map(|stage| stage.title()).collect();
    assert_eq!(titles, ["coevolution", "final"]);
}

#[test]
fn wrong_lists_of_stages_are_refused() {
    for (from, to, says) in [
        (
            "\"first\", ",
            "\"none\", ",
            "twice.toml:4: there is no section [none]",
        ),
        ("\"coevolve\"]", "\"first\"]", "[first] is listed twice"),
        (", \"coevolve\"]", "]", "[coevolve] is not in `stages`"),
        ("[\"first\", \"coevolve\"]", "[]", "at least one stage"),
        (
            "stages = [\"first\", \"coevolve\"]\n",
            "",
            "`stages = [\"first\", \"coevolve\"]`",
        ),
        (
            "[\"first\", \"coevolve\"]",
            "[\"coevolve\", \"first\"]",
            "goes on with the evaluations of an earlier stage",
        ),
        (
            "\"mimic\"",
            "\"mimik\"",
            "unknown experiment `mimik`; did you mean `mimic`?",
        ),
        ("generations = 3\n", "", "the key `generations` is missing"),
        ("[first.de]", "[first.dee]", "unknown key `dee`"),
    ] {
        assert!(TWICE.contains(from), "{from}");
        let told = read(&TWICE.replacen(from, to, 1)).unwrap_err();
        assert!(told.contains(says), "{told}");
    }
}

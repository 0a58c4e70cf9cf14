//! Every method on every problem whose genes are numbers: one line of a recipe.

use std::path::Path;

use crate::workshop::{RECIPE, Workshop};

const METHODS: [(&str, &str); 9] = [
    (
        "ga",
        "{ population = 8, elites = 1, selection = \"roulette\", crossover = \"uniform\", \
         crossover_rate = 0.75, mutation = { rate = 0.01 } }",
    ),
    (
        "ep",
        "{ population = 8, survivors = 4, mutation = { rate = 0.01 } }",
    ),
    (
        "cma_es",
        "{ population = 8, step = 0.2, repeated = 0.0, parents = \"better_half\" }",
    ),
    (
        "de",
        "{ population = 8, factor = 0.7, crossover_rate = 0.9 }",
    ),
    ("pso", "{ population = 8 }"),
    ("es", "{ population = 8, parents = 3 }"),
    ("spsa", "{ population = 7 }"),
    ("bayes", "{ population = 6 }"),
    ("gradient", "{ population = 9 }"),
];

/// A recipe, the table that its method is in, and what makes it small.
const PROBLEMS: [(&str, &str, &[&str]); 4] = [
    (
        "evol-eval",
        "",
        &["generations=3", "mimic.train=100", "mimic.test=50"],
    ),
    (
        "mentor",
        "",
        &["generations=3", "mentor.train=100", "mentor.test=50"],
    ),
    (
        "evol-search",
        "",
        &[
            "generations=3",
            "tactics.train=5",
            "tactics.nodes=300",
            "tactics.hash=1",
        ],
    ),
    (
        "evol-coevolve",
        "coevolve.",
        &[
            "runs=2",
            "generations=1",
            "mimic.train=100",
            "mimic.test=50",
            "ga.population=8",
            "coevolve.generations=3",
            "coevolve.pairs=8",
            "coevolve.nodes=60",
            "coevolve.first.openings=1",
            "coevolve.first.nodes=60",
            "coevolve.final.openings=1",
            "coevolve.final.nodes=60",
            "coevolve.final.pairs=1",
        ],
    ),
];

fn recipe(name: &str) -> String {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../recipes");
    root.join(format!("{name}.toml"))
        .to_str()
        .unwrap()
        .to_owned()
}

#[test]
fn a_method_is_one_line_of_a_recipe() {
    let shop = Workshop::new(RECIPE);
    for (problem, table, small) in PROBLEMS {
        let mut runs = Vec::new();
        for (method, values) in METHODS {
            let (file, name) = (recipe(problem), format!("{problem}-{method}"));
            let line = format!("{table}{method}={values}");
            let mut command = vec!["evolve", &file, "--name", &name, "--set", &line];
            for setting in small {
                command.extend(["--set", setting]);
            }
            shop.succeed(&command);
            shop.succeed(&["show", &name]);
            let organisms = shop.succeed(&["export", &name, "--csv", "--organisms"]);
            assert!(!runs.contains(&organisms), "{problem}, {method}");
            runs.push(organisms);
        }
    }
}

#[test]
fn what_cannot_go_together_says_what_would() {
    let shop = Workshop::new(RECIPE);
    for (problem, line, says) in [
        (
            "gp-endgame",
            "cma_es={ population = 8, step = 0.2, repeated = 0.0, parents = \"all\" }",
            "programs are bred by `gp`",
        ),
        (
            "evol-eval",
            "learner={ population = 8, spread = 0.1, doubt = 0.1 }",
            "it goes with [coevolve]",
        ),
        (
            "evol-eval",
            "de={ population = 9, factor = 0.7, crossover_rate = 0.9 }",
            "even number",
        ),
    ] {
        let text = shop.complaint(&["evolve", &recipe(problem), "--set", line]);
        assert!(text.contains(says), "{text}");
    }
}

#[test]
fn a_second_problem_is_refused_whatever_the_genomes_are() {
    let second = "[tactics]\nsuite = \"built-in\"\nnodes = 100\nhash = 1\n";
    for problem in ["gp-endgame", "ep-weights"] {
        let text = std::fs::read_to_string(recipe(problem)).unwrap();
        let shop = Workshop::new(&format!("{text}\n{second}"));
        let text = shop.complaint(&["evolve", "small.toml"]);
        assert!(
            text.contains("say in which order the experiments come: `stages = ["),
            "{text}"
        );
    }
}

/// How the same numbers are bred in another encoding, by one word.
#[test]
fn genomes_are_one_word_of_a_recipe() {
    let shop = Workshop::new(RECIPE);
    let de = "de={ population = 8, factor = 0.7, crossover_rate = 0.9 }";
    let nudged = "ga={ population = 8, elites = 1, selection = \"roulette\", \
                  crossover = \"uniform\", crossover_rate = 0.75, \
                  mutation = { gaussian = { rate = 0.1, step = 0.05 } } }";
    let mut runs = Vec::new();
    for (genome, method) in [
        ("bits", de),
        ("whole", de),
        ("reals", de),
        ("whole", nudged),
        ("reals", nudged),
    ] {
        let name = format!("{genome}-{}", &method[..2]);
        let genome = format!("genome={genome}");
        let (method, few) = (["--set", &genome, "--set", method], "generations=3");
        let command = ["evolve", "small.toml", "--name", &name, "--set", few];
        shop.succeed(&[&command[..], &method].concat());
        // Every organism file holds whole numbers within their ranges.
        engine::organism::Organism::read(&shop.path(&format!("runs/{name}/champion.toml")))
            .unwrap();
        runs.push(shop.succeed(&["export", &name, "--csv", "--organisms"]));
    }
    for (number, run) in runs.iter().enumerate() {
        assert!(!runs[..number].contains(run), "{number}");
    }
    for (recipe, genome, says) in [
        ("small.toml".into(), "genome=tree", "did you mean `reals`?"),
        (
            recipe("gp-endgame"),
            "genome=bits",
            "only one kind of genome",
        ),
        (
            recipe("ep-weights"),
            "genome=bits",
            "only one kind of genome",
        ),
        (
            "small.toml".into(),
            "genome=reals",
            "did you mean `gaussian`?",
        ),
    ] {
        let text = shop.complaint(&["evolve", &recipe, "--set", genome]);
        assert!(text.contains(says), "{text}");
    }
}

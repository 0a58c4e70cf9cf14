//! The champions of all recipes that come with the project, at small sizes, as they
//! were recorded: a change that is not meant to change results must not.

use std::fs;
use std::path::Path;

use evo::Seed;
use toml::{Table, Value};

use crate::workshop::{RECIPE, Workshop};

const RECORDED: &str = include_str!("champions.txt");

/// Every recipe, and what makes it small.
const SMALL: [(&str, &[&str]); 13] = [
    ("ep-weights", &["generations=5"]),
    (
        "evol-coevolve",
        &[
            "runs=3",
            "generations=2",
            "mimic.train=100",
            "mimic.test=50",
            "ga.population=10",
            "coevolve.generations=3",
            "coevolve.pairs=8",
            "coevolve.nodes=60",
            "coevolve.learner.population=6",
            "coevolve.first.openings=1",
            "coevolve.first.nodes=60",
            "coevolve.final.openings=2",
            "coevolve.final.nodes=60",
            "coevolve.final.pairs=2",
        ],
    ),
    (
        "evol-eval",
        &[
            "runs=2",
            "generations=4",
            "mimic.train=200",
            "mimic.test=50",
            "ga.population=12",
        ],
    ),
    (
        "evol-search",
        &[
            "generations=3",
            "tactics.train=8",
            "tactics.nodes=500",
            "tactics.hash=1",
            "ga.population=5",
        ],
    ),
    (
        "evol-star",
        &[
            "runs=2",
            "generations=3",
            "mimic.train=100",
            "mimic.test=50",
            "ga.population=10",
            "coevolve.generations=2",
            "coevolve.pairs=6",
            "coevolve.nodes=60",
            "coevolve.learner.population=6",
            "coevolve.first.openings=1",
            "coevolve.first.nodes=60",
            "coevolve.final.openings=2",
            "coevolve.final.nodes=60",
            "tactics.train=6",
            "tactics.nodes=500",
            "tactics.hash=1",
            "tactics.generations=3",
            "tactics.ga.population=4",
            "proof.pairs=2",
            "proof.nodes=60",
            "proof.hash=1",
        ],
    ),
    (
        "evochess",
        &[
            "generations=2",
            "ga.population=5",
            "demes.count=2",
            "demes.migration.every=1",
            "evochess.search.nodes=300",
            "evochess.games.longest=15",
            "evochess.phases.second=16",
            "evochess.exam.classes=[2]",
            "evochess.exam.games=2",
        ],
    ),
    (
        "evochess-ordering",
        &[
            "generations=3",
            "ordering.train=6",
            "ordering.test=4",
            "ordering.depth=3",
            "ga.population=12",
        ],
    ),
    (
        "gp-endgame",
        &[
            "generations=3",
            "gp.population=10",
            "endgame.starts=4",
            "endgame.opponents=2",
            "endgame.master.games=4",
        ],
    ),
    (
        "gp-endgame-multi",
        &[
            "generations=3",
            "gp.population=10",
            "endgame.opponents=2",
            "endgame.master.games=4",
        ],
    ),
    (
        "mentor",
        &[
            "generations=4",
            "mentor.train=200",
            "mentor.test=50",
            "ga.population=12",
        ],
    ),
    (
        "modern",
        &[
            "generations=2",
            "selfplay.games=[10, 20]",
            "selfplay.nodes=[20, 40]",
            "selfplay.most_plies=60",
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
            "longer.generations=2",
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
        ],
    ),
    ("modern-masters", &["generations=2", "lessons.per_game=5"]),
    (
        "imitate",
        &["generations=2", "imitate.train=50", "imitate.test=20"],
    ),
];

/// What makes a recipe small, as arguments.
pub fn small(recipe: &str) -> Vec<&'static str> {
    let settings = SMALL.iter().find(|(name, _)| *name == recipe);
    let (_, settings) = settings.expect("every recipe is in the table");
    settings.iter().flat_map(|one| ["--set", one]).collect()
}

/// Genes that would fill pages are recorded by a checksum.
const LONGEST: usize = 10_000;

/// All genes in a champion's file: its tables of numbers, and its trees.
fn genes(file: &Table) -> String {
    let mut genes = Vec::new();
    for (_, value) in file.iter().filter(|(name, _)| *name != "origin") {
        if let Value::Table(table) = value {
            genes.extend(table.iter().map(|(name, value)| match value {
                Value::String(tree) => format!("{name}={}", one_line(tree)),
                number => format!("{name}={number}"),
            }));
        }
    }
    let genes = genes.join(" ");
    match genes.len() {
        0..=LONGEST => genes,
        _ => format!("checksum {:016x}", Seed::new(0).child(&genes, 0).number()),
    }
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn champions_are_as_recorded() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let shipped = fs::read_dir(root.join("recipes")).unwrap().count();
    assert_eq!(shipped, SMALL.len(), "a recipe is not in the table");
    let mut now = String::new();
    let shop = Workshop::new(RECIPE);
    for (recipe, _) in SMALL {
        let file = root.join(format!("recipes/{recipe}.toml"));
        for seed in ["1", "2"] {
            let name = format!("{recipe}{seed}");
            let file = file.to_str().unwrap();
            let mut command = vec!["evolve", file, "--name", &name, "--seed", seed];
            command.extend(small(recipe));
            shop.succeed(&command);
            let champion = shop.read(&format!("runs/{name}/champion.toml"));
            let genes = genes(&champion.parse().unwrap());
            assert!(!genes.is_empty());
            now += &format!("{recipe} seed {seed}: {genes}\n");
        }
    }
    let changed = now.lines().filter(|line| !RECORDED.contains(line)).count();
    assert!(
        now == RECORDED,
        "{changed} champions changed. If that was meant, write this to champions.txt:\n{now}"
    );
}

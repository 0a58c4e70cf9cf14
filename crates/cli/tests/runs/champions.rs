//! The champions of all recipes that come with the project, at small sizes, as they
//! were recorded: a change that is not meant to change results must not.

use std::fs;
use std::path::Path;

use evo::Seed;
use toml::{Table, Value};

use crate::small::{SMALL, changes};
use crate::workshop::{RECIPE, Workshop};

const RECORDED: &str = include_str!("champions.txt");

/// What makes a recipe small, as arguments.
pub fn small(recipe: &str) -> Vec<&'static str> {
    let changes = changes(recipe).iter();
    changes.flat_map(|one| ["--set", one]).collect()
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

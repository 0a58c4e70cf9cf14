//! The messages for wrong values in recipes.

use std::fs;
use std::path::Path;

use lab::Recipe;
use toml::{Table, Value};

/// The keys of all values in a table, those of tables in it included.
fn keys(table: &Table) -> Vec<Vec<String>> {
    let mut all = Vec::new();
    for (key, value) in table {
        all.push(vec![key.clone()]);
        let inner = value.as_table().map_or(Vec::new(), keys);
        all.extend(
            inner
                .into_iter()
                .map(|rest| [vec![key.clone()], rest].concat()),
        );
    }
    all
}

fn replace(table: &mut Table, keys: &[String], value: Value) {
    match keys {
        [key] => _ = table.insert(key.clone(), value),
        [key, rest @ ..] => replace(table[key].as_table_mut().unwrap(), rest, value),
        [] => {}
    }
}

#[test]
fn no_message_is_in_the_words_of_the_program_text() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../recipes");
    let wrong: Table = "a = true\nb = -3\nc = 0.5\nd = 'word'\ne = []\nf = {}\n\
                        g = ['x', 2, 3]\nh = { word = 1 }\ni = { rank = 1.5 }"
        .parse()
        .unwrap();
    let mut told = 0;
    for entry in fs::read_dir(folder).unwrap() {
        let file = entry.unwrap().path();
        let mut recipe: Table = fs::read_to_string(&file).unwrap().parse().unwrap();
        recipe.remove("budget");
        for path in keys(&recipe) {
            for value in wrong.values() {
                let mut spoilt = recipe.clone();
                replace(&mut spoilt, &path, value.clone());
                let text = toml::to_string(&spoilt).unwrap();
                let Err(error) = Recipe::parse(&text, &file, lab::EXPERIMENTS) else {
                    continue;
                };
                let error = error.to_string();
                for word in [
                    "struct", "enum", "variant", "u32", "u64", "usize", "f64", "i64", "tuple",
                    "sequence", "map", "nonzero", "unit", "newtype", "length", "::",
                ] {
                    let is_in = error.split(|c: char| !c.is_alphanumeric() && c != ':');
                    let mut is_in = is_in.map(|part| part.trim_matches(':'));
                    let is_in =
                        is_in.any(|part| part == word) || word == "::" && error.contains("::");
                    assert!(!is_in, "{path:?} = {value}: {error}");
                }
                told += 1;
            }
        }
    }
    assert!(told > 1000, "{told}");
}

#[test]
fn an_example_is_given_of_what_is_expected() {
    let recipe = |to: &str| {
        let recipe = Recipe::shipped("evol-star").unwrap();
        let mut recipe = recipe.in_budget("default").unwrap();
        recipe.set(&[to.into()]).unwrap_err().to_string()
    };
    for (to, says) in [
        ("ga.mutation=0.01", "expected `{ rate = 0.005 }`"),
        ("ga.mutation.rate=often", "expected a number"),
        ("ga.selection=3", "`{ rank = { pressure = 1.5 } }`"),
        (
            "ga.selection={ rank = 2 }",
            "`{ rank = { pressure = 1.5 } }`",
        ),
        ("ga.crossover=3", "`\"uniform\"`"),
        ("mimic.scorer=3", "a name in quotes"),
        ("ga=3", "expected a table"),
    ] {
        let told = recipe(to);
        assert!(told.contains(says), "{told}");
    }
}

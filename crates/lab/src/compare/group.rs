//! Which runs are replicates of one experiment.

use std::collections::BTreeMap;

use journal::Reader;

use crate::Recipe;

/// Runs of one recipe.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Group {
    /// What its recipe has that the others do not.
    pub label: String,
    /// The names of its runs.
    pub runs: Vec<String>,
}

/// The lines of a recipe: `table.key` and the value.
type Lines = BTreeMap<String, String>;

/// The groups in the order of their first runs, and for each run the number of its
/// group.
pub fn of(runs: &[(Reader, Recipe)]) -> (Vec<Group>, Vec<usize>) {
    let mut kinds: Vec<Lines> = Vec::new();
    let mut groups: Vec<Group> = Vec::new();
    let mut places = Vec::new();
    for (reader, recipe) in runs {
        let lines = lines(recipe.text());
        let place = kinds.iter().position(|kind| *kind == lines);
        let place = place.unwrap_or_else(|| {
            kinds.push(lines);
            groups.push(Group {
                label: String::new(),
                runs: Vec::new(),
            });
            kinds.len() - 1
        });
        let name = reader.folder().file_name().unwrap_or_default();
        groups[place].runs.push(name.to_string_lossy().into_owned());
        places.push(place);
    }
    for (group, label) in groups.iter_mut().zip(labels(&kinds)) {
        group.label = label;
    }
    (groups, places)
}

/// The lines of a recipe but for the seed; comments and the order do not count.
fn lines(text: &str) -> Lines {
    let table: toml::Table = text.parse().expect("the recipe was read before");
    let mut lines = Lines::new();
    flatten("", &table, &mut lines);
    lines.remove("seed");
    lines
}

fn flatten(before: &str, table: &toml::Table, lines: &mut Lines) {
    for (key, value) in table {
        let key = format!("{before}{key}");
        match value {
            toml::Value::Table(table) => flatten(&format!("{key}."), table, lines),
            toml::Value::String(word) => {
                lines.insert(key, word.clone());
            }
            _ => {
                lines.insert(key, value.to_string());
            }
        }
    }
}

/// What each has that not all have: its name where names tell the groups apart, else
/// the lines in which they differ.
fn labels(kinds: &[Lines]) -> Vec<String> {
    let name = |kind: &Lines| kind.get("name").cloned().unwrap_or_default();
    let names: Vec<_> = kinds.iter().map(name).collect();
    let is_known = |at: usize| names.iter().filter(|one| **one == names[at]).count() == 1;
    if (0..kinds.len()).all(is_known) {
        return names;
    }
    let differs = |key: &str| kinds.iter().any(|one| one.get(key) != kinds[0].get(key));
    let label = |kind: &Lines| {
        let own = kind.iter().filter(|(key, _)| differs(key));
        // The contents of a data file differ only where the file does.
        let own = own.filter(|(key, _)| *key != "fingerprint");
        let own: Vec<_> = own.map(|(key, value)| format!("{key}={value}")).collect();
        own.join(" ")
    };
    kinds.iter().map(label).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_makes_no_other_experiment_and_a_label_says_what_does() {
        let one = "name = \"a\"\nseed = 1\n[ga]\nsize = 5\nrate = { x = 0.5 }\n";
        assert_eq!(
            lines(one),
            lines(&one.replace("seed = 1", "# no\nseed = 9"))
        );
        let kinds = [
            one.to_owned(),
            one.replace("5\n", "6\n"),
            one.replace("0.5", "1"),
        ];
        let kinds = kinds.map(|text| lines(&text));
        let expected = [
            "ga.rate.x=0.5 ga.size=5",
            "ga.rate.x=0.5 ga.size=6",
            "ga.rate.x=1 ga.size=5",
        ];
        assert_eq!(labels(&kinds), expected);
        assert_eq!(labels(&kinds[..1]), ["a"]);
        let other = lines(&one.replace("\"a\"", "\"b\"").replace("5\n", "6\n"));
        assert_eq!(labels(&[kinds[0].clone(), other]), ["a", "b"]);
    }
}

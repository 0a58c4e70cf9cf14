//! Other sizes of the same experiment.
//!
//! ```toml
//! generations = 200
//!
//! [budget.quick]
//! generations = 20
//! ```

use std::collections::BTreeMap;
use std::path::Path;

use toml::{Spanned, Table};
use toml_edit::{DocumentMut, Item, TableLike, Value};

use super::error::Mistake;
use super::read;
use super::set::replace;
use crate::experiment::Experiments;

const KEY: &str = "budget";

/// The budgets as the file has them.
pub type Budgets = BTreeMap<Spanned<String>, Table>;

/// Their names.
pub fn names(budgets: &Budgets) -> Vec<String> {
    let names = budgets.keys().map(|name| name.get_ref().clone());
    names.collect()
}

/// Whether the recipe is one in every budget.
pub fn check(
    text: &str,
    file: &Path,
    budgets: &Budgets,
    experiments: Experiments,
) -> Result<(), Mistake> {
    for name in budgets.keys() {
        let wrong = |what| {
            let what = format!("[{KEY}.{}]: {what}", name.get_ref());
            Mistake::new(name.span().start, what)
        };
        let text = apply(text, name.get_ref()).map_err(wrong)?;
        read::check(&text, file, experiments).map_err(|problem| wrong(problem.what))?;
    }
    Ok(())
}

/// The text with the lines of this budget in the place of its own, and without
/// budgets. Comments and the order of lines stay.
pub fn apply(text: &str, name: &str) -> Result<String, String> {
    let mut document: DocumentMut = text.parse().map_err(|error| format!("{error}"))?;
    let Some(budgets) = document.remove(KEY) else {
        return Err(format!(
            "the recipe has one size only, so none is called `{name}`"
        ));
    };
    let budgets = budgets.as_table_like().ok_or("budgets are tables")?;
    let Some(changes) = budgets.get(name).and_then(Item::as_table_like) else {
        let known: Vec<_> = budgets.iter().map(|(known, _)| known).collect();
        return Err(format!(
            "unknown budget `{name}`; known here: {}",
            known.join(", ")
        ));
    };
    let before = stages(document.as_table());
    overlay(document.as_table_mut(), changes);
    let left = stages(document.as_table());
    for dropped in before.iter().filter(|stage| !left.contains(stage)) {
        document.remove(dropped);
    }
    Ok(document.to_string())
}

/// The sections that `stages` lists. A budget may drop some of them.
fn stages(document: &dyn TableLike) -> Vec<String> {
    let listed = document.get("stages").and_then(Item::as_array);
    let names = listed.into_iter().flatten().filter_map(Value::as_str);
    names.map(Into::into).collect()
}

/// Puts lines in the place of those of the same name, table by table.
fn overlay(target: &mut dyn TableLike, changes: &dyn TableLike) {
    for (key, change) in changes.iter() {
        let Some(old) = target.get_mut(key) else {
            target.insert(key, change.clone());
            continue;
        };
        match (old.as_table_like_mut(), change.as_table_like()) {
            (Some(old), Some(changes)) => overlay(old, changes),
            _ => match (old.as_value_mut(), change.as_value()) {
                (Some(old), Some(value)) => replace(old, value.clone()),
                _ => *old = change.clone(),
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "\
seed = 1 # chance

[ga]
population = 100 # many
mutation = { rate = 0.5, other = 1 }

[budget.small]
seed = 2
ga.population = 5
ga.mutation.rate = 0.25
ga.extra = 3

[budget.same]
";

    #[test]
    fn lines_of_a_budget_take_the_place_of_others() {
        let plain = TEXT.split("\n[budget").next().unwrap();
        assert_eq!(apply(TEXT, "same").unwrap(), plain);
        let small = plain
            .replace("seed = 1", "seed = 2")
            .replace("100", "5")
            .replace("0.5", "0.25");
        assert_eq!(apply(TEXT, "small").unwrap(), small + "extra = 3\n");
    }

    #[test]
    fn a_budget_drops_stages_with_their_sections() {
        let text = "\
stages = [\"a\", \"b\"]

[a]
size = 1

[b]
size = 2

[b.ga]
population = 3

[budget.short]
stages = [\"a\"]
";
        let short = "stages = [\"a\"]\n\n[a]\nsize = 1\n";
        assert_eq!(apply(text, "short").unwrap(), short);
    }

    #[test]
    fn a_budget_that_is_not_there_is_named_with_those_that_are() {
        let error = apply(TEXT, "large").unwrap_err();
        assert!(
            error.contains("`large`; known here: small, same"),
            "{error}"
        );
        let error = apply("seed = 1\n", "large").unwrap_err();
        assert!(error.contains("one size only"), "{error}");
    }
}

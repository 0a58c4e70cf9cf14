//! One line of a recipe, changed from the command line.

use toml_edit::{DocumentMut, Item, Table, Value};

use super::METHODS;

/// The text with `key=value` done to it. Comments and the order of lines stay.
pub fn assign(text: &str, assignment: &str) -> Result<String, String> {
    let usage = "write key=value or table.key=value, for example ga.population=50";
    let (path, value) = assignment.split_once('=').ok_or(usage)?;
    let (path, value) = (path.trim(), value.trim());
    let value: Value = value
        .parse()
        .or_else(|error| match lost_its_quotes(value) {
            true => Ok(value.into()),
            false => Err(format!("{error}").trim_end().replace('\n', " ")),
        })?;
    let mut keys: Vec<_> = path.split('.').map(str::trim).collect();
    let last = keys.pop().filter(|key| !key.is_empty()).ok_or(usage)?;

    let mut document: DocumentMut = text.parse().map_err(|error| format!("{error}"))?;
    let mut table = document.as_item_mut();
    for key in keys {
        let place = table.as_table_like_mut().ok_or_else(|| no_table(key))?;
        table = place.entry(key).or_insert(Item::Table(Table::new()));
    }
    let place = table.as_table_like_mut().ok_or_else(|| no_table(last))?;
    // A table has one method, so that a new one takes the place of another.
    if METHODS.contains(&last) {
        for other in METHODS.iter().filter(|method| **method != last) {
            place.remove(other);
        }
    }
    match place.get_mut(last).and_then(Item::as_value_mut) {
        Some(old) => replace(old, value),
        None => {
            place.insert(last, value.into());
        }
    }
    Ok(document.to_string())
}

/// Puts a value in the place of another. Its decoration stays: the blanks and the
/// comment around it.
pub fn replace(old: &mut Value, value: Value) {
    let decor = old.decor().clone();
    *old = value;
    *old.decor_mut() = decor;
}

/// Whether this is a string without the quotes that the shell took: what is none
/// of TOML's other values, and not meant to be one.
fn lost_its_quotes(text: &str) -> bool {
    !text.is_empty() && !text.starts_with(['[', '{', '"', '\''])
}

fn no_table(key: &str) -> String {
    format!("`{key}` is not inside a table")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_change_in_place() {
        let text =
            "seed = 1 # chance\n\n[ga]\npopulation = 100 # many\nmutation = { rate = 0.5 }\n";
        for (assignment, from, to) in [
            ("seed=7", "seed = 1 #", "seed = 7 #"),
            ("ga.population = 50", "100", "50"),
            ("ga.mutation.rate=0.1", "0.5", "0.1"),
            (
                "ga.selection=rank",
                "0.5 }\n",
                "0.5 }\nselection = \"rank\"\n",
            ),
            ("seed={ a = 1 }", "seed = 1 #", "seed = { a = 1 } #"),
            ("seed=2024 my.epd", "seed = 1 #", "seed = \"2024 my.epd\" #"),
        ] {
            assert_eq!(assign(text, assignment).unwrap(), text.replace(from, to));
        }
    }

    #[test]
    fn a_method_takes_the_place_of_another() {
        let text = "[tactics]\nnodes = 1\n\n[tactics.ga]\npopulation = 10\n\n[ga]\nelites = 1\n";
        let bred = "[tactics]\nnodes = 1\nde = { population = 8 }\n\n[ga]\nelites = 1\n";
        assert_eq!(assign(text, "tactics.de={ population = 8 }").unwrap(), bred);
    }

    #[test]
    fn what_is_no_assignment_is_refused() {
        for wrong in ["seed", "=1", "seed=", "seed=[1", "seed.deep=1"] {
            assert!(assign("seed = 1\n", wrong).is_err(), "{wrong}");
        }
    }
}

//! A run that goes on otherwise: longer, or with other parameters.
//!
//! Other parameters make a stage of their own, which begins where the one before stood. What
//! its method had learned of the shape of the landscape it learns anew: a shape of other
//! parameters.

use problems::uci_engine::Parameter;
use toml_edit::{Array, DocumentMut, InlineTable, Item, Table, Value};

use super::Tune;
use super::draft::line;
use crate::Recipe;

/// What is to be otherwise.
#[derive(Debug, Clone, Default)]
pub struct Change {
    /// Generations of the stage that goes on, or of the new one.
    pub generations: Option<u32>,
    /// Parameters that are bred no longer, with their values from now on.
    pub frozen: Vec<(String, i32)>,
    /// Parameters with their new ranges.
    pub ranges: Vec<(String, (i32, i32))>,
    /// Parameters that are new.
    pub added: Vec<Parameter>,
}

/// Why a change cannot be made.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct ChangeError(String);

impl Change {
    /// Whether the parameters stay as they are.
    pub const fn is_longer_only(&self) -> bool {
        self.frozen.is_empty() && self.ranges.is_empty() && self.added.is_empty()
    }

    /// The text of the recipe with this change, where its last stage has come to this
    /// generation.
    pub fn apply(&self, recipe: &Recipe, reached: u32) -> Result<String, ChangeError> {
        let wrong = |what: String| Err(ChangeError(what));
        let stage = recipe.last();
        let Some(tune) = stage.experiment_as::<Tune>() else {
            return wrong(format!("[{}] tunes no engine", stage.name));
        };
        if stage.runs.get() > 1 {
            return wrong(format!("[{}] has several runs at once", stage.name));
        }
        let mut document: DocumentMut = match recipe.text().parse() {
            Ok(document) => document,
            Err(error) => return wrong(format!("{error}")),
        };
        let is_first = stage.first == 0;
        if self.is_longer_only() {
            let Some(generations) = self.generations else {
                return wrong("there is nothing to change".into());
            };
            if generations <= reached {
                return wrong(format!(
                    "it has come to generation {reached} already: --generations must be more"
                ));
            }
            set_generations(&mut document, &stage.name, is_first, generations);
            return Ok(document.to_string());
        }
        let left = stage.generations.saturating_sub(reached);
        let generations = match (self.generations, left) {
            (Some(generations), _) => generations,
            (None, 0) => stage.generations,
            (None, left) => left,
        };
        let mut section = section(&document, &stage.name, is_first);
        section.insert("experiment", value("tune"));
        section.insert("generations", value(i64::from(generations)));
        let mut parameters = tune.subject.parameters.clone();
        for (name, frozen) in &self.frozen {
            known(&mut parameters, name)?.frozen = Some(*frozen);
        }
        for (name, (min, max)) in &self.ranges {
            let one = known(&mut parameters, name)?;
            if !matches!(one.values, problems::uci_engine::Values::Whole(..)) {
                return wrong(format!("`{name}` is no number: it has no range"));
            }
            if !(min < max && (min..=max).contains(&&one.base)) {
                return wrong(format!(
                    "`{name}` cannot go from {min} to {max}: its base is {}",
                    one.base
                ));
            }
            one.values = problems::uci_engine::Values::Whole(*min, *max);
            one.frozen = None;
        }
        for one in &self.added {
            if parameters.iter().any(|known| known.name == one.name) {
                return wrong(format!("`{}` is a parameter already", one.name));
            }
            parameters.push(one.clone());
            if let Some(fixed) = section.get_mut("fixed").and_then(Item::as_table_like_mut) {
                fixed.remove(&one.name);
            }
        }
        section.insert("parameters", Item::Table(table(&parameters)));
        let name = new_name(recipe);
        set_generations(&mut document, &stage.name, is_first, reached);
        let names = recipe.sections().chain([name.as_str()]);
        let names: Array = names.collect();
        document.insert("stages", value(names));
        // It is made anew of the files that are named now.
        document.remove("fingerprint");
        document.insert(&name, Item::Table(section));
        Ok(document.to_string())
    }
}

fn value(value: impl Into<Value>) -> Item {
    Item::Value(value.into())
}

fn known<'a>(
    parameters: &'a mut [Parameter],
    name: &str,
) -> Result<&'a mut Parameter, ChangeError> {
    let mut parameters = parameters.iter_mut();
    let one = parameters.find(|one| one.name == name);
    one.ok_or_else(|| ChangeError(format!("there is no parameter `{name}`")))
}

/// The section of a stage, with what stands beside it for the first one.
fn section(document: &DocumentMut, name: &str, is_first: bool) -> Table {
    let own = document.get(name).and_then(Item::as_table);
    let mut section = own.cloned().unwrap_or_default();
    if is_first {
        for method in crate::recipe::METHODS {
            if let Some(beside) = document.get(method) {
                section.insert(method, beside.clone());
            }
        }
    }
    // Tables keep the place they had in the file: new ones go to its end.
    forget_places(&mut section);
    section
}

fn forget_places(table: &mut Table) {
    table.set_position(None);
    for (_, item) in table.iter_mut() {
        if let Item::Table(inner) = item {
            forget_places(inner);
        }
    }
}

/// Sets how many generations a stage has, where its recipe says so.
fn set_generations(document: &mut DocumentMut, name: &str, is_first: bool, generations: u32) {
    let generations = value(i64::from(generations));
    let is_beside = is_first && document.contains_key("generations");
    match document.get_mut(name).and_then(Item::as_table_mut) {
        Some(section) if !is_beside => {
            section.insert("generations", generations);
        }
        _ => {
            document.insert("generations", generations);
        }
    }
}

fn table(parameters: &[Parameter]) -> Table {
    let mut table = Table::new();
    for one in parameters {
        let text = line(one);
        let written: DocumentMut = text.parse().expect("a line of a recipe");
        let (_, item) = written.iter().next().expect("one key");
        let mut inline: InlineTable = item.as_inline_table().cloned().unwrap_or_default();
        if let Some(frozen) = one.frozen {
            let frozen = one.written(frozen);
            let frozen: Value = frozen.parse().unwrap_or_else(|_| frozen.into());
            inline.insert("value", frozen);
        }
        table.insert(&one.name, value(inline));
    }
    table
}

/// A name for a section that the recipe does not have.
fn new_name(recipe: &Recipe) -> String {
    let is_free = |name: &String| recipe.sections().all(|known| known != *name);
    let mut names = (2..).map(|number| format!("tune{number}"));
    names.find(is_free).expect("there are numbers enough")
}

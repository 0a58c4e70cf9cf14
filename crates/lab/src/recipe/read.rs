//! From the text of a recipe to its stages.

use std::collections::BTreeMap;
use std::num::NonZeroU32;
use std::path::Path;

use serde::Deserialize;
use toml::Spanned;
use toml::de::{DeTable, DeValue, Deserializer};

use super::budget::{self, Budgets};
use super::error::{Mistake, unknown};
use super::section::{Section, Written};
use super::{Allowance, METHODS, Recipe, Stage};
use crate::experiment::{Entry, Experiments, Part};
use crate::experiments::lineage;
use crate::experiments::proof::Trials;
use crate::numbers::Encoding;
use crate::polish::Polish;

/// What is not about one stage.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Head {
    /// What runs and champions are called after.
    name: Spanned<String>,
    /// The seed of all random numbers of all runs.
    seed: u32,
    /// The sections in order, where there are several.
    stages: Option<Spanned<Vec<Spanned<String>>>>,
    /// Of the data files. Where it is given, files with other contents are refused.
    fingerprint: Option<Spanned<String>>,
    /// A local search of the champion at the end.
    polish: Option<Spanned<Polish>>,
    /// Matches at the end that show what the champion is worth.
    proof: Option<Spanned<Trials>>,
    /// Other sizes of the same experiment: by name, the lines that differ.
    #[serde(default)]
    budget: Budgets,
}

/// The keys of [`Head`].
const HEAD: [&str; 7] = [
    "name",
    "seed",
    "stages",
    "fingerprint",
    "polish",
    "proof",
    "budget",
];

/// What every stage has besides a method, as its section or the first lines write it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Common {
    runs: Option<NonZeroU32>,
    generations: Option<u32>,
    effort: Option<Allowance>,
    genome: Option<Spanned<Encoding>>,
    experiment: Option<Spanned<String>>,
}

/// The keys of [`Common`] in the first lines of a recipe.
const COMMON: [&str; 4] = ["runs", "generations", "effort", "genome"];

/// The key that says what a section is about, where its name does not.
const EXPERIMENT: &str = "experiment";

const DEMES: &str = "demes";

/// Reads a recipe and checks all that can be checked without its data.
pub fn check(text: &str, file: &Path, experiments: Experiments) -> Result<Recipe, Mistake> {
    let mut table = DeTable::parse(text)?.into_inner();
    let head = take(&mut table, |key| HEAD.contains(&key));
    let common = take(&mut table, |key| COMMON.contains(&key));
    let demes = demes(&mut table);
    let methods = methods(&mut table);
    let sections = sections(table, experiments)?;
    let head = Head::deserialize(Deserializer::from(Spanned::new(0..0, head)))?;
    let name = head.name.get_ref();
    let word = |c: char| c.is_ascii_alphanumeric() || "-_".contains(c);
    if name.is_empty() || !name.chars().all(word) {
        let at = head.name.span().start;
        let what = format!("`{name}` cannot name a run: use letters, digits, - and _");
        return Err(Mistake::new(at, what));
    }
    let beside = Beside {
        common,
        methods,
        demes,
    };
    let order = order(&head, &sections, experiments)?;
    let stages = stages(&order, sections, beside, experiments)?;
    if let Some(polish) = &head.polish
        && (stages.len() > 1
            || !matches!(stages[0].experiment.part(), Part::Evaluation | Part::Search))
    {
        let what = "[polish] goes with one stage whose genes are whole numbers, such as [mimic], \
            [mentor] or [tactics]";
        return Err(Mistake::new(polish.span().start, what));
    }
    if let Some(proof) = &head.proof {
        proof.get_ref().check()?;
        let last = stages.last().expect("a recipe has a stage");
        let is_star = stages.len() > 1 && last.experiment.part() == Part::Search;
        if !is_star && !lineage::is_modern(last) {
            let what = "[proof] goes with modern organisms, and with [tactics] after other stages";
            return Err(Mistake::new(proof.span().start, what));
        }
    }
    budget::check(text, file, &head.budget, experiments)?;
    Ok(Recipe {
        name: head.name.into_inner(),
        seed: head.seed,
        stages,
        polish: head.polish.map(Spanned::into_inner),
        proof: head.proof.map(Spanned::into_inner),
        budgets: budget::names(&head.budget),
        experiments,
        file: file.to_owned(),
        text: text.to_owned(),
        fingerprint: head.fingerprint,
    })
}

/// A section with the place where it begins.
struct Raw<'a> {
    at: usize,
    table: DeTable<'a>,
}

/// What stands in the first lines for the first stage.
struct Beside<'a> {
    common: DeTable<'a>,
    methods: Vec<Written<'a>>,
    demes: Option<Spanned<DeValue<'a>>>,
}

/// The keys of a table that are wanted; the others stay.
fn take<'a>(table: &mut DeTable<'a>, wanted: impl Fn(&str) -> bool) -> DeTable<'a> {
    let (some, others) = std::mem::take(table)
        .into_iter()
        .partition(|(key, _)| wanted(key.get_ref()));
    *table = others;
    some
}

/// The demes in a table.
fn demes<'a>(table: &mut DeTable<'a>) -> Option<Spanned<DeValue<'a>>> {
    let mut demes = take(table, |key| key == DEMES).into_iter();
    demes.next().map(|(_, value)| value)
}

/// The methods in a table, in the order in which they are written.
fn methods<'a>(table: &mut DeTable<'a>) -> Vec<Written<'a>> {
    let methods = take(table, |key| METHODS.contains(&key)).into_iter();
    let mut methods: Vec<_> = methods
        .map(|(key, value)| (key.into_inner().into_owned(), value))
        .collect();
    methods.sort_by_key(|(_, value)| value.span().start);
    methods
}

/// The sections for experiments; any other key is a mistake.
fn sections<'a>(
    table: DeTable<'a>,
    experiments: &[Entry],
) -> Result<BTreeMap<String, Raw<'a>>, Mistake> {
    let mut sections = BTreeMap::new();
    for (key, value) in table {
        let (at, name) = (key.span().start, key.into_inner().into_owned());
        let is_known = experiments.iter().any(|entry| entry.name == name);
        match value.into_inner() {
            DeValue::Table(table) if is_known || names_experiment(&table) => {
                sections.insert(name, Raw { at, table });
            }
            _ if is_known => {
                let what = format!("expected a table, [{name}]");
                return Err(Mistake::new(at, what));
            }
            _ => {
                let known = experiments.iter().map(|entry| entry.name);
                let known = known
                    .chain(METHODS.iter().copied())
                    .chain(HEAD)
                    .chain(COMMON)
                    .chain([DEMES]);
                let known: Vec<_> = known.map(str::to_owned).collect();
                return Err(Mistake::new(at, unknown("key", &name, &known)));
            }
        }
    }
    Ok(sections)
}

fn names_experiment(table: &DeTable<'_>) -> bool {
    table.keys().any(|key| key.get_ref() == EXPERIMENT)
}

/// The names of the sections in the order of their stages.
fn order(
    head: &Head,
    sections: &BTreeMap<String, Raw<'_>>,
    experiments: &[Entry],
) -> Result<Vec<String>, Mistake> {
    let by_place = || {
        let mut names: Vec<_> = sections.iter().collect();
        names.sort_by_key(|(_, raw)| raw.at);
        let names = names.into_iter().map(|(name, _)| name.clone());
        names.collect::<Vec<_>>()
    };
    let Some(stages) = &head.stages else {
        return match by_place() {
            one if one.len() == 1 => Ok(one),
            none if none.is_empty() => {
                let known = experiments.iter().map(|entry| format!("[{}]", entry.name));
                let known: Vec<_> = known.collect();
                let what = format!(
                    "a recipe needs the section of an experiment: {}",
                    known.join(", ")
                );
                Err(Mistake::new(0, what))
            }
            several => {
                let at = sections[&several[1]].at;
                let what =
                    format!("say in which order the experiments come: `stages = {several:?}`");
                Err(Mistake::new(at, what))
            }
        };
    };
    for (number, stage) in stages.get_ref().iter().enumerate() {
        let (name, at) = (stage.get_ref(), stage.span().start);
        if !sections.contains_key(name) {
            let what = format!("there is no section [{name}]");
            return Err(Mistake::new(at, what));
        }
        if stages.get_ref()[..number]
            .iter()
            .any(|other| other.get_ref() == name)
        {
            let what = format!(
                "[{name}] is listed twice: a second section, under another name, says what it is \
                 about with `{EXPERIMENT} = …`"
            );
            return Err(Mistake::new(at, what));
        }
    }
    let listed: Vec<_> = stages
        .get_ref()
        .iter()
        .map(|stage| stage.get_ref().clone())
        .collect();
    if listed.is_empty() {
        return Err(Mistake::new(
            stages.span().start,
            "a recipe has at least one stage",
        ));
    }
    match sections.iter().find(|(name, _)| !listed.contains(name)) {
        Some((name, raw)) => {
            let what = format!("[{name}] is not in `stages`");
            Err(Mistake::new(raw.at, what))
        }
        None => Ok(listed),
    }
}

/// The stages of the sections. What comes before a section with founders of its own is
/// not needed, and left out.
fn stages(
    order: &[String],
    mut sections: BTreeMap<String, Raw<'_>>,
    beside: Beside<'_>,
    experiments: &[Entry],
) -> Result<Vec<Stage>, Mistake> {
    let mut beside = Some(beside);
    let mut stages: Vec<Stage> = Vec::new();
    let has_founders = |name: &String| {
        let mut keys = sections[name].table.keys();
        keys.any(|key| key.get_ref() == "founders")
    };
    let begin = order.iter().rposition(has_founders).unwrap_or(0);
    for (number, name) in order.iter().enumerate().skip(begin) {
        let Raw { at, mut table } = sections.remove(name).expect("a section of the list");
        let own = take(&mut table, |key| COMMON.contains(&key) || key == EXPERIMENT);
        let common = |table| Common::deserialize(Deserializer::from(Spanned::new(at..at, table)));
        let own = common(own)?;
        let mut methods = methods(&mut table);
        let mut demes = demes(&mut table);
        let (mut runs, mut generations, mut genome) = (own.runs, own.generations, own.genome);
        let mut effort = own.effort;
        if let Some(beside) = beside.take().filter(|_| number == 0) {
            let first = common(beside.common)?;
            runs = runs.or(first.runs);
            generations = generations.or(first.generations);
            effort = effort.or(first.effort);
            genome = genome.or(first.genome);
            if methods.is_empty() {
                methods = beside.methods;
            }
            demes = demes.or(beside.demes);
        }
        let (about, about_at) = match &own.experiment {
            Some(about) => (about.get_ref().as_str(), about.span().start),
            None => (name.as_str(), at),
        };
        let Some(entry) = experiments.iter().find(|entry| entry.name == about) else {
            let known: Vec<_> = experiments
                .iter()
                .map(|entry| entry.name.to_owned())
                .collect();
            return Err(Mistake::new(about_at, unknown(EXPERIMENT, about, &known)));
        };
        let mut section = Section {
            name,
            at,
            rest: table,
            methods,
            demes,
            runs: runs.unwrap_or(NonZeroU32::MIN),
            generations,
            effort,
            genome,
            heads_the_list: number == 0,
            before: &stages,
        };
        let made = (entry.read)(&mut section)?;
        if let Some(genome) = section.genome {
            let what = format!("[{name}] has only one kind of genome: leave out `genome`");
            return Err(Mistake::new(genome.span().start, what));
        }
        for mut stage in made {
            stage.first = stages.last().map_or(0, |last| last.phases().end);
            stages.push(stage);
        }
    }
    Ok(stages)
}

//! A section of a recipe that makes a stage: what an experiment reads.

use std::num::NonZeroU32;
use std::sync::Arc;

use evo::{Method, Space};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use toml::Spanned;
use toml::de::{DeTable, DeValue, ValueDeserializer};

use super::demes::{Demes, Islands};
use super::error::Mistake;
use super::{Allowance, METHODS, Stage};
use crate::experiment::Experiment;
use crate::numbers::Encoding;

/// More than this is taken for a typing error.
const MOST_ORGANISMS: u32 = 1_000_000;

/// A section of a recipe that makes a stage. What every stage has (its runs, its
/// generations, its method, its demes) is read here, the rest by the experiment.
pub struct Section<'a> {
    /// What it is called.
    pub(super) name: &'a str,
    /// Where it begins.
    pub(super) at: usize,
    /// What is written in it and was not read yet.
    pub(super) rest: DeTable<'a>,
    /// Where methods are written: in the section itself, or for the first one beside it.
    pub(super) methods: Vec<Written<'a>>,
    pub(super) demes: Option<Spanned<DeValue<'a>>>,
    pub(super) runs: NonZeroU32,
    pub(super) generations: Option<u32>,
    pub(super) effort: Option<Allowance>,
    /// How genomes are encoded, until an experiment has asked.
    pub(super) genome: Option<Spanned<Encoding>>,
    /// Whether its method may stand beside it.
    pub(super) heads_the_list: bool,
    /// The stages before it.
    pub(super) before: &'a [Stage],
}

/// The settings of a method that do for a space, as a recipe would write them.
fn standard<S: Space>(name: &str, space: &S) -> String {
    let method = Method::standard(name, space).and_then(|method| {
        let mut written = toml::Table::try_from(method).expect("settings are TOML");
        written.remove(name)
    });
    method.map_or_else(String::new, |settings| {
        toml::to_string(&settings).expect("settings are TOML")
    })
}

/// A table with those lines of another that it does not have itself.
fn completed<'a>(written: Spanned<DeValue<'a>>, others: &'a str) -> Spanned<DeValue<'a>> {
    let span = written.span();
    let mut value = written.into_inner();
    if let DeValue::Table(table) = &mut value {
        let others = DeTable::parse(others).expect("what was written can be read");
        for (key, other) in others.into_inner() {
            let other = Spanned::new(span.clone(), other.into_inner());
            table.entry(key).or_insert(other);
        }
    }
    Spanned::new(span, value)
}

/// A key and its value.
pub type Written<'a> = (String, Spanned<DeValue<'a>>);

impl<'a> Section<'a> {
    /// What is wrong with this section as a whole.
    pub fn wrong(&self, what: impl Into<String>) -> Mistake {
        Mistake::new(self.at, what)
    }

    /// How many independent runs there are to be.
    pub const fn runs(&self) -> NonZeroU32 {
        self.runs
    }

    /// Whether no stage comes before it.
    pub const fn is_first(&self) -> bool {
        self.before.is_empty()
    }

    /// The stages before it.
    pub const fn before(&self) -> &[Stage] {
        self.before
    }

    /// How its genomes are encoded, where there is a choice.
    pub(crate) fn encoding(&mut self) -> Encoding {
        let written = self.genome.take();
        written.map_or_else(Encoding::default, Spanned::into_inner)
    }

    /// Where its method is written.
    pub fn method_at(&self) -> usize {
        let first = self.methods.first();
        first.map_or(self.at, |(_, written)| written.span().start)
    }

    /// All that is written in it and is not the same for all experiments.
    pub fn settings<T: DeserializeOwned>(&mut self) -> Result<T, Mistake> {
        let rest = DeValue::Table(std::mem::take(&mut self.rest));
        let rest = Spanned::new(self.at..self.at, rest);
        Ok(T::deserialize(ValueDeserializer::from(rest))?)
    }

    /// How genomes of this space are bred where their fitness is all there is to go by.
    pub fn demes<S: Space>(&mut self, space: &S) -> Result<Demes<S>, Mistake> {
        self.taught(space, false)
    }

    /// The same where positions of games can teach a method.
    pub fn demes_or_learner<S: Space>(&mut self, space: &S) -> Result<Demes<S>, Mistake> {
        self.taught(space, true)
    }

    fn taught<S: Space>(&mut self, space: &S, by_games: bool) -> Result<Demes<S>, Mistake> {
        let islands = match self.demes.take() {
            None => None,
            Some(written) => Some(Spanned::<Islands>::deserialize(ValueDeserializer::from(
                written,
            ))?),
        };
        let mut methods = Vec::new();
        for (name, written) in std::mem::take(&mut self.methods) {
            let at = written.span().start;
            let standard = standard(&name, space);
            let written = completed(written, &standard);
            let method = Method::<S>::read(&name, ValueDeserializer::from(written))?;
            if method.learns() && !by_games {
                let what = "a learner learns from the positions of games: it goes with [coevolve]";
                return Err(Mistake::new(at, what));
            }
            methods.push((method, at));
        }
        if methods.is_empty() || islands.is_none() && methods.len() > 1 {
            let section = match self.heads_the_list {
                true => String::new(),
                false => format!("{}.", self.name),
            };
            let known: Vec<_> = METHODS
                .iter()
                .map(|name| format!("[{section}{name}]"))
                .collect();
            let what = format!(
                "[{}] has one method, or several in turn with [{section}demes]: {}",
                self.name,
                known.join(", ")
            );
            return Err(self.wrong(what));
        }
        let at = methods[0].1;
        let demes = Demes::new(methods, islands.map(Spanned::into_inner), space)?;
        if demes.population() > MOST_ORGANISMS {
            let what = format!("a population has at most {MOST_ORGANISMS} organisms");
            return Err(Mistake::new(at, what));
        }
        Ok(demes)
    }

    /// The stage that this section makes.
    pub fn stage(&self, experiment: impl Experiment) -> Result<Stage, Mistake> {
        let generations = self.generations;
        let missing = || self.wrong("the key `generations` is missing");
        Ok(Stage {
            name: self.name.into(),
            first: 0,
            runs: self.runs,
            generations: generations.ok_or_else(missing)?,
            effort: self.effort,
            experiment: Arc::new(experiment),
        })
    }
}

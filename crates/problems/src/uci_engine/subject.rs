//! An engine, and which of its options are bred.

use std::path::PathBuf;
use std::time::Duration;

use arena::lent::{Engines, Lent};
use arena::{OptionKind, Program, UciOption};
use evo::{Failure, MixedGene};
use serde::{Deserialize, Serialize};

/// An engine and the options that are bred.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Subject {
    /// A path, or a name to be looked for in `PATH` and where Debian keeps games.
    pub engine: PathBuf,
    /// Its arguments.
    pub arguments: Vec<String>,
    /// Options that are the same for all.
    pub fixed: Vec<(String, String)>,
    /// Options that are bred.
    pub parameters: Vec<Parameter>,
    /// How long it may take to start, and to answer beyond its limit.
    pub patience: Duration,
    /// How it is asked for on other machines, if it can be.
    pub lent: Option<Lent>,
    /// The program of this machine, where it lends the engine to others.
    #[serde(skip)]
    pub own: Option<Program>,
}

/// An option that is bred. Its values are whole numbers.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Parameter {
    /// What the engine calls it.
    pub name: String,
    /// What it may be.
    pub values: Values,
    /// What the engine has now: what others must be better than.
    pub base: i32,
    /// What all others have where it is bred no longer.
    pub frozen: Option<i32>,
}

/// What an option may be.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Values {
    /// Every whole number from the first to the second.
    Whole(i32, i32),
    /// 0 is false, 1 is true.
    Switch,
    /// The place of a word in this list, counted from 0.
    Choice(Vec<String>),
}

impl Parameter {
    /// An option of an engine over its whole range; `None` if there is nothing to tune:
    /// a text, a button, a range of one value or one beyond 32 bits.
    pub fn of(option: &UciOption) -> Option<Self> {
        let (values, base) = match &option.kind {
            OptionKind::Spin { default, min, max } => {
                let [default, min, max] = [default, min, max].map(|&end| i32::try_from(end).ok());
                (Values::Whole(min?, max?), default?)
            }
            OptionKind::Check { default } => (Values::Switch, i32::from(*default)),
            OptionKind::Combo { default, choices } => {
                let base = choices.iter().position(|choice| choice == default)?;
                (Values::Choice(choices.clone()), base as i32)
            }
            OptionKind::Other => return None,
        };
        let name = option.name.clone();
        let parameter = Self {
            name,
            values,
            base,
            frozen: None,
        };
        let (min, max) = parameter.range();
        (min < max).then_some(parameter)
    }

    /// The smallest and the largest value.
    pub fn range(&self) -> (i32, i32) {
        match &self.values {
            Values::Whole(min, max) => (*min, *max),
            Values::Switch => (0, 1),
            Values::Choice(words) => (0, words.len() as i32 - 1),
        }
    }

    /// A value as the engine is told of it.
    pub fn written(&self, value: i32) -> String {
        match &self.values {
            Values::Whole(..) => value.to_string(),
            Values::Switch => (value != 0).to_string(),
            Values::Choice(words) => words[value as usize].clone(),
        }
    }

    /// The gene of its values.
    pub fn gene(&self) -> MixedGene {
        if let Some(value) = self.frozen {
            return MixedGene::whole(&self.name, value, value);
        }
        match &self.values {
            Values::Whole(min, max) => MixedGene::whole(&self.name, *min, *max),
            Values::Switch => MixedGene::choice(&self.name, &["false", "true"]),
            Values::Choice(words) => {
                let words: Vec<_> = words.iter().map(String::as_str).collect();
                MixedGene::choice(&self.name, &words)
            }
        }
    }
}

impl Subject {
    /// The values that others must be better than.
    pub fn base(&self) -> Vec<i32> {
        self.parameters.iter().map(|one| one.base).collect()
    }

    /// Values to begin with: the base, but for what is frozen.
    pub fn start(&self) -> Vec<i32> {
        let parameters = self.parameters.iter();
        parameters
            .map(|one| one.frozen.unwrap_or(one.base))
            .collect()
    }

    /// All options with these values, as the engine is told of them.
    pub fn options(&self, values: &[i32]) -> Vec<(String, String)> {
        let bred = self.parameters.iter().zip(values);
        let bred = bred.map(|(one, &value)| (one.name.clone(), one.written(value)));
        self.fixed.iter().cloned().chain(bred).collect()
    }

    /// The same, so that other machines can be asked for the engine: by its name. An engine that
    /// is a file of this machine, or has arguments, cannot be.
    pub fn lent(self) -> Self {
        let fixed = Program {
            options: self.fixed.clone(),
            ..self.program(&self.base())
        };
        Self {
            lent: Lent::new(&fixed).ok(),
            ..self
        }
    }

    /// The same on a machine that lends these engines.
    pub(super) fn among(self, engines: &Engines) -> Result<Self, Failure> {
        let lent = self.lent.as_ref();
        let lent = lent.ok_or_else(|| Failure::new("the engine is not one to be lent"))?;
        Ok(Self {
            own: Some(lent.program(engines)?),
            ..self
        })
    }

    /// The name by which other machines know the engine.
    pub(super) fn engines(&self) -> Vec<String> {
        let lent = self.lent.iter();
        lent.map(|lent| lent.engine.clone()).collect()
    }

    /// The program with these values.
    pub fn program(&self, values: &[i32]) -> Program {
        if let Some(own) = &self.own {
            return Program {
                asked: self.options(values),
                ..own.clone()
            };
        }
        Program {
            arguments: self.arguments.iter().map(Into::into).collect(),
            options: self.options(values),
            start_timeout: self.patience,
            search_timeout: self.patience,
            ..Program::new(&self.engine)
        }
    }

    /// Whether these are values of its parameters.
    pub fn holds(&self, values: &[i32]) -> bool {
        let mut both = self.parameters.iter().zip(values);
        values.len() == self.parameters.len()
            && both.all(|(one, value)| {
                let (min, max) = one.range();
                (min..=max).contains(value)
            })
    }
}

impl Subject {
    /// What these values differ in from the base, in a line; for messages.
    pub fn differences(&self, values: &[i32]) -> String {
        let both = self.parameters.iter().zip(values);
        let changed = both.filter(|(one, value)| one.base != **value);
        let changed: Vec<_> = changed
            .map(|(one, &value)| format!("{}={}", one.name, one.written(value)))
            .collect();
        match changed.is_empty() {
            true => "the base".into(),
            false => changed.join(", "),
        }
    }
}

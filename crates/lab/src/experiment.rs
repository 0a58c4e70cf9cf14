//! What the lab must know of an experiment.
//!
//! An experiment is one implementation of [`Experiment`] in one file, and one [`Entry`]
//! in the list [`EXPERIMENTS`](crate::EXPERIMENTS). A recipe has a section for it,
//! which becomes a [`Stage`]; [`prepare`](Experiment::prepare) reads its data, and what
//! comes of that is [`Ready`] to run.

use std::any::Any;
use std::fmt::Debug;
use std::ops::ControlFlow;

use chess::Damage;
use engine::eval::Weights;
use engine::organism::Origin;
use evo::{Failure, Unfinished, Watch, Workers};
use journal::{Reader, Writer};

use crate::evolve::{Error, News};
use crate::polish::{Polish, Polished};
use crate::recipe::{Mistake, Named, Section};
use crate::study::StudyError;
use crate::{Champion, Measure, Recipe, Stage};

/// An experiment in the list of those that recipes can name.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    /// What recipes call it.
    pub name: &'static str,
    /// Reads its section of a recipe. One section may make several stages.
    pub read: fn(&mut Section<'_>) -> Result<Vec<Stage>, Mistake>,
}

/// The experiments that recipes can name.
pub type Experiments = &'static [Entry];

/// A section of a recipe that was read and checked: what is bred, and how.
pub trait Experiment: Any + Debug + Send + Sync {
    /// What it makes, for titles.
    fn title(&self) -> &'static str {
        "evolution"
    }

    /// The genes, in order.
    fn genes(&self) -> Vec<Gene>;

    /// What its figures count.
    fn measure(&self) -> Measure;

    /// The methods of its demes, in order.
    fn demes(&self) -> Vec<String>;

    /// What of an organism is bred.
    fn part(&self) -> Part {
        Part::Player
    }

    /// How it is presented.
    fn story(&self) -> Story {
        Story::default()
    }

    /// How many trees a program is made of: the first of its genes are their nodes, the
    /// others their depths.
    fn trees(&self) -> usize {
        0
    }

    /// The most nodes that one organism may need, where a generation has looked at this
    /// number of positions.
    fn most_nodes(&self, _positions: u64) -> Option<u64> {
        None
    }

    /// The files it needs, by their keys in its section.
    fn files(&self) -> Vec<Named<'_>> {
        Vec::new()
    }

    /// Reads the data for its stage; what of it cannot be read is noted.
    fn prepare(
        &self,
        recipe: &Recipe,
        stage: &Stage,
        noted: &mut Vec<Damage>,
    ) -> Result<Box<dyn Ready>, StudyError>;

    /// The file of an organism that it bred.
    fn organism(&self, bred: Bred<'_>) -> String;
}

/// An experiment with its data.
pub trait Ready: Send {
    /// Continues its stage from where the journal stands; does nothing if that is in a
    /// later stage.
    fn evolve(&self, work: Work<'_>) -> Result<ControlFlow<()>, Error>;

    /// How long a generation of one run takes on one thread of an idle machine, in
    /// seconds; `None` where nothing is known.
    fn forecast(&self, _stage: &Stage) -> Option<f64> {
        None
    }

    /// The local search of a champion, where genes are whole numbers.
    fn polish(
        &self,
        _how: Polish,
        _champion: &Champion,
        _workers: Workers<'_>,
    ) -> Option<Result<Polished, Failure>> {
        None
    }

    /// The file of the organism that gives all others what is not bred.
    fn given(
        &self,
        _reader: &Reader,
        _recipe: &Recipe,
        _stage: &Stage,
    ) -> Result<Option<String>, Error> {
        Ok(None)
    }

    /// Positions that were not used in breeding; `None` if there are none.
    fn unseen(&self) -> Option<&dyn Unseen> {
        None
    }
}

/// Positions that were not used in breeding.
pub trait Unseen {
    /// How many there are.
    fn count(&self) -> usize;

    /// How many of them each of these organisms solves, by the values of their genes.
    /// Those that are searches have this evaluation.
    fn solved(
        &self,
        organisms: &[Vec<f64>],
        evaluation: &Weights,
        workers: Workers<'_>,
        tick: &Watch<'_>,
    ) -> Result<Vec<f64>, Unfinished>;

    /// How long that takes for one, in seconds.
    fn forecast(&self) -> f64;
}

/// All that a stage needs to go on.
pub struct Work<'a> {
    /// The recipe.
    pub recipe: &'a Recipe,
    /// The stage.
    pub stage: &'a Stage,
    /// Where it is recorded.
    pub writer: &'a mut Writer,
    /// Where the tasks are done.
    pub workers: Workers<'a>,
    /// Called after every task; may stop the run.
    pub tick: &'a Watch<'a>,
    /// Called after every recorded generation; may stop the run.
    pub watch: &'a mut dyn FnMut(&News) -> ControlFlow<()>,
}

/// One gene of what an experiment breeds.
#[derive(Clone, Debug, PartialEq)]
pub struct Gene {
    /// The name in files.
    pub name: String,
    /// The smallest value.
    pub min: f64,
    /// The largest value.
    pub max: f64,
    /// The value it is compared with, if there is one: that the paper ended with, or what
    /// the [`Story`] calls it.
    pub published: Option<f64>,
}

impl Gene {
    /// A value as text: whole numbers as they are, others to two places.
    pub fn show(value: f64) -> String {
        match value.fract() == 0.0 {
            true => format!("{value}"),
            false => format!("{value:.2}"),
        }
    }

    /// A value as a share of the range, from 0 to 1.
    pub fn share(&self, value: f64) -> f64 {
        let width = self.max - self.min;
        match width > 0.0 {
            true => ((value - self.min) / width).clamp(0.0, 1.0),
            false => 0.0,
        }
    }

    /// The genes of declared numbers.
    pub fn declared(table: params::Table) -> Vec<Self> {
        let gene = |spec: &params::ParamSpec| Self {
            name: spec.name.into(),
            min: spec.min.into(),
            max: spec.max.into(),
            published: Some(spec.default.into()),
        };
        table.iter().map(gene).collect()
    }
}

/// What of an organism an experiment breeds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// The evaluation.
    Evaluation,
    /// The search, for a given evaluation.
    Search,
    /// All of it.
    Player,
    /// Nothing that plays chess: how an organism learns, a point of a landscape.
    Numbers,
}

/// How an experiment is presented.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Story {
    /// What happens in it, for a table of stages.
    pub what: &'static str,
    /// What happened in it, for the summary of a run that ended; `{runs}`,
    /// `{generations}` and `{organisms}` (of the first generation) stand for numbers.
    pub told: &'static str,
    /// What its figure shows.
    pub caption: &'static str,
    /// What the paper has to compare it with.
    pub published: Option<Published>,
    /// What the values are that genes are compared with.
    pub reference: Reference,
    /// A command to look at its champion, where FILE stands for it.
    pub next: Option<&'static str>,
}

impl Default for Story {
    fn default() -> Self {
        Self {
            what: "",
            told: "",
            caption: "The score over the generations.",
            published: None,
            reference: Reference {
                name: "paper",
                what: "the value the paper ended with",
            },
            next: None,
        }
    }
}

/// Reference values of genes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reference {
    /// Its name.
    pub name: &'static str,
    /// What they are.
    pub what: &'static str,
}

/// A paper's values at the start and the end of a run.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Published {
    /// The mean score.
    pub mean: [f64; 2],
    /// The best one; at the start it is not always given.
    pub best: (Option<f64>, f64),
    /// The best one on what it was not bred on, at the end.
    pub on_test: Option<f64>,
    /// What all scores are divided by before they can be compared, where the paper's
    /// data are others: the most nodes that a suite may cost, in millions.
    pub in_percent_of_nodes: bool,
}

/// An organism that was bred, for its file.
pub struct Bred<'a> {
    /// What it is called.
    pub name: String,
    /// Where it came from.
    pub origin: Origin,
    /// The values of its genes.
    pub values: &'a [f64],
    /// Its text, if it is a program.
    pub program: Option<&'a str>,
    /// The file of the organism that gives it what was not bred.
    pub given: Option<&'a str>,
}

//! A recipe: all the numbers of an experiment in one file.
//!
//! ```toml
//! name = "evol-eval"
//! seed = 1
//! runs = 1
//! generations = 200
//!
//! [mimic]
//! positions = "../data/positions.epd"
//! scorer = "quiescence"
//! train = 5000
//! test = 5000
//!
//! [ga]
//! population = 100
//! elites = 1
//! selection = "roulette"
//! crossover = "uniform"
//! crossover_rate = 0.75
//! mutation = { rate = 0.005 }
//! ```
//!
//! What is not written is not done; settings of a method for numbers that are left out
//! are those that do for the number of genes. A path is relative to
//! the folder of the recipe.
//!
//! A recipe has one [`Stage`] or several, one after the other; with several, `stages`
//! lists their sections in order:
//!
//! ```toml
//! stages = ["mimic", "coevolve", "tactics"]
//! ```
//!
//! A section is named after its experiment, or says `experiment = "mimic"` under another
//! name. What every stage has (`runs`, `generations`, a method, `demes`) is written in
//! its section; for the first one it may stand beside it, as above. What a later stage
//! begins with are the champions of the one before. Every stage has one or more phases
//! of the journal, its independent runs.

mod budget;
mod demes;
mod error;
mod files;
mod library;
mod read;
mod section;
mod set;
mod stage;

use std::fs;
use std::path::{self, Path, PathBuf};

use evo::{GrayBits, Method};
use journal::{About, Phase, Reader};
use toml::Spanned;

pub use demes::Demes;
pub use error::{Mistake, RecipeError};
pub use files::Named;
pub(crate) use files::Source;
pub use section::Section;
pub use stage::{Allowance, Stage};

use crate::experiment::Experiments;
use crate::experiments::proof::Trials;
use crate::polish::Polish;

/// The methods that a recipe can name.
pub(crate) const METHODS: &[&str] = Method::<GrayBits>::NAMES;

/// A recipe that has been checked, with its text.
#[derive(Clone, Debug)]
pub struct Recipe {
    /// What runs and champions are called after.
    pub name: String,
    /// The seed of all random numbers of all runs.
    pub seed: u32,
    /// What is done, one after the other; there is at least one.
    pub stages: Vec<Stage>,
    /// The local search at the end, if there is to be one.
    pub polish: Option<Polish>,
    /// The matches at the end, if there are to be any.
    pub proof: Option<Trials>,
    /// The names of other sizes of the same experiment.
    pub budgets: Vec<String>,
    experiments: Experiments,
    file: PathBuf,
    text: String,
    fingerprint: Option<Spanned<String>>,
}

impl Recipe {
    /// Reads a recipe file, whose sections are for these experiments.
    pub fn read(file: &Path, experiments: Experiments) -> Result<Self, RecipeError> {
        let text = fs::read_to_string(file).map_err(|source| RecipeError::Unreadable {
            file: file.to_owned(),
            source,
        })?;
        Self::parse(&text, file, experiments)
    }

    /// Reads the text of a recipe; `file` is for messages and relative paths.
    pub fn parse(text: &str, file: &Path, experiments: Experiments) -> Result<Self, RecipeError> {
        read::check(text, file, experiments).map_err(|problem| problem.in_file(file, text))
    }

    /// The recipe of a recorded run.
    pub fn of(reader: &Reader, experiments: Experiments) -> Result<Self, RecipeError> {
        let file = format!("the recipe in {}", reader.folder().display());
        Self::parse(&reader.about().recipe, Path::new(&file), experiments)
    }

    /// What the journal of a run of it says at its beginning. `command` is what started
    /// it, `version` that of the program.
    pub fn about(&self, command: String, version: &str) -> About {
        let phase = |phase: u32| {
            let stage = self.stage(phase);
            let measure = stage.experiment.measure();
            Phase {
                name: self.phase_name(phase),
                genes: stage.gene_names(),
                demes: stage.experiment.demes(),
                unit: measure.unit.into(),
                trial: measure.trial.into(),
                less_is_better: measure.less_is_better,
            }
        };
        About {
            recipe: self.text.clone(),
            seed: self.seed.into(),
            version: version.into(),
            command,
            phases: self.phases().map(phase).collect(),
        }
    }

    /// The same recipe with these changes made to it.
    pub(crate) fn with(&self, changes: &[String]) -> Result<Self, RecipeError> {
        let mut changed = self.clone();
        changed.set(changes)?;
        Ok(changed)
    }

    /// Changes lines: `key=value` or `table.key=value`, with a value as TOML writes
    /// it; a bare word is a string. The recipe must be right when all of them are
    /// made. A path is relative to the working folder here, because it is typed there.
    pub fn set(&mut self, assignments: &[String]) -> Result<(), RecipeError> {
        let mut text = self.text.clone();
        let mut changed = Ok(self.clone());
        for assignment in assignments {
            let wrong = |problem| RecipeError::Set {
                assignment: assignment.clone(),
                problem,
            };
            text = set::assign(&text, assignment).map_err(wrong)?;
            // What is wrong for now the next change may put right; else the first
            // is to blame.
            let earlier = changed.err();
            changed = read::check(&text, &self.file, self.experiments)
                .map_err(|problem| earlier.unwrap_or_else(|| wrong(problem.what)));
        }
        *self = changed?;
        match self.typed_paths(assignments) {
            typed if typed.is_empty() => Ok(()),
            typed => self.set(&typed),
        }
    }

    /// What makes the relative paths of these changes absolute.
    fn typed_paths(&self, assignments: &[String]) -> Vec<String> {
        let is_typed = |named: &Named<'_>| {
            let keys = assignments
                .iter()
                .filter_map(|typed| typed.split('=').next());
            keys.map(str::trim).any(|key| key == named.key)
        };
        let is_relative = |named: &Named<'_>| {
            let mut paths = named.paths.iter();
            paths.any(|path| named.is_relative(path.get_ref()))
        };
        let absolute = |named: &Named<'_>| {
            let paths = named.paths.iter();
            let paths = paths.map(|path| path::absolute(path.get_ref()));
            Some(named.assignment(&paths.collect::<Result<Vec<_>, _>>().ok()?))
        };
        let files = self.files();
        let files = files.iter();
        let relative = files.filter(|named| is_typed(named) && is_relative(named));
        relative.filter_map(absolute).collect()
    }

    /// The recipe in another size: one of its budgets, whose lines take the place of
    /// its own.
    pub fn in_budget(&self, name: &str) -> Result<Self, RecipeError> {
        let text = budget::apply(&self.text, name);
        let text = text.map_err(|what| self.wrong(0, what))?;
        Self::parse(&text, &self.file, self.experiments)
    }

    /// The text, with all changes made to it.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// An error about the line of this byte.
    pub(crate) fn wrong(&self, at: usize, what: impl Into<String>) -> RecipeError {
        Mistake::new(at, what).in_file(&self.file, &self.text)
    }
}

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
//! Nothing has a default: what is not written is not done. A path is relative to
//! the folder of the recipe.
//!
//! A recipe has one [`Stage`] or several, one after the other: what a later one
//! begins with are the champions of the one before. Every stage has one or more
//! phases of the journal, its independent runs.

mod budget;
mod error;
mod files;
mod set;
mod settings;
mod stage;

use std::fs;
use std::iter;
use std::num::NonZeroUsize;
use std::path::{self, Path, PathBuf};

use engine::eval::Weights;
use engine::search::SearchParams;
use evo::{Evolver, GrayBits, Method, Mixed, Space, Trees};
use params::Table;
use problems::endgame::{self, Points, Sizes};
use problems::ep;
use serde::Deserialize;
use serde::de::IgnoredAny;
use toml::Spanned;

use error::Problem;
pub use error::RecipeError;
pub(crate) use files::{Named, Source};
use settings::Settings;
pub use settings::{
    Coevolve, Endgame, Exam, Finale, Masters, Mentor, Mimic, Polish, Ranges, Tactics, Trials,
};
use stage::First;
pub use stage::Stage;

/// More than this is a typing error, not an experiment.
const MOST_ORGANISMS: u32 = 1_000_000;

/// The largest hash table of a search, in MiB.
const MOST_HASH: usize = 65536;

/// The means of the paper's run: E. Vázquez-Fernández et al., CEC 2011.
const MASTERS_PUBLISHED: [f64; ep::COUNT] = [310.89, 325.32, 514.92, 841.61, 5.62];

/// One gene of what a recipe breeds.
#[derive(Clone, Debug, PartialEq)]
pub struct Gene {
    /// The name in files.
    pub name: String,
    /// The smallest value.
    pub min: f64,
    /// The largest value.
    pub max: f64,
    /// The value that the paper ended with, if it has one.
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
}

/// A recipe that has been checked, with its text.
#[derive(Clone, Debug)]
pub struct Recipe {
    /// What runs and champions are called after.
    pub name: String,
    /// The seed: all chance of all runs comes from it.
    pub seed: u32,
    /// What is done, one after the other; there is at least one.
    pub stages: Vec<Stage>,
    /// The local search at the end, if there is to be one.
    pub polish: Option<Polish>,
    /// The matches at the end, if there are to be any.
    pub proof: Option<Trials>,
    /// The names of other sizes of the same experiment.
    pub budgets: Vec<String>,
    file: PathBuf,
    text: String,
    fingerprint: Option<Spanned<String>>,
}

/// A problem with the method that goes with it.
#[derive(Clone, Debug)]
pub enum Task {
    /// The moves that masters played.
    Mimic(Mimic, Method<GrayBits>),
    /// The scores that a mentor gives.
    Mentor(Mentor, Method<GrayBits>),
    /// Material and mobility from the games of masters.
    Masters(Masters, Method<Mixed<f64>>),
    /// Points won from each other.
    Coevolve(Coevolve<GrayBits>, Method<GrayBits>),
    /// The first and the last generation of a coevolution with more games.
    Final(Coevolve<GrayBits>),
    /// Right moves with few nodes.
    Tactics(Tactics<GrayBits>, Method<GrayBits>),
    /// Endings played by programs.
    Endgame(Endgame, Method<Trees>),
}

impl Recipe {
    /// Reads a recipe file.
    pub fn read(file: &Path) -> Result<Self, RecipeError> {
        let text = fs::read_to_string(file).map_err(|source| RecipeError::Unreadable {
            file: file.to_owned(),
            source,
        })?;
        Self::parse(&text, file)
    }

    /// Reads the text of a recipe; `file` is for messages and relative paths.
    pub fn parse(text: &str, file: &Path) -> Result<Self, RecipeError> {
        Self::check(text, file).map_err(|problem| problem.in_file(file, text))
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
            changed = Self::check(&text, &self.file)
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

    /// The recipe of the program's main job, which needs no file: from random numbers
    /// to a champion.
    pub fn star() -> Self {
        let text = include_str!("../../../../recipes/evol-star.toml");
        Self::parse(text, Path::new("evol-star.toml")).expect("a test reads it too")
    }

    /// The recipe in another size: one of its budgets, whose lines take the place of
    /// its own.
    pub fn in_budget(&self, name: &str) -> Result<Self, RecipeError> {
        let text = budget::apply(&self.text, name);
        let text = text.map_err(|what| self.wrong(0, what))?;
        Self::parse(&text, &self.file)
    }

    /// The text, with all changes made to it.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// An error about the line of this byte.
    pub(crate) fn wrong(&self, at: usize, what: impl Into<String>) -> RecipeError {
        Problem::new(at, what).in_file(&self.file, &self.text)
    }

    fn check(text: &str, file: &Path) -> Result<Self, Problem> {
        // The problem decides what a genome is, and so what its method may say.
        #[derive(Deserialize)]
        struct Problems {
            masters: Option<IgnoredAny>,
            endgame: Option<IgnoredAny>,
        }
        match toml::from_str(text) {
            Ok(Problems {
                endgame: Some(_), ..
            }) => Self::check_as::<Trees>(text, file),
            Ok(Problems {
                masters: Some(_), ..
            }) => Self::check_as::<Mixed<f64>>(text, file),
            _ => Self::check_as::<GrayBits>(text, file),
        }
    }

    fn check_as<S: First>(text: &str, file: &Path) -> Result<Self, Problem> {
        let settings: Settings<S> = toml::from_str(text)?;
        let name = settings.name.get_ref();
        let word = |c: char| c.is_ascii_alphanumeric() || "-_".contains(c);
        if name.is_empty() || !name.chars().all(word) {
            let at = settings.name.span().start;
            let what = format!("`{name}` cannot name a run: use letters, digits, - and _");
            return Err(Problem::new(at, what));
        }
        let stages = stage::of(&settings)?;
        if let Some(polish) = &settings.polish
            && !matches!(
                stages.as_slice(),
                [Stage {
                    task: Task::Mimic(..) | Task::Mentor(..) | Task::Tactics(..),
                    ..
                }]
            )
        {
            let what = "[polish] goes with [mimic], [mentor] or [tactics] alone";
            return Err(Problem::new(polish.span().start, what));
        }
        if let Some(proof) = &settings.proof {
            checked_hash(&proof.get_ref().hash)?;
            if !matches!(
                stages.as_slice(),
                [
                    ..,
                    _,
                    Stage {
                        task: Task::Tactics(..),
                        ..
                    }
                ]
            ) {
                let what = "[proof] goes with [tactics] after other problems";
                return Err(Problem::new(proof.span().start, what));
            }
        }
        budget::check(text, file, &settings.budget)?;
        Ok(Self {
            name: settings.name.into_inner(),
            seed: settings.seed,
            stages,
            polish: settings.polish.map(Spanned::into_inner),
            proof: settings.proof.map(Spanned::into_inner),
            budgets: budget::names(&settings.budget),
            file: file.to_owned(),
            text: text.to_owned(),
            fingerprint: settings.fingerprint,
        })
    }
}

impl Task {
    /// The genes, in order.
    pub fn genes(&self) -> Vec<Gene> {
        match self {
            Self::Mimic(..) | Self::Mentor(..) | Self::Coevolve(..) | Self::Final(..) => {
                declared(Weights::TABLE)
            }
            Self::Tactics(..) => declared(SearchParams::TABLE),
            Self::Masters(masters, _) => {
                let space = masters.space().expect("the recipe was checked");
                let published = MASTERS_PUBLISHED.iter().zip(space.genes());
                let gene = |(&published, gene): (&f64, &evo::MixedGene)| {
                    let (min, max) = gene.bounds();
                    Gene {
                        name: gene.name.clone(),
                        min,
                        max,
                        published: Some(published),
                    }
                };
                published.map(gene).collect()
            }
            // How large the trees are; the trees themselves are text.
            Self::Endgame(settings, _) => {
                let Sizes {
                    advantage,
                    even,
                    disadvantage,
                } = settings.trees;
                let trees = endgame::TREES.iter().zip([advantage, even, disadvantage]);
                let gene = |what: &str, name: &str, max: u32| Gene {
                    name: format!("{}_{what}", name.to_uppercase()),
                    min: 1.0,
                    max: max.into(),
                    published: None,
                };
                let nodes = trees
                    .clone()
                    .map(|(name, limits)| gene("NODES", name, limits.size));
                let depths = trees.map(|(name, limits)| gene("DEPTH", name, limits.depth));
                nodes.chain(depths).collect()
            }
        }
    }

    /// What it makes, in a word or two.
    pub const fn title(&self) -> &'static str {
        match self {
            Self::Mimic(..) | Self::Mentor(..) => "evaluations",
            Self::Coevolve(..) => "coevolution",
            Self::Final(..) => "final",
            Self::Tactics(..) => "search",
            _ => "evolution",
        }
    }

    /// The names of the genes, in order.
    pub fn gene_names(&self) -> Vec<String> {
        self.genes().into_iter().map(|gene| gene.name).collect()
    }

    /// The files it needs.
    fn files(&self) -> Vec<Named<'_>> {
        match self {
            Self::Mimic(mimic, _) => {
                let built_in = problems::positions::BUILT_IN;
                let named = Named::data_or("mimic.positions", &mimic.positions, built_in);
                vec![named]
            }
            Self::Mentor(mentor, _) => vec![Named::data("mentor.scores", &mentor.scores)],
            Self::Masters(masters, _) => vec![Named::data("masters.games", &masters.games)],
            Self::Coevolve(coevolve, _) => {
                let founders = coevolve.founders.iter();
                founders.map(|files| Named::founders(files)).collect()
            }
            Self::Final(_) | Self::Endgame(..) => Vec::new(),
            Self::Tactics(tactics, _) => {
                let built_in = problems::tactics::BUILT_IN;
                let suite = Named::data_or("tactics.suite", &tactics.suite, built_in);
                let organism = tactics.organism.iter().map(Named::organism);
                iter::once(suite).chain(organism).collect()
            }
        }
    }
}

/// The genes of declared numbers.
fn declared(table: Table) -> Vec<Gene> {
    let gene = |spec: &params::ParamSpec| Gene {
        name: spec.name.into(),
        min: spec.min.into(),
        max: spec.max.into(),
        published: Some(spec.default.into()),
    };
    table.iter().map(gene).collect()
}

/// Whether the numbers of an endgame recipe go together.
fn check_endgame(endgame: &Endgame, population: u32) -> Result<(), Problem> {
    let at = endgame.endings.span().start;
    if endgame.endings.get_ref().is_empty() {
        return Err(Problem::new(at, "at least one ending must be played"));
    }
    let games = &endgame.master.games;
    if games.get_ref().get() % 2 == 1 {
        let what = "two games are played from every start: ask for an even number";
        return Err(Problem::new(games.span().start, what));
    }
    if ![endgame.points, endgame.master.points]
        .iter()
        .all(Points::are_finite)
    {
        return Err(Problem::new(at, "points must be finite"));
    }
    if !endgame.peers().opponents.suit(population) {
        let what = format!(
            "a population of {population} cannot give every player {} opponents",
            endgame.opponents.get_ref()
        );
        return Err(Problem::new(endgame.opponents.span().start, what));
    }
    let peers = endgame.peers();
    if (peers.starts as usize) < peers.from.endings.len() {
        let what = format!(
            "all endings and lessons are played once in {} starts, so that some would never be \
             played: ask for at least as many",
            peers.from.endings.len()
        );
        return Err(Problem::new(endgame.starts.span().start, what));
    }
    if let Some(quiet) = &endgame.quiet {
        for ending in &peers.from.endings {
            let checked = ending.check_quiet(*quiet.get_ref());
            checked.map_err(|error| Problem::new(quiet.span().start, error.to_string()))?;
        }
    }
    Ok(())
}

/// The size of a hash table, in MiB.
fn checked_hash(hash: &Spanned<NonZeroUsize>) -> Result<(), Problem> {
    if hash.get_ref().get() > MOST_HASH {
        let what = format!("a hash table has at most {MOST_HASH} MiB");
        return Err(Problem::new(hash.span().start, what));
    }
    Ok(())
}

/// A method whose numbers go together.
fn checked<S: Space>(method: Method<S>, space: &S, at: usize) -> Result<Method<S>, Problem> {
    if method.population() > MOST_ORGANISMS {
        let what = format!("a population has at most {MOST_ORGANISMS} organisms");
        return Err(Problem::new(at, what));
    }
    match Evolver::new(method.clone(), space, Vec::new()) {
        Ok(_) => Ok(method),
        Err(error) => Err(Problem::new(at, error.to_string())),
    }
}

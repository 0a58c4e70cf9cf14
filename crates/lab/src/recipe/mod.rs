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

mod error;
mod set;
mod settings;

use std::fs;
use std::num::NonZeroU32;
use std::path::{self, Path, PathBuf};

use engine::eval::Weights;
use engine::search::SearchParams;
use evo::ga::Ga;
use evo::{Evolver, GrayBits, Method, Reals, Space};
use params::Table;
use problems::ep;
use toml::Spanned;

use error::Problem;
pub use error::RecipeError;
use settings::Settings;
pub use settings::{Masters, Mentor, Mimic, Polish, Ranges, Tactics};

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
    /// The value that the paper ended with.
    pub published: f64,
}

/// A recipe that has been checked, with its text.
#[derive(Clone, Debug)]
pub struct Recipe {
    /// What runs and champions are called after.
    pub name: String,
    /// The seed of the first run; the next run has the next number.
    pub seed: u32,
    /// How many independent runs.
    pub runs: NonZeroU32,
    /// How many generations are bred after the random start.
    pub generations: u32,
    /// What is bred, and how.
    pub task: Task,
    /// The local search at the end, if there is to be one.
    pub polish: Option<Polish>,
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
    Masters(Masters, Method<Reals>),
    /// Right moves with few nodes.
    Tactics(Tactics, Method<GrayBits>),
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

    /// Changes one line: `key=value` or `table.key=value`, with a value as TOML
    /// writes it; a bare word is a string. A path is relative to the working
    /// folder here, because it is typed there.
    pub fn set(&mut self, assignment: &str) -> Result<(), RecipeError> {
        let changed = set::assign(&self.text, assignment)
            .and_then(|text| Self::check(&text, &self.file).map_err(|problem| problem.what));
        let changed = changed.map_err(|problem| RecipeError::Set {
            assignment: assignment.to_owned(),
            problem,
        })?;
        let set = assignment.split('=').next().map(str::trim);
        for (key, path) in changed.task.files() {
            if set == Some(key)
                && path.get_ref().is_relative()
                && let Ok(path) = path::absolute(path.get_ref())
            {
                return self.set(&assignment_of(key, &path));
            }
        }
        *self = changed;
        Ok(())
    }

    /// The text, with all changes made to it.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The data file.
    pub fn data(&self) -> PathBuf {
        self.place(self.task.files()[0].1)
    }

    /// Where a file is that the recipe names.
    pub(crate) fn place(&self, path: &Spanned<PathBuf>) -> PathBuf {
        let folder = self.file.parent().unwrap_or(Path::new(""));
        folder.join(path.get_ref())
    }

    /// Looks at the files: they have to be there, and to be those meant if the
    /// recipe says which. The recipe that is returned does say, and names them in
    /// full, so that a run can go on from anywhere and never with other data.
    pub fn pinned(&self) -> Result<Self, RecipeError> {
        let mut pinned = self.clone();
        let mut contents = Vec::new();
        for (key, written) in self.task.files() {
            let file = self.place(written);
            let found = fs::canonicalize(&file).and_then(|path| Ok((fs::read(&path)?, path)));
            let (mut bytes, path) = found.map_err(|source| {
                let what = format!("{key}: cannot read {}: {source}", file.display());
                self.wrong(written.span().start, what)
            })?;
            contents.append(&mut bytes);
            pinned.set(&assignment_of(key, &path))?;
        }
        let found = format!("{:016x}", journal::hash(&contents));
        if let Some(meant) = &self.fingerprint
            && *meant.get_ref() != found
        {
            let files = pinned.task.files();
            let files: Vec<_> = files.iter().map(|(_, file)| file.get_ref()).collect();
            let names: Vec<_> = files
                .iter()
                .map(|file| file.display().to_string())
                .collect();
            let what = format!(
                "{} has the fingerprint {found}: it is not the file that is meant; put that one back",
                names.join(" with ")
            );
            return Err(self.wrong(meant.span().start, what));
        }
        pinned.set(&format!("fingerprint=\"{found}\""))?;
        Ok(pinned)
    }

    /// An error about the line of this byte.
    pub(crate) fn wrong(&self, at: usize, what: impl Into<String>) -> RecipeError {
        Problem::new(at, what).in_file(&self.file, &self.text)
    }

    fn check(text: &str, file: &Path) -> Result<Self, Problem> {
        let settings: Settings = toml::from_str(text)?;
        let name = settings.name.get_ref();
        let word = |c: char| c.is_ascii_alphanumeric() || "-_".contains(c);
        if name.is_empty() || !name.chars().all(word) {
            let at = settings.name.span().start;
            let what = format!("`{name}` cannot name a run: use letters, digits, - and _");
            return Err(Problem::new(at, what));
        }
        if settings
            .seed
            .checked_add(settings.runs.get_ref().get() - 1)
            .is_none()
        {
            let at = settings.runs.span().start;
            return Err(Problem::new(
                at,
                "the seeds of so many runs go beyond 4294967295",
            ));
        }
        let Settings {
            mimic,
            mentor,
            masters,
            tactics,
            ga,
            ep,
            ..
        } = settings;
        let task = match (mimic, mentor, masters, tactics, ga, ep) {
            (Some(mimic), None, None, None, Some(ga), None) => {
                let method = checked_ga(ga, &problems::weights_space())?;
                Task::Mimic(mimic.into_inner(), method)
            }
            (None, Some(mentor), None, None, Some(ga), None) => {
                let method = checked_ga(ga, &problems::weights_space())?;
                Task::Mentor(mentor.into_inner(), method)
            }
            (None, None, None, Some(tactics), Some(ga), None) => {
                let hash = &tactics.get_ref().hash;
                if hash.get_ref().get() > MOST_HASH {
                    let what = format!("a hash table has at most {MOST_HASH} MiB");
                    return Err(Problem::new(hash.span().start, what));
                }
                let method = checked_ga(ga, &problems::search_space())?;
                Task::Tactics(tactics.into_inner(), method)
            }
            (None, None, Some(masters), None, None, Some(ep)) => {
                let at = masters.span().start;
                let space = masters.get_ref().space();
                let space = space.map_err(|error| Problem::new(at, error.to_string()))?;
                let at = ep.span().start;
                let method = checked(Method::Ep(ep.into_inner()), &space, at)?;
                if let Some(polish) = settings.polish {
                    let what = "[polish] goes with [ga] only";
                    return Err(Problem::new(polish.span().start, what));
                }
                Task::Masters(masters.into_inner(), method)
            }
            _ => {
                let what = "a recipe has one problem and its method: \
                    [mimic], [mentor] or [tactics] with [ga], or [masters] with [ep]";
                return Err(Problem::new(0, what));
            }
        };
        Ok(Self {
            name: settings.name.into_inner(),
            seed: settings.seed,
            runs: settings.runs.into_inner(),
            generations: settings.generations,
            task,
            polish: settings.polish.map(Spanned::into_inner),
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
            Self::Mimic(..) | Self::Mentor(..) => declared(Weights::TABLE),
            Self::Tactics(..) => declared(SearchParams::TABLE),
            Self::Masters(masters, _) => {
                let space = masters.space().expect("the recipe was checked");
                let published = MASTERS_PUBLISHED.iter().zip(space.genes());
                let gene = |(&published, gene): (&f64, &evo::Gene<f64>)| Gene {
                    name: gene.name.clone(),
                    min: gene.min,
                    max: gene.max,
                    published,
                };
                published.map(gene).collect()
            }
        }
    }

    /// The files it needs, the data first, with their keys.
    fn files(&self) -> Vec<(&'static str, &Spanned<PathBuf>)> {
        match self {
            Self::Mimic(mimic, _) => vec![("mimic.positions", &mimic.positions)],
            Self::Mentor(mentor, _) => vec![("mentor.scores", &mentor.scores)],
            Self::Masters(masters, _) => vec![("masters.games", &masters.games)],
            Self::Tactics(tactics, _) => vec![
                ("tactics.suite", &tactics.suite),
                ("tactics.organism", &tactics.organism),
            ],
        }
    }
}

/// The genes of declared numbers.
fn declared(table: Table) -> Vec<Gene> {
    let gene = |spec: &params::ParamSpec| Gene {
        name: spec.name.into(),
        min: spec.min.into(),
        max: spec.max.into(),
        published: spec.default.into(),
    };
    table.iter().map(gene).collect()
}

fn assignment_of(key: &str, path: &Path) -> String {
    format!(
        "{key}={}",
        toml::Value::from(path.to_string_lossy().as_ref())
    )
}

fn checked_ga(ga: Spanned<Ga<GrayBits>>, space: &GrayBits) -> Result<Method<GrayBits>, Problem> {
    let at = ga.span().start;
    checked(Method::Ga(ga.into_inner()), space, at)
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

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
use evo::ga::Ga;
use evo::{Evolver, GrayBits, Method, Reals, Space, Trees};
use problems::endgame::{self, Points, Sizes};
use problems::ep;
use toml::Spanned;

use error::Problem;
pub use error::RecipeError;
use settings::Settings;
pub use settings::{Endgame, Exam, Masters, Mentor, Mimic, Polish, Ranges};

/// More than this is a typing error, not an experiment.
const MOST_ORGANISMS: u32 = 1_000_000;

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
    pub published: Option<f64>,
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
        if let Some((key, path)) = changed.task.data()
            && set == Some(key)
            && path.get_ref().is_relative()
            && let Ok(path) = path::absolute(path.get_ref())
        {
            return self.set(&assignment_of(key, &path));
        }
        *self = changed;
        Ok(())
    }

    /// The text, with all changes made to it.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The data file, where one is used.
    pub fn data(&self) -> Option<PathBuf> {
        Some(self.file_of(self.task.data()?.1))
    }

    /// A file that the recipe names.
    pub(crate) fn file_of(&self, path: &Spanned<PathBuf>) -> PathBuf {
        let folder = self.file.parent().unwrap_or(Path::new(""));
        folder.join(path.get_ref())
    }

    /// Looks at the data file: it has to be there, and to be the one meant if the
    /// recipe says which. The recipe that is returned does say, and names the file
    /// in full, so that a run can go on from anywhere and never with other data.
    pub fn pinned(&self) -> Result<Self, RecipeError> {
        let (Some((key, written)), Some(data)) = (self.task.data(), self.data()) else {
            return Ok(self.clone());
        };
        let found = fs::canonicalize(&data).and_then(|path| Ok((fs::read(&path)?, path)));
        let (bytes, path) = found.map_err(|source| {
            let what = format!("{key}: cannot read {}: {source}", data.display());
            self.wrong(written.span().start, what)
        })?;
        let found = format!("{:016x}", journal::hash(&bytes));
        if let Some(meant) = &self.fingerprint
            && *meant.get_ref() != found
        {
            let what = format!(
                "{} has the fingerprint {found}: it is not the file that is meant; put that one back",
                path.display()
            );
            return Err(self.wrong(meant.span().start, what));
        }
        let mut pinned = self.clone();
        pinned.set(&assignment_of(key, &path))?;
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
            endgame,
            ga,
            ep,
            gp,
            ..
        } = settings;
        let task = match ((mimic, mentor, masters, endgame), (ga, ep, gp)) {
            ((Some(mimic), None, None, None), (Some(ga), None, None)) => {
                Task::Mimic(mimic.into_inner(), checked_ga(ga)?)
            }
            ((None, Some(mentor), None, None), (Some(ga), None, None)) => {
                Task::Mentor(mentor.into_inner(), checked_ga(ga)?)
            }
            ((None, None, Some(masters), None), (None, Some(ep), None)) => {
                let at = masters.span().start;
                let space = masters.get_ref().space();
                let space = space.map_err(|error| Problem::new(at, error.to_string()))?;
                let at = ep.span().start;
                let method = checked(Method::Ep(ep.into_inner()), &space, at)?;
                Task::Masters(masters.into_inner(), method)
            }
            ((None, None, None, Some(endgame)), (None, None, Some(gp))) => {
                let at = endgame.span().start;
                let endgame = endgame.into_inner();
                let space = endgame.space();
                let space = space.map_err(|error| Problem::new(at, error.to_string()))?;
                let at = gp.span().start;
                let method = checked(Method::Gp(gp.into_inner()), &space, at)?;
                check_endgame(&endgame, method.population())?;
                Task::Endgame(endgame, method)
            }
            _ => {
                let what = "a recipe has one problem and its method: [mimic] or [mentor] \
                    with [ga], [masters] with [ep], or [endgame] with [gp]";
                return Err(Problem::new(0, what));
            }
        };
        if let Some(polish) = &settings.polish
            && !matches!(task, Task::Mimic(..) | Task::Mentor(..))
        {
            let what = "[polish] goes with [mimic] and [mentor] only";
            return Err(Problem::new(polish.span().start, what));
        }
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
            Self::Mimic(..) | Self::Mentor(..) => Weights::TABLE
                .iter()
                .map(|spec| Gene {
                    name: spec.name.into(),
                    min: spec.min.into(),
                    max: spec.max.into(),
                    published: Some(spec.default.into()),
                })
                .collect(),
            Self::Masters(masters, _) => {
                let space = masters.space().expect("the recipe was checked");
                let published = MASTERS_PUBLISHED.iter().zip(space.genes());
                let gene = |(&published, gene): (&f64, &evo::Gene<f64>)| Gene {
                    name: gene.name.clone(),
                    min: gene.min,
                    max: gene.max,
                    published: Some(published),
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

    /// The key and the path of the data file, where one is used.
    const fn data(&self) -> Option<(&'static str, &Spanned<PathBuf>)> {
        match self {
            Self::Mimic(mimic, _) => Some(("mimic.positions", &mimic.positions)),
            Self::Mentor(mentor, _) => Some(("mentor.scores", &mentor.scores)),
            Self::Masters(masters, _) => Some(("masters.games", &masters.games)),
            Self::Endgame(..) => None,
        }
    }
}

fn assignment_of(key: &str, path: &Path) -> String {
    format!(
        "{key}={}",
        toml::Value::from(path.to_string_lossy().as_ref())
    )
}

/// Whether the numbers of an endgame recipe go together.
fn check_endgame(endgame: &Endgame, population: u32) -> Result<(), Problem> {
    let at = endgame.endings.span().start;
    if endgame.endings.get_ref().is_empty() {
        return Err(Problem::new(at, "at least one ending has to be played"));
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
        return Err(Problem::new(at, "points have to be finite"));
    }
    if !endgame.peers().opponents.suit(population) {
        let what = format!(
            "not everybody in a population of {population} can meet {} others",
            endgame.opponents.get_ref()
        );
        return Err(Problem::new(endgame.opponents.span().start, what));
    }
    Ok(())
}

fn checked_ga(ga: Spanned<Ga<GrayBits>>) -> Result<Method<GrayBits>, Problem> {
    let at = ga.span().start;
    checked(Method::Ga(ga.into_inner()), &problems::weights_space(), at)
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

//! A recipe with its data, ready to run.

use std::num::{NonZeroU64, NonZeroUsize};
use std::ops::ControlFlow;
use std::path::Path;

use arena::book::Book;
use chess::pgn::{self, PgnError};
use chess::{Damage, Game};
use engine::organism::{Organism, OrganismError};
use evo::{Bits, Failure, GrayBits, Method, Mixed, Seed, Space, Threads, Trees, Watch};
use journal::{Reader, Writer};
use problems::coevolve::{Coevolve, Contest, Meetings};
use problems::endgame::Endgame;
use problems::ep::{self, Players};
use problems::mentor::{Lessons, LessonsError, Mentor};
use problems::mimic::Mimic;
use problems::positions::{Positions, PositionsError};
use problems::tactics::SuiteError;
use toml::Spanned;

use crate::evolve::{self, Error, News};
use crate::polish::{self, Polished};
use crate::recipe::{self, Named, Source};
use crate::searches::Searches;
use crate::{Champion, Measure, Recipe, RecipeError, Stage, Task, finalists};

/// The genomes to begin with, by the seed of the run; a first round among them may fail.
pub type Founders<G> = dyn Fn(Seed) -> Result<Vec<G>, Failure> + Send;

/// A problem with its data, and how its genomes are bred.
pub struct Breeding<S: Space, P> {
    pub space: S,
    pub method: Method<S>,
    /// Genomes to start from; random ones fill up the population.
    pub founders: Box<Founders<S::Genome>>,
    pub train: P,
    /// What the best are tried on, or how else they are judged.
    pub test: Option<P>,
    /// In which generations: those with a number that this divides, and the last.
    pub test_every: u32,
}

/// A recipe with its data, ready to run.
pub struct Study {
    pub(crate) recipe: Recipe,
    /// One for each stage.
    pub(crate) kinds: Vec<Kind>,
    damage: Vec<Damage>,
}

pub(crate) enum Kind {
    Mimic(Breeding<GrayBits, Mimic>),
    Mentor(Breeding<GrayBits, Mentor>),
    Masters(Breeding<Mixed<f64>, Players>),
    Coevolve {
        method: Method<GrayBits>,
        problem: Coevolve,
        /// Which of the founders go on: the best of this number in these games.
        first: Option<(Coevolve, usize)>,
        /// Where they are not the champions of the stage before.
        founders: Option<Vec<Bits>>,
    },
    Final(Coevolve),
    Tactics(Box<Searches>),
    Endgame(Breeding<Trees, Endgame>),
}

/// Why a recipe cannot be run.
#[derive(Debug, thiserror::Error)]
pub enum StudyError {
    /// The recipe asks for what the data does not have.
    #[error(transparent)]
    Recipe(#[from] RecipeError),
    /// The positions cannot be read.
    #[error(transparent)]
    Positions(#[from] PositionsError),
    /// The scores cannot be read.
    #[error(transparent)]
    Lessons(#[from] LessonsError),
    /// The games cannot be read.
    #[error(transparent)]
    Games(#[from] PgnError),
    /// The suite cannot be read.
    #[error(transparent)]
    Suite(#[from] SuiteError),
    /// A founder, or the organism that gives its evaluation, cannot be read.
    #[error(transparent)]
    Organism(#[from] OrganismError),
}

impl Study {
    /// Reads the data of a recipe and prepares all that organisms share, on the
    /// threads of the caller's pool.
    pub fn prepare(recipe: Recipe) -> Result<Self, StudyError> {
        let mut damage = Vec::new();
        let stages = recipe.stages.iter();
        let kinds = stages.map(|stage| Kind::prepare(&recipe, stage, &mut damage));
        Ok(Self {
            kinds: kinds.collect::<Result<_, _>>()?,
            damage,
            recipe,
        })
    }

    /// What of its data is left out, because it cannot be read.
    pub fn damage(&self) -> impl Iterator<Item = &Damage> {
        self.damage.iter().filter(|damage| damage.count > 0)
    }

    /// The recipe.
    pub const fn recipe(&self) -> &Recipe {
        &self.recipe
    }

    /// Runs the recipe from where the journal stands to its end, or until it is told to
    /// stop: by `tick`, which is called after every task, or by `watch`, which is called
    /// with every generation once it is recorded.
    pub fn evolve(
        &self,
        writer: &mut Writer,
        threads: Threads,
        tick: &Watch<'_>,
        mut watch: impl FnMut(&News) -> ControlFlow<()>,
    ) -> Result<ControlFlow<()>, Error> {
        for (stage, kind) in self.recipe.stages.iter().zip(&self.kinds) {
            if kind
                .evolve(&self.recipe, stage, writer, threads, tick, &mut watch)?
                .is_break()
            {
                return Ok(ControlFlow::Break(()));
            }
        }
        Ok(ControlFlow::Continue(()))
    }

    /// The organism that gives all others of the last stage what is not bred.
    pub fn given(&self, reader: &Reader) -> Result<Option<Organism>, Error> {
        let Some(Kind::Tactics(searches)) = self.kinds.last() else {
            return Ok(None);
        };
        let given = searches.giver(reader, &self.recipe, self.recipe.last())?;
        Ok(Some(given))
    }

    /// The local search of a champion, where the recipe wants one.
    pub fn polish(
        &self,
        champion: &Champion,
        threads: Threads,
    ) -> Option<Result<Polished, Failure>> {
        let polish = self.recipe.polish?;
        let measure = Measure::of(self.recipe.last());
        match self.kinds.last()? {
            Kind::Mimic(breeding) => {
                Some(polish::climb(breeding, polish, champion, measure, threads))
            }
            Kind::Mentor(breeding) => {
                Some(polish::climb(breeding, polish, champion, measure, threads))
            }
            Kind::Tactics(searches) => {
                let breeding = searches.breeding(searches.given.as_ref()?.weights);
                Some(polish::climb(&breeding, polish, champion, measure, threads))
            }
            Kind::Masters(_) | Kind::Coevolve { .. } | Kind::Final(_) | Kind::Endgame(_) => None,
        }
    }
}

impl Kind {
    /// Reads the data of a stage; what of it cannot be read is noted.
    fn prepare(
        recipe: &Recipe,
        stage: &Stage,
        noted: &mut Vec<Damage>,
    ) -> Result<Self, StudyError> {
        Ok(match &stage.task {
            Task::Mimic(settings, method) => {
                let data = settings.positions.get_ref();
                let Positions {
                    train,
                    test,
                    damage,
                } = match recipe.source(&settings.positions) {
                    Source::BuiltIn => Positions::built_in(),
                    Source::File(file) => Positions::read(&file)?,
                };
                noted.push(damage);
                let train = recipe.first(data, "mimic.train", &train, &settings.train)?;
                let test = recipe.first(data, "mimic.test", &test, &settings.test)?;
                let prepare = |samples| Mimic::new(samples, settings.scorer);
                Self::Mimic(weights(method, prepare(train), prepare(test)))
            }
            Task::Mentor(settings, method) => {
                let data = recipe.place(&settings.scores);
                let Lessons { train, test, .. } = Lessons::read(&data)?;
                let train = recipe.first(&data, "mentor.train", &train, &settings.train)?;
                let test = recipe.first(&data, "mentor.test", &test, &settings.test)?;
                Self::Mentor(weights(method, Mentor::new(train), Mentor::new(test)))
            }
            Task::Masters(settings, method) => {
                let (games, damage) = games(&recipe.place(&settings.games))?;
                noted.push(damage);
                let wrong =
                    |error: ep::Error| recipe.wrong(settings.games.span().start, error.to_string());
                let start = settings.start.bounds();
                let population = method.population();
                Self::Masters(Breeding {
                    space: settings.space().map_err(wrong)?,
                    method: method.clone(),
                    founders: Box::new(move |seed| {
                        let founders = ep::founders(&start, population, seed);
                        Ok(founders.expect("the recipe was checked"))
                    }),
                    train: Players::new(games, settings.drawn).map_err(wrong)?,
                    test: None,
                    test_every: 1,
                })
            }
            Task::Coevolve(settings, method) => Self::Coevolve {
                method: method.clone(),
                problem: coevolve(
                    settings,
                    settings.nodes,
                    settings.meetings().expect("the recipe was checked"),
                ),
                first: settings.first.map(|first| {
                    let meetings = Meetings::All(first.openings);
                    (coevolve(settings, first.nodes, meetings), first.best.get())
                }),
                founders: recipe.founders(settings, method)?,
            },
            Task::Final(settings) => Self::Final(coevolve(
                settings,
                settings.finale.nodes,
                Meetings::All(settings.finale.openings),
            )),
            Task::Tactics(settings, method) => {
                Self::Tactics(Searches::prepare(recipe, settings, method, noted)?.into())
            }
            Task::Endgame(settings, method) => Self::Endgame(Breeding {
                space: settings.space().expect("the recipe was checked"),
                method: method.clone(),
                founders: Box::new(|_| Ok(Vec::new())),
                train: settings.peers(),
                test: Some(settings.exam()),
                test_every: settings.master.every.get(),
            }),
        })
    }

    fn evolve(
        &self,
        recipe: &Recipe,
        stage: &Stage,
        writer: &mut Writer,
        threads: Threads,
        tick: &Watch<'_>,
        watch: impl FnMut(&News) -> ControlFlow<()>,
    ) -> Result<ControlFlow<()>, Error> {
        match self {
            Self::Mimic(breeding) => {
                evolve::go(breeding, recipe, stage, writer, threads, tick, watch)
            }
            Self::Mentor(breeding) => {
                evolve::go(breeding, recipe, stage, writer, threads, tick, watch)
            }
            Self::Masters(breeding) => {
                evolve::go(breeding, recipe, stage, writer, threads, tick, watch)
            }
            Self::Coevolve {
                method,
                problem,
                first,
                founders,
            } => {
                let founders = match founders {
                    Some(founders) => founders.clone(),
                    None => finalists::champions(writer.reader(), recipe, stage)?,
                };
                let mut breeding = among(founders.clone(), method.clone(), problem);
                if let Some((first, best)) = first.clone() {
                    breeding.founders =
                        Box::new(move |_| finalists::best(&first, &founders, best, threads));
                }
                evolve::go(&breeding, recipe, stage, writer, threads, tick, watch)
            }
            Self::Final(problem) => {
                let all = finalists::finalists(writer.reader(), stage)?;
                let method = finalists::all_at_once(all.len());
                let breeding = among(all, method, problem);
                evolve::go(&breeding, recipe, stage, writer, threads, tick, watch)
            }
            Self::Tactics(searches) => {
                let giver = searches.giver(writer.reader(), recipe, stage)?;
                let breeding = searches.breeding(giver.weights);
                evolve::go(&breeding, recipe, stage, writer, threads, tick, watch)
            }
            Self::Endgame(breeding) => {
                evolve::go(breeding, recipe, stage, writer, threads, tick, watch)
            }
        }
    }
}

/// The games of a file that can be read.
fn games(file: &Path) -> Result<(Vec<Game>, Damage), PgnError> {
    let (mut games, mut damage) = (Vec::new(), Damage::games());
    for record in pgn::Reader::open(file)? {
        match record {
            Ok(record) => games.push(record.game),
            Err(error) if error.ends_file() => return Err(error),
            Err(error) => damage.note(error),
        }
    }
    Ok((games, damage))
}

/// These against each other.
fn among(
    founders: Vec<Bits>,
    method: Method<GrayBits>,
    problem: &Coevolve,
) -> Breeding<GrayBits, Coevolve> {
    Breeding {
        space: problems::weights_space(),
        method,
        founders: Box::new(move |_| Ok(founders.clone())),
        train: problem.clone(),
        test: None,
        test_every: 1,
    }
}

fn coevolve(
    settings: &recipe::Coevolve<GrayBits>,
    nodes: NonZeroU64,
    meetings: Meetings,
) -> Coevolve {
    let contest = Contest {
        book: Book::built_in().into(),
        nodes: nodes.get(),
        mebibytes: settings.hash.get_ref().get(),
    };
    Coevolve::new(contest, meetings)
}

/// The 35 weights, from nothing but chance.
fn weights<P>(method: &Method<GrayBits>, train: P, test: P) -> Breeding<GrayBits, P> {
    Breeding {
        space: problems::weights_space(),
        method: method.clone(),
        founders: Box::new(|_| Ok(Vec::new())),
        train,
        test: Some(test),
        test_every: 1,
    }
}

impl Recipe {
    /// As many positions of a set as the recipe wants; `key` says how many.
    fn first<'a, T>(
        &self,
        data: &Path,
        key: &str,
        items: &'a [T],
        wanted: &Spanned<NonZeroUsize>,
    ) -> Result<&'a [T], RecipeError> {
        let first = items.get(..wanted.get_ref().get());
        first.ok_or_else(|| self.too_few(&data.display().to_string(), key, items.len(), wanted))
    }

    /// What to say where a recipe wants more positions than there are.
    pub(crate) fn too_few(
        &self,
        data: &str,
        key: &str,
        found: usize,
        wanted: &Spanned<NonZeroUsize>,
    ) -> RecipeError {
        let set = key.rsplit('.').next().unwrap_or(key);
        let what = format!(
            "{data} has only {found} positions to {set}, not {}: `--set {key}={found}`",
            wanted.get_ref()
        );
        self.wrong(wanted.span().start, what)
    }

    /// The founders of a coevolution, where the recipe names their files.
    fn founders(
        &self,
        settings: &recipe::Coevolve<GrayBits>,
        method: &Method<GrayBits>,
    ) -> Result<Option<Vec<Bits>>, StudyError> {
        let Some(written) = &settings.founders else {
            return Ok(None);
        };
        let files = self.files_of(&Named::founders(written))?;
        if files.len() > method.population() as usize {
            let what = format!("{} founders do not fit into the population", files.len());
            return Err(self.wrong(written[0].span().start, what).into());
        }
        let space = problems::weights_space();
        let mut founders = Vec::new();
        for file in files {
            let weights = Organism::read(&file)?.weights;
            founders.push(space.encode(&weights.0).expect("a file within the ranges"));
        }
        Ok(Some(founders))
    }
}

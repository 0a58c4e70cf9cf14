//! A recipe with its data, ready to run.

use std::num::NonZeroUsize;
use std::ops::ControlFlow;

use chess::Game;
use chess::pgn::{self, PgnError};
use evo::{GrayBits, Method, Reals, Seed, Space, Threads, Trees};
use journal::Writer;
use problems::endgame::Endgame;
use problems::ep::{self, Players};
use problems::mentor::{Lessons, LessonsError, Mentor};
use problems::mimic::Mimic;
use problems::positions::{Positions, PositionsError};
use toml::Spanned;

use crate::evolve::{self, Error, News};
use crate::polish::{self, Polished};
use crate::{Champion, Measure, Recipe, RecipeError, Task};

/// A problem with its data, and how its genomes are bred.
pub struct Breeding<S: Space, P> {
    pub space: S,
    pub method: Method<S>,
    /// Genomes to start from; random ones fill up the population.
    pub founders: Box<dyn Fn(Seed) -> Vec<S::Genome> + Send>,
    pub train: P,
    /// What the best are tried on.
    pub test: Option<P>,
    /// In which generations: those with a number that this divides, and the last.
    pub test_every: u32,
}

/// A recipe with its data, ready to run.
pub struct Study {
    recipe: Recipe,
    kind: Kind,
}

enum Kind {
    Mimic(Breeding<GrayBits, Mimic>),
    Mentor(Breeding<GrayBits, Mentor>),
    Masters(Breeding<Reals, Players>),
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
}

impl Study {
    /// Reads the data of a recipe and prepares all that organisms share, on the
    /// threads of the caller's pool.
    pub fn prepare(recipe: Recipe) -> Result<Self, StudyError> {
        let kind = match &recipe.task {
            Task::Mimic(settings, method) => {
                let Positions { train, test } =
                    Positions::read(&recipe.file_of(&settings.positions))?;
                let train = recipe.first("train", &train, &settings.train)?;
                let test = recipe.first("test", &test, &settings.test)?;
                let prepare = |samples| Mimic::new(samples, settings.scorer);
                Kind::Mimic(weights(method, prepare(train), prepare(test)))
            }
            Task::Mentor(settings, method) => {
                let Lessons { train, test, .. } = Lessons::read(&recipe.file_of(&settings.scores))?;
                let train = recipe.first("train", &train, &settings.train)?;
                let test = recipe.first("test", &test, &settings.test)?;
                Kind::Mentor(weights(method, Mentor::new(train), Mentor::new(test)))
            }
            Task::Masters(settings, method) => {
                let games = pgn::Reader::open(recipe.file_of(&settings.games))?
                    .map(|record| Ok(record?.game));
                let games: Vec<Game> = games.collect::<Result<_, PgnError>>()?;
                let wrong =
                    |error: ep::Error| recipe.wrong(settings.games.span().start, error.to_string());
                let start = settings.start.bounds();
                let population = method.population();
                Kind::Masters(Breeding {
                    space: settings.space().map_err(wrong)?,
                    method: method.clone(),
                    founders: Box::new(move |seed| {
                        ep::founders(&start, population, seed).expect("the recipe was checked")
                    }),
                    train: Players::new(games, settings.drawn).map_err(wrong)?,
                    test: None,
                    test_every: 1,
                })
            }
            Task::Endgame(settings, method) => Kind::Endgame(Breeding {
                space: settings.space().expect("the recipe was checked"),
                method: method.clone(),
                founders: Box::new(|_| Vec::new()),
                train: settings.peers(),
                test: Some(settings.exam()),
                test_every: settings.master.every.get(),
            }),
        };
        Ok(Self { recipe, kind })
    }

    /// The recipe.
    pub const fn recipe(&self) -> &Recipe {
        &self.recipe
    }

    /// Runs the recipe from where the journal stands to its end, or until
    /// `watch`, which sees every generation once it is recorded, breaks off.
    pub fn evolve(
        &self,
        writer: &mut Writer,
        threads: Threads,
        watch: impl FnMut(&News) -> ControlFlow<()>,
    ) -> Result<ControlFlow<()>, Error> {
        match &self.kind {
            Kind::Mimic(breeding) => evolve::go(breeding, &self.recipe, writer, threads, watch),
            Kind::Mentor(breeding) => evolve::go(breeding, &self.recipe, writer, threads, watch),
            Kind::Masters(breeding) => evolve::go(breeding, &self.recipe, writer, threads, watch),
            Kind::Endgame(breeding) => evolve::go(breeding, &self.recipe, writer, threads, watch),
        }
    }

    /// The local search of a champion, where the recipe wants one.
    pub fn polish(&self, champion: &Champion, threads: Threads) -> Option<Polished> {
        let polish = self.recipe.polish?;
        let measure = Measure::of(&self.recipe);
        match &self.kind {
            Kind::Mimic(breeding) => {
                Some(polish::climb(breeding, polish, champion, measure, threads))
            }
            Kind::Mentor(breeding) => {
                Some(polish::climb(breeding, polish, champion, measure, threads))
            }
            Kind::Masters(_) | Kind::Endgame(_) => None,
        }
    }
}

/// The 35 weights, from nothing but chance.
fn weights<P>(method: &Method<GrayBits>, train: P, test: P) -> Breeding<GrayBits, P> {
    Breeding {
        space: problems::weights_space(),
        method: method.clone(),
        founders: Box::new(|_| Vec::new()),
        train,
        test: Some(test),
        test_every: 1,
    }
}

impl Recipe {
    /// As many items of a set as the recipe wants.
    fn first<'a, T>(
        &self,
        set: &str,
        items: &'a [T],
        wanted: &Spanned<NonZeroUsize>,
    ) -> Result<&'a [T], RecipeError> {
        items.get(..wanted.get_ref().get()).ok_or_else(|| {
            let data = self.data().unwrap_or_default();
            let what = format!(
                "{} has {} {set} positions; ask for no more",
                data.display(),
                items.len()
            );
            self.wrong(wanted.span().start, what)
        })
    }
}

//! A recipe with its data, ready to run.

use std::num::NonZeroUsize;
use std::ops::ControlFlow;

use chess::Game;
use chess::pgn::{self, PgnError};
use engine::organism::{Organism, OrganismError};
use evo::{GrayBits, Method, Reals, Seed, Space, Threads, Watch};
use journal::Writer;
use problems::ep::{self, Players};
use problems::mentor::{Lessons, LessonsError, Mentor};
use problems::mimic::Mimic;
use problems::positions::{Positions, PositionsError};
use problems::tactics::{Puzzle, SuiteError, Tactics};
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
    /// What the best of each generation is tried on, or how else it is judged.
    pub test: Option<P>,
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
    /// With the organism whose evaluation all have.
    Tactics(Breeding<GrayBits, Tactics>, Organism),
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
    /// The organism cannot be read.
    #[error(transparent)]
    Organism(#[from] OrganismError),
}

impl Study {
    /// Reads the data of a recipe and prepares all that organisms share, on the
    /// threads of the caller's pool.
    pub fn prepare(recipe: Recipe) -> Result<Self, StudyError> {
        let kind = match &recipe.task {
            Task::Mimic(settings, method) => {
                let Positions { train, test } = Positions::read(&recipe.data())?;
                let train = recipe.first("train", &train, &settings.train)?;
                let test = recipe.first("test", &test, &settings.test)?;
                let prepare = |samples| Mimic::new(samples, settings.scorer);
                Kind::Mimic(weights(method, prepare(train), prepare(test)))
            }
            Task::Mentor(settings, method) => {
                let Lessons { train, test, .. } = Lessons::read(&recipe.data())?;
                let train = recipe.first("train", &train, &settings.train)?;
                let test = recipe.first("test", &test, &settings.test)?;
                Kind::Mentor(weights(method, Mentor::new(train), Mentor::new(test)))
            }
            Task::Masters(settings, method) => {
                let games = pgn::Reader::open(recipe.data())?.map(|record| Ok(record?.game));
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
                })
            }
            Task::Tactics(settings, method) => {
                let puzzles = Puzzle::read_suite(&recipe.data())?;
                let given = Organism::read(&recipe.place(&settings.organism))?;
                let hash = settings.hash.get_ref().get();
                let train = Tactics::new(puzzles, given.weights, settings.nodes, hash);
                let breeding = Breeding {
                    space: problems::search_space(),
                    method: method.clone(),
                    founders: Box::new(|_| Vec::new()),
                    test: Some(train.by_solved()),
                    train,
                };
                Kind::Tactics(breeding, given)
            }
        };
        Ok(Self { recipe, kind })
    }

    /// The recipe.
    pub const fn recipe(&self) -> &Recipe {
        &self.recipe
    }

    /// Runs the recipe from where the journal stands to its end, or until somebody
    /// breaks off: `tick`, which hears of every task that is done, or `watch`, which
    /// sees every generation once it is recorded.
    pub fn evolve(
        &self,
        writer: &mut Writer,
        threads: Threads,
        tick: &Watch<'_>,
        watch: impl FnMut(&News) -> ControlFlow<()>,
    ) -> Result<ControlFlow<()>, Error> {
        let recipe = &self.recipe;
        match &self.kind {
            Kind::Mimic(breeding) => evolve::go(breeding, recipe, writer, threads, tick, watch),
            Kind::Mentor(breeding) => evolve::go(breeding, recipe, writer, threads, tick, watch),
            Kind::Masters(breeding) => evolve::go(breeding, recipe, writer, threads, tick, watch),
            Kind::Tactics(breeding, _) => {
                evolve::go(breeding, recipe, writer, threads, tick, watch)
            }
        }
    }

    /// The organism that gives all others of the run what is not bred.
    pub(crate) const fn given(&self) -> Option<&Organism> {
        match &self.kind {
            Kind::Tactics(_, given) => Some(given),
            _ => None,
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
            Kind::Tactics(breeding, _) => {
                Some(polish::climb(breeding, polish, champion, measure, threads))
            }
            Kind::Masters(_) => None,
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
            let (data, found) = (self.data(), items.len());
            let what = format!(
                "{} has {found} {set} positions; ask for no more",
                data.display()
            );
            self.wrong(wanted.span().start, what)
        })
    }
}

//! A recipe with its data, ready to run.

use std::error;
use std::ops::ControlFlow;

use chess::Damage;
use evo::{Failure, Watch, Workers};
use journal::{Reader, Writer};

use crate::evolve::{Error, News};
use crate::experiment::{Ready, Work};
use crate::polish::Polished;
use crate::{Champion, Recipe, RecipeError};

/// A recipe with its data, ready to run.
pub struct Study {
    pub(crate) recipe: Recipe,
    /// One for each stage.
    pub(crate) ready: Vec<Box<dyn Ready>>,
    damage: Vec<Damage>,
}

/// Why a recipe cannot be run.
#[derive(Debug, thiserror::Error)]
pub enum StudyError {
    /// The recipe asks for what the data does not have.
    #[error(transparent)]
    Recipe(#[from] RecipeError),
    /// The data cannot be read.
    #[error(transparent)]
    Data(Box<dyn error::Error + Send + Sync>),
}

impl StudyError {
    /// The data cannot be read.
    pub fn data(why: impl error::Error + Send + Sync + 'static) -> Self {
        Self::Data(Box::new(why))
    }
}

impl Study {
    /// Reads the data of a recipe and prepares all that organisms share, on the
    /// threads of the caller's pool.
    pub fn prepare(recipe: Recipe) -> Result<Self, StudyError> {
        let mut damage = Vec::new();
        let stages = recipe.stages.iter();
        let ready = stages.map(|stage| stage.experiment.prepare(&recipe, stage, &mut damage));
        Ok(Self {
            ready: ready.collect::<Result<_, _>>()?,
            damage,
            // A run of it makes the same champion, wherever it is gone on with.
            recipe: recipe.pinned()?,
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
        workers: Workers<'_>,
        tick: &Watch<'_>,
        mut watch: impl FnMut(&News) -> ControlFlow<()>,
    ) -> Result<ControlFlow<()>, Error> {
        for (stage, ready) in self.recipe.stages.iter().zip(&self.ready) {
            let work = Work {
                recipe: &self.recipe,
                stage,
                writer,
                workers,
                tick,
                watch: &mut watch,
            };
            if ready.evolve(work)?.is_break() {
                return Ok(ControlFlow::Break(()));
            }
        }
        Ok(ControlFlow::Continue(()))
    }

    /// The file of the organism that gives all others of the last stage what is not bred.
    pub fn given(&self, reader: &Reader) -> Result<Option<String>, Error> {
        let last = self.ready.last().expect("a recipe has a stage");
        last.given(reader, &self.recipe, self.recipe.last())
    }

    /// The local search of a champion, where the recipe wants one.
    pub fn polish(
        &self,
        champion: &Champion,
        workers: Workers<'_>,
    ) -> Option<Result<Polished, Failure>> {
        let polish = self.recipe.polish?;
        self.ready.last()?.polish(polish, champion, workers)
    }
}

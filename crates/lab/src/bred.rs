//! Any organism that a run has bred, as one that plays.

use std::path::Path;

use journal::{Place, Reader};

use crate::experiment::Part;
use crate::experiments::lineage;
use crate::kinds::parse_organism;
use crate::{Champion, Measure, Playable, Recipe, StudyError, evolve};

/// The organism that gives those of a phase what is not bred in it.
#[derive(Clone, Debug, Default)]
pub struct Giver(Option<String>);

/// Why an organism of a run does not play.
#[derive(Debug, thiserror::Error)]
pub enum BredError {
    /// There is no such organism.
    #[error("there is no organism {number} in generation {generation} of phase {phase}")]
    None {
        /// The phase.
        phase: u32,
        /// The generation.
        generation: u32,
        /// Its number there.
        number: u32,
    },
    /// The run cannot be read.
    #[error(transparent)]
    Journal(#[from] journal::Error),
    /// What is not bred cannot be read.
    #[error("what the run did not breed is missing: {0}")]
    Study(#[from] StudyError),
    /// What was bred before cannot be read.
    #[error(transparent)]
    Before(#[from] evolve::Error),
    /// Its file is not one that plays.
    #[error(transparent)]
    Organism(#[from] engine::organism::OrganismError),
}

impl Giver {
    /// Reads it. The same for all generations of a phase, it may take a while: the data of
    /// the stage is read where it needs any.
    pub fn read(reader: &Reader, recipe: &Recipe, phase: u32) -> Result<Self, BredError> {
        let stage = recipe.stage(phase);
        let lacks = stage.experiment.part() == Part::Search || lineage::is_modern(stage);
        if !lacks {
            return Ok(Self::default());
        }
        let ready = stage.experiment.prepare(recipe, stage, &mut Vec::new())?;
        Ok(Self(ready.given(reader, recipe, stage)?))
    }
}

impl Champion {
    /// The best of a generation, or the one with this number, as if it were the champion.
    pub fn bred(
        reader: &Reader,
        recipe: &Recipe,
        place: Place,
        number: Option<u32>,
    ) -> Result<Self, BredError> {
        let Place { phase, generation } = place;
        let none = || BredError::None {
            phase,
            generation,
            number: number.unwrap_or(0),
        };
        if !recipe.phases().contains(&phase) {
            return Err(none());
        }
        let measure = Measure::of(recipe.stage(phase));
        let figures = reader.generation(place)?.ok_or_else(none)?;
        match number {
            None => Ok(Self::of(reader, &figures, measure)?),
            Some(number) => Self::numbered(reader, &figures, number, measure)?.ok_or_else(none),
        }
    }

    /// The organism as a player, with what was not bred.
    pub fn player(
        &self,
        recipe: &Recipe,
        Giver(given): &Giver,
    ) -> Result<Box<dyn Playable>, BredError> {
        let text = self.to_toml(recipe, given.as_deref(), &[]);
        Ok(parse_organism(&text, Path::new("organism.toml"))?)
    }
}

//! What a modern organism has inherited from earlier stages: weights from one, a search
//! from another, its way of learning from a third.

use std::path::PathBuf;

use engine::modern::Organism;
use engine::modern::search::SearchGenes;
use journal::Reader;
use problems::coevolve::Searches;
use problems::lives::Habits;
use toml::Spanned;

use super::data::unpublished;
use super::pupils;
use crate::evolve::Error;
use crate::experiment::Gene;
use crate::numbers::program;
use crate::recipe::Named;
use crate::study::StudyError;
use crate::{Champion, Recipe, Stage};

/// The file that the key `organism` of a section names, if it is set.
pub fn named(organism: Option<&Spanned<PathBuf>>) -> Vec<Named<'_>> {
    let named = organism.map(|path| Named::organism("organism", path));
    named.into_iter().collect()
}

/// The organism that the key `organism` names, or this one.
pub fn given(
    recipe: &Recipe,
    organism: Option<&Spanned<PathBuf>>,
    untaught: Organism,
) -> Result<Organism, StudyError> {
    match named(organism).first() {
        None => Ok(untaught),
        Some(named) => {
            let files = recipe.files_of(named)?;
            Organism::read(&files[0]).map_err(StudyError::data)
        }
    }
}

/// The genes of a search that are bred by games at fixed nodes.
pub fn search_genes() -> Vec<Gene> {
    unpublished(SearchGenes::TIMELESS)
}

/// The numbers of a way of learning.
pub fn habit_genes() -> Vec<Gene> {
    unpublished(Habits::TABLE)
}

/// Whether a stage learns weights of modern organisms.
pub fn has_weights(stage: &Stage) -> bool {
    stage.experiment.genes() == pupils::genes()
}

/// Whether a stage breeds searches of modern organisms.
pub fn has_searches(stage: &Stage) -> bool {
    stage.experiment.genes() == search_genes()
}

/// Whether a stage breeds modern organisms.
pub fn is_modern(stage: &Stage) -> bool {
    has_weights(stage) || has_searches(stage)
}

/// The organism `given`, with what the champions of the stages before this one have
/// that is newer.
pub fn inherited(
    mut given: Organism,
    reader: &Reader,
    recipe: &Recipe,
    stage: &Stage,
) -> Result<Organism, Error> {
    for before in recipe
        .stages
        .iter()
        .take_while(|one| one.first < stage.first)
    {
        let Some(champion) = Champion::best(reader, before)? else {
            continue;
        };
        if has_weights(before) {
            given.weights = pupils::weights_of(&champion.genes);
        } else if has_searches(before) {
            given.search = Searches::genes(&program(&champion.genes));
        }
    }
    Ok(given)
}

/// How the champion of the latest stage of lives before this one has learned, if there is
/// one.
pub fn habits(reader: &Reader, recipe: &Recipe, stage: &Stage) -> Result<Option<Habits>, Error> {
    let before = recipe.stages.iter().rev();
    let mut before = before.filter(|one| one.first < stage.first);
    let Some(lives) = before.find(|one| one.experiment.genes() == habit_genes()) else {
        return Ok(None);
    };
    let champion = Champion::best(reader, lives)?;
    Ok(champion.and_then(|champion| Habits::of(&program(&champion.genes))))
}

/// The file of that organism.
pub fn file(
    given: &Organism,
    reader: &Reader,
    recipe: &Recipe,
    stage: &Stage,
) -> Result<Option<String>, Error> {
    let parent = inherited(given.clone(), reader, recipe, stage)?;
    Ok(Some(parent.to_toml()))
}

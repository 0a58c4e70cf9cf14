//! What a modern organism has inherited from earlier stages: weights from one, a search
//! from another.

use engine::modern::Organism;
use engine::modern::search::SearchGenes;
use journal::Reader;
use problems::coevolve::Searches;

use super::data::unpublished;
use super::pupils;
use crate::evolve::Error;
use crate::experiment::Gene;
use crate::numbers::program;
use crate::{Champion, Recipe, Stage};

/// The genes of a search that are bred by games at fixed nodes.
pub fn search_genes() -> Vec<Gene> {
    unpublished(SearchGenes::TIMELESS)
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

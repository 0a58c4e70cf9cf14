//! Matches of a modern champion.

use engine::modern;
use engine::organism::Organism;
use journal::{Place, Reader};
use problems::coevolve::Searches;

use super::Opponent;
use super::trial::Players;
use crate::evolve::Error;
use crate::experiments::lineage::{has_searches, is_modern};
use crate::numbers::program;
use crate::study::Study;
use crate::{Champion, Recipe, Stage};

/// The opponents of the champion, in order.
pub fn opponents(recipe: &Recipe) -> impl Iterator<Item = Opponent> {
    let searches = bred_searches(recipe).map(|_| Opponent::RandomSearches);
    searches.into_iter().chain([Opponent::Galapagos1])
}

/// The first stage that breeds searches.
fn bred_searches(recipe: &Recipe) -> Option<&Stage> {
    recipe.stages.iter().find(|stage| has_searches(stage))
}

impl Recipe {
    /// Whether its champion is of the modern kind.
    pub(crate) fn is_modern(&self) -> bool {
        is_modern(self.last())
    }
}

impl Study {
    /// The files of the champion and of the opponents it is tried against.
    pub(super) fn modern_players(
        &self,
        opponent: Opponent,
        reader: &Reader,
    ) -> Result<Players, Error> {
        let recipe = &self.recipe;
        let champion = Champion::best(reader, recipe.last())?.expect("the run has ended");
        let champion = champion.to_toml(recipe, self.given(reader)?.as_deref(), &[]);
        let opponents = match (opponent, bred_searches(recipe)) {
            (Opponent::RandomSearches, Some(stage)) => {
                let own = modern::Organism::parse(&champion, "champion.toml".as_ref())
                    .expect("a file of its own");
                let first = reader.organisms(Place {
                    phase: stage.first,
                    generation: 0,
                })?;
                let with_search = |genes: &[f64]| modern::Organism {
                    search: Searches::genes(&program(genes)),
                    ..own.clone()
                };
                let searches = first.iter().map(|one| with_search(&one.genome));
                searches.map(|one| one.to_toml().into()).collect()
            }
            _ => vec![Organism::champion().to_toml().into()],
        };
        Ok((champion.into(), opponents))
    }
}

//! How large the programs of a run have grown.

use evo::trees::Bloat;
use journal::{Place, Reader};

use crate::Recipe;

/// The nodes of the programs of a generation; nothing where no programs are bred.
pub fn bloat(
    reader: &Reader,
    recipe: &Recipe,
    place: Place,
) -> Result<Option<Bloat>, journal::Error> {
    let trees = recipe.stage(place.phase).experiment.trees();
    if trees == 0 {
        return Ok(None);
    }
    let organisms = reader.organisms(place)?;
    // The first half of the genes are nodes, the second half depths.
    let nodes = organisms
        .iter()
        .map(|one| one.genome[..trees].iter().sum::<f64>() as usize);
    Ok(Some(Bloat::of_sizes(nodes)))
}

//! How large the programs of a run have grown.

use evo::trees::Bloat;
use journal::{Place, Reader};

use crate::{Recipe, Task};

/// The nodes of the programs of a generation; nothing where no programs are bred.
pub fn bloat(
    reader: &Reader,
    recipe: &Recipe,
    place: Place,
) -> Result<Option<Bloat>, journal::Error> {
    let task = &recipe.stage(place.phase).task;
    let Task::Endgame(..) = task else {
        return Ok(None);
    };
    let trees = task.genes().len() / 2;
    let organisms = reader.organisms(place)?;
    // The first half of the genes are nodes, the second half depths.
    let nodes = organisms
        .iter()
        .map(|one| one.genome[..trees].iter().sum::<f64>() as usize);
    Ok(Some(Bloat::of_sizes(nodes)))
}

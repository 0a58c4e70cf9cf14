//! How fast a run is at the moment.

use journal::{Place, Reader};

use crate::Recipe;

/// The generations over which the pace is measured.
const RECENT: u32 = 20;

/// How fast a phase goes on.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pace {
    /// Seconds for a generation, lately.
    pub generation: f64,
    /// Seconds to the end of the phase, at this pace.
    pub left: f64,
    /// Nodes a second, lately; none where nothing is searched.
    pub nodes: Option<f64>,
}

impl Pace {
    /// Of the latest generations; `None` before there are two of a phase.
    pub fn read(reader: &Reader, recipe: &Recipe) -> Result<Option<Self>, journal::Error> {
        let Some(last) = reader.last()? else {
            return Ok(None);
        };
        let phase = last.phase;
        let from = last.generation.saturating_sub(RECENT);
        let before = from
            .checked_sub(1)
            .map(|generation| Place { phase, generation });
        // Without one before, those of earlier phases come too.
        let mut stamps = reader.stamps(before)?;
        stamps.retain(|(place, _)| place.phase == phase && place.generation >= from);
        let (Some(&(_, began)), Some(&(_, ended))) = (stamps.first(), stamps.last()) else {
            return Ok(None);
        };
        let count = f64::from(last.generation - from);
        // A clock may be set back.
        if count == 0.0 || ended < began {
            return Ok(None);
        }
        // Stamps are whole milliseconds: less than one looks like none.
        let seconds = (ended - began).max(1) as f64 / 1000.0;
        let figures = reader.generations_of(phase, from + 1)?;
        let nodes: u64 = figures.iter().map(|one| one.stats.effort.nodes).sum();
        let generation = seconds / count;
        let rest = recipe
            .stage(phase)
            .generations
            .saturating_sub(last.generation);
        Ok(Some(Self {
            generation,
            left: generation * f64::from(rest),
            nodes: (nodes > 0).then(|| nodes as f64 / seconds),
        }))
    }
}

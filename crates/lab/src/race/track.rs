//! One run of a race.

use std::ops::ControlFlow;
use std::path::Path;

use engine::eval::Weights;
use engine::organism::Organism;
use evo::{Effort, Workers};
use journal::{Figures, Reader, Writer};
use serde::{Deserialize, Serialize};

use super::Unit;
use crate::evolve::{Error, broken_off};
use crate::{Champion, Measure, Recipe, Study};

/// One run of a race: what it recommended as its effort grew.
#[derive(Clone, Debug, PartialEq)]
pub struct Track {
    /// Its seed.
    pub seed: u32,
    /// The effort after each generation, and the quality of what was recommended then.
    pub points: Vec<(f64, f64)>,
    /// What it recommended in the end does on positions that were held out, if there are any.
    pub held_out: Option<Held>,
}

/// Positions that were not used in breeding.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Held {
    /// How many there are.
    pub of: u64,
    /// How many were solved.
    pub solved: f64,
}

impl Held {
    /// The name in the journal.
    const KEY: &'static str = "race: held-out positions";

    /// The share that was solved.
    pub fn percent(self) -> f64 {
        100.0 * self.solved / self.of as f64
    }
}

impl Track {
    /// Reads a run.
    pub fn read(reader: &Reader, recipe: &Recipe, unit: Unit) -> Result<Self, journal::Error> {
        let stage = recipe.last();
        let measure = Measure::of(stage);
        let generations = reader.generations_of(stage.first, 0)?;
        // Where what is recommended is tried now and then, only that counts: the fitness of
        // the others comes of few games.
        let is_tried = generations.iter().any(|one| one.trial_score.is_some());
        let (mut points, mut spent) = (Vec::new(), Effort::default());
        for generation in generations {
            spent += generation.stats.effort;
            if is_tried && generation.trial_score.is_none() {
                continue;
            }
            let quality = recommended(reader, &generation, measure)?;
            points.push((unit.of(spent) as f64, quality));
        }
        let held_out = reader.finding(Held::KEY)?;
        Ok(Self {
            seed: recipe.seed,
            points,
            held_out: held_out.and_then(|text| toml::from_str(&text).ok()),
        })
    }

    /// The quality of what was recommended when this much effort was spent. A generation
    /// that takes more counts only once it is whole; but for the first one, which all runs
    /// need to begin with.
    pub fn at(&self, effort: f64) -> Option<f64> {
        let before = self.points.partition_point(|(spent, _)| *spent <= effort);
        let point = self.points.get(before.saturating_sub(1));
        point.map(|(_, quality)| *quality)
    }
}

/// The score of what a generation recommends.
fn recommended(
    reader: &Reader,
    generation: &Figures,
    measure: Measure,
) -> Result<f64, journal::Error> {
    match generation.trial_score {
        Some(tried) => Ok(tried),
        None => Ok(Champion::of(reader, generation, measure)?.score),
    }
}

impl Study {
    /// Finds out what the champion does on positions that were held out, and keeps it in the
    /// journal; nothing where there are none.
    pub fn hold_out(&self, writer: &mut Writer, workers: Workers<'_>) -> Result<(), Error> {
        let reader = writer.reader();
        let unseen = self.ready.last().and_then(|last| last.unseen());
        let champion = Champion::current(reader, &self.recipe)?;
        let (Some(unseen), Some(champion)) = (unseen, champion) else {
            return Ok(());
        };
        let given = self.given(reader)?;
        let given = given.and_then(|text| Organism::parse(&text, Path::new("given")).ok());
        let evaluation = given.map_or_else(Weights::default, |given| given.weights);
        let tick = |_| ControlFlow::Continue(());
        let solved = unseen.solved(&[champion.genes], &evaluation, workers, &tick);
        let held = Held {
            of: unseen.count() as u64,
            solved: match solved {
                Ok(solved) => solved[0],
                Err(unfinished) => return broken_off(unfinished).map(|_| ()),
            },
        };
        let text = toml::to_string(&held).expect("numbers are TOML");
        Ok(writer.keep(Held::KEY, &text)?)
    }
}

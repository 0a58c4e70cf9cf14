//! The best organism of a run, and its file.

use engine::organism::Origin;
use journal::{Figures, Judged, Place, Reader};

use crate::experiment::Bred;
use crate::{Measure, Point, Polished, Proof, Recipe, Stage};

/// The best organism at the end of a phase.
#[derive(Clone, Debug, PartialEq)]
pub struct Champion {
    /// The phase that it is the best of.
    pub phase: u32,
    /// The latest generation of that phase, and its number there.
    pub latest: (u32, u32),
    /// The generation it was born in, which may be of an earlier phase.
    pub born: Place,
    /// Its fitness.
    pub fitness: f64,
    /// Its score, which can be compared with that of other runs.
    pub score: f64,
    /// The values of its genes.
    pub genes: Vec<f64>,
    /// Its text, if it is a program.
    pub program: Option<String>,
    /// Its parents' numbers in the generation before the one it was born in.
    pub parents: Vec<u32>,
}

impl Champion {
    /// The best of the latest generation of a phase; `None` before the first.
    pub fn find(
        reader: &Reader,
        phase: u32,
        measure: Measure,
    ) -> Result<Option<Self>, journal::Error> {
        let latest = reader.latest(phase)?;
        let champion = latest.map(|latest| Self::of(reader, &latest, measure));
        champion.transpose()
    }

    /// The best of a generation. It is traced back to where it was born.
    pub fn of(
        reader: &Reader,
        generation: &Figures,
        measure: Measure,
    ) -> Result<Self, journal::Error> {
        let organisms = reader.organisms(generation.place)?;
        let number = evo::recommend(&organisms).expect("a generation is never empty");
        let best = Self::numbered(reader, generation, number as u32, measure)?;
        Ok(best.expect("a number of the generation"))
    }

    /// One of a generation by its number, as if it were the best; `None` if there is no
    /// such number.
    pub fn numbered(
        reader: &Reader,
        generation: &Figures,
        number: u32,
        measure: Measure,
    ) -> Result<Option<Self>, journal::Error> {
        let place = generation.place;
        let Some(Judged {
            score, organism, ..
        }) = reader.organism(place, number)?
        else {
            return Ok(None);
        };
        let (born, origin) = birth(reader, place, number)?;
        let point = Point {
            best: score,
            ..Point::of(generation)
        };
        Ok(Some(Self {
            phase: place.phase,
            latest: (place.generation, number),
            born,
            fitness: organism.fitness.value,
            score: measure.comparable(&point),
            genes: organism.genome,
            program: reader.program(place, number)?,
            parents: origin.parents().collect(),
        }))
    }

    /// The best of the stage that a run has come to; `None` before its first generation.
    pub fn current(reader: &Reader, recipe: &Recipe) -> Result<Option<Self>, journal::Error> {
        match reader.last()? {
            Some(last) => Self::best(reader, recipe.stage(last.phase)),
            None => Ok(None),
        }
    }

    /// The best of the latest of these stages that has begun.
    pub fn last_of(
        reader: &Reader,
        recipe: &Recipe,
        is_one: impl Fn(&Stage) -> bool,
    ) -> Result<Option<Self>, journal::Error> {
        let Some(last) = reader.last()? else {
            return Ok(None);
        };
        let mut begun = recipe.stages.iter().filter(|one| one.first <= last.phase);
        let stage = begun.rfind(|stage| is_one(stage));
        Ok(stage
            .map(|stage| Self::best(reader, stage))
            .transpose()?
            .flatten())
    }

    /// The best of the latest stage whose organisms play chess.
    pub fn opponent(reader: &Reader, recipe: &Recipe) -> Result<Option<Self>, journal::Error> {
        Self::last_of(reader, recipe, Stage::plays)
    }

    /// The best of all runs of a stage so far.
    pub fn best(reader: &Reader, stage: &Stage) -> Result<Option<Self>, journal::Error> {
        let measure = Measure::of(stage);
        let mut best: Option<Self> = None;
        for phase in stage.phases() {
            let champion = Self::find(reader, phase, measure)?;
            best = match (best, champion) {
                (Some(best), Some(champion)) if measure.better(champion.score, best.score) => {
                    Some(champion)
                }
                (None, champion) => champion,
                (best, _) => best,
            };
        }
        Ok(best)
    }

    /// The text of its file. Nothing in it depends on when or where the run was made, or
    /// on how often it was interrupted.
    ///
    /// # Panics
    ///
    /// If it is a search and no organism is given to take the evaluation from.
    pub fn to_toml(&self, recipe: &Recipe, given: Option<&str>, proofs: &[Proof]) -> String {
        let (name, origin) = self.identity(recipe, proofs);
        recipe.stage(self.phase).experiment.organism(Bred {
            name,
            origin,
            values: &self.genes,
            program: self.program.as_deref(),
            given,
        })
    }

    /// Its name and its history.
    pub(crate) fn identity(&self, recipe: &Recipe, proofs: &[Proof]) -> (String, Origin) {
        (self.name(recipe), self.origin(recipe, proofs))
    }

    fn name(&self, recipe: &Recipe) -> String {
        let name = format!("{} seed {}", recipe.name, recipe.seed);
        let is_known_by_seed = [0, recipe.last().first].contains(&self.phase);
        match recipe.run_of(self.phase) {
            None if is_known_by_seed => name,
            _ => format!("{name} {}", recipe.phase_name(self.phase)),
        }
    }

    fn origin(&self, recipe: &Recipe, proofs: &[Proof]) -> Origin {
        let born = self.born.generation;
        let parent = |number: &u32| format!("generation {} number {number}", born - 1);
        let notes: Vec<_> = proofs.iter().map(Proof::to_string).collect();
        Origin {
            note: Some(notes.join("; ")).filter(|note| !note.is_empty()),
            recipe: Some(recipe.name.clone()),
            seed: Some(recipe.seed),
            run: recipe.run_of(self.phase),
            generation: Some(born),
            fitness: Some(self.fitness),
            parents: self.parents.iter().map(parent).collect(),
        }
    }
}

impl Polished {
    /// The text of its file.
    ///
    /// # Panics
    ///
    /// If it is a search and no organism is given to take the evaluation from.
    pub fn to_toml(&self, champion: &Champion, recipe: &Recipe, given: Option<&str>) -> String {
        let name = champion.name(recipe);
        let origin = Origin {
            note: Some(format!(
                "a local search of the champion, {} sweeps",
                self.sweeps
            )),
            recipe: Some(recipe.name.clone()),
            seed: Some(recipe.seed),
            run: recipe.run_of(champion.phase),
            generation: None,
            fitness: Some(self.fitness),
            parents: vec![name.clone()],
        };
        recipe.stage(champion.phase).experiment.organism(Bred {
            name: format!("{name} polished"),
            origin,
            values: &self.genes,
            program: None,
            given,
        })
    }
}

/// Where an organism was born, and its parents: traced back through the generations
/// that carried it over unchanged, and from founders to the phase they came from.
fn birth(
    reader: &Reader,
    mut place: Place,
    mut number: u32,
) -> Result<(Place, evo::Origin), journal::Error> {
    loop {
        let birth = reader.birth(place, number)?;
        (place, number) = birth.expect("ancestors are recorded");
        let born = reader.organism(place, number)?;
        let born = born.expect("what is born is recorded").organism;
        let before = match born.origin {
            evo::Origin::Founder => earlier(reader, place.phase, &born.genome)?,
            _ => None,
        };
        match before {
            Some(before) => (place, number) = before,
            None => return Ok((place, born.origin)),
        }
    }
}

/// The same genes at the end of a phase before this one.
fn earlier(
    reader: &Reader,
    phase: u32,
    genes: &[f64],
) -> Result<Option<(Place, u32)>, journal::Error> {
    for phase in (0..phase).rev() {
        let generation = reader.last_generation(phase)?;
        let place = Place { phase, generation };
        let organisms = reader.organisms(place)?;
        if let Some(same) = organisms.iter().position(|one| one.genome == genes) {
            return Ok(Some((place, same as u32)));
        }
    }
    Ok(None)
}

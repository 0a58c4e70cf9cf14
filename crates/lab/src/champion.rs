//! The best organism of a run, and its file.

use engine::eval::Weights;
use engine::organism::{self, Organism, Origin};
use engine::search::SearchParams;
use evo::select;
use journal::{Place, Reader};
use problems::endgame;

use crate::{Measure, Point, Polished, Recipe, Task};

/// The best organism at the end of an independent run.
#[derive(Clone, Debug, PartialEq)]
pub struct Champion {
    /// The number of the independent run.
    pub phase: u32,
    /// The generation it was born in.
    pub born: u32,
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
    /// It is followed back to where it was born.
    pub fn find(
        reader: &Reader,
        phase: u32,
        measure: Measure,
    ) -> Result<Option<Self>, journal::Error> {
        let figures = reader.generations(None)?;
        let Some(latest) = figures
            .iter()
            .rev()
            .find(|figures| figures.place.phase == phase)
        else {
            return Ok(None);
        };
        let mut place = latest.place;
        let mut organisms = reader.organisms(place)?;
        let values: Vec<_> = organisms.iter().map(|one| one.fitness.value).collect();
        let number = select::truncation(&values, 1)[0];
        let program = reader.program(place, number as u32)?;
        let mut best = organisms.swap_remove(number);
        let (fitness, genes) = (best.fitness.value, best.genome.clone());
        while let evo::Origin::Copy(parent) = best.origin {
            place = Place {
                generation: place.generation - 1,
                ..place
            };
            best = reader.organisms(place)?.swap_remove(parent as usize);
        }
        let point = Point::of(measure, &latest.stats, latest.held_out, &values);
        Ok(Some(Self {
            phase,
            born: place.generation,
            fitness,
            score: measure.comparable(&point),
            genes,
            program,
            parents: best.origin.parents().collect(),
        }))
    }

    /// The text of its file. Nothing in it depends on when, where or how often
    /// interrupted the run was.
    pub fn to_toml(&self, recipe: &Recipe) -> String {
        let seed = recipe.seed + self.phase;
        let parent = |number: &u32| format!("generation {} number {number}", self.born - 1);
        let origin = Origin {
            note: None,
            recipe: Some(recipe.name.clone()),
            seed: Some(seed),
            generation: Some(self.born),
            fitness: Some(self.fitness),
            parents: self.parents.iter().map(parent).collect(),
        };
        write(
            format!("{} seed {seed}", recipe.name),
            origin,
            &recipe.task,
            &self.genes,
            self.program.as_deref(),
        )
    }
}

impl Polished {
    /// The text of its file.
    pub fn to_toml(&self, champion: &Champion, recipe: &Recipe) -> String {
        let seed = recipe.seed + champion.phase;
        let name = format!("{} seed {seed}", recipe.name);
        let origin = Origin {
            note: Some(format!(
                "a local search of the champion, {} sweeps",
                self.sweeps
            )),
            recipe: Some(recipe.name.clone()),
            seed: Some(seed),
            generation: None,
            fitness: Some(self.fitness),
            parents: vec![name.clone()],
        };
        write(
            format!("{name} polished"),
            origin,
            &recipe.task,
            &self.genes,
            None,
        )
    }
}

fn write(
    name: String,
    origin: Origin,
    task: &Task,
    values: &[f64],
    program: Option<&str>,
) -> String {
    match task {
        Task::Mimic(..) | Task::Mentor(..) => {
            let mut weights = Weights::default();
            for (weight, &value) in weights.0.iter_mut().zip(values) {
                *weight = value as i32;
            }
            // The run has not bred a search: the plainest one goes with it.
            let search = SearchParams::PLAIN;
            Organism {
                name,
                weights,
                search,
                origin,
            }
            .to_toml()
        }
        Task::Masters(..) => {
            let header = organism::header("weights", &name, &origin);
            let genes = task.genes().into_iter().zip(values);
            let genes: String = genes
                .map(|(gene, value)| format!("{} = {value:?}\n", gene.name))
                .collect();
            format!("{header}\n[weights]\n{genes}")
        }
        Task::Endgame(endgame, _) => {
            let space = endgame.space().expect("the recipe was checked");
            let program = program.expect("an endgame player is a program");
            let genome = space.read(program).expect("the journal holds whole trees");
            endgame::Organism {
                name,
                genome,
                origin,
            }
            .to_toml()
        }
    }
}

//! The best organism of a run, and its file.

use engine::eval::Weights;
use engine::organism::{Organism, Origin};
use engine::search::SearchParams;
use evo::select;
use journal::{Place, Reader};
use serde::Serialize;

use crate::{Measure, Point, Polished, Study, Task};

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
        let mut best = organisms.swap_remove(select::truncation(&values, 1)[0]);
        let (fitness, genes) = (best.fitness.value, best.genome.clone());
        while let evo::Origin::Copy(parent) = best.origin {
            place = Place {
                generation: place.generation - 1,
                ..place
            };
            best = reader.organisms(place)?.swap_remove(parent as usize);
        }
        Ok(Some(Self {
            phase,
            born: place.generation,
            fitness,
            score: Point::of(measure, &latest.stats, None, &values).best,
            genes,
            parents: best.origin.parents().collect(),
        }))
    }

    /// The text of its file. Nothing in it depends on when, where or how often
    /// interrupted the run was.
    pub fn to_toml(&self, study: &Study) -> String {
        let recipe = study.recipe();
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
            study,
            &self.genes,
        )
    }
}

impl Polished {
    /// The text of its file.
    pub fn to_toml(&self, champion: &Champion, study: &Study) -> String {
        let recipe = study.recipe();
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
        write(format!("{name} polished"), origin, study, &self.genes)
    }
}

fn write(name: String, mut origin: Origin, study: &Study, values: &[f64]) -> String {
    let task = &study.recipe().task;
    match task {
        Task::Mimic(..) | Task::Mentor(..) => {
            let mut weights = Weights::default();
            fill(&mut weights.0, values);
            // The run has not bred a search: the plainest one goes with it.
            let search = SearchParams::PLAIN;
            let organism = Organism {
                name,
                weights,
                search,
                origin,
            };
            organism.to_toml()
        }
        Task::Tactics(..) => {
            let given = study.given().expect("a search is bred for an evaluation");
            let note = format!("its evaluation is that of {}", given.name);
            origin.note = Some(match origin.note {
                Some(before) => format!("{before}; {note}"),
                None => note,
            });
            let mut search = SearchParams::PLAIN;
            fill(&mut search.0, values);
            let organism = Organism {
                name,
                weights: given.weights,
                search,
                origin,
            };
            organism.to_toml()
        }
        Task::Masters(..) => {
            let header = Header {
                kind: "weights",
                name,
                origin: Ancestry {
                    recipe: origin.recipe,
                    seed: origin.seed,
                    generation: origin.generation,
                    fitness: origin.fitness,
                    parents: origin.parents,
                },
            };
            let header = toml::to_string(&header).expect("plain values can always be written");
            let genes = task.genes().into_iter().zip(values);
            let genes: String = genes
                .map(|(gene, value)| format!("{} = {value:?}\n", gene.name))
                .collect();
            format!("{header}\n[weights]\n{genes}")
        }
    }
}

fn fill(genes: &mut [i32], values: &[f64]) {
    for (gene, &value) in genes.iter_mut().zip(values) {
        *gene = value as i32;
    }
}

/// The beginning of the file of an organism of material and mobility.
#[derive(Serialize)]
struct Header {
    kind: &'static str,
    name: String,
    origin: Ancestry,
}

#[derive(Serialize)]
struct Ancestry {
    recipe: Option<String>,
    seed: Option<u32>,
    generation: Option<u32>,
    fitness: Option<f64>,
    parents: Vec<String>,
}

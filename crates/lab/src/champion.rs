//! The best organism of a run, and its file.

use engine::eval::Weights;
use engine::organism::{Organism, Origin};
use engine::search::SearchParams;
use evo::Stats;
use journal::{Figures, Place, Reader};
use problems::{endgame, ep};

use crate::finalists::last_generation;
use crate::{Measure, Point, Polished, Proof, Recipe, Stage, Task};

/// The best organism at the end of a phase.
#[derive(Clone, Debug, PartialEq)]
pub struct Champion {
    /// The phase that it is the best of.
    pub phase: u32,
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
        let figures = reader.generations(None)?;
        let latest = figures.iter().rev().find(|one| one.place.phase == phase);
        let champion = latest.map(|latest| Self::of(reader, latest, measure));
        champion.transpose()
    }

    /// The best of a generation. It is traced back to where it was born.
    pub fn of(
        reader: &Reader,
        generation: &Figures,
        measure: Measure,
    ) -> Result<Self, journal::Error> {
        let place = generation.place;
        let organisms = reader.organisms(place)?;
        let values: Vec<_> = organisms.iter().map(|one| one.fitness.value).collect();
        let number = evo::recommend(&organisms).expect("a generation is never empty");
        let best = &organisms[number];
        let (born, origin) = birth(reader, place, best)?;
        let stats = Stats {
            best: best.fitness.value,
            ..generation.stats
        };
        let point = Point::of(measure, &stats, generation.held_out, &values);
        Ok(Self {
            phase: place.phase,
            born,
            fitness: best.fitness.value,
            score: measure.comparable(&point),
            genes: best.genome.clone(),
            program: reader.program(place, number as u32)?,
            parents: origin.parents().collect(),
        })
    }

    /// The best of all runs of a stage, as far as they have come.
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
    pub fn to_toml(&self, recipe: &Recipe, given: Option<&Organism>, proofs: &[Proof]) -> String {
        write(
            self.name(recipe),
            self.origin(recipe, proofs),
            &recipe.stage(self.phase).task,
            given,
            (&self.genes, self.program.as_deref()),
        )
    }

    /// The organism of a champion whose genes are the weights of an evaluation.
    pub(crate) fn evaluation(&self, recipe: &Recipe) -> Organism {
        evaluation(self.name(recipe), self.origin(recipe, &[]), &self.genes)
    }

    /// The organism of a champion whose genes are those of a search.
    pub(crate) fn search(&self, recipe: &Recipe, given: &Organism) -> Organism {
        search(
            self.name(recipe),
            self.origin(recipe, &[]),
            given,
            &self.genes,
        )
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
    pub fn to_toml(
        &self,
        champion: &Champion,
        recipe: &Recipe,
        given: Option<&Organism>,
    ) -> String {
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
        write(
            format!("{name} polished"),
            origin,
            &recipe.stage(champion.phase).task,
            given,
            (&self.genes, None),
        )
    }
}

/// Where an organism was born, and its parents: traced back through the generations
/// that carried it over unchanged, and from founders to the phase they came from.
fn birth(
    reader: &Reader,
    mut place: Place,
    organism: &evo::Organism<Vec<f64>>,
) -> Result<(Place, evo::Origin), journal::Error> {
    let mut origin = organism.origin;
    loop {
        match origin {
            evo::Origin::Copy(parent) => {
                place.generation -= 1;
                origin = reader.organisms(place)?[parent as usize].origin;
            }
            evo::Origin::Founder => match earlier(reader, place.phase, &organism.genome)? {
                Some(before) => (place, origin) = before,
                None => return Ok((place, origin)),
            },
            _ => return Ok((place, origin)),
        }
    }
}

/// The same genes at the end of a phase before this one.
fn earlier(
    reader: &Reader,
    phase: u32,
    genes: &[f64],
) -> Result<Option<(Place, evo::Origin)>, journal::Error> {
    for phase in (0..phase).rev() {
        let generation = last_generation(reader, phase)?;
        let place = Place { phase, generation };
        let organisms = reader.organisms(place)?;
        if let Some(same) = organisms.iter().find(|one| one.genome == genes) {
            return Ok(Some((place, same.origin)));
        }
    }
    Ok(None)
}

fn write(
    name: String,
    origin: Origin,
    task: &Task,
    given: Option<&Organism>,
    (values, program): (&[f64], Option<&str>),
) -> String {
    match task {
        Task::Mimic(..) | Task::Mentor(..) | Task::Coevolve(..) | Task::Final(..) => {
            evaluation(name, origin, values).to_toml()
        }
        Task::Tactics(..) => {
            let given = given.expect("a search is bred for an evaluation");
            search(name, origin, given, values).to_toml()
        }
        Task::Masters(..) => {
            let weights = ep::Weights::of(values);
            let organism = ep::Organism {
                name,
                weights,
                origin,
            };
            organism.to_toml()
        }
        Task::Endgame(endgame, _) => {
            let space = endgame.space().expect("the recipe was checked");
            let program = program.expect("an endgame player is a program");
            let genome = space.read(program).expect("the journal holds whole trees");
            let organism = endgame::Organism {
                name,
                genome,
                plies: endgame.plies,
                origin,
            };
            organism.to_toml()
        }
    }
}

/// An evaluation with the plainest search, as none was bred.
fn evaluation(name: String, origin: Origin, values: &[f64]) -> Organism {
    Organism {
        name,
        weights: weights_of(values),
        search: SearchParams::PLAIN,
        origin,
    }
}

/// A search with the evaluation it was bred for.
fn search(name: String, mut origin: Origin, given: &Organism, values: &[f64]) -> Organism {
    let note = format!("its evaluation is that of {}", given.name);
    origin.note = Some(match origin.note {
        Some(before) => format!("{before}; {note}"),
        None => note,
    });
    Organism {
        name,
        weights: given.weights,
        search: search_of(values),
        origin,
    }
}

/// The weights of an evaluation, of the values of its genes.
pub fn weights_of(values: &[f64]) -> Weights {
    let mut weights = Weights::default();
    fill(&mut weights.0, values);
    weights
}

/// The parameters of a search, of the values of its genes.
pub fn search_of(values: &[f64]) -> SearchParams {
    let mut search = SearchParams::PLAIN;
    fill(&mut search.0, values);
    search
}

fn fill(genes: &mut [i32], values: &[f64]) {
    for (gene, &value) in genes.iter_mut().zip(values) {
        *gene = value as i32;
    }
}

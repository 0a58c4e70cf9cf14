//! The best organism of a run, and its file.

use engine::eval::Weights;
use engine::organism::{self, Organism, Origin};
use engine::search::SearchParams;
use evo::select;
use journal::{Place, Reader};

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
        let organisms = reader.organisms(latest.place)?;
        let values: Vec<_> = organisms.iter().map(|one| one.fitness.value).collect();
        let best = &organisms[select::truncation(&values, 1)[0]];
        let (born, origin) = birth(reader, latest.place, best)?;
        Ok(Some(Self {
            phase,
            born,
            fitness: best.fitness.value,
            score: Point::of(measure, &latest.stats, None, &values).best,
            genes: best.genome.clone(),
            parents: origin.parents().collect(),
        }))
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

    /// The text of its file. Nothing in it depends on when, where or how often
    /// interrupted the run was.
    ///
    /// # Panics
    ///
    /// If it is a search and nobody is given whose evaluation goes with it.
    pub fn to_toml(&self, recipe: &Recipe, given: Option<&Organism>, proofs: &[Proof]) -> String {
        write(
            self.name(recipe),
            self.origin(recipe, proofs),
            &recipe.stage(self.phase).task,
            given,
            &self.genes,
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
        let seed = recipe.seed_of(self.phase);
        let is_known_by_seed = [0, recipe.last().first].contains(&recipe.stage(self.phase).first);
        match is_known_by_seed {
            true => format!("{} seed {seed}", recipe.name),
            false => {
                let phase = recipe.phase_name(self.phase);
                format!("{} seed {seed} {phase}", recipe.name)
            }
        }
    }

    fn origin(&self, recipe: &Recipe, proofs: &[Proof]) -> Origin {
        let born = self.born.generation;
        let parent = |number: &u32| format!("generation {} number {number}", born - 1);
        let notes: Vec<_> = proofs.iter().map(Proof::to_string).collect();
        Origin {
            note: Some(notes.join("; ")).filter(|note| !note.is_empty()),
            recipe: Some(recipe.name.clone()),
            seed: Some(recipe.seed_of(self.phase)),
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
    /// If it is a search and nobody is given whose evaluation goes with it.
    pub fn to_toml(
        &self,
        champion: &Champion,
        recipe: &Recipe,
        given: Option<&Organism>,
    ) -> String {
        let seed = recipe.seed_of(champion.phase);
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
            &recipe.stage(champion.phase).task,
            given,
            &self.genes,
        )
    }
}

/// Where an organism was born, and of whom: back through the generations it went
/// over unchanged, and from founders to what they were before.
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
    values: &[f64],
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
            let header = organism::header("weights", &name, &origin);
            let genes = task.genes().into_iter().zip(values);
            let genes: String = genes
                .map(|(gene, value)| format!("{} = {value:?}\n", gene.name))
                .collect();
            format!("{header}\n[weights]\n{genes}")
        }
    }
}

/// An evaluation with the plainest search, as none was bred.
fn evaluation(name: String, origin: Origin, values: &[f64]) -> Organism {
    let mut weights = Weights::default();
    fill(&mut weights.0, values);
    Organism {
        name,
        weights,
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
    let mut search = SearchParams::PLAIN;
    fill(&mut search.0, values);
    Organism {
        name,
        weights: given.weights,
        search,
        origin,
    }
}

fn fill(genes: &mut [i32], values: &[f64]) {
    for (gene, &value) in genes.iter_mut().zip(values) {
        *gene = value as i32;
    }
}

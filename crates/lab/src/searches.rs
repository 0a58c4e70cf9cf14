//! Searches that are bred for an evaluation.

use chess::Damage;
use engine::eval::Weights;
use engine::organism::Organism;
use evo::{GrayBits, Method};
use journal::Reader;
use problems::tactics::{Puzzle, Tactics};

use crate::evolve::Error;
use crate::recipe::{self, Named, Source};
use crate::study::{Breeding, StudyError};
use crate::{Recipe, Stage, finalists};

/// A suite to breed searches on, ready for an evaluation.
pub struct Searches {
    settings: recipe::Tactics<GrayBits>,
    method: Method<GrayBits>,
    /// To breed on.
    pub train: Vec<Puzzle>,
    /// The others of the suite.
    pub unseen: Vec<Puzzle>,
    /// The organism that gives the evaluation, where it is not the champion of the stage
    /// before.
    pub given: Option<Organism>,
}

impl Searches {
    /// Reads the suite, and the organism where the recipe names one.
    pub fn prepare(
        recipe: &Recipe,
        settings: &recipe::Tactics<GrayBits>,
        method: &Method<GrayBits>,
        noted: &mut Vec<Damage>,
    ) -> Result<Self, StudyError> {
        let suite = match recipe.source(&settings.suite) {
            Source::BuiltIn => Puzzle::built_in(),
            Source::File(file) => {
                let (suite, damage) = Puzzle::read_suite(&file)?;
                noted.push(damage);
                suite
            }
        };
        let wanted = settings.train.as_ref().map(|train| train.get_ref().get());
        let (wanted, found) = (wanted.unwrap_or(suite.len()), suite.len());
        if let Some(train) = &settings.train
            && wanted > found
        {
            return Err(recipe
                .too_few("the suite", "tactics.train", found, train)
                .into());
        }
        let (mut train, mut unseen) = (Vec::new(), Vec::new());
        for (number, puzzle) in suite.into_iter().enumerate() {
            // As many as an even spread has reached by now.
            let due = (number + 1) * wanted / found;
            match train.len() < due {
                true => train.push(puzzle),
                false => unseen.push(puzzle),
            }
        }
        let given = match &settings.organism {
            None => None,
            Some(written) => {
                let files = recipe.files_of(&Named::organism(written))?;
                Some(Organism::read(&files[0])?)
            }
        };
        Ok(Self {
            settings: settings.clone(),
            method: method.clone(),
            train,
            unseen,
            given,
        })
    }

    /// The organism that gives its evaluation.
    pub fn giver(
        &self,
        reader: &Reader,
        recipe: &Recipe,
        stage: &Stage,
    ) -> Result<Organism, Error> {
        match &self.given {
            Some(given) => Ok(given.clone()),
            None => finalists::giver(reader, recipe, stage),
        }
    }

    /// The 18 search parameters for this evaluation, from nothing but chance.
    pub fn breeding(&self, weights: Weights) -> Breeding<GrayBits, Tactics> {
        let train = self.problem(&self.train, weights);
        Breeding {
            space: problems::search_space(),
            method: self.method.clone(),
            founders: Box::new(|_| Ok(Vec::new())),
            test: Some(train.by_solved()),
            test_every: 1,
            train,
        }
    }

    /// How many are solved of the positions that no search was bred on; `None` if
    /// there are none.
    pub fn exam(&self, weights: Weights) -> Option<Tactics> {
        let some = !self.unseen.is_empty();
        some.then(|| self.problem(&self.unseen, weights).by_solved())
    }

    fn problem(&self, puzzles: &[Puzzle], weights: Weights) -> Tactics {
        let hash = self.settings.hash.get_ref().get();
        Tactics::new(puzzles.to_vec(), weights, self.settings.nodes, hash)
    }
}

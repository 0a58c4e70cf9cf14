//! Weights of the modern evaluation learned from the moves of masters: the move played
//! against all others, one half move and quiescence ahead. The loss is a smooth form of the
//! fitness of mimic, so that it can be learned and need not be bred. A generation is an
//! epoch; the quiet positions behind the moves are found anew before each.

use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::Arc;

use chess::Damage;
use evo::Seed;
use problems::Sample;
use problems::learn::{Agree, Choices, Learner, Schooling};
use serde::Deserialize;
use toml::Spanned;

use super::data::named_positions;
use super::pupils::{self, Course, Diligent, Teach};
use crate::evolve::{self, Error, Trained};
use crate::experiment::{Bred, Entry, Experiment, Gene, Ready, Story, Work};
use crate::recipe::{Mistake, Named, Section};
use crate::study::StudyError;
use crate::{Measure, Recipe, Stage};

pub const ENTRY: Entry = Entry {
    name: "imitate",
    read,
};

/// Seconds for a position: the quiescence of its moves, and learning from them.
const POSITION: f64 = 300e-6;

/// `[imitate]`: the moves of masters.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, expecting = "a table, [imitate]")]
struct Settings {
    /// The file of positions, relative to the recipe, or `built-in`.
    positions: Spanned<PathBuf>,
    /// How many positions to learn from.
    train: Spanned<NonZeroUsize>,
    /// How many others to test on.
    test: Spanned<NonZeroUsize>,
    /// The largest step of a number, in log odds.
    rate: Spanned<f64>,
    /// How strongly numbers are drawn to zero, by how few positions there are.
    decay: Spanned<f64>,
}

fn read(section: &mut Section<'_>) -> Result<Vec<Stage>, Mistake> {
    let settings: Settings = section.settings()?;
    pupils::check_pace(&settings.rate, &settings.decay)?;
    Ok(vec![section.stage(settings)?])
}

impl Experiment for Settings {
    fn title(&self) -> &'static str {
        "imitation"
    }

    fn genes(&self) -> Vec<Gene> {
        pupils::genes()
    }

    fn demes(&self) -> Vec<String> {
        vec!["gradient".into()]
    }

    fn measure(&self) -> Measure {
        Measure::SOLVED
    }

    fn story(&self) -> Story {
        Story {
            what: "weights learn to choose the moves of strong games",
            told: "weights learned to choose the moves of strong games",
            caption: "How often the evaluation chooses the move that was played.",
            ..Story::default()
        }
    }

    fn files(&self) -> Vec<Named<'_>> {
        vec![named_positions(&self.positions)]
    }

    fn prepare(
        &self,
        recipe: &Recipe,
        stage: &Stage,
        noted: &mut Vec<Damage>,
    ) -> Result<Box<dyn Ready>, StudyError> {
        let wanted = [&self.train, &self.test];
        let [train, test] = recipe.samples(stage, &self.positions, wanted, noted)?;
        Ok(Box::new(Moves {
            settings: self.clone(),
            train: Arc::new(Samples(train)),
            test: test.into(),
        }))
    }

    fn organism(&self, bred: Bred<'_>) -> String {
        pupils::organism(bred)
    }
}

/// Positions and the moves played in them, ready to be learned from.
struct Moves {
    settings: Settings,
    train: Arc<Samples>,
    test: Arc<[Sample]>,
}

impl Ready for Moves {
    fn evolve(&self, work: Work<'_>) -> Result<ControlFlow<()>, Error> {
        let pace = (&self.settings.rate, &self.settings.decay);
        let space = Course::pupils(&self.train, pace, &work);
        // Judging a position takes longer than learning from it, so that of those learned
        // from no more are judged than there are to test on.
        let Samples(train) = &*self.train;
        let judged = &train[..train.len().min(self.test.len())];
        let solved = |fitness| 100.0 * fitness;
        let (train, test) = (
            Agree::new(judged.into()),
            Agree::new(Arc::clone(&self.test)),
        );
        let problem = Trained::tested(train, test, solved, solved);
        evolve::go(&space, &problem, work, |_| Ok(Diligent::new()))
    }

    fn forecast(&self, _: &Stage) -> Option<f64> {
        let Samples(train) = &*self.train;
        Some(POSITION * (train.len() + 2 * self.test.len()) as f64)
    }
}

/// Positions to learn from.
struct Samples(Vec<Sample>);

impl Teach for Samples {
    fn teach(
        &self,
        learner: &mut Learner,
        schooling: &Schooling,
        rates: [f64; 2],
        seed: Seed,
        threads: NonZeroUsize,
    ) {
        let choices = Choices::of(&self.0, &learner.numbers(), threads);
        learner.epoch(&[(&choices, 1.0)], schooling, rates, seed, threads);
    }
}

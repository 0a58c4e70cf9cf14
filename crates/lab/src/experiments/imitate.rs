//! Weights of the modern evaluation learnt from the moves of masters: the move played
//! against all others, one half move and quiescence ahead. What mimic counts, made smooth,
//! so that it can be learnt and need not be bred. A generation is an epoch; where moves
//! come to rest is found anew before each.

use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::Arc;

use chess::Damage;
use evo::{Seed, Threads};
use problems::Sample;
use problems::learn::{Agree, Choices, Learner, Schooling};
use serde::Deserialize;
use toml::Spanned;

use super::data::{named_positions, within};
use super::pupils::{self, Class, Diligent, Pupils};
use crate::evolve::{self, Error, Meaning, Trained, Trial};
use crate::experiment::{Bred, Entry, Experiment, Gene, Ready, Story, Work};
use crate::recipe::{Mistake, Named, Section};
use crate::study::StudyError;
use crate::{Measure, Recipe, Stage};

pub const ENTRY: Entry = Entry {
    name: "imitate",
    read,
};

/// Seconds for a position: its moves come to rest, and are learnt from.
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
    /// The largest step of a number, in logarithms of odds.
    rate: Spanned<f64>,
    /// How strongly numbers are drawn to zero, by how few positions there are.
    decay: Spanned<f64>,
}

fn read(section: &mut Section<'_>) -> Result<Vec<Stage>, Mistake> {
    let settings: Settings = section.settings()?;
    within("rate", &settings.rate, 1e-6, 1.0)?;
    within("decay", &settings.decay, 0.0, 1e6)?;
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
        Measure {
            unit: "% of positions solved",
            sign: " %",
            short: " solved",
            places: 2,
            less_is_better: false,
            trial: "on test",
            among_peers: false,
        }
    }

    fn story(&self) -> Story {
        Story {
            what: "weights learn to choose the moves of strong games",
            told: "weights learnt to choose the moves of strong games",
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
        let (train, test) = recipe.positions(&self.positions, noted)?;
        let file = self.positions.get_ref();
        let train = recipe.some(file, &stage.key("train"), &train, &self.train)?;
        let test = recipe.some(file, &stage.key("test"), &test, &self.test)?;
        Ok(Box::new(Course {
            train: train.into(),
            test: test.into(),
            schooling: Schooling {
                rate: *self.rate.get_ref(),
                decay: *self.decay.get_ref(),
                blend: 0.0,
            },
            epochs: stage.generations,
        }))
    }

    fn organism(&self, bred: Bred<'_>) -> String {
        pupils::organism(bred)
    }
}

/// Positions, ready to be learnt from.
struct Course {
    train: Arc<[Sample]>,
    test: Arc<[Sample]>,
    schooling: Schooling,
    epochs: u32,
}

impl Ready for Course {
    fn evolve(&self, work: Work<'_>) -> Result<ControlFlow<()>, Error> {
        let space = Pupils(Arc::new(Group {
            samples: Arc::clone(&self.train),
            schooling: self.schooling,
            epochs: self.epochs,
            threads: work.workers.threads(),
        }));
        // As many of those learnt from say how well they are learnt as others on test do: to
        // judge all takes longer than to learn from them.
        let judged = &self.train[..self.train.len().min(self.test.len())];
        let problem = Trained {
            train: Agree::new(judged.into()),
            test: Some(Agree::new(Arc::clone(&self.test))),
            meaning: Meaning {
                test_every: 1,
                score: Box::new(|fitness, _, _| 100.0 * fitness),
                trial: Trial::Score(Box::new(|fitness| 100.0 * fitness)),
            },
        };
        evolve::go(&space, &problem, work, |_| Ok(Diligent::new()))
    }

    fn forecast(&self, _: &Stage) -> Option<f64> {
        Some(POSITION * (self.train.len() + 2 * self.test.len()) as f64)
    }
}

/// What all epochs have in common.
struct Group {
    samples: Arc<[Sample]>,
    schooling: Schooling,
    epochs: u32,
    threads: Threads,
}

impl Class for Group {
    fn epochs(&self) -> u32 {
        self.epochs
    }

    fn teach(&self, learner: &mut Learner, rates: [f64; 2], seed: Seed) {
        let threads = self.threads.count();
        let choices = Choices::of(&self.samples, &learner.numbers(), threads);
        let sets = [(&choices, 1.0)];
        learner.epoch(&sets, &self.schooling, rates, seed, threads);
    }
}

//! Weights of the modern evaluation learnt from the results of games in a file. A
//! generation is an epoch: all positions are looked at once.

use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::Arc;

use chess::Damage;
use engine::modern::eval::Weights;
use evo::{Seed, Threads};
use problems::learn::{Draw, Foretell, Learner, Lessons, Schooling, collect};
use serde::Deserialize;
use toml::Spanned;

use super::data::{games, named_games, within};
use super::pupils::{self, Class, Diligent, Pupils};
use crate::evolve::{self, Error, Meaning, Trained, Trial};
use crate::experiment::{Bred, Entry, Experiment, Gene, Ready, Story, Work};
use crate::recipe::{Mistake, Named, Section};
use crate::study::StudyError;
use crate::{Measure, Recipe, Stage};

pub const ENTRY: Entry = Entry {
    name: "lessons",
    read,
};

/// Seconds for a gradient, and for all else about a position.
const GRADIENT: f64 = 0.15e-6;

/// `[lessons]`: the results of games.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, expecting = "a table, [lessons]")]
struct Settings {
    /// The file of games, relative to the recipe.
    games: Spanned<PathBuf>,
    /// Half moves at the start of a game that are skipped.
    skip: u32,
    /// The most positions of a game.
    per_game: NonZeroUsize,
    /// The share of games to test on.
    hold_out: Spanned<f64>,
    /// The largest step of a number, in logarithms of odds.
    rate: Spanned<f64>,
    /// How strongly numbers are drawn to zero, by how few games there are.
    decay: Spanned<f64>,
}

fn read(section: &mut Section<'_>) -> Result<Vec<Stage>, Mistake> {
    let settings: Settings = section.settings()?;
    within("hold_out", &settings.hold_out, 0.001, 0.9)?;
    within("rate", &settings.rate, 1e-6, 1.0)?;
    within("decay", &settings.decay, 0.0, 1e6)?;
    Ok(vec![section.stage(settings)?])
}

impl Experiment for Settings {
    fn title(&self) -> &'static str {
        "lessons"
    }

    fn genes(&self) -> Vec<Gene> {
        pupils::genes()
    }

    fn demes(&self) -> Vec<String> {
        vec!["gradient".into()]
    }

    fn measure(&self) -> Measure {
        Measure {
            unit: "logarithmic loss on the results, in thousandths",
            sign: "",
            short: " loss",
            places: 2,
            less_is_better: true,
            trial: "on test",
            among_peers: false,
        }
    }

    fn story(&self) -> Story {
        Story {
            what: "weights learn to foretell the results of games",
            told: "weights learnt to foretell the results of games",
            caption: "How far the evaluation is from the results of games.",
            ..Story::default()
        }
    }

    fn files(&self) -> Vec<Named<'_>> {
        vec![named_games("games", &self.games)]
    }

    fn prepare(
        &self,
        recipe: &Recipe,
        stage: &Stage,
        noted: &mut Vec<Damage>,
    ) -> Result<Box<dyn Ready>, StudyError> {
        let (games, damage) = games(&recipe.place(&self.games)).map_err(StudyError::data)?;
        noted.push(damage);
        let draw = Draw {
            skip: self.skip as usize,
            per_game: self.per_game.get(),
            values: Weights::default().piece_values(),
            seed: Seed::new(recipe.seed.into()).child("lessons", 0),
        };
        let [train, test] = collect(&games, &draw, *self.hold_out.get_ref()).map(Arc::new);
        if train.is_empty() || test.is_empty() {
            let what = format!(
                "{} games have {} quiet positions to learn from and {} to test on: more games are \
                 needed, such as those of `galapagos games`",
                games.len(),
                train.len(),
                test.len()
            );
            return Err(recipe.wrong(self.games.span().start, what).into());
        }
        Ok(Box::new(Course {
            train,
            test,
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
    train: Arc<Lessons>,
    test: Arc<Lessons>,
    schooling: Schooling,
    epochs: u32,
}

impl Ready for Course {
    fn evolve(&self, work: Work<'_>) -> Result<ControlFlow<()>, Error> {
        let space = Pupils(Arc::new(Group {
            lessons: Arc::clone(&self.train),
            schooling: self.schooling,
            epochs: self.epochs,
            threads: work.workers.threads(),
        }));
        let problem = Trained {
            train: Foretell::new(Arc::clone(&self.train)),
            test: Some(Foretell::new(Arc::clone(&self.test))),
            meaning: Meaning {
                test_every: 1,
                score: Box::new(|fitness, _, _| -1000.0 * fitness),
                trial: Trial::Score(Box::new(|fitness| -1000.0 * fitness)),
            },
        };
        evolve::go(&space, &problem, work, |_| Ok(Diligent::new()))
    }

    fn forecast(&self, _: &Stage) -> Option<f64> {
        Some(GRADIENT * (self.train.len() + self.test.len()) as f64)
    }
}

/// What all epochs have in common.
struct Group {
    lessons: Arc<Lessons>,
    schooling: Schooling,
    epochs: u32,
    threads: Threads,
}

impl Class for Group {
    fn epochs(&self) -> u32 {
        self.epochs
    }

    fn teach(&self, learner: &mut Learner, rates: [f64; 2], seed: Seed) {
        // Results have no scores, so any unit will do.
        let sets = [(&*self.lessons, 1.0)];
        learner.epoch(&sets, &self.schooling, rates, seed, self.threads.count());
    }
}

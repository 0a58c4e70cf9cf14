//! Weights of the modern evaluation learned from the results of games in a file. A
//! generation is an epoch: all positions are looked at once.

use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::Arc;

use chess::Damage;
use engine::modern::eval::Weights;
use evo::Seed;
use problems::learn::{Draw, Learner, Lessons, Predict, Schooling, collect};
use serde::Deserialize;
use toml::Spanned;

use super::data::{games, named_games, within};
use super::pupils::{self, Course, Diligent, Teach};
use crate::evolve::{self, Error, Trained};
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
    /// The largest step of a number, in log odds.
    rate: Spanned<f64>,
    /// How strongly numbers are drawn to zero, by how few games there are.
    decay: Spanned<f64>,
}

fn read(section: &mut Section<'_>) -> Result<Vec<Stage>, Mistake> {
    let settings: Settings = section.settings()?;
    within("hold_out", &settings.hold_out, 0.001, 0.9)?;
    pupils::check_pace(&settings.rate, &settings.decay)?;
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
            what: "weights learn to predict the results of games",
            told: "weights learned to predict the results of games",
            caption: "The loss of the evaluation in predicting the results of games.",
            ..Story::default()
        }
    }

    fn files(&self) -> Vec<Named<'_>> {
        vec![named_games("games", &self.games)]
    }

    fn prepare(
        &self,
        recipe: &Recipe,
        _: &Stage,
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
        Ok(Box::new(Games {
            settings: self.clone(),
            train,
            test,
        }))
    }

    fn organism(&self, bred: Bred<'_>) -> String {
        pupils::organism(bred)
    }
}

/// Positions of games, ready to be learned from.
struct Games {
    settings: Settings,
    train: Arc<Lessons>,
    test: Arc<Lessons>,
}

impl Ready for Games {
    fn evolve(&self, work: Work<'_>) -> Result<ControlFlow<()>, Error> {
        let pace = (&self.settings.rate, &self.settings.decay);
        let space = Course::pupils(&self.train, pace, &work);
        let [train, test] = [&self.train, &self.test].map(|set| Predict::new(Arc::clone(set)));
        let loss = |fitness| -1000.0 * fitness;
        let problem = Trained::tested(train, test, loss, loss);
        evolve::go(&space, &problem, work, |_| Ok(Diligent::new()))
    }

    fn forecast(&self, _: &Stage) -> Option<f64> {
        Some(GRADIENT * (self.train.len() + self.test.len()) as f64)
    }
}

impl Teach for Lessons {
    fn teach(
        &self,
        learner: &mut Learner,
        schooling: &Schooling,
        rates: [f64; 2],
        seed: Seed,
        threads: NonZeroUsize,
    ) {
        // Results have no scores, so any unit will do.
        learner.epoch(&[(self, 1.0)], schooling, rates, seed, threads);
    }
}

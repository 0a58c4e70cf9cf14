//! Evaluations that predict the moves of strong games.

use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::path::PathBuf;

use chess::Damage;
use engine::eval::Weights;
use evo::{Failure, Space, Unfinished, Watch, Workers};
use problems::mimic::{Horizon, Mimic};
use serde::Deserialize;
use toml::Spanned;

use super::data::{self, named_positions};
use crate::evolve::{Breeding, Error, Trained, judge};
use crate::experiment::{
    Bred, Entry, Experiment, Gene, Part, Published, Ready, Story, Unseen, Work,
};
use crate::numbers::{Numbers, Numeric};
use crate::polish::{self, Polish, Polished};
use crate::recipe::{Mistake, Named, Section};
use crate::study::StudyError;
use crate::{Champion, Measure, Recipe, Stage};

/// Seconds to look at one position, by how far an organism looks.
const STATIC_LOOK: f64 = 1.0 / 320e6;
const EXCHANGE_LOOK: f64 = 1.0 / 230e6;
const QUIESCENCE_LOOK: f64 = 1.0 / 30e6;

pub const ENTRY: Entry = Entry {
    name: "mimic",
    read,
};

/// `[mimic]`: agreement with masters.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, expecting = "a table, [mimic]")]
struct Settings {
    /// The file of positions, relative to the recipe, or `built-in`.
    positions: Spanned<PathBuf>,
    /// How far an organism looks after each move.
    scorer: Horizon,
    /// How many positions to breed on.
    train: Spanned<NonZeroUsize>,
    /// How many others to report on.
    test: Spanned<NonZeroUsize>,
}

fn read(section: &mut Section<'_>) -> Result<Vec<Stage>, Mistake> {
    let settings: Settings = section.settings()?;
    section.numbers(Weights::TABLE, settings)
}

impl<S: Numbers> Experiment for Numeric<Settings, S> {
    fn title(&self) -> &'static str {
        "evaluations"
    }

    fn genes(&self) -> Vec<Gene> {
        Gene::declared(Weights::TABLE)
    }

    fn demes(&self) -> Vec<String> {
        self.demes.names()
    }

    fn measure(&self) -> Measure {
        Measure::SOLVED
    }

    fn part(&self) -> Part {
        Part::Evaluation
    }

    fn story(&self) -> Story {
        Story {
            what: "random numbers learn to predict moves",
            told: "{runs} evaluations learned to predict moves",
            caption: "Figure 2 of the paper: positions in which the organism makes the move that \
                      was played. Circles are the paper's values at its start and end (200 \
                      generations, games of grandmasters).",
            published: Some(Published {
                mean: [16.0, 30.0],
                best: (None, 32.4),
                on_test: Some(30.4),
                in_percent_of_nodes: false,
            }),
            ..Story::default()
        }
    }

    fn files(&self) -> Vec<Named<'_>> {
        vec![named_positions(&self.settings.positions)]
    }

    fn prepare(
        &self,
        recipe: &Recipe,
        stage: &Stage,
        noted: &mut Vec<Damage>,
    ) -> Result<Box<dyn Ready>, StudyError> {
        let settings = &self.settings;
        let wanted = [&settings.train, &settings.test];
        let [train, test] = recipe.samples(stage, &settings.positions, wanted, noted)?;
        let percent = |of: usize| move |fitness: f64| 100.0 * fitness.sqrt() / of as f64;
        let (on_train, on_test) = (percent(train.len()), percent(test.len()));
        let [train, test] = [train, test].map(|samples| Mimic::new(&samples, settings.scorer));
        let problem = Trained::tested(train, test, on_train, on_test);
        Ok(Box::new(Predicting {
            look: look(settings.scorer),
            breeding: Breeding::random(&self.space, &self.demes, problem),
        }))
    }

    fn organism(&self, bred: Bred<'_>) -> String {
        data::evaluation(bred.name, bred.origin, bred.values).to_toml()
    }
}

struct Predicting<S: Space> {
    breeding: Breeding<S, Mimic>,
    /// Seconds for one organism and one position.
    look: f64,
}

impl<S: Numbers> Ready for Predicting<S> {
    fn evolve(&self, work: Work<'_>) -> Result<ControlFlow<()>, Error> {
        self.breeding.go(work)
    }

    fn forecast(&self, _stage: &Stage) -> Option<f64> {
        let positions = self.breeding.problem.train.len() as f64;
        let organisms = f64::from(self.breeding.demes.population());
        Some(positions * organisms * self.look)
    }

    fn polish(
        &self,
        how: Polish,
        champion: &Champion,
        workers: Workers<'_>,
    ) -> Option<Result<Polished, Failure>> {
        let problem = &self.breeding.problem;
        let table = Weights::TABLE;
        Some(polish::climb(table, problem, how, champion, workers))
    }

    fn unseen(&self) -> Option<&dyn Unseen> {
        Some(self)
    }
}

impl<S: Numbers> Unseen for Predicting<S> {
    fn count(&self) -> usize {
        self.test().len()
    }

    fn solved(
        &self,
        organisms: &[Vec<f64>],
        _: &Weights,
        workers: Workers<'_>,
        tick: &Watch<'_>,
    ) -> Result<Vec<f64>, Unfinished> {
        let weights = organisms
            .iter()
            .map(|values| data::weights_of(values).0.to_vec());
        let weights: Vec<_> = weights.collect();
        let scores = judge(self.test(), &weights, &workers.watched(tick))?;
        let fitness = scores.fitness.iter();
        Ok(fitness.map(|fitness| fitness.value.sqrt()).collect())
    }

    fn forecast(&self) -> f64 {
        self.test().len() as f64 * self.look
    }
}

impl<S: Space> Predicting<S> {
    fn test(&self) -> &Mimic {
        let test = self.breeding.problem.test.as_ref();
        test.expect("prepared with positions to test on")
    }
}

const fn look(scorer: Horizon) -> f64 {
    match scorer {
        Horizon::Static => STATIC_LOOK,
        Horizon::Exchange => EXCHANGE_LOOK,
        Horizon::Quiescence => QUIESCENCE_LOOK,
    }
}

//! Evaluations that come close to the scores of a mentor.

use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::path::PathBuf;

use chess::Damage;
use engine::eval::Weights;
use evo::{Failure, Space, Workers};
use problems::mentor::{Lessons, Mentor};
use serde::Deserialize;
use toml::Spanned;

use super::data;
use crate::evolve::{Breeding, Error, Trained};
use crate::experiment::{Bred, Entry, Experiment, Gene, Part, Ready, Story, Work};
use crate::numbers::{Numbers, Numeric};
use crate::polish::{self, Polish, Polished};
use crate::recipe::{Mistake, Named, Section};
use crate::study::StudyError;
use crate::{Champion, Measure, Recipe, Stage};

pub const ENTRY: Entry = Entry {
    name: "mentor",
    read,
};

/// `[mentor]`: closeness to the scores of a mentor.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, expecting = "a table, [mentor]")]
struct Settings {
    /// The file of scores, as `galapagos mentor` makes it, relative to the recipe.
    scores: Spanned<PathBuf>,
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
        Measure {
            unit: "centipawns from the mentor's score",
            sign: " cp",
            short: " off",
            places: 1,
            less_is_better: true,
            trial: "on test",
            among_peers: false,
        }
    }

    fn part(&self) -> Part {
        Part::Evaluation
    }

    fn story(&self) -> Story {
        Story {
            what: "random numbers learn to score positions as a mentor does",
            told: "{runs} evaluations learned a mentor's scores",
            ..Story::default()
        }
    }

    fn files(&self) -> Vec<Named<'_>> {
        let made_by = "`galapagos mentor data/positions.epd -o FILE` makes it with stockfish, or \
                       --engine";
        vec![Named::data("scores", &self.settings.scores, made_by)]
    }

    fn prepare(
        &self,
        recipe: &Recipe,
        stage: &Stage,
        _: &mut Vec<Damage>,
    ) -> Result<Box<dyn Ready>, StudyError> {
        let settings = &self.settings;
        let file = recipe.place(&settings.scores);
        let Lessons { train, test, .. } = Lessons::read(&file).map_err(StudyError::data)?;
        let train = recipe.some(&file, &stage.key("train"), &train, &settings.train)?;
        let test = recipe.some(&file, &stage.key("test"), &test, &settings.test)?;
        let [train, test] = [train, test].map(Mentor::new);
        let problem = Trained::tested(train, test, distance, distance);
        let breeding = Breeding::random(&self.space, &self.demes, problem);
        Ok(Box::new(Learning(breeding)))
    }

    fn organism(&self, bred: Bred<'_>) -> String {
        data::evaluation(bred.name, bred.origin, bred.values).to_toml()
    }
}

/// The mean distance from the mentor's scores; fitness is 1 / (1 + distance)².
fn distance(fitness: f64) -> f64 {
    1.0 / fitness.sqrt() - 1.0
}

struct Learning<S: Space>(Breeding<S, Mentor>);

impl<S: Numbers> Ready for Learning<S> {
    fn evolve(&self, work: Work<'_>) -> Result<ControlFlow<()>, Error> {
        self.0.go(work)
    }

    fn polish(
        &self,
        how: Polish,
        champion: &Champion,
        workers: Workers<'_>,
    ) -> Option<Result<Polished, Failure>> {
        let table = Weights::TABLE;
        Some(polish::climb(
            table,
            &self.0.problem,
            how,
            champion,
            workers,
        ))
    }
}

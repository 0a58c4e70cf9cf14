//! The final of a coevolution: its founders and its last generation, with more games.

use std::num::{NonZeroU64, NonZeroUsize};
use std::ops::ControlFlow;

use chess::Damage;
use engine::eval::Weights;
use problems::coevolve::{Coevolve, Contest, Meetings};
use serde::Deserialize;

use super::{among, contest, finalists, measure};
use crate::evolve::Error;
use crate::experiment::{Bred, Experiment, Gene, Part, Ready, Story, Work};
use crate::experiments::data;
use crate::forecast;
use crate::recipe::Demes;
use crate::study::StudyError;
use crate::{Measure, Recipe, Stage};

/// `[coevolve.final]`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, expecting = "a table, [coevolve.final]")]
pub struct Settings {
    /// In how many openings two organisms meet, each with both colours.
    openings: NonZeroUsize,
    /// Nodes a move, in the final and in the match.
    nodes: NonZeroU64,
    /// How many openings the champion and the best founder play, each with both
    /// colours; no match where it is left out.
    pairs: Option<NonZeroUsize>,
}

/// The end of a coevolution.
#[derive(Clone, Debug)]
pub struct Final {
    pub(super) settings: Settings,
    /// Roughly how many founders there are.
    pub(super) founders: u32,
    pub(super) hash: usize,
}

impl Final {
    /// The match of the champion against the best founder, and its pairs of games; `None`
    /// if there is to be none.
    pub fn contest(&self) -> Option<(Contest, usize)> {
        let pairs = self.settings.pairs?.get();
        Some((contest(self.settings.nodes, self.hash), pairs))
    }
}

impl Experiment for Final {
    fn title(&self) -> &'static str {
        "final"
    }

    fn genes(&self) -> Vec<Gene> {
        Gene::declared(Weights::TABLE)
    }

    fn demes(&self) -> Vec<String> {
        vec!["final".into()]
    }

    fn measure(&self) -> Measure {
        measure()
    }

    fn part(&self) -> Part {
        Part::Evaluation
    }

    fn story(&self) -> Story {
        Story {
            what: "the first and the last generation meet; the most points win",
            told: "{organisms} organisms met in a final",
            ..Story::default()
        }
    }

    fn prepare(
        &self,
        _: &Recipe,
        _: &Stage,
        _: &mut Vec<Damage>,
    ) -> Result<Box<dyn Ready>, StudyError> {
        Ok(Box::new(self.clone()))
    }

    fn organism(&self, bred: Bred<'_>) -> String {
        data::evaluation(bred.name, bred.origin, bred.values).to_toml()
    }
}

impl Ready for Final {
    fn evolve(&self, work: Work<'_>) -> Result<ControlFlow<()>, Error> {
        let all = finalists::finalists(work.writer.reader(), work.stage)?;
        let demes = Demes::one(finalists::all_at_once(all.len()));
        let meetings = Meetings::All(self.settings.openings);
        let games = Coevolve::new(contest(self.settings.nodes, self.hash), meetings);
        among(&all, problems::weights_space(), demes, games).go(work)
    }

    fn forecast(&self, _: &Stage) -> Option<f64> {
        let Settings {
            openings, nodes, ..
        } = self.settings;
        Some(forecast::pairs(
            Meetings::All(openings),
            self.founders + 1,
            nodes,
        ))
    }
}

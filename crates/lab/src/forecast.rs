//! How long a run will take, before anybody has seen it run.
//!
//! The rates were measured on one thread of one machine. Another is faster or
//! slower, but much alike in all of them: whoever has seen a part of a run can
//! correct the forecast of the rest.

use problems::mimic::Look;

use crate::recipe;
use crate::study::{Kind, Study};
use crate::{Opponent, Stage, Task, Trial};

/// Seconds to look at one position, by how far an organism looks.
const STATIC_LOOK: f64 = 1.0 / 238e6;
const EXCHANGE_LOOK: f64 = 1.0 / 168e6;
const QUIESCENCE_LOOK: f64 = 1.0 / 22e6;

/// Seconds for a node of a search, and for all else about a move.
const NODE: f64 = 1.0 / 4e6;
const MOVE: f64 = 10e-6;

/// Moves of both sides in a game.
const GAME_MOVES: f64 = 100.0;

/// The share of its nodes that a search of a suite needs on average.
const SUITE_SHARE: f64 = 0.4;

/// Seconds for a generation of which nothing is known.
const GENERATION: f64 = 0.1;

/// How long a run takes, in seconds of one thread.
#[derive(Clone, Debug, PartialEq)]
pub struct Forecast {
    /// Each stage.
    pub stages: Vec<f64>,
    /// Each trial at the end.
    pub trials: Vec<f64>,
}

impl Study {
    /// How long a whole run will take.
    pub fn forecast(&self) -> Forecast {
        let stages = self.recipe.stages.iter().zip(&self.kinds);
        let trials = self.recipe.trials().into_iter();
        Forecast {
            stages: stages.map(|(stage, kind)| kind.forecast(stage)).collect(),
            trials: trials.map(|trial| self.trial(trial)).collect(),
        }
    }

    fn trial(&self, trial: Trial) -> f64 {
        match (trial, self.kinds.last(), &self.recipe.last().task) {
            (Trial::Match(opponent), _, _) => self.pairs(opponent),
            (Trial::HeldOut, Some(Kind::Tactics(searches)), Task::Tactics(settings, method)) => {
                f64::from(method.population() + 1) * suite(settings, searches.unseen.len())
            }
            (Trial::HeldOut, _, _) => 0.0,
        }
    }

    fn pairs(&self, opponent: Opponent) -> f64 {
        let contest = self.recipe.contest(opponent);
        contest.map_or(0.0, |(contest, pairs)| {
            2.0 * pairs as f64 * game(contest.nodes)
        })
    }
}

impl Kind {
    fn forecast(&self, stage: &Stage) -> f64 {
        let generations = f64::from(stage.generations) + 1.0;
        let once = match (&stage.task, self) {
            (Task::Mimic(settings, method), _) => {
                let looks = settings.train.get_ref().get() as f64 * f64::from(method.population());
                looks * look(settings.scorer)
            }
            (Task::Coevolve(settings, method), _) => {
                let games = meetings(method.population(), settings.openings.get());
                games * game(settings.nodes.get())
            }
            (Task::Final(settings), _) => {
                // The first generation and the last, of which one is in both.
                let finalists = 2 * settings.ga.get_ref().population - 1;
                let games = meetings(finalists, settings.finale.openings.get());
                games * game(settings.nodes.get())
            }
            (Task::Tactics(settings, method), Self::Tactics(searches)) => {
                f64::from(method.population() - 1) * suite(settings, searches.train.len())
            }
            _ => GENERATION,
        };
        f64::from(stage.runs.get()) * generations * once
    }
}

fn look(scorer: Look) -> f64 {
    match scorer {
        Look::Static => STATIC_LOOK,
        Look::Exchange => EXCHANGE_LOOK,
        Look::Quiescence => QUIESCENCE_LOOK,
    }
}

/// Games of everybody against everybody.
fn meetings(organisms: u32, openings: usize) -> f64 {
    let organisms = f64::from(organisms);
    organisms * (organisms - 1.0) * openings as f64
}

fn game(nodes: u64) -> f64 {
    GAME_MOVES * (MOVE + NODE * nodes as f64)
}

/// One search of so many positions.
fn suite(settings: &recipe::Tactics, positions: usize) -> f64 {
    positions as f64 * (MOVE + SUITE_SHARE * NODE * settings.nodes.get() as f64)
}

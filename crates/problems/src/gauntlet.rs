//! An organism against given opponents.
//!
//! ```text
//! challenger ─► Bout: one opponent, one opening ─► Outcome: two games ─► points
//! opponents, book ──┘   both colours
//! ```
//!
//! The opponents take turns, so that each plays as many pairs as the others, give
//! or take one. Every organism plays with its own evaluation and its own search.

use std::path::Path;
use std::sync::Arc;

use arena::stats::Pentanomial;
use engine::Mind;
use engine::organism::OrganismError;
use evo::{Effort, Failure, Fitness, Packed, Problem, Scores, Seed, portable};
use serde::{Deserialize, Serialize};

use crate::coevolve::{Contest, Outcome, Players, results};

/// Games against given opponents as a problem: fitness is the points won. Organisms are
/// the texts of their files.
#[derive(Debug, Clone)]
pub struct Gauntlet {
    contest: Contest,
    opponents: Vec<Arc<str>>,
    pairs: usize,
    parse: Parse,
}

/// Reads the text of an organism file; the path is for the error message.
pub type Parse = fn(&str, &Path) -> Result<Box<dyn Mind>, OrganismError>;

/// An organism, an opponent and an opening, to be played with both colours.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Bout {
    challenger: Arc<str>,
    /// The number of the opponent.
    opponent: usize,
    /// Its place in the book, counted from 0.
    opening: usize,
}

impl Gauntlet {
    /// This many pairs of games for each challenger, from as many different openings;
    /// if the book has fewer, its openings repeat. `parse` knows the kinds of organisms.
    ///
    /// # Panics
    ///
    /// If there is no opponent.
    pub fn new(contest: Contest, opponents: Vec<Arc<str>>, pairs: usize, parse: Parse) -> Self {
        assert!(!opponents.is_empty(), "there is an opponent");
        Self {
            contest,
            opponents,
            pairs,
            parse,
        }
    }

    /// What its kind is called.
    pub const KIND: &'static str = "gauntlet";

    /// Of its bytes. `parse` is as in [`new`](Self::new).
    pub fn unpack(bytes: &[u8], parse: Parse) -> Result<Self, Failure> {
        let (contest, opponents, pairs) = portable::read(bytes)?;
        Ok(Self {
            contest,
            opponents,
            pairs,
            parse,
        })
    }

    fn mind(&self, organism: &str) -> Result<Arc<dyn Mind>, Failure> {
        let mind = (self.parse)(organism, "organism".as_ref());
        mind.map(Arc::from).map_err(Failure::new)
    }
}

impl Problem for Gauntlet {
    type Program = Arc<str>;
    type Task = Bout;
    type Outcome = Outcome;
    type Kit = Players;

    fn plan(&self, generation: &[Arc<str>], seed: Seed) -> Vec<Bout> {
        let mut openings = self.contest.openings(seed);
        let mut tasks = Vec::new();
        for challenger in generation {
            let opponents = (0..self.opponents.len()).cycle();
            for (opponent, opening) in opponents.zip(openings.by_ref()).take(self.pairs) {
                tasks.push(Bout {
                    challenger: Arc::clone(challenger),
                    opponent,
                    opening,
                });
            }
        }
        tasks
    }

    fn equip(&self) -> Result<Players, Failure> {
        self.contest.players()
    }

    fn run(&self, players: &mut Players, task: &Bout) -> Result<Outcome, Failure> {
        let opponent = self.opponents.get(task.opponent);
        let opponent = opponent.ok_or_else(|| Failure::new("there is no such opponent"))?;
        players.play_as([self.mind(&task.challenger)?, self.mind(opponent)?]);
        self.contest.pair(players, task.opening)
    }

    fn reduce(&self, generation: &[Arc<str>], _: &[Bout], outcomes: &[Outcome]) -> Scores {
        let mut games = Pentanomial::default();
        let points = outcomes.chunks(self.pairs).map(|outcomes| {
            let results = results(outcomes);
            games += results;
            Fitness::exact(results.points())
        });
        let fitness: Vec<_> = points.collect();
        assert_eq!(fitness.len(), generation.len(), "every organism has played");
        Scores {
            fitness,
            effort: Effort {
                games: games.games(),
                nodes: outcomes.iter().map(|outcome| outcome.nodes).sum(),
                ..Effort::default()
            },
        }
    }

    fn shown(&self, task: &Bout, outcome: &Outcome) -> Option<String> {
        let name = |organism: &str| {
            let mind = self.mind(organism).ok();
            mind.map_or_else(|| "?".into(), |mind| mind.name().to_owned())
        };
        let names = [&*task.challenger, self.opponents.get(task.opponent)?];
        self.contest.shown(names.map(name), task.opening, outcome)
    }

    fn packed(&self) -> Option<Packed> {
        let value = (&self.contest, &self.opponents, self.pairs);
        Some(Packed::new(Self::KIND, &value))
    }

    fn is_plausible(&self, task: &Bout, outcome: &Outcome) -> bool {
        self.contest.may_give(task.opening, outcome)
    }
}

//! An organism against given opponents.
//!
//! ```text
//! challenger ─► Bout: one opponent, one opening ─► Outcome: two games ─► points
//! opponents, book ──┘   both colours
//! ```
//!
//! The opponents take turns, so that each plays as many pairs as the others, give
//! or take one. Every organism plays with its own evaluation and its own search.

use std::sync::Arc;

use arena::stats::Pentanomial;
use engine::eval::Weights;
use engine::organism::Organism;
use engine::search::SearchParams;
use evo::{Effort, Failure, Fitness, Problem, Scores, Seed};
use serde::{Deserialize, Serialize};

use crate::coevolve::{Contest, Outcome, Players, results};

/// Games against given opponents as a problem: fitness is the points won.
#[derive(Debug, Clone)]
pub struct Gauntlet {
    contest: Contest,
    opponents: Vec<Organism>,
    pairs: usize,
}

/// An organism, an opponent and an opening, to be played with both colours.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Bout {
    weights: Vec<i32>,
    search: SearchParams,
    /// The number of the opponent.
    opponent: usize,
    /// Its place in the book, counted from 0.
    opening: usize,
}

impl Gauntlet {
    /// This many pairs of games for each challenger, from as many different openings;
    /// if the book has fewer, its openings repeat.
    ///
    /// # Panics
    ///
    /// If there is no opponent.
    pub fn new(contest: Contest, opponents: Vec<Organism>, pairs: usize) -> Self {
        assert!(!opponents.is_empty(), "there is an opponent");
        Self {
            contest,
            opponents,
            pairs,
        }
    }
}

impl Problem for Gauntlet {
    type Program = Organism;
    type Task = Bout;
    type Outcome = Outcome;
    type Kit = Players;

    fn plan(&self, generation: &[Organism], seed: Seed) -> Vec<Bout> {
        let mut openings = self.contest.openings(seed);
        let mut tasks = Vec::new();
        for challenger in generation {
            let opponents = (0..self.opponents.len()).cycle();
            for (opponent, opening) in opponents.zip(openings.by_ref()).take(self.pairs) {
                tasks.push(Bout {
                    weights: challenger.weights.0.into(),
                    search: challenger.search,
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
        let challenger = Organism {
            weights: Weights((&*task.weights).try_into().expect("one for each term")),
            search: task.search,
            ..Organism::default()
        };
        let opponent = self.opponents[task.opponent].clone();
        players.play_as([Arc::new(challenger), Arc::new(opponent)]);
        self.contest.pair(players, task.opening)
    }

    fn reduce(&self, generation: &[Organism], _: &[Bout], outcomes: &[Outcome]) -> Scores {
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
}

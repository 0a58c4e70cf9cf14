//! The problem: move as the masters did.

use std::num::NonZeroUsize;
use std::sync::OnceLock;

use chess::Game;
use evo::{Effort, Failure, Fitness, Packed, Portable, Problem, Scores, Seed, Stream};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use super::weights::{Counted, Weights};
use crate::mimic::{Captures, Crew, Horizon, LANES, Scorer};

/// Why there can be no evolution.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// There are not as many games as are drawn every generation.
    #[error("{drawn} games are drawn every generation, but there are only {there}")]
    TooFewGames {
        /// Games drawn.
        drawn: usize,
        /// Games given.
        there: usize,
    },
    /// Scores could become too large to be exact.
    #[error(
        "positions may differ by {most_cp} centipawns under these bounds; at most {limit_cp} are scored exactly"
    )]
    TooWide {
        /// The largest difference.
        most_cp: f64,
        /// The largest allowed.
        limit_cp: f64,
    },
    /// A task could not be done.
    #[error(transparent)]
    Failed(#[from] Failure),
    /// The numbers do not make an evolution.
    #[error(transparent)]
    Evo(#[from] evo::Error),
}

/// Virtual players judged by the moves of masters.
///
/// A game's positions are prepared when it is first drawn, and then kept: the
/// runs of many seeds on one value share them.
pub struct Masters {
    games: Vec<Game>,
    prepared: Vec<OnceLock<Scorer>>,
    drawn: usize,
}

impl Masters {
    /// Draws `drawn` of these games every generation.
    pub fn new(games: Vec<Game>, drawn: NonZeroUsize) -> Result<Self, Error> {
        let (drawn, there) = (drawn.get(), games.len());
        if drawn > there {
            return Err(Error::TooFewGames { drawn, there });
        }
        Ok(Self {
            prepared: games.iter().map(|_| OnceLock::new()).collect(),
            games,
            drawn,
        })
    }

    /// The games.
    pub fn games(&self) -> &[Game] {
        &self.games
    }

    /// How many moves of a game, of either side, each player would have made.
    pub fn hits(&self, game: usize, players: &[Weights]) -> Vec<u32> {
        let scorer = self.prepared[game].get_or_init(|| prepare(&self.games[game]));
        let weights: Vec<_> = players.iter().map(|p| p.fixed().to_vec()).collect();
        let crews: Vec<_> = weights.chunks(LANES).map(Crew::new).collect();
        let hits = scorer.agreement(0..scorer.len(), &crews);
        hits.into_iter().flatten().take(players.len()).collect()
    }
}

fn prepare(game: &Game) -> Scorer {
    let mut forest = Captures::default();
    let mut board = game.start().clone();
    for &played in game.moves() {
        forest.plant::<Counted>(&board, played, Horizon::Quiescence);
        board.play_unchecked(played);
    }
    Scorer::new(forest)
}

/// All players of a generation on one game.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Review {
    game: usize,
    players: Vec<Weights>,
}

impl Serialize for Masters {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        (&self.games, self.drawn).serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Masters {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let (games, drawn) = Deserialize::deserialize(deserializer)?;
        Self::new(games, drawn).map_err(de::Error::custom)
    }
}

impl Portable for Masters {
    const KIND: &'static str = "masters";
}

impl Problem for Masters {
    type Program = Vec<f64>;
    type Task = Review;
    type Outcome = Vec<u32>;
    type Kit = ();

    fn plan(&self, generation: &[Vec<f64>], seed: Seed) -> Vec<Review> {
        let players: Vec<_> = generation.iter().map(|g| Weights::of(g)).collect();
        let games = draw(self.drawn, self.games.len(), &mut seed.stream());
        let task = |game| Review {
            game,
            players: players.clone(),
        };
        games.into_iter().map(task).collect()
    }

    fn equip(&self) -> Result<(), Failure> {
        Ok(())
    }

    fn run(&self, _: &mut (), task: &Review) -> Result<Vec<u32>, Failure> {
        Ok(self.hits(task.game, &task.players))
    }

    fn reduce(&self, generation: &[Vec<f64>], tasks: &[Review], outcomes: &[Vec<u32>]) -> Scores {
        let moves = |task: &Review| self.games[task.game].moves().len();
        let positions: usize = tasks.iter().map(moves).sum();
        let hits = |player: usize| outcomes.iter().map(|hits| hits[player]).sum();
        Scores {
            fitness: (0..generation.len())
                .map(|player| fitness(hits(player), positions))
                .collect(),
            effort: Effort {
                positions: (positions * generation.len()) as u64,
                ..Effort::default()
            },
        }
    }

    fn packed(&self) -> Option<Packed> {
        Some(Packed::of(self))
    }

    fn is_plausible(&self, task: &Review, outcome: &Vec<u32>) -> bool {
        outcome.len() == task.players.len()
    }
}

/// The hits, with the error of a count of `positions` independent trials.
fn fitness(hits: u32, positions: usize) -> Fitness {
    let value = f64::from(hits);
    let misses = positions as f64 - value;
    Fitness {
        value,
        stderr: (value * misses / positions.max(1) as f64).sqrt(),
    }
}

/// Different numbers below `there`, all choices equally likely.
fn draw(count: usize, there: usize, stream: &mut Stream) -> Vec<usize> {
    let mut numbers: Vec<_> = (0..there).collect();
    for place in 0..count {
        numbers.swap(place, place + stream.below(there - place));
    }
    numbers.truncate(count);
    numbers
}

//! Games of others, whose positions an organism scores.

use std::num::{NonZeroU64, NonZeroUsize};
use std::sync::Arc;

use chess::pgn::Record;
use chess::{Board, Color, Game};
use engine::eval::PieceValues;
use evo::Seed;
use serde::{Deserialize, Serialize};

use super::engines::{Engines, Played};
use crate::learn::{NO_SCORE, is_quiet};

/// Games of others: their results and the scores of their positions are learned from
/// beside the organism's own games.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Study {
    /// Finished games, with the half points of White.
    games: Arc<[(Game, u8)]>,
    /// How many of them a generation takes at most; the next one goes on with others.
    count: NonZeroUsize,
    /// Nodes for the score of a position.
    nodes: NonZeroU64,
    /// Half moves at the start of a game that are skipped.
    skip: usize,
    /// Where their order comes from.
    seed: Seed,
}

impl Study {
    /// The finished ones of these games; nothing if there are none.
    pub fn new(
        games: Vec<Record>,
        count: NonZeroUsize,
        nodes: NonZeroU64,
        skip: usize,
        seed: Seed,
    ) -> Option<Self> {
        let finished = |record: Record| {
            let half_points = record.result()?.half_points(Color::White);
            Some((record.game, half_points))
        };
        let games: Arc<[_]> = games.into_iter().filter_map(finished).collect();
        (!games.is_empty()).then_some(Self {
            games,
            count,
            nodes,
            skip,
            seed,
        })
    }

    /// Roughly how many nodes a generation takes.
    pub fn nodes(&self) -> f64 {
        let quiet = self.games.iter().map(|(game, _)| game.moves().len() / 2);
        let mean = quiet.sum::<usize>() as f64 / self.games.len() as f64;
        mean * self.count.get() as f64 * self.nodes.get() as f64
    }

    /// The games of a generation. All have been taken once before one is taken again.
    pub(super) fn games_of(&self, generation: u32) -> Vec<u32> {
        let mut order: Vec<u32> = (0..self.games.len() as u32).collect();
        self.seed.child("order", 0).stream().shuffle(&mut order);
        let count = self.count.get().min(order.len());
        let first = generation as usize * count;
        let places = (first..first + count).map(|place| place % order.len());
        places.map(|place| order[place]).collect()
    }

    /// Goes through a game and scores its quiet positions; nothing if there is no such
    /// game. `values` are those by which positions are quiet.
    pub(super) fn look(
        &self,
        engines: &mut Engines,
        game: u32,
        values: &PieceValues,
    ) -> Option<Played> {
        let (studied, half_points) = self.games.get(game as usize)?;
        let moves = studied.moves();
        let known = self.skip.min(moves.len());
        let mut game = Game::new(studied.start().clone());
        let mut scores = Vec::new();
        let mut nodes = 0;
        engines.forget();
        for (ply, &mv) in moves.iter().enumerate() {
            if ply >= known {
                let mut score = NO_SCORE;
                if is_quiet(game.board(), mv, values) {
                    let (found, searched) = engines.score(&game, self.nodes.get());
                    nodes += searched;
                    score = for_white(game.board(), found);
                }
                scores.push(score);
            }
            game.play(mv).expect("a game of a file is legal");
        }
        Some(Played {
            game,
            known,
            scores,
            half_points: *half_points,
            nodes,
        })
    }
}

/// A score for the side to move as one for White.
pub(super) fn for_white(board: &Board, score: i32) -> i16 {
    match board.side_to_move() {
        Color::White => score as i16,
        Color::Black => -score as i16,
    }
}

//! Games between two players.

use std::collections::HashSet;
use std::ops::Add;

use chess::{Board, Color, Game, Outcome, key};
use engine::search::{Engine, Limit, SearchParams};
use rayon::prelude::*;

use super::weights::{Evaluator, Weights};

/// A game as long as this is a draw.
const LONGEST_PLIES: usize = 400;

/// More than a search of a few plies fills.
const HASH_MEBIBYTES: usize = 1;

/// The results of one of two players.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Score {
    /// Games won.
    pub wins: u32,
    /// Games drawn.
    pub draws: u32,
    /// Games lost.
    pub losses: u32,
}

impl Score {
    /// A point for a win, half of one for a draw.
    pub fn points(&self) -> f64 {
        f64::from(self.wins) + f64::from(self.draws) / 2.0
    }
}

impl Add for Score {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self {
            wins: self.wins + other.wins,
            draws: self.draws + other.draws,
            losses: self.losses + other.losses,
        }
    }
}

/// How the first player fares against the second when both search `depth` plies,
/// each opening played with both colours.
pub fn duel(first: &Weights, second: &Weights, openings: &[Board], depth: u8) -> Score {
    let games = openings.par_iter().flat_map_iter(|opening| {
        Color::ALL.map(|side| match play(first, side, second, opening, depth) {
            Outcome::Draw => Score {
                draws: 1,
                ..Score::default()
            },
            Outcome::Win(winner) if winner == side => Score {
                wins: 1,
                ..Score::default()
            },
            Outcome::Win(_) => Score {
                losses: 1,
                ..Score::default()
            },
        })
    });
    games.reduce(Score::default, Score::add)
}

/// One game, the first player on `side`.
fn play(first: &Weights, side: Color, second: &Weights, opening: &Board, depth: u8) -> Outcome {
    let engine =
        |weights| Engine::new(Evaluator::new(weights), SearchParams::PLAIN, HASH_MEBIBYTES);
    let (mut first, mut second) = (engine(first), engine(second));
    let mut game = Game::new(opening.clone());
    while game.moves().len() < LONGEST_PLIES {
        if let Some(outcome) = game.outcome() {
            return outcome;
        }
        let mover = if game.board().side_to_move() == side {
            &mut first
        } else {
            &mut second
        };
        let best = mover.search(&game, &Limit::depth(depth)).best;
        game.play(best.expect("the game is not over"))
            .expect("a search finds legal moves");
    }
    Outcome::Draw
}

/// Different positions, at most `count`, that the games reach after `plies`.
pub fn openings(games: &[Game], plies: usize, count: usize) -> Vec<Board> {
    let mut seen = HashSet::new();
    let boards = games.iter().filter_map(|game| {
        let mut board = game.start().clone();
        for &mv in game.moves().get(..plies)? {
            board.play_unchecked(mv);
        }
        seen.insert(key(&board)).then_some(board)
    });
    boards.take(count).collect()
}

//! Games in few bytes.

use std::num::NonZeroUsize;

use chess::{Board, Game, Move};
use engine::eval::PieceValues;
use evo::Seed;
use rayon::ThreadPoolBuilder;
use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use super::engines::Played;
use crate::learn::{Draw, Lessons, NO_SCORE, Taught};

/// Games, one after the other: White's half points, the moves of the opening and all
/// moves as two bytes each, then the moves, and the scores of those after the opening.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Records(pub Vec<u8>);

/// Games of one generation, with what is needed to learn from them.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Round {
    /// The games.
    pub games: Records,
    /// What pieces were worth to the player of the games.
    pub values: Vec<i32>,
    /// Centipawns of its scores for odds of e to 1.
    pub unit: f32,
    /// The seed of all randomness.
    pub seed: Seed,
}

/// A game as it is kept.
struct Kept<'a> {
    half_points: u8,
    known: usize,
    start: Option<Board>,
    moves: &'a [[u8; 2]],
    scores: &'a [[u8; 2]],
}

impl Records {
    /// Adds a game.
    pub(crate) fn add(&mut self, played: &Played) {
        let moves = played.game.moves();
        let start = played.game.start();
        let fen = match *start == Board::default() {
            true => String::new(),
            false => chess::fen::write(start),
        };
        let bytes = &mut self.0;
        bytes.push(played.half_points);
        bytes.push(fen.len() as u8);
        bytes.extend((played.known as u16).to_le_bytes());
        bytes.extend((moves.len() as u16).to_le_bytes());
        bytes.extend(fen.as_bytes());
        bytes.extend(moves.iter().flat_map(|&mv| chess::pack(mv).to_le_bytes()));
        bytes.extend(played.scores.iter().flat_map(|score| score.to_le_bytes()));
    }

    fn games(&self) -> impl Iterator<Item = Kept<'_>> {
        let mut rest = &self.0[..];
        std::iter::from_fn(move || {
            let (head, body) = rest.split_at_checked(6)?;
            let number = |low: usize| usize::from(u16::from_le_bytes([head[low], head[low + 1]]));
            let (known, count) = (number(2), number(4));
            let (fen, body) = body.split_at(usize::from(head[1]));
            let (moves, body) = body.split_at(2 * count);
            let (scores, body) = body.split_at(2 * (count - known));
            rest = body;
            let fen = std::str::from_utf8(fen).expect("a position that was written");
            let start = chess::fen::parse(fen).ok();
            Some(Kept {
                half_points: head[0],
                known,
                start,
                moves: moves.as_chunks().0,
                scores: scores.as_chunks().0,
            })
        })
    }

    /// How many games these are, unless something in them is damaged.
    pub(crate) fn count_sound(&self) -> Option<usize> {
        let mut rest = &self.0[..];
        let mut count = 0;
        while !rest.is_empty() {
            let (head, body) = rest.split_first_chunk::<6>()?;
            let known = usize::from(u16::from_le_bytes([head[2], head[3]]));
            let moves = usize::from(u16::from_le_bytes([head[4], head[5]]));
            let (fen, body) = body.split_at_checked(usize::from(head[1]))?;
            let (moves, body) = body.split_at_checked(2 * moves)?;
            let scores = 2 * (moves.len() / 2).checked_sub(known)?;
            rest = body.split_at_checked(scores)?.1;
            let mut game = match fen {
                [] => Game::default(),
                fen => Game::new(chess::fen::parse(std::str::from_utf8(fen).ok()?).ok()?),
            };
            for &bytes in moves.as_chunks().0 {
                game.play(chess::unpack(u16::from_le_bytes(bytes))?).ok()?;
            }
            if head[0] > 2 {
                return None;
            }
            count += 1;
        }
        Some(count)
    }

    /// White's half points in each game.
    pub fn half_points(&self) -> Vec<u8> {
        self.games().map(|game| game.half_points).collect()
    }

    /// The games, move by move.
    pub fn replay(&self) -> Vec<Game> {
        let replay = |kept: Kept<'_>| {
            let mut game = Game::new(kept.start.clone().unwrap_or_default());
            for mv in kept.moves() {
                game.play(mv).expect("a move that was played");
            }
            game
        };
        self.games().map(replay).collect()
    }
}

impl Kept<'_> {
    fn moves(&self) -> Vec<Move> {
        let unpack = |&bytes: &[u8; 2]| {
            let mv = chess::unpack(u16::from_le_bytes(bytes));
            mv.expect("a move that was played")
        };
        self.moves.iter().map(unpack).collect()
    }
}

impl Round {
    /// Its quiet positions, at most this many of a game, on this number of threads.
    ///
    /// # Panics
    ///
    /// If the system refuses to start threads.
    pub fn lessons(&self, per_game: usize, threads: NonZeroUsize) -> Lessons {
        let pool = ThreadPoolBuilder::new().num_threads(threads.get()).build();
        let pool = pool.expect("the system can start a thread");
        pool.install(|| self.lessons_here(per_game))
    }

    fn lessons_here(&self, per_game: usize) -> Lessons {
        let values = self.values[..].try_into().expect("one for each piece");
        let draw = Draw {
            skip: 0,
            per_game,
            values: PieceValues(values),
            seed: self.seed,
        };
        let games: Vec<_> = self.games.games().collect();
        let sets = games.par_iter().enumerate().map(|(number, game)| {
            let opening = std::iter::repeat_n(NO_SCORE, game.known);
            let scores = game.scores.iter().copied().map(i16::from_le_bytes);
            let scores: Vec<_> = opening.chain(scores).collect();
            let start = game.start.clone().unwrap_or_default();
            let taught = Taught {
                start: &start,
                moves: &game.moves(),
                scores: &scores,
                half_points: game.half_points,
            };
            let draw = Draw {
                skip: game.known,
                ..draw
            };
            Lessons::of(taught, number as u64, &draw)
        });
        Lessons::shuffled(&sets.collect::<Vec<_>>(), self.seed)
    }
}

//! Positions to learn from, in little memory.

use chess::pgn::Record;
use chess::{Board, Color, Move, Outcome};
use engine::eval::PieceValues;
use engine::modern::eval::Features;
use evo::Seed;
use rayon::prelude::*;

use super::gradient::{COUNTED_ROW, PADDING, ROW};
use super::quiet::is_quiet;

/// The score of a position that has none.
pub const NO_SCORE: i16 = i16::MIN;

/// Which positions of a game are drawn.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Draw {
    /// Half moves at the start of a game that are skipped.
    pub skip: usize,
    /// The most positions of a game.
    pub per_game: usize,
    /// What pieces are worth in exchanges, to know which positions are quiet.
    pub values: PieceValues,
    /// The seed of all randomness.
    pub seed: Seed,
}

/// Quiet positions with their features, seen by White, and how their games ended.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Lessons {
    pub(super) positions: Vec<Position>,
    /// Of each position the weights that White has once more than Black and those that
    /// Black has once more, and the others, each followed by its count; all three filled
    /// up to whole rows.
    pub(super) features: Vec<u16>,
    games: usize,
}

/// All but the features.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Position {
    /// Where its features begin.
    pub start: u32,
    /// How many weights White has once more than Black, padding included.
    pub plus: u8,
    /// How many Black has once more.
    pub minus: u8,
    /// How many have another count.
    pub others: u8,
    pub phase: u8,
    /// Which scale counts if White, or Black, is ahead.
    pub scales: [u8; 2],
    pub pawns: u8,
    pub both_wings: bool,
    /// Half points of White.
    pub result: u8,
    /// The score of a search, in centipawns for White, or [`NO_SCORE`].
    pub score: i16,
}

/// A game to learn from.
#[derive(Debug, Clone, Copy)]
pub struct Taught<'a> {
    /// The start.
    pub start: &'a Board,
    /// The moves from it.
    pub moves: &'a [Move],
    /// The score of each position a move was played in, in centipawns for White, or
    /// nothing.
    pub scores: &'a [i16],
    /// Half points of White.
    pub half_points: u8,
}

impl Lessons {
    /// The positions of one game; `number` tells it from others of the same draw.
    pub fn of(game: Taught<'_>, number: u64, draw: &Draw) -> Self {
        let mut lessons = Self {
            games: 1,
            ..Self::default()
        };
        let mut board = game.start.clone();
        let mut quiet = Vec::new();
        for (ply, &mv) in game.moves.iter().enumerate() {
            if ply >= draw.skip && is_quiet(&board, mv, &draw.values) {
                let score = game.scores.get(ply).copied().unwrap_or(NO_SCORE);
                quiet.push((board.clone(), score));
            }
            board.play_unchecked(mv);
        }
        if quiet.len() > draw.per_game {
            let mut stream = draw.seed.child("position", number).stream();
            stream.shuffle(&mut quiet);
            quiet.truncate(draw.per_game);
        }
        for (board, score) in quiet {
            lessons.push(&board, game.half_points, score);
        }
        lessons
    }

    pub(super) fn push(&mut self, board: &Board, result: u8, score: i16) {
        let Features { counts, ending } = Features::of(board);
        let (sign, scales) = match (board.side_to_move(), ending.scales) {
            (Color::White, scales) => (1, scales),
            (Color::Black, [own, other]) => (-1, [other, own]),
        };
        let counts = counts.iter().map(|&(param, count)| (param, sign * count));
        let start = self.features.len();
        let mut push_ones = |wanted: i16| {
            let those = counts.clone().filter(|&(_, count)| count == wanted);
            let before = self.features.len();
            self.features.extend(those.map(|(param, _)| param));
            let padding = padding(self.features.len() - before, ROW);
            self.features.extend(padding);
            self.features.len() - before
        };
        let (plus, minus) = (push_ones(1), push_ones(-1));
        let counted = counts.filter(|&(_, count)| count.abs() != 1);
        let mut counted: Vec<_> = counted
            .map(|(param, count)| [param, count as u16])
            .collect();
        let padding = padding(counted.len(), COUNTED_ROW);
        counted.extend(padding.map(|param| [param, 0]));
        self.features.extend_from_slice(counted.as_flattened());
        let small = |count: usize| u8::try_from(count).expect("few features count at once");
        self.positions.push(Position {
            start: u32::try_from(start).expect("a set fits into memory"),
            plus: small(plus),
            minus: small(minus),
            others: small(counted.len()),
            phase: ending.phase as u8,
            scales: scales.map(|scale| scale as u8),
            pawns: ending.pawns as u8,
            both_wings: ending.both_wings,
            result,
            score,
        });
    }

    /// Adds the positions of another set after its own.
    pub(super) fn append(&mut self, other: &Self) {
        let first = u32::try_from(self.features.len()).expect("a set fits into memory");
        self.features.extend_from_slice(&other.features);
        self.positions
            .extend(other.positions.iter().map(|position| Position {
                start: first + position.start,
                ..*position
            }));
        self.games += other.games;
    }

    /// Merges sets and shuffles their positions.
    pub fn shuffled(sets: &[Self], seed: Seed) -> Self {
        let mut order: Vec<(u32, u32)> = Vec::new();
        for (number, set) in (0..).zip(sets) {
            order.extend((0..set.positions.len() as u32).map(|position| (number, position)));
        }
        seed.child("order", 0).stream().shuffle(&mut order);
        let mut all = Self {
            positions: Vec::with_capacity(order.len()),
            features: Vec::with_capacity(sets.iter().map(|set| set.features.len()).sum()),
            games: sets.iter().map(|set| set.games).sum(),
        };
        for (set, position) in order {
            let set = &sets[set as usize];
            let position = set.positions[position as usize];
            let start = u32::try_from(all.features.len()).expect("a set fits into memory");
            all.features.extend(set.features_of(&position));
            all.positions.push(Position { start, ..position });
        }
        all
    }

    pub(super) fn features_of(&self, position: &Position) -> &[u16] {
        let start = position.start as usize;
        let ones = usize::from(position.plus) + usize::from(position.minus);
        &self.features[start..start + ones + 2 * usize::from(position.others)]
    }

    /// How many positions there are.
    pub fn len(&self) -> usize {
        self.positions.len()
    }

    /// The same as if from this many games.
    #[cfg(test)]
    pub(super) fn of_games(&self, games: usize) -> Self {
        Self {
            games,
            ..self.clone()
        }
    }

    /// How many features count in all positions together.
    pub fn features(&self) -> usize {
        let count = |position: &Position| {
            let ones = usize::from(position.plus) + usize::from(position.minus);
            let (ones, others) = self.features_of(position).split_at(ones);
            let params = ones.iter().chain(others.iter().step_by(2));
            params.filter(|&&param| param < PADDING).count()
        };
        self.positions.iter().map(count).sum()
    }

    /// Whether there is nothing to learn.
    pub fn is_empty(&self) -> bool {
        self.positions.is_empty()
    }

    /// How many games they are from. Those without a quiet position count too.
    pub const fn games(&self) -> usize {
        self.games
    }
}

/// What fills up this many weights to whole rows.
fn padding(weights: usize, row: usize) -> impl Iterator<Item = u16> {
    (PADDING..).take(weights.next_multiple_of(row) - weights)
}

/// The quiet positions of finished games, on all threads of the pool: those to learn
/// from, and those of every game that is held out, which are this share of all games.
pub fn collect(games: &[Record], draw: &Draw, hold_out: f64) -> [Lessons; 2] {
    let is_held_out = |number: u64| {
        let mut stream = draw.seed.child("hold out", number).stream();
        stream.chance(hold_out)
    };
    let finished = |(number, record): (usize, &Record)| {
        let outcome: Outcome = record.result()?;
        let number = number as u64;
        let game = Taught {
            start: record.game.start(),
            moves: record.game.moves(),
            scores: &[],
            half_points: outcome.half_points(Color::White),
        };
        Some((is_held_out(number), Lessons::of(game, number, draw)))
    };
    let sets: Vec<_> = games.par_iter().enumerate().filter_map(finished).collect();
    let (test, train): (Vec<_>, Vec<_>) = sets.into_iter().partition(|&(held_out, _)| held_out);
    [train, test].map(|sets| {
        let sets: Vec<_> = sets.into_iter().map(|(_, set)| set).collect();
        Lessons::shuffled(&sets, draw.seed)
    })
}

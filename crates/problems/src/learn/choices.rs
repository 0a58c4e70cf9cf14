//! Moves to learn from: the one that was played against all others.
//!
//! A position is a choice between the quiet positions that its moves lead to. The softmax
//! of their values, in log odds, is the probability of each move, and the loss is the
//! negative logarithm of that of the move played: a smooth form of the fitness of mimic.

use std::num::NonZeroUsize;
use std::ops::Range;

use chess::{Color, legal_moves};
use rayon::ThreadPoolBuilder;
use rayon::prelude::*;

use super::gradient::{self, Flat, Seen, Target};
use super::learner::Material;
use super::lessons::{Lessons, NO_SCORE};
use super::numbers::Numbers;
use super::settle::Settler;
use crate::Sample;

/// Positions in one task of a thread: the evaluation is made ready once for all of them.
const SHARE: usize = 64;

/// Positions as choices between moves.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Choices {
    /// The quiet positions behind all moves of all positions.
    rests: Lessons,
    choices: Vec<Choice>,
}

#[derive(Debug, Clone, PartialEq)]
struct Choice {
    /// Its moves in `rests`, the played one first.
    moves: Range<u32>,
    mover: Color,
}

impl Choices {
    /// The choices in these positions, with quiescence by these numbers. Positions with one
    /// move are left out.
    ///
    /// # Panics
    ///
    /// If the system refuses to start threads.
    pub fn of(samples: &[Sample], numbers: &Numbers, threads: NonZeroUsize) -> Self {
        let pool = ThreadPoolBuilder::new().num_threads(threads.get()).build();
        let pool = pool.expect("the system can start a thread");
        pool.install(|| Self::of_here(samples, numbers))
    }

    fn of_here(samples: &[Sample], numbers: &Numbers) -> Self {
        let weights = numbers.weights();
        let shares = samples.par_chunks(SHARE).map(|samples| {
            let mut settler = Settler::new(&weights);
            let mut choices = Self::default();
            for sample in samples {
                choices.push(sample, &mut settler);
            }
            choices
        });
        let shares: Vec<_> = shares.collect();
        let mut all = Self::default();
        for share in shares {
            let first = all.rests.len() as u32;
            all.rests.append(&share.rests);
            let moved = |choice: Choice| Choice {
                moves: first + choice.moves.start..first + choice.moves.end,
                ..choice
            };
            all.choices.extend(share.choices.into_iter().map(moved));
        }
        all
    }

    fn push(&mut self, sample: &Sample, settler: &mut Settler) {
        let mut moves = legal_moves(&sample.board);
        let Some(played) = moves.iter().position(|&mv| mv == sample.played) else {
            return;
        };
        if moves.len() < 2 {
            return;
        }
        moves.swap(0, played);
        let start = self.rests.len() as u32;
        for mv in moves {
            let mut board = sample.board.clone();
            board.play_unchecked(mv);
            let (_, rest) = settler.settle(&board);
            self.rests.push(&rest, 1, NO_SCORE);
        }
        self.choices.push(Choice {
            moves: start..self.rests.len() as u32,
            mover: sample.board.side_to_move(),
        });
    }

    /// The probability of each move of a choice, and the features of its quiet position.
    fn chances(&self, choice: &Choice, numbers: &Flat) -> Vec<(Seen, f32)> {
        let moves = choice.moves.start as usize..choice.moves.end as usize;
        let rests = self.rests.positions[moves].iter();
        let seen: Vec<_> = rests
            .map(|rest| Seen::new(&self.rests, rest, numbers))
            .collect();
        let worth = |seen: &Seen| sign(choice.mover) * seen.odds;
        let most = seen.iter().map(worth).fold(f32::MIN, f32::max);
        let shares: Vec<_> = seen
            .iter()
            .map(|seen| gradient::exp(worth(seen) - most))
            .collect();
        let total: f32 = shares.iter().sum();
        let chances = shares.into_iter().map(|share| share / total);
        seen.into_iter().zip(chances).collect()
    }
}

/// What is good for White is bad for Black.
fn sign(mover: Color) -> f32 {
    match mover {
        Color::White => 1.0,
        Color::Black => -1.0,
    }
}

impl Material for Choices {
    const CHUNK: usize = 16;

    fn len(&self) -> usize {
        self.choices.len()
    }

    fn games(&self) -> usize {
        self.choices.len()
    }

    fn add(&self, choices: Range<usize>, numbers: &Flat, _: Target, sum: &mut Flat) {
        for choice in &self.choices[choices] {
            for (index, (seen, chance)) in (0..).zip(self.chances(choice, numbers)) {
                let played = f32::from(u8::from(index == 0));
                let rest = &self.rests.positions[(choice.moves.start + index) as usize];
                let error = sign(choice.mover) * (chance - played);
                gradient::spread(&self.rests, rest, &seen, error, sum);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use chess::Board;
    use evo::Seed;

    use super::super::numbers::ENDING;
    use super::*;

    fn samples(count: u64) -> Vec<Sample> {
        let sample = |number: u64| {
            let mut stream = Seed::new(9).child("sample", number).stream();
            let mut board = Board::default();
            for _ in 0..6 + stream.below(40) {
                let moves = legal_moves(&board);
                if moves.is_empty() {
                    break;
                }
                board.play(moves[stream.below(moves.len())]);
            }
            let moves = legal_moves(&board);
            let played = *moves.get(stream.below(moves.len().max(1)))?;
            Some(Sample { board, played })
        };
        (0..count).filter_map(sample).collect()
    }

    fn loss(choices: &Choices, numbers: &Numbers) -> f64 {
        let flat = Flat::of(numbers);
        let losses = choices.choices.iter().map(|choice| {
            let (_, played) = choices.chances(choice, &flat)[0];
            -libm::log(f64::from(played))
        });
        losses.sum()
    }

    #[test]
    fn the_gradient_is_that_of_the_loss() {
        let numbers = Numbers::random(0.02, &mut Seed::new(1).stream());
        let choices = Choices::of(&samples(20), &numbers, NonZeroUsize::MIN);
        let mut sum = Flat::zero();
        let results = Target {
            blend: 0.0,
            unit: 1.0,
        };
        choices.add(0..choices.len(), &Flat::of(&numbers), results, &mut sum);
        let mut gradient = vec![0.0; ENDING];
        sum.add_to(&mut gradient);
        let mut seen = 0;
        for (number, &found) in gradient.iter().enumerate() {
            let step = 1e-2;
            let at = |step: f32| {
                let mut moved = numbers.clone();
                moved.0[number] += step;
                loss(&choices, &moved)
            };
            let slope = (at(step) - at(-step)) / f64::from(2.0 * step);
            let off = (slope - found).abs();
            assert!(
                off < 0.03 * (1.0 + slope.abs()),
                "{number}: {slope} {found}"
            );
            seen += usize::from(slope.abs() > 0.1);
        }
        assert!(seen > 200, "{seen}");
    }

    #[test]
    fn moves_come_to_rest_where_no_exchange_is_open() {
        let board = chess::fen::parse("4k3/8/3p4/4n3/8/5N2/8/4K3 w - - 0 1").unwrap();
        let mut settler = Settler::new(&engine::modern::eval::Weights::default());
        let (score, rest) = settler.settle(&board);
        // The knight is guarded: taking it wins nothing, and a knight each is even.
        assert_eq!(rest.occupied().len(), board.occupied().len(), "{score}");
        let open = chess::fen::parse("4k3/8/8/4q3/8/5N2/8/6K1 b - - 0 1").unwrap();
        let mut after = open.clone();
        after.play("e8d8".parse().unwrap());
        let (_, rest) = settler.settle(&after);
        assert!(rest.pieces(chess::Piece::Queen).is_empty());
    }
}

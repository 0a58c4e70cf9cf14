//! Logistic regression by small steps.

use std::num::NonZeroUsize;
use std::ops::Range;

use evo::Seed;
use rayon::ThreadPoolBuilder;
use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use super::gradient::{self, Flat, Target};
use super::lessons::Lessons;
use super::numbers::{ENDING, Numbers};

/// Chunks of a step. Their sums are added in order, so that threads do not matter.
const BATCH: usize = 8;

/// Decay of the means, and what keeps the division finite.
const MEAN: f64 = 0.9;
const SQUARE: f64 = 0.999;
const TINY: f64 = 1e-9;

/// Weights without decay: those of the pieces themselves.
const MATERIAL: usize = 2 * 5;

/// How to learn.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Schooling {
    /// The largest step of a number, in log odds.
    pub rate: f64,
    /// How strongly numbers are drawn to zero: this, divided by the number of games, is
    /// the weight of half their squares beside the mean loss.
    pub decay: f64,
    /// The share of the search's score in what a position should be worth.
    pub blend: f64,
}

/// What can be learned from.
pub trait Material: Sync {
    /// How many of its positions have their gradients added up in order by one thread.
    const CHUNK: usize;

    /// How many positions there are.
    fn len(&self) -> usize;

    /// How many games they are from.
    fn games(&self) -> usize;

    /// Adds the gradient on these positions to `sum`.
    fn add(&self, positions: Range<usize>, numbers: &Flat, target: Target, sum: &mut Flat);
}

impl Material for Lessons {
    const CHUNK: usize = 2048;

    fn len(&self) -> usize {
        self.len()
    }

    fn games(&self) -> usize {
        self.games()
    }

    fn add(&self, positions: Range<usize>, numbers: &Flat, target: Target, sum: &mut Flat) {
        gradient::add(self, positions, numbers, target, sum);
    }
}

/// Learns numbers from lessons, epoch by epoch.
///
/// ```text
/// m ← β₁ m + (1 - β₁) g,  v ← β₂ v + (1 - β₂) g²
/// w ← w - rate · m̂ / (√v̂ + ε)
/// ```
///
/// D. P. Kingma, J. Ba: Adam: a method for stochastic optimization, ICLR 2015.
///
/// The genes of the evaluation's last step stay as they are: they are for breeding.
///
/// All sums are taken in an order that depends on the lessons alone, so the numbers are
/// the same, bit for bit, on any number of threads.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Learner {
    numbers: Vec<f64>,
    means: Vec<f64>,
    squares: Vec<f64>,
    steps: i32,
}

impl Learner {
    /// Begins with these numbers.
    pub fn new(Numbers(numbers): &Numbers) -> Self {
        Self {
            numbers: numbers.iter().copied().map(f64::from).collect(),
            means: vec![0.0; ENDING],
            squares: vec![0.0; ENDING],
            steps: 0,
        }
    }

    /// The numbers learned so far.
    pub fn numbers(&self) -> Numbers {
        Numbers(self.numbers.iter().map(|&number| number as f32).collect())
    }

    /// Learns from all lessons once, in random order, on this number of threads.
    /// Sets have centipawns for odds of e to 1 by which their scores are meant. The rate
    /// goes from the first to the second share of the schooling's.
    ///
    /// # Panics
    ///
    /// If the system refuses to start threads.
    pub fn epoch<M: Material>(
        &mut self,
        sets: &[(&M, f32)],
        how: &Schooling,
        rates: [f64; 2],
        seed: Seed,
        threads: NonZeroUsize,
    ) {
        let pool = ThreadPoolBuilder::new().num_threads(threads.get()).build();
        let pool = pool.expect("the system can start a thread");
        pool.install(|| self.epoch_here(sets, how, rates, seed));
    }

    fn epoch_here<M: Material>(
        &mut self,
        sets: &[(&M, f32)],
        how: &Schooling,
        rates: [f64; 2],
        seed: Seed,
    ) {
        let mut chunks = Vec::new();
        for (number, (set, _)) in sets.iter().enumerate() {
            let starts = (0..set.len()).step_by(M::CHUNK);
            chunks.extend(starts.map(|start| (number, start..(start + M::CHUNK).min(set.len()))));
        }
        seed.child("chunks", 0).stream().shuffle(&mut chunks);
        let games: usize = sets.iter().map(|(set, _)| set.games()).sum();
        let decay = how.decay / games.max(1) as f64;
        let batches: Vec<_> = chunks.chunks(BATCH).collect();
        let mut sums: Vec<_> = (0..BATCH).map(|_| Flat::zero()).collect();
        for (number, batch) in batches.iter().enumerate() {
            let flat = Flat::of(&self.numbers());
            batch
                .par_iter()
                .zip(&mut sums)
                .for_each(|((set, positions), sum)| {
                    let (lessons, unit) = sets[*set];
                    let target = Target {
                        blend: how.blend as f32,
                        unit,
                    };
                    sum.clear();
                    lessons.add(positions.clone(), &flat, target, sum);
                });
            let mut gradient = vec![0.0; ENDING];
            for sum in &sums[..batch.len()] {
                sum.add_to(&mut gradient);
            }
            let positions: usize = batch.iter().map(|(_, positions)| positions.len()).sum();
            let done = number as f64 / batches.len() as f64;
            let rate = how.rate * (rates[0] + (rates[1] - rates[0]) * done);
            self.step(&gradient, positions as f64, decay, rate);
        }
    }

    /// Learns from all lessons this number of times, with steps that shrink to zero.
    pub fn study<M: Material>(
        &mut self,
        sets: &[(&M, f32)],
        how: &Schooling,
        epochs: u32,
        seed: Seed,
        threads: NonZeroUsize,
    ) {
        for epoch in 0..epochs {
            let left = |epoch: u32| 1.0 - f64::from(epoch) / f64::from(epochs);
            let rates = [left(epoch), left(epoch + 1)];
            let seed = seed.child("epoch", epoch.into());
            self.epoch(sets, how, rates, seed, threads);
        }
    }

    fn step(&mut self, gradient: &[f64], positions: f64, decay: f64, rate: f64) {
        self.steps = self.steps.saturating_add(1);
        let corrections = [MEAN, SQUARE].map(|beta| 1.0 - libm::pow(beta, self.steps.into()));
        for (number, &sum) in gradient.iter().enumerate() {
            let value = self.numbers[number];
            let pull = if number < MATERIAL { 0.0 } else { value };
            let slope = sum / positions + decay * pull;
            let (mean, square) = (&mut self.means[number], &mut self.squares[number]);
            *mean = MEAN * *mean + (1.0 - MEAN) * slope;
            *square = SQUARE * *square + (1.0 - SQUARE) * slope * slope;
            let size = libm::sqrt(*square / corrections[1]) + TINY;
            self.numbers[number] -= rate * (*mean / corrections[0]) / size;
        }
    }
}

const _: () = assert!(MATERIAL < ENDING);

#[cfg(test)]
mod tests {
    use super::super::gradient::tests::lessons;
    use super::*;

    fn threads(count: usize) -> NonZeroUsize {
        NonZeroUsize::new(count).unwrap()
    }

    /// Two sets, so that several chunks make a batch and the last is smaller.
    fn learned(count: usize) -> Learner {
        let (first, second) = (lessons(5000), lessons(700));
        let how = Schooling {
            rate: 0.02,
            decay: 1.0,
            blend: 0.3,
        };
        let mut learner = Learner::new(&Numbers::zero());
        for epoch in 0..3 {
            let sets = [(&first, 100.0), (&second, 150.0)];
            learner.epoch(&sets, &how, [1.0, 0.5], Seed::new(epoch), threads(count));
        }
        learner
    }

    #[test]
    fn threads_change_no_bit() {
        let one = learned(1);
        assert_ne!(one.numbers(), Numbers::zero());
        assert_eq!(one, learned(2));
        assert_eq!(one, learned(7));
    }

    #[test]
    fn known_weights_are_found_again() {
        // What pieces are worth, in pairs, as logarithms of odds.
        let truth = [0.5, 0.8, 1.5, 1.6, 1.6, 1.7, 2.5, 2.8, 5.0, 5.2];
        let mut numbers = Numbers::zero();
        numbers.0[..MATERIAL].copy_from_slice(&truth);
        let mut lessons = lessons(30_000);
        let flat = Flat::of(&numbers);
        let mut stream = Seed::new(3).stream();
        let odds = gradient::tests::odds(&lessons, &flat);
        for (position, odds) in lessons.positions.iter_mut().zip(odds) {
            let won = stream.chance(gradient::chance(odds).into());
            (position.result, position.score) = (2 * u8::from(won), crate::learn::NO_SCORE);
        }
        let lessons = lessons.of_games(30_000);
        let how = Schooling {
            rate: 0.1,
            decay: 2000.0,
            blend: 0.0,
        };
        let mut learner = Learner::new(&Numbers::zero());
        let epochs = 250;
        for epoch in 0..epochs {
            let rates = [epoch, epoch + 1].map(|done| 1.0 - done as f64 / epochs as f64);
            learner.epoch(
                &[(&lessons, 1.0)],
                &how,
                rates,
                Seed::new(epoch),
                threads(2),
            );
        }
        let found = learner.numbers();
        for (number, (found, truth)) in found.0.iter().zip(truth).enumerate() {
            assert!(
                (found - truth).abs() < 0.15 * (1.0 + truth),
                "{number}: {found} {truth}"
            );
        }
    }
}

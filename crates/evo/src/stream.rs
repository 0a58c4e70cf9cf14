//! Random numbers that are the same on every machine.

use rand_chacha::{ChaCha8Rng, rand_core::Rng};

/// The random numbers of one [`Seed`](crate::Seed).
///
/// The draws are written out here, over ChaCha8 and `libm`, because the helpers
/// of the random-number crates may change their results from version to version.
#[derive(Clone, Debug)]
pub struct Stream(ChaCha8Rng);

impl Stream {
    pub(crate) const fn new(rng: ChaCha8Rng) -> Self {
        Self(rng)
    }

    /// 64 fair bits.
    pub fn bits(&mut self) -> u64 {
        self.0.next_u64()
    }

    /// A multiple of 2⁻⁵³ in `[0, 1)`, all equally likely.
    pub fn unit(&mut self) -> f64 {
        const STEP: f64 = 1.0 / (1u64 << 53) as f64;
        (self.bits() >> 11) as f64 * STEP
    }

    /// True with this probability; never at 0, always at 1.
    pub fn chance(&mut self, probability: f64) -> bool {
        self.unit() < probability
    }

    /// A number in `0..n`, all exactly equally likely.
    ///
    /// ```text
    /// repeat x ← 64 bits; (high, low) ← x · n until low ≥ 2⁶⁴ mod n
    /// return high
    /// ```
    ///
    /// D. Lemire: Fast random integer generation in an interval, ACM Trans.
    /// Model. Comput. Simul. 29(1), 2019.
    ///
    /// # Panics
    ///
    /// If `n` is 0.
    pub fn below(&mut self, n: usize) -> usize {
        assert!(n > 0, "nothing is below 0");
        let n = n as u64;
        loop {
            let product = u128::from(self.bits()) * u128::from(n);
            let low = product as u64;
            // The remainder is smaller than n: most draws need no division.
            if low >= n || low >= n.wrapping_neg() % n {
                return (product >> 64) as usize;
            }
        }
    }

    /// Puts items into a random order, all equally likely.
    ///
    /// R. A. Fisher, F. Yates: Statistical tables, 1938; R. Durstenfeld: Algorithm
    /// 235, Commun. ACM 7(7), 1964.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last + 1));
        }
    }

    /// A draw from the normal distribution with mean 0 and deviation 1.
    ///
    /// G. E. P. Box, M. E. Muller: A note on the generation of random normal
    /// deviates, Ann. Math. Statist. 29(2), 1958.
    pub fn normal(&mut self) -> f64 {
        // 1 - unit is never 0, so the logarithm is finite.
        let radius = libm::sqrt(-2.0 * libm::log(1.0 - self.unit()));
        radius * libm::cos(std::f64::consts::TAU * self.unit())
    }
}

//! Where every random number comes from.

use rand_chacha::{ChaCha8Rng, rand_core::SeedableRng};
use serde::{Deserialize, Serialize};

use crate::Stream;

/// The step of the SplitMix64 sequence: 2⁶⁴ divided by the golden ratio, made odd.
const GAMMA: u64 = 0x9e37_79b9_7f4a_7c15;

/// The name of a stream of random numbers.
///
/// Seeds form a tree: the seed of a run has children for its generations, and
/// they have children for every step and index. A child depends on nothing but
/// its path, so no generator state is ever saved and the order of evaluation
/// does not matter.
///
/// ```
/// # use evo::Seed;
/// let run = Seed::new(1);
/// let third = run.child("generation", 3).child("breed", 0);
/// assert_eq!(third, run.child("generation", 3).child("breed", 0));
/// assert_ne!(third, run.child("generation", 4).child("breed", 0));
/// ```
///
/// A child is made by this hash, which is never to change:
///
/// ```text
/// mix(x):       SplitMix64's finaliser of x + γ
/// child(s, label, index):
///     h ← mix(s)
///     for each 8 bytes w of the label, little-endian, padded with zeros:
///         h ← mix(h ⊕ w)
///     h ← mix(h ⊕ length of the label in bytes)
///     return mix(h ⊕ index)
/// ```
///
/// Every step is a bijection of `h`: two seeds never share a child of the same
/// label and index, nor one seed a child of the same label and two indices.
///
/// G. L. Steele, D. Lea, C. H. Flood: Fast splittable pseudorandom number
/// generators, OOPSLA 2014.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Seed(u64);

impl Seed {
    /// The seed with this number, as a recipe gives it.
    pub const fn new(number: u64) -> Self {
        Self(number)
    }

    /// The number that makes this seed again.
    pub const fn number(self) -> u64 {
        self.0
    }

    /// The seed of one part of what this seed is for.
    pub fn child(self, label: &str, index: u64) -> Self {
        let mut hash = mix(self.0);
        for chunk in label.as_bytes().chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            hash = mix(hash ^ u64::from_le_bytes(word));
        }
        hash = mix(hash ^ label.len() as u64);
        Self(mix(hash ^ index))
    }

    /// The random numbers of this seed: ChaCha8, keyed with four SplitMix64 words.
    pub fn stream(self) -> Stream {
        let mut key = [0; 32];
        let mut state = self.0;
        for word in key.chunks_exact_mut(8) {
            word.copy_from_slice(&mix(state).to_le_bytes());
            state = state.wrapping_add(GAMMA);
        }
        Stream::new(ChaCha8Rng::from_seed(key))
    }
}

fn mix(x: u64) -> u64 {
    let x = x.wrapping_add(GAMMA);
    let x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ (x >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mix_is_splitmix64() {
        // The first outputs of the reference generator started at 0.
        assert_eq!(mix(0), 0xe220_a839_7b1d_cdaf);
        assert_eq!(mix(GAMMA), 0x6e78_9e6a_a1b9_65f4);
        assert_eq!(mix(GAMMA.wrapping_mul(2)), 0x06c4_5d18_8009_454f);
    }

    /// Old runs repeat only while these hold. The numbers were computed independently of
    /// this code, by a second program with its own SplitMix64 and ChaCha8.
    #[test]
    fn children_and_streams_are_pinned() {
        let one = Seed::new(1);
        assert_eq!(one.child("", 0).number(), 0xb18a_02f4_6d8d_86c3);
        assert_eq!(one.child("mutate", 0).number(), 0xfd5a_6abc_6a5c_e0e9);
        assert_eq!(one.child("mutate", 1).number(), 0xf539_7465_6bae_7e4c);
        assert_eq!(
            one.child("a label of many bytes", 7).number(),
            0xcaf7_11b8_d645_c49b
        );
        assert_eq!(
            Seed::new(u64::MAX).child("é", u64::MAX).number(),
            0xf11a_e9cd_525a_e4b3
        );
        let mut stream = one.stream();
        assert_eq!(
            [stream.bits(), stream.bits()],
            [0xef72_eaf4_48a8_b558, 0x8a33_ba97_599a_55b3]
        );
    }

    #[test]
    fn neighbours_do_not_meet() {
        // Small seeds, short labels, small indices: what real runs use.
        let mut seen = std::collections::HashSet::new();
        for seed in 0..20 {
            assert!(seen.insert(Seed::new(seed)));
            for label in ["", "a", "b", "ab", "a\0", "generation", "generatioo"] {
                for index in 0..50 {
                    assert!(seen.insert(Seed::new(seed).child(label, index)));
                }
            }
        }
    }
}

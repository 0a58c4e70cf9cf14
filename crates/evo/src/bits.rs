//! A string of bits in machine words.

use std::{fmt, ops::Range};

use serde::{Deserialize, Serialize};

use crate::Stream;

const WORD: usize = u64::BITS as usize;

/// A string of bits: a genome, or a mask over the loci of one.
///
/// Locus 0 is the lowest bit of the first word and the first character shown.
#[derive(Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "Raw")]
pub struct Bits {
    len: usize,
    /// The bits of the last word beyond `len` are 0, so equal strings are equal words.
    words: Vec<u64>,
}

impl Bits {
    /// All bits 0.
    pub fn zeros(len: usize) -> Self {
        Self {
            len,
            words: vec![0; len.div_ceil(WORD)],
        }
    }

    /// Every bit a fair coin.
    pub fn random(len: usize, stream: &mut Stream) -> Self {
        let words = (0..len.div_ceil(WORD))
            .map(|word| stream.bits() & ones_in_word(word, len))
            .collect();
        Self { len, words }
    }

    /// Ones at the loci of `span`, zeros elsewhere.
    pub fn span(len: usize, span: Range<usize>) -> Self {
        let end = span.end.min(len);
        let words = (0..len.div_ceil(WORD))
            .map(|word| ones_in_word(word, end) & !ones_in_word(word, span.start))
            .collect();
        Self { len, words }
    }

    /// How many bits there are.
    pub const fn len(&self) -> usize {
        self.len
    }

    /// Whether there are none.
    pub const fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The bit at a locus.
    pub fn get(&self, locus: usize) -> bool {
        assert!(locus < self.len, "locus out of range");
        self.words[locus / WORD] >> (locus % WORD) & 1 == 1
    }

    /// Flips the bit at a locus.
    pub fn flip(&mut self, locus: usize) {
        assert!(locus < self.len, "locus out of range");
        self.words[locus / WORD] ^= 1 << (locus % WORD);
    }

    /// How many bits are 1.
    pub fn count_ones(&self) -> u32 {
        self.words.iter().map(|word| word.count_ones()).sum()
    }

    /// The number in `width` (at most 32) bits from a locus on, lowest bit first.
    pub fn read(&self, from: usize, width: u32) -> u32 {
        if width == 0 {
            return 0;
        }
        assert!(width <= 32 && from + width as usize <= self.len);
        let (word, shift) = (from / WORD, from % WORD);
        let low = self.words[word] >> shift;
        // Shifting twice keeps the shift below 64 when the field starts a word.
        let high = self
            .words
            .get(word + 1)
            .map_or(0, |next| next << 1 << (WORD - 1 - shift));
        ((low | high) & ((1 << width) - 1)) as u32
    }

    /// Writes what [`read`](Self::read) reads; bits of `value` beyond `width` are ignored.
    pub fn write(&mut self, from: usize, width: u32, value: u32) {
        for bit in 0..width as usize {
            if self.get(from + bit) != (value >> bit & 1 == 1) {
                self.flip(from + bit);
            }
        }
    }

    /// A child that has the bits of `other` where the mask is 1 and its own elsewhere.
    pub fn blend(&self, other: &Self, mut mask: Self) -> Self {
        assert!(
            self.len == other.len && self.len == mask.len,
            "lengths differ"
        );
        for ((mask, &a), &b) in mask.words.iter_mut().zip(&self.words).zip(&other.words) {
            *mask = a ^ ((a ^ b) & *mask);
        }
        mask
    }
}

/// The bits of one word that belong to the first `len` loci.
fn ones_in_word(word: usize, len: usize) -> u64 {
    match len.saturating_sub(word * WORD) {
        count @ 0..WORD => (1 << count) - 1,
        _ => u64::MAX,
    }
}

impl fmt::Display for Bits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        (0..self.len).try_for_each(|locus| f.write_str(if self.get(locus) { "1" } else { "0" }))
    }
}

impl fmt::Debug for Bits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Bits({self})")
    }
}

/// Bits as read, before they are checked.
#[derive(Deserialize)]
#[serde(rename = "Bits")]
struct Raw {
    len: usize,
    words: Vec<u64>,
}

impl TryFrom<Raw> for Bits {
    type Error = &'static str;

    fn try_from(raw: Raw) -> Result<Self, Self::Error> {
        let Raw { len, words } = raw;
        let fits = words.len() == len.div_ceil(WORD)
            && words
                .last()
                .is_none_or(|&last| last & !ones_in_word(words.len() - 1, len) == 0);
        if fits {
            Ok(Self { len, words })
        } else {
            Err("the words do not match the number of bits")
        }
    }
}

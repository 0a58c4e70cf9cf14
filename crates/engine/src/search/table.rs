//! The transposition table: what earlier searches found out about a position.
//!
//! Threads share it without locks. An entry is two words, and the first is the
//! key mixed with the second: a torn entry matches no position.

use std::io;
use std::sync::atomic::{AtomicU8, AtomicU64, Ordering::Relaxed};

use memmap2::{MmapMut, MmapOptions};

use chess::Move;

/// What a stored score says about the true one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
pub enum Bound {
    /// At most.
    Upper = 1,
    /// At least.
    Lower = 2,
    /// Exactly.
    Exact = 3,
}

impl Bound {
    /// What a search with this window proved of `score`.
    pub fn of(score: i32, alpha: i32, beta: i32) -> Self {
        if score >= beta {
            Self::Lower
        } else if score > alpha {
            Self::Exact
        } else {
            Self::Upper
        }
    }

    /// Whether `score` settles a search with this window.
    pub fn decides(self, score: i32, alpha: i32, beta: i32) -> bool {
        match self {
            Self::Exact => true,
            Self::Lower => score >= beta,
            Self::Upper => score <= alpha,
        }
    }
}

/// What the table knows about a position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Entry {
    /// The best move found.
    pub mv: Option<Move>,
    /// Its score, mates counted from this position.
    pub score: i32,
    /// The static evaluation, unless the side to move was in check.
    pub evaluation: Option<i32>,
    /// How deep it was searched, in quarter plies.
    pub depth: i32,
    /// What the score means.
    pub bound: Bound,
}

/// One ply in the units of an entry's depth.
pub const PLY: i32 = 4;

const WAYS: usize = 4;
const GENERATIONS: u8 = 16;
const MAX_DEPTH: i32 = (1 << 10) - 1;
const NO_EVALUATION: i16 = i16::MIN;

#[derive(Default)]
struct Slot {
    mixed: AtomicU64,
    data: AtomicU64,
}

/// One cache line.
#[derive(Default)]
#[repr(align(64))]
struct Bucket([Slot; WAYS]);

/// The size of a large memory page in bytes, where there are such pages. A smaller
/// table has none.
const LARGE_PAGE: usize = 2 << 20;

/// A table of fixed size.
pub struct Table {
    memory: MmapMut,
    generation: AtomicU8,
}

impl Table {
    /// A table of this many mebibytes, at least one.
    pub fn new(mebibytes: usize) -> Self {
        Self::try_new(mebibytes).expect("no memory for the hash table")
    }

    /// The same where memory may be short.
    pub fn try_new(mebibytes: usize) -> io::Result<Self> {
        let bytes = mebibytes.max(1).saturating_mul(1 << 20);
        let mut options = MmapOptions::new();
        options.len(bytes);
        // A small page that is read before it is written is mapped twice, and the second
        // time all cores must be told. That can take half of a game's time.
        if bytes < 2 * LARGE_PAGE {
            options.populate();
        }
        let memory = options.map_anon()?;
        // Probes are scattered: with small pages, most of their time goes into looking
        // up addresses. Where there are no large pages, it only takes longer.
        #[cfg(target_os = "linux")]
        let _ = memory.advise(memmap2::Advice::HugePage);
        Ok(Self {
            memory,
            generation: AtomicU8::new(0),
        })
    }

    fn buckets(&self) -> &[Bucket] {
        let count = self.memory.len() / size_of::<Bucket>();
        // SAFETY: the mapping is page-aligned, lives as long as `self`, holds
        // `count` buckets, and any bits are a valid bucket of atomics.
        unsafe { std::slice::from_raw_parts(self.memory.as_ptr().cast(), count) }
    }

    /// Forgets everything.
    pub fn clear(&self) {
        for slot in self.buckets().iter().flat_map(|bucket| &bucket.0) {
            slot.mixed.store(0, Relaxed);
            slot.data.store(0, Relaxed);
        }
        self.generation.store(0, Relaxed);
    }

    /// Tells old entries from those of the search that begins now.
    pub fn age(&self) {
        let next = (self.generation.load(Relaxed) + 1) % GENERATIONS;
        self.generation.store(next, Relaxed);
    }

    /// What is known of the position with this key.
    #[inline(always)]
    pub fn probe(&self, key: u64) -> Option<Entry> {
        self.bucket(key).0.iter().find_map(|slot| {
            let data = slot.data.load(Relaxed);
            (data != 0 && slot.mixed.load(Relaxed) ^ data == key).then(|| unpack(data))
        })
    }

    /// Remembers an entry, in place of what seems worth least.
    pub fn store(&self, key: u64, mut entry: Entry) {
        let generation = self.generation.load(Relaxed);
        let bucket = &self.bucket(key).0;
        let mut place = &bucket[0];
        let mut least = i32::MAX;
        for slot in bucket {
            let data = slot.data.load(Relaxed);
            if data == 0 {
                place = slot;
                break;
            }
            if slot.mixed.load(Relaxed) ^ data == key {
                let old = unpack(data);
                let fresh = age_of(data, generation) == 0;
                if fresh && entry.bound != Bound::Exact && entry.depth + 2 * PLY < old.depth {
                    return;
                }
                entry.mv = entry.mv.or(old.mv);
                place = slot;
                break;
            }
            let worth = unpack(data).depth - 8 * PLY * i32::from(age_of(data, generation));
            if worth < least {
                least = worth;
                place = slot;
            }
        }
        let data = pack(&entry, generation);
        place.mixed.store(key ^ data, Relaxed);
        place.data.store(data, Relaxed);
    }

    /// Asks the processor to fetch the place of `key` before it is needed.
    #[inline(always)]
    pub fn prefetch(&self, key: u64) {
        #[cfg(target_arch = "x86_64")]
        {
            use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
            // SAFETY: prefetching reads nothing and the address is that of a live bucket.
            unsafe { _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(self.bucket(key)).cast()) };
        }
        #[cfg(not(target_arch = "x86_64"))]
        let _ = key;
    }

    /// How much of the table the current search has filled, in thousandths.
    pub fn fullness(&self) -> usize {
        let generation = self.generation.load(Relaxed);
        let sample = &self.buckets()[..self.buckets().len().min(250)];
        let used = sample.iter().flat_map(|bucket| &bucket.0).filter(|slot| {
            let data = slot.data.load(Relaxed);
            data != 0 && age_of(data, generation) == 0
        });
        used.count() * 1000 / (sample.len() * WAYS)
    }

    #[inline(always)]
    fn bucket(&self, key: u64) -> &Bucket {
        let index = (u128::from(key) * self.buckets().len() as u128) >> 64;
        &self.buckets()[index as usize]
    }
}

// Bits of a data word: move 0–15, score 16–31, evaluation 32–47, depth 48–57,
// bound 58–59, generation 60–63.

fn pack(entry: &Entry, generation: u8) -> u64 {
    let evaluation = entry.evaluation.map_or(NO_EVALUATION, |value| value as i16);
    u64::from(entry.mv.map_or(0, chess::pack))
        | u64::from(entry.score as i16 as u16) << 16
        | u64::from(evaluation as u16) << 32
        | (entry.depth.clamp(0, MAX_DEPTH) as u64) << 48
        | (entry.bound as u64) << 58
        | u64::from(generation) << 60
}

fn unpack(data: u64) -> Entry {
    let evaluation = (data >> 32) as i16;
    Entry {
        mv: chess::unpack(data as u16),
        score: i32::from((data >> 16) as i16),
        evaluation: (evaluation != NO_EVALUATION).then_some(i32::from(evaluation)),
        depth: (data >> 48) as i32 & MAX_DEPTH,
        bound: match (data >> 58) & 3 {
            1 => Bound::Upper,
            2 => Bound::Lower,
            _ => Bound::Exact,
        },
    }
}

fn age_of(data: u64, generation: u8) -> u8 {
    (GENERATIONS + generation - (data >> 60) as u8) % GENERATIONS
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_survive_packing() {
        let mv = |text: &str| Some(text.parse::<Move>().unwrap());
        for mv in [
            None,
            mv("e2e4"),
            mv("a1h8"),
            mv("h8a1"),
            mv("a7b8q"),
            mv("b2b1n"),
        ] {
            for score in [-32_000, -1, 0, 1, 32_000] {
                for evaluation in [None, Some(-31_000), Some(0), Some(31_000)] {
                    for bound in [Bound::Upper, Bound::Lower, Bound::Exact] {
                        for depth in [0, 1, 511, MAX_DEPTH] {
                            let entry = Entry {
                                mv,
                                score,
                                evaluation,
                                depth,
                                bound,
                            };
                            assert_eq!(unpack(pack(&entry, 9)), entry);
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn a_full_bucket_drops_the_least_deep_entry() {
        let table = Table::new(1);
        let entry = |depth| Entry {
            mv: None,
            score: 0,
            evaluation: None,
            depth,
            bound: Bound::Exact,
        };
        // Small keys share the first bucket.
        for key in 1..=5 {
            table.store(key, entry(10 * key as i32));
        }
        assert_eq!(table.probe(1), None);
        for key in 2..=5 {
            assert_eq!(table.probe(key), Some(entry(10 * key as i32)));
        }
        table.clear();
        assert_eq!(table.probe(5), None);
    }
}

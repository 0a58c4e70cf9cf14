//! Scores many organisms at once on prepared positions.
//!
//! A crew of organisms sits side by side in [`Lanes`], and every step through a tree
//! is taken for all at once. A position is given up as soon as no organism of the
//! crew can still agree with the played move.

use std::ops::Range;
use std::sync::atomic::{AtomicU16, Ordering::Relaxed};

use super::forest::{Candidate, Captures, Delta, MAX_DEPTH, Node, Stand};
use super::lanes::{LANES, Lanes, Mask, Plain, Row};

/// More than any position is worth.
const MATE: f32 = ((1 << 24) - 1) as f32;

/// As many organisms as there are lanes, one row of weights per parameter.
pub struct Crew {
    weights: Vec<Row>,
    members: Mask,
}

impl Crew {
    /// Seats organisms in the lanes, given their weights.
    pub fn new(organisms: &[Vec<i32>]) -> Self {
        assert!(organisms.len() <= LANES, "more organisms than lanes");
        let mut weights = Vec::new();
        for (lane, organism) in organisms.iter().enumerate() {
            weights.resize(organism.len(), Row([0.0; LANES]));
            for (row, &weight) in weights.iter_mut().zip(organism) {
                row.0[lane] = weight as f32;
            }
        }
        Self {
            weights,
            members: ((1u128 << organisms.len()) - 1) as Mask,
        }
    }
}

/// The instructions to score with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Level {
    /// Those every processor has.
    Plain,
    /// AVX2 and FMA.
    Avx2,
    /// AVX-512.
    Avx512,
}

impl Level {
    /// Those this processor has, the best last.
    pub fn available() -> Vec<Self> {
        let mut levels = vec![Self::Plain];
        #[cfg(target_arch = "x86_64")]
        {
            if is_x86_feature_detected!("avx2") && is_x86_feature_detected!("fma") {
                levels.push(Self::Avx2);
            }
            if is_x86_feature_detected!("avx512f") {
                levels.push(Self::Avx512);
            }
        }
        levels
    }
}

/// Prepared positions and how to score on them.
pub struct Scorer {
    forest: Captures,
    level: Level,
    /// For each position, the two moves that last beat the played one, a byte
    /// each: tried first, they often beat it again. No result depends on them.
    rivals: Vec<AtomicU16>,
}

impl Scorer {
    /// Scores with the best instructions there are.
    pub fn new(forest: Captures) -> Self {
        let best = *Level::available().last().expect("there is always a level");
        Self::with_level(forest, best)
    }

    /// Scores with the given instructions, which must be available.
    pub fn with_level(forest: Captures, level: Level) -> Self {
        assert!(
            Level::available().contains(&level),
            "{level:?} is not available"
        );
        let rivals = (0..forest.len()).map(|_| AtomicU16::new(0)).collect();
        Self {
            forest,
            level,
            rivals,
        }
    }

    /// How many positions there are.
    pub fn len(&self) -> usize {
        self.forest.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// In how many positions of `range` each member of each crew prefers the
    /// played move to all others.
    pub fn agreement(&self, range: Range<usize>, crews: &[Crew]) -> Vec<[u32; LANES]> {
        match self.level {
            // SAFETY: plain lanes need no instructions.
            Level::Plain => unsafe { self.agreement_in::<Plain>(range, crews) },
            #[cfg(target_arch = "x86_64")]
            // SAFETY: the level is available, as `with_level` made sure.
            Level::Avx2 => unsafe { self.agreement_avx2(range, crews) },
            #[cfg(target_arch = "x86_64")]
            // SAFETY: likewise.
            Level::Avx512 => unsafe { self.agreement_avx512(range, crews) },
            #[cfg(not(target_arch = "x86_64"))]
            Level::Avx2 | Level::Avx512 => unreachable!("not available here"),
        }
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2,fma")]
    unsafe fn agreement_avx2(&self, range: Range<usize>, crews: &[Crew]) -> Vec<[u32; LANES]> {
        // SAFETY: the caller has the instructions.
        unsafe { self.agreement_in::<super::lanes::Avx2>(range, crews) }
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx512f")]
    unsafe fn agreement_avx512(&self, range: Range<usize>, crews: &[Crew]) -> Vec<[u32; LANES]> {
        // SAFETY: the caller has the instructions.
        unsafe { self.agreement_in::<super::lanes::Avx512>(range, crews) }
    }

    /// # Safety
    ///
    /// The processor has the instructions of `L`.
    #[inline(always)]
    unsafe fn agreement_in<L: Lanes>(
        &self,
        range: Range<usize>,
        crews: &[Crew],
    ) -> Vec<[u32; LANES]> {
        let mut hits = vec![[0; LANES]; crews.len()];
        let forest = &self.forest;
        // SAFETY: as for this function.
        let nothing = [unsafe { L::splat(0.0) }; MAX_DEPTH];
        let mut line = Line {
            scores: nothing,
            bests: nothing,
        };
        for index in range {
            let candidates = forest.candidates(index);
            let rivals = &self.rivals[index];
            for (crew, hits) in crews.iter().zip(&mut hits) {
                // No closures here: they would lose the right to use the instructions.
                // SAFETY: as for this function.
                let played = unsafe {
                    let none = Bar::new(L::splat(-MATE), crew.members);
                    line.value(forest, &candidates[0], &crew.weights, &none)
                };
                // SAFETY: as for this function.
                let mut bar = unsafe { Bar::new(played, crew.members) };
                let [first, second] = rivals.load(Relaxed).to_le_bytes().map(usize::from);
                for step in 0..=candidates.len() {
                    let which = match step {
                        0 => first,
                        1 => second,
                        _ => step - 1,
                    };
                    if which == 0 || (step > 1 && (which == first || which == second)) {
                        continue;
                    }
                    let candidate = &candidates[which];
                    // SAFETY: as for this function.
                    unsafe {
                        let other = line.value(forest, candidate, &crew.weights, &bar);
                        bar.faithful &= !bar.tempted(other, candidate.wins_ties);
                    }
                    if bar.faithful == 0 {
                        if which != first {
                            let latest = [which as u8, first as u8];
                            rivals.store(u16::from_le_bytes(latest), Relaxed);
                        }
                        break;
                    }
                }
                while bar.faithful != 0 {
                    hits[bar.faithful.trailing_zeros() as usize] += 1;
                    bar.faithful &= bar.faithful - 1;
                }
            }
        }
        hits
    }
}

/// What another move must exceed to be chosen.
struct Bar<L> {
    /// What the played move is worth, and one step less, for moves that are preferred
    /// to it where they are worth the same. Looked up and not branched on, for which
    /// moves are preferred cannot be predicted.
    played: [L; 2],
    /// The organisms that have not yet found a better move.
    faithful: Mask,
}

impl<L: Lanes> Bar<L> {
    /// # Safety
    ///
    /// The processor has the instructions of `L`.
    #[inline(always)]
    unsafe fn new(played: L, faithful: Mask) -> Self {
        // SAFETY: as for this function.
        let below = unsafe { played.add_scaled(&Row([1.0; LANES]), -1.0) };
        Self {
            played: [played, below],
            faithful,
        }
    }

    /// The faithful organisms that prefer a move of this worth.
    ///
    /// # Safety
    ///
    /// The processor has the instructions of `L`.
    #[inline(always)]
    unsafe fn tempted(&self, worth: L, wins_ties: bool) -> Mask {
        // SAFETY: as for this function.
        let better = unsafe { worth.greater(self.played[usize::from(wins_ties)]) };
        better & self.faithful
    }
}

/// Room for the line of nodes from a move to the one looked at.
struct Line<L> {
    scores: [L; MAX_DEPTH],
    bests: [L; MAX_DEPTH],
}

impl<L: Lanes> Line<L> {
    /// What a move is worth to its player: the worst that the opponent can choose,
    /// and so on in turn. Each answer can only make it worse, so once it tempts no
    /// organism, the rest of its tree is not looked at.
    ///
    /// # Safety
    ///
    /// The processor has the instructions of `L`.
    #[inline(always)]
    unsafe fn value(
        &mut self,
        forest: &Captures,
        candidate: &Candidate,
        weights: &[Row],
        bar: &Bar<L>,
    ) -> L {
        let (nodes, mut deltas) = forest.tree(candidate);
        // SAFETY: as for this function.
        unsafe {
            let zero = L::splat(0.0);
            // Most moves leave nothing to capture: no line to keep.
            if let [leaf] = nodes {
                return worth(leaf, moved(zero, deltas, weights));
            }
            let mut deepest = 0;
            let mut deepest_wanted = MAX_DEPTH;
            for node in nodes {
                let ply = usize::from(node.ply) % MAX_DEPTH;
                let own;
                (own, deltas) = deltas.split_at(usize::from(node.deltas));
                if ply > deepest_wanted {
                    continue;
                }
                deepest_wanted = MAX_DEPTH;
                while deepest >= ply.max(1) {
                    self.fold(deepest);
                    deepest -= 1;
                }
                if ply == 1 && bar.tempted(self.bests[0], candidate.wins_ties) == 0 {
                    return self.bests[0];
                }
                // The opponent will not choose this: it has something better.
                if ply == 2 && self.bests[0].greater(self.bests[1]) & bar.faithful == 0 {
                    deepest_wanted = 1;
                    continue;
                }
                let parent = if ply == 0 { zero } else { self.scores[ply - 1] };
                self.scores[ply] = moved(parent, own, weights);
                self.bests[ply] = worth(node, self.scores[ply]);
                deepest = ply;
            }
            while deepest > 0 {
                self.fold(deepest);
                deepest -= 1;
            }
            self.bests[0]
        }
    }

    /// Gives a finished node's worth to its parent. At even plies the opponent
    /// is to move.
    ///
    /// # Safety
    ///
    /// The processor has the instructions of `L`.
    #[inline(always)]
    unsafe fn fold(&mut self, ply: usize) {
        let parent = ply - 1;
        // SAFETY: as for this function.
        self.bests[parent] = unsafe {
            if parent.is_multiple_of(2) {
                self.bests[parent].min(self.bests[ply])
            } else {
                self.bests[parent].max(self.bests[ply])
            }
        };
    }
}

/// A score after its features have changed by `deltas`.
///
/// # Safety
///
/// The processor has the instructions of `L`.
#[inline(always)]
unsafe fn moved<L: Lanes>(mut score: L, deltas: &[Delta], weights: &[Row]) -> L {
    for delta in deltas {
        let row = &weights[usize::from(delta.param)];
        // SAFETY: as for this function.
        score = unsafe { score.add_scaled(row, delta.amount) };
    }
    score
}

/// What a node is worth before its children are looked at.
///
/// # Safety
///
/// The processor has the instructions of `L`.
#[inline(always)]
unsafe fn worth<L: Lanes>(node: &Node, score: L) -> L {
    match node.stand {
        Stand::Pat => score,
        // SAFETY: as for this function.
        Stand::InCheck => unsafe { L::splat(MATE) },
    }
}

//! Crossover: what a child takes from which parent.
//!
//! Most operators draw a mask over the loci: the child has the father's genes
//! where it is 1 and the mother's elsewhere. What a locus is (a bit, a number)
//! depends on the space. [`line()`] mixes the numbers that the genomes stand for.
//! One child is made, not two: a second would have the same parents, and a child
//! of newly drawn parents mixes more.

use serde::{Deserialize, Serialize};

use crate::{Bits, Share, Stream};

/// A way to cross two strings of equal length.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(
    rename_all = "snake_case",
    deny_unknown_fields,
    expecting = "`\"uniform\"`, `\"one_point\"`, `\"two_point\"` or `{ line = { beyond = 0.5 } }`"
)]
pub enum Crossover {
    /// [`uniform`]
    Uniform,
    /// [`one_point`]
    OnePoint,
    /// [`two_point`]
    TwoPoint,
    /// [`line()`]
    Line {
        /// How far beyond the parents a child may be, as a share of their distance.
        beyond: Share,
    },
}

/// What a crossover has drawn.
#[derive(Clone, Debug, PartialEq)]
pub enum Drawn {
    /// Where a child has the father's genes.
    Mask(Bits),
    /// Where a child stands on the line from its mother, at 0, to its father, at 1.
    Place(f64),
}

impl Crossover {
    /// Draws for strings of this length.
    pub fn draw(self, len: usize, stream: &mut Stream) -> Drawn {
        Drawn::Mask(match self {
            Self::Uniform => uniform(len, stream),
            Self::OnePoint => one_point(len, stream),
            Self::TwoPoint => two_point(len, stream),
            Self::Line { beyond } => return Drawn::Place(line(beyond, stream)),
        })
    }
}

/// Uniform crossover: a coin for every locus.
///
/// ```text
/// for each locus: mask[locus] ← coin
/// ```
///
/// G. Syswerda: Uniform crossover in genetic algorithms, ICGA 1989.
pub fn uniform(len: usize, stream: &mut Stream) -> Bits {
    Bits::random(len, stream)
}

/// One-point crossover: the head of one, the tail of the other, neither empty.
///
/// ```text
/// cut ← one of 1 … len - 1
/// mask ← 1 from cut to the end
/// ```
///
/// A single locus cannot be cut and stays the mother's.
///
/// J. H. Holland: Adaptation in natural and artificial systems, 1975.
pub fn one_point(len: usize, stream: &mut Stream) -> Bits {
    if len < 2 {
        return Bits::zeros(len);
    }
    let cut = 1 + stream.below(len - 1);
    Bits::span(len, cut..len)
}

/// Two-point crossover: the string is a ring, cut at two of its `len` gaps.
///
/// ```text
/// a, b ← two different numbers from 0 … len - 1, a < b
/// mask ← 1 from a to b - 1
/// ```
///
/// A single locus cannot be cut and stays the mother's.
///
/// K. A. De Jong: An analysis of the behavior of a class of genetic adaptive
/// systems, 1975.
pub fn two_point(len: usize, stream: &mut Stream) -> Bits {
    if len < 2 {
        return Bits::zeros(len);
    }
    let first = stream.below(len);
    // The gaps that are left, numbered without the first.
    let second = stream.below(len - 1);
    let second = if second < first { second } else { second + 1 };
    Bits::span(len, first.min(second)..first.max(second))
}

/// Extended line recombination: somewhere on the line through both parents, a little
/// beyond them at most.
///
/// ```text
/// a ← uniform in -beyond … 1 + beyond, once for all numbers
/// child ← mother + a · (father - mother)
/// ```
///
/// All numbers move together: where one parent is better because a whole group of
/// its numbers is smaller, a child can go further that way at once. What a parent
/// owes to luck is halved on average.
///
/// H. Mühlenbein, D. Schlierkamp-Voosen: Predictive models for the breeder genetic
/// algorithm I, Evolutionary Computation 1(1), 1993.
pub fn line(beyond: Share, stream: &mut Stream) -> f64 {
    stream.unit() * (1.0 + 2.0 * beyond.get()) - beyond.get()
}

//! Crossover and mutation of trees. What comes out is of the same type as what
//! went in, and within the same room.

use std::num::NonZeroU32;

use serde::{Deserialize, Serialize};

use super::{Node, Room, Site, Style, Tree, Types, Vocabulary, Word};
use crate::{Probability, Stream};

/// How trees are crossed: [`Vocabulary::graft`].
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, expecting = "`{ inner = 0.9 }`")]
pub struct Graft {
    /// The chance that a place with arguments is chosen, not a leaf, where there
    /// are both. Koza has 0.9: most places are leaves, and exchanging leaves
    /// changes little.
    pub inner: Probability,
}

/// How trees mutate: in one of five ways, drawn by their shares.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(
    deny_unknown_fields,
    expecting = "`{ subtree = 0.2, point = 0.1, constant = 0.1, insert = 0.5, \
                 hoist = 0.1, depth = 3 }`"
)]
pub struct Regrow {
    /// The share of [`Vocabulary::regrow`].
    pub subtree: Probability,
    /// The share of [`Vocabulary::reword`].
    pub point: Probability,
    /// The share of [`Vocabulary::redraw`].
    pub constant: Probability,
    /// The share of [`Vocabulary::insert`].
    pub insert: Probability,
    /// The share of [`Vocabulary::hoist`].
    pub hoist: Probability,
    /// How deep a new subtree is, at most.
    pub depth: NonZeroU32,
}

impl Vocabulary {
    /// Subtree crossover: a part of the mother's tree is replaced by a part of the
    /// father's.
    ///
    /// ```text
    /// here  ← a place of the mother
    /// there ← a place of the father that is of the right type and not too large for here
    /// child ← the mother with the father's part in place of her own
    /// ```
    ///
    /// If no part of the father fits, the child is the mother.
    ///
    /// J. R. Koza: Genetic programming, 1992, chapter 6.4.1.
    ///
    /// # Panics
    ///
    /// If either is not a tree of its type.
    pub fn graft(
        &self,
        how: Graft,
        (mother, wanted, room): (&Tree, Types, Room),
        (father, fathers): (&Tree, Types),
        stream: &mut Stream,
    ) -> Tree {
        let own = self.sites(mother, wanted);
        let theirs = self.sites(father, fathers);
        let all: Vec<_> = (0..own.len()).collect();
        let here = choose(how.inner, &own, &all, stream);
        let site = own[here];
        let fits: Vec<_> = (0..theirs.len())
            .filter(|&there| {
                let returns = self.returns(father.0[there]);
                returns.is_some_and(|types| types.meets(site.wanted))
                    && site.level - 1 + theirs[there].depth <= room.depth
                    && mother.size() - site.size + theirs[there].size <= room.size
            })
            .collect();
        if fits.is_empty() {
            return mother.clone();
        }
        let there = choose(how.inner, &theirs, &fits, stream);
        let part = &father.0[there..there + theirs[there].size];
        replace(mother, here, site, part)
    }

    /// One mutation, of a kind drawn by the shares. Where there is nothing of
    /// that kind to change, a subtree is.
    ///
    /// # Panics
    ///
    /// If it is not a tree of this type.
    pub fn mutate(
        &self,
        how: Regrow,
        tree: &mut Tree,
        (wanted, room): (Types, Room),
        stream: &mut Stream,
    ) {
        let shares = [how.subtree, how.point, how.constant, how.insert, how.hoist];
        let mut drawn = stream.unit() * shares.iter().map(|share| share.get()).sum::<f64>();
        let kind = shares.iter().position(|share| {
            drawn -= share.get();
            drawn < 0.0
        });
        let place = (wanted, room);
        let changed = match kind {
            Some(1) => self.reword(tree, wanted, stream),
            Some(2) => self.redraw(tree, stream),
            Some(3) => self.insert(tree, place, how.depth, stream),
            Some(4) => self.hoist(tree, wanted, stream),
            _ => false,
        };
        if !changed {
            self.regrow(tree, place, how.depth, stream);
        }
    }

    /// Subtree mutation: a part, all equally likely, is replaced by a grown one.
    ///
    /// J. R. Koza: Genetic programming, 1992, chapter 6.5.1.
    ///
    /// # Panics
    ///
    /// If it is not a tree of this type.
    pub fn regrow(
        &self,
        tree: &mut Tree,
        (wanted, room): (Types, Room),
        depth: NonZeroU32,
        stream: &mut Stream,
    ) {
        let sites = self.sites(tree, wanted);
        let here = stream.below(sites.len());
        let site = sites[here];
        let mut new = Room {
            depth: (depth.get() as usize).min(room.depth - (site.level - 1)),
            size: room.size - (tree.size() - site.size),
        };
        // A new part may be no deeper than asked, unless no tree that small exists.
        if !self.has_tree(site.wanted, new) {
            new.depth = site.depth;
        }
        let part = self.plant(site.wanted, Style::Grow, new, stream);
        *tree = replace(tree, here, site, &part.0);
    }

    /// Point mutation: a word, all places equally likely, becomes another one that
    /// may stand there with the same arguments. Returns whether there was one.
    ///
    /// # Panics
    ///
    /// If it is not a tree of this type.
    pub fn reword(&self, tree: &mut Tree, wanted: Types, stream: &mut Stream) -> bool {
        let sites = self.sites(tree, wanted);
        let here = stream.below(sites.len());
        let old = tree.0[here];
        let mut argument = here + 1;
        let mut given = Vec::new();
        for _ in self.takes(old) {
            given.extend(self.returns(tree.0[argument]));
            argument += sites[argument].size;
        }
        let takes_the_same = |takes: &[Types]| {
            let mut pairs = takes.iter().zip(&given);
            takes.len() == given.len() && pairs.all(|(wanted, given)| given.meets(*wanted))
        };
        let fits: Vec<_> = (0..self.words().len())
            .filter(|&index| {
                let word = &self.words()[index];
                old != Node::Word(index as u16)
                    && word.returns.meets(sites[here].wanted)
                    && takes_the_same(&word.takes)
            })
            .collect();
        if fits.is_empty() {
            return false;
        }
        tree.0[here] = Node::Word(fits[stream.below(fits.len())] as u16);
        true
    }

    /// Constant mutation: a constant is redrawn. Returns whether there was one.
    pub fn redraw(&self, tree: &mut Tree, stream: &mut Stream) -> bool {
        let constants: Vec<_> = (0..tree.size())
            .filter(|&at| matches!(tree.0[at], Node::Constant(_)))
            .collect();
        if constants.is_empty() {
            return false;
        }
        let here = constants[stream.below(constants.len())];
        tree.0[here] = Node::Constant(self.draw_constant(stream));
        true
    }

    /// Insertion: a part, any function or if there is none the leaf, becomes an
    /// argument of a new function, whose other arguments are grown. Returns whether
    /// one fitted.
    ///
    /// P. J. Angeline: An investigation into the sensitivity of genetic programming
    /// to the frequency of leaf selection during subtree crossover, GP 1996, calls
    /// it growing.
    ///
    /// # Panics
    ///
    /// If it is not a tree of this type.
    pub fn insert(
        &self,
        tree: &mut Tree,
        (wanted, room): (Types, Room),
        depth: NonZeroU32,
        stream: &mut Stream,
    ) -> bool {
        let sites = self.sites(tree, wanted);
        let inner: Vec<_> = (0..sites.len()).filter(|&at| sites[at].inner).collect();
        let here = match inner.len() {
            0 => 0,
            count => inner[stream.below(count)],
        };
        let site = sites[here];
        let part = &tree.0[here..here + site.size];
        let given = self
            .returns(part[0])
            .expect("the tree belongs to the space");
        let free = room.size - tree.size();
        if site.level + site.depth > room.depth || free == 0 {
            return false;
        }
        // The new arguments are no deeper than the room allows below the new function.
        let depth = (depth.get() as usize).min(room.depth - site.level);
        let least = |word: &Word, kept: usize| {
            let others = (0..word.takes.len()).filter(|&at| at != kept);
            let sizes = others.map(|at| self.least_size(word.takes[at], depth));
            sizes.sum::<Option<usize>>()
        };
        let mut fits = Vec::new();
        for (index, word) in self.words().iter().enumerate() {
            for (kept, takes) in word.takes.iter().enumerate() {
                if word.returns.meets(site.wanted)
                    && given.meets(*takes)
                    && least(word, kept).is_some_and(|least| least < free)
                {
                    fits.push((index, kept));
                }
            }
        }
        if fits.is_empty() {
            return false;
        }
        let (index, kept) = fits[stream.below(fits.len())];
        let word = &self.words()[index];
        let mut new = vec![Node::Word(index as u16)];
        let mut left = free - 1;
        let mut needed = least(word, kept).expect("the word fits");
        for (at, &wanted) in word.takes.iter().enumerate() {
            if at == kept {
                new.extend(part);
                continue;
            }
            needed -= self.least_size(wanted, depth).expect("the word fits");
            let room = Room {
                depth,
                size: left - needed,
            };
            let grown = self.plant(wanted, Style::Grow, room, stream);
            left -= grown.size();
            new.extend(grown.0);
        }
        *tree = replace(tree, here, site, &new);
        true
    }

    /// Hoist: a function, all equally likely, is replaced by a part of its own.
    /// Returns whether there was one of the right type.
    ///
    /// K. E. Kinnear: Evolving a sort: lessons in genetic programming, ICNN 1993.
    ///
    /// # Panics
    ///
    /// If it is not a tree of this type.
    pub fn hoist(&self, tree: &mut Tree, wanted: Types, stream: &mut Stream) -> bool {
        let sites = self.sites(tree, wanted);
        let inner: Vec<_> = (0..sites.len()).filter(|&at| sites[at].inner).collect();
        if inner.is_empty() {
            return false;
        }
        let here = inner[stream.below(inner.len())];
        let site = sites[here];
        let fits: Vec<_> = (here + 1..here + site.size)
            .filter(|&at| {
                let returns = self.returns(tree.0[at]);
                returns.is_some_and(|types| types.meets(site.wanted))
            })
            .collect();
        if fits.is_empty() {
            return false;
        }
        let there = fits[stream.below(fits.len())];
        let part = tree.0[there..there + sites[there].size].to_vec();
        *tree = replace(tree, here, site, &part);
        true
    }

    fn sites(&self, tree: &Tree, wanted: Types) -> Vec<Site> {
        let sites = self.survey(tree, wanted);
        sites.expect("the tree belongs to the space")
    }
}

/// One of these places, an inner one with this chance if there are both kinds.
fn choose(inner: Probability, sites: &[Site], among: &[usize], stream: &mut Stream) -> usize {
    let (inners, leaves): (Vec<_>, Vec<_>) = among.iter().partition(|&&at| sites[at].inner);
    let kind = match (inners.is_empty(), leaves.is_empty()) {
        (true, _) => leaves,
        (_, true) => inners,
        _ if stream.chance(inner.get()) => inners,
        _ => leaves,
    };
    kind[stream.below(kind.len())]
}

/// The tree with another part at this place.
fn replace(tree: &Tree, here: usize, site: Site, part: &[Node]) -> Tree {
    let (before, after) = (&tree.0[..here], &tree.0[here + site.size..]);
    Tree([before, part, after].concat())
}

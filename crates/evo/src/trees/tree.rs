//! Trees, and genomes made of trees.

use serde::{Deserialize, Serialize};

/// One place of a tree.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub enum Node {
    /// A word, by its place in the vocabulary.
    Word(u16),
    /// A number.
    Constant(f64),
}

/// An expression: its nodes in the order in which it is written, every function
/// before its arguments. Parentheses follow from the number of arguments.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Tree(pub Vec<Node>);

impl Tree {
    /// How many nodes there are.
    pub fn size(&self) -> usize {
        self.0.len()
    }
}

/// A genome of one or several trees.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Forest(pub Vec<Tree>);

impl Forest {
    /// How many nodes there are in all its trees.
    pub fn size(&self) -> usize {
        self.0.iter().map(Tree::size).sum()
    }
}

/// How large genomes have grown.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bloat {
    /// The mean number of nodes of a genome; not-a-number if there is none.
    pub mean: f64,
    /// The nodes of the largest.
    pub most: usize,
}

impl Bloat {
    /// Of these genomes.
    pub fn of<'a>(forests: impl IntoIterator<Item = &'a Forest>) -> Self {
        Self::of_sizes(forests.into_iter().map(Forest::size))
    }

    /// Of genomes with these numbers of nodes.
    pub fn of_sizes(sizes: impl IntoIterator<Item = usize>) -> Self {
        let sizes: Vec<_> = sizes.into_iter().collect();
        Self {
            mean: sizes.iter().sum::<usize>() as f64 / sizes.len() as f64,
            most: sizes.into_iter().max().unwrap_or(0),
        }
    }
}

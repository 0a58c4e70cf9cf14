//! Programs as they are bred.

use serde::{Deserialize, Serialize};

use super::words::{Action, Compare, Terminal};

/// A program: branched sequences of statements.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Program(pub Block);

/// Statements that are executed one after the other.
pub type Block = Vec<Statement>;

/// A step of a program.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Statement {
    /// Does something with what it reads.
    Do(Action, Terminal),
    /// Moves the horizon a ply away.
    IncHorizon,
    /// Moves the horizon a ply nearer.
    DecHorizon,
    /// Executes one of two sequences.
    If {
        /// What is compared, and how.
        condition: (Terminal, Compare, Terminal),
        /// Executed if the condition is true.
        then: Block,
        /// Executed if not.
        otherwise: Block,
    },
}

impl Statement {
    /// The sequences of a choice; none of other statements.
    pub fn branches(&self) -> impl Iterator<Item = &Block> {
        let branches = match self {
            Self::If {
                then, otherwise, ..
            } => [Some(then), Some(otherwise)],
            _ => [None, None],
        };
        branches.into_iter().flatten()
    }

    /// The same, to change them.
    pub fn branches_mut(&mut self) -> impl Iterator<Item = &mut Block> {
        let branches = match self {
            Self::If {
                then, otherwise, ..
            } => [Some(then), Some(otherwise)],
            _ => [None, None],
        };
        branches.into_iter().flatten()
    }

    /// Whether it is a choice.
    pub fn is_choice(&self) -> bool {
        matches!(self, Self::If { .. })
    }
}

/// How many statements a sequence has, those of its choices included.
pub fn size(block: &[Statement]) -> usize {
    let inner = block.iter().flat_map(Statement::branches);
    block.len() + inner.map(|branch| size(branch)).sum::<usize>()
}

/// How deep choices are nested in a sequence; 0 where there are none.
pub fn nesting(block: &[Statement]) -> usize {
    let inner = block.iter().flat_map(Statement::branches);
    inner.map(|branch| 1 + nesting(branch)).max().unwrap_or(0)
}

impl Program {
    /// How many statements it has.
    pub fn size(&self) -> usize {
        size(&self.0)
    }

    /// How deep its choices are nested.
    pub fn nesting(&self) -> usize {
        nesting(&self.0)
    }
}

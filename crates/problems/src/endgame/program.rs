//! Trees made ready to be evaluated.

use evo::trees::{Node, Tree};

use super::functions::Function;
use super::memo::Oracle;

/// A tree that can be evaluated. Of an `If3` only the part that counts is
/// evaluated, and of the other functions no more than decides the value.
#[derive(Clone, Debug, PartialEq)]
pub struct Program {
    steps: Vec<Step>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
struct Step {
    code: Code,
    /// Steps of this part, so that it can be skipped.
    size: u32,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Code {
    Function(Function),
    Terminal(u8),
    Constant(f64),
}

impl Program {
    /// Makes a tree ready.
    ///
    /// # Panics
    ///
    /// If it is not a tree of [`vocabulary`](super::vocabulary).
    pub fn new(tree: &Tree) -> Self {
        let mut steps: Vec<_> = tree
            .0
            .iter()
            .map(|&node| {
                let code = match node {
                    Node::Constant(value) => Code::Constant(value),
                    Node::Word(word) => {
                        let word = usize::from(word);
                        let terminal = word.checked_sub(Function::ALL.len());
                        terminal.map_or_else(
                            || Code::Function(Function::ALL[word]),
                            |terminal| Code::Terminal(terminal as u8),
                        )
                    }
                };
                Step { code, size: 1 }
            })
            .collect();
        for at in (0..steps.len()).rev() {
            if let Code::Function(function) = steps[at].code {
                for _ in function.takes() {
                    let argument = at + steps[at].size as usize;
                    steps[at].size += steps[argument].size;
                }
            }
        }
        Self { steps }
    }

    /// The value of the tree.
    pub fn value(&self, oracle: &mut impl Oracle) -> f64 {
        self.part(0, oracle)
    }

    fn part(&self, at: usize, oracle: &mut impl Oracle) -> f64 {
        let function = match self.steps[at].code {
            Code::Constant(value) => return value,
            Code::Terminal(terminal) => return oracle.ask(terminal.into()),
            Code::Function(function) => function,
        };
        let next = |part: usize| part + self.steps[part].size as usize;
        let first = at + 1;
        let second = next(first);
        let truth = match function {
            Function::If3 => {
                let chosen = match self.is_true(first, oracle) {
                    true => second,
                    false => next(second),
                };
                return self.part(chosen, oracle);
            }
            Function::Or2 => self.is_true(first, oracle) || self.is_true(second, oracle),
            Function::Or3 => {
                self.is_true(first, oracle)
                    || self.is_true(second, oracle)
                    || self.is_true(next(second), oracle)
            }
            Function::And2 => self.is_true(first, oracle) && self.is_true(second, oracle),
            Function::And3 => {
                self.is_true(first, oracle)
                    && self.is_true(second, oracle)
                    && self.is_true(next(second), oracle)
            }
            Function::Smaller => self.part(first, oracle) < self.part(second, oracle),
            Function::Not => !self.is_true(first, oracle),
        };
        f64::from(u8::from(truth))
    }

    fn is_true(&self, at: usize, oracle: &mut impl Oracle) -> bool {
        self.part(at, oracle) != 0.0
    }
}

//! How programs are drawn, crossed and mutated.

use std::ops::Range;

use evo::{Probability, Stream};
use serde::{Deserialize, Serialize};

use super::limits::Limits;
use super::program::{Block, Program, Statement, size};
use super::words::{Action, Compare, KINDS, Terminal};

/// How two programs are crossed: a sequence of one takes the place of a sequence of the
/// other.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, expecting = "`{ branched = 0.5 }`")]
pub struct Swap {
    /// How often sequences go with the branches in them; else both are free of branches.
    pub branched: Probability,
}

/// How a program mutates, once at most.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(
    deny_unknown_fields,
    expecting = "`{ rate = 0.8, foreign = 0.5, statement = 0.2 }`"
)]
pub struct Variation {
    /// The chance that it mutates.
    pub rate: Probability,
    /// How often a mutation is a crossing with a random program; else it changes the
    /// statements of a sequence.
    pub foreign: Probability,
    /// The chance of each of these statements to change.
    pub statement: Probability,
}

/// The chance of a random statement to be a choice.
const CHOICE: f64 = 0.2;

/// How often sequences are drawn anew where the result would be too large.
const TRIES: usize = 8;

impl Limits {
    /// A random program.
    pub fn sample(&self, stream: &mut Stream) -> Program {
        let most = self.start.min(self.statements).get();
        let statements = 1 + stream.below(most.into());
        Program(self.sample_block(statements, self.nesting.into(), stream))
    }

    /// A child of two programs: the mother with a sequence of the father's. Where none
    /// fits, the mother.
    pub fn cross(
        &self,
        how: Swap,
        mother: &Program,
        father: &Program,
        stream: &mut Stream,
    ) -> Program {
        let branched = stream.chance(how.branched.get());
        for _ in 0..TRIES {
            let given = draw_sequence(&father.0, branched, stream).cut(&father.0);
            let taken = draw_sequence(&mother.0, branched, stream);
            let mut child = mother.clone();
            taken.replace(&mut child.0, given);
            if self.hold(&child) {
                return child;
            }
        }
        mother.clone()
    }

    /// Changes a program.
    pub fn mutate(&self, how: Variation, program: &mut Program, stream: &mut Stream) {
        if !stream.chance(how.rate.get()) {
            return;
        }
        if stream.chance(how.foreign.get()) {
            let foreigner = self.sample(stream);
            let branched = Swap {
                branched: Probability::new(1.0),
            };
            *program = self.cross(branched, program, &foreigner, stream);
            return;
        }
        let sequence = draw_sequence(&program.0, true, stream);
        let mut changed = sequence.cut(&program.0);
        self.change(&mut changed, how.statement, stream);
        sequence.replace(&mut program.0, changed);
    }

    /// As many statements, those in choices included.
    fn sample_block(&self, statements: usize, nesting: usize, stream: &mut Stream) -> Block {
        let mut block = Block::new();
        let mut left = statements;
        while left > 0 {
            left -= 1;
            if nesting == 0 || !stream.chance(CHOICE) {
                block.push(self.sample_simple(stream));
                continue;
            }
            let mut branch = || {
                let statements = stream.below(left + 1);
                left -= statements;
                self.sample_block(statements, nesting - 1, stream)
            };
            let (then, otherwise) = (branch(), branch());
            block.push(Statement::If {
                condition: self.sample_condition(stream),
                then,
                otherwise,
            });
        }
        block
    }

    fn sample_condition(&self, stream: &mut Stream) -> (Terminal, Compare, Terminal) {
        let compare = draw(Compare::ALL, stream);
        if stream.chance(self.alike.get()) {
            let mut kind = draw(&KINDS, stream).to_vec();
            let first = kind.swap_remove(stream.below(kind.len()));
            return (first, compare, draw(&kind, stream));
        }
        (
            draw(Terminal::ALL, stream),
            compare,
            draw(Terminal::ALL, stream),
        )
    }

    /// Changes each statement that is no choice with this chance.
    fn change(&self, block: &mut [Statement], rate: Probability, stream: &mut Stream) {
        for statement in block {
            match statement {
                Statement::If { .. } => {
                    for branch in statement.branches_mut() {
                        self.change(branch, rate, stream);
                    }
                }
                simple if stream.chance(rate.get()) => *simple = self.sample_simple(stream),
                _ => {}
            }
        }
    }

    /// A statement that is no choice.
    fn sample_simple(&self, stream: &mut Stream) -> Statement {
        if stream.chance(self.moves.get()) {
            return draw(&[Statement::IncHorizon, Statement::DecHorizon], stream);
        }
        let read = match stream.chance(self.own.get()) {
            true => Terminal::Accumulator,
            false => draw(Terminal::ALL, stream),
        };
        Statement::Do(draw(Action::ALL, stream), read)
    }
}

fn draw<T: Clone>(among: &[T], stream: &mut Stream) -> T {
    among[stream.below(among.len())].clone()
}

/// Some statements of a program that follow each other.
struct Sequence {
    /// The way to their block: the number of a choice, and of its branch.
    path: Vec<(usize, usize)>,
    range: Range<usize>,
}

impl Sequence {
    /// The statements.
    fn cut(&self, program: &Block) -> Block {
        let mut block = program;
        for &(choice, branch) in &self.path {
            let mut branches = block[choice].branches();
            block = branches.nth(branch).expect("the way leads to a block");
        }
        block[self.range.clone()].to_vec()
    }

    /// Puts others in their place.
    fn replace(self, program: &mut Block, others: Block) {
        let mut block = program;
        for (choice, branch) in self.path {
            let mut branches = block[choice].branches_mut();
            block = branches.nth(branch).expect("the way leads to a block");
        }
        block.splice(self.range, others);
    }
}

/// A sequence that begins at any statement, or at the end of any block, and is as long
/// as it likes; a branch-free one ends before the next choice.
fn draw_sequence(program: &Block, branched: bool, stream: &mut Stream) -> Sequence {
    let mut path = Vec::new();
    let mut block = program;
    // Every statement and every end of a block is a place.
    let mut number = stream.below(places(block));
    'down: loop {
        for (start, statement) in block.iter().enumerate() {
            if number == 0 {
                return finish(path, block, start, branched, stream);
            }
            number -= 1;
            for (branch, inner) in statement.branches().enumerate() {
                let within = places(inner);
                if number < within {
                    path.push((start, branch));
                    block = inner;
                    continue 'down;
                }
                number -= within;
            }
        }
        return finish(path, block, block.len(), branched, stream);
    }
}

fn places(block: &Block) -> usize {
    let inner = block.iter().flat_map(Statement::branches);
    block.len() + 1 + inner.map(places).sum::<usize>()
}

fn finish(
    path: Vec<(usize, usize)>,
    block: &Block,
    start: usize,
    branched: bool,
    stream: &mut Stream,
) -> Sequence {
    let rest = &block[start..];
    let free = || {
        rest.iter()
            .position(Statement::is_choice)
            .unwrap_or(rest.len())
    };
    let most = if branched { rest.len() } else { free() };
    let length = match most {
        0 => 0,
        // At least one where there is one: else half of all short programs would stay.
        _ => 1 + stream.below(most),
    };
    debug_assert!(branched || size(&rest[..length]) == length);
    Sequence {
        path,
        range: start..start + length,
    }
}

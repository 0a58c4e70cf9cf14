//! Programs as they are run.

use super::facts::Facts;
use super::program::{Program, Statement, size};
use super::words::{Action, Compare, Terminal};

/// The largest number there is: sums and products of two such are still finite.
const MOST: f32 = 1e9;

/// A result, kept within what all functions can cope with.
#[inline(always)]
pub const fn clamped(result: f32) -> f32 {
    result.clamp(-MOST, MOST)
}

/// A quotient; what is divided by 0 stays as it is.
#[inline(always)]
pub fn quotient(dividend: f32, divisor: f32) -> f32 {
    match divisor == 0.0 {
        true => dividend,
        false => clamped(dividend / divisor),
    }
}

/// 1 / (1 + exp(-x))
#[inline(always)]
pub fn sigmoid(x: f32) -> f32 {
    1.0 / (1.0 + libm::expf(-x))
}

/// A program without what has no effect, flat. Jumps only go forward, so that it ends
/// after as many steps as it has instructions.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Code {
    instructions: Vec<Instruction>,
    asks_score: bool,
}

#[derive(Clone, Copy, Debug)]
struct Instruction {
    what: What,
    /// The line of the program's text.
    line: u16,
}

/// Where it stands in a text makes no difference.
impl PartialEq for Instruction {
    fn eq(&self, other: &Self) -> bool {
        self.what == other.what
    }
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum What {
    Do(Action, Terminal),
    Move(i8),
    /// Goes on there if the comparison is false.
    Unless(Terminal, Compare, Terminal, u16),
    Jump(u16),
}

impl Code {
    /// The code of a program.
    ///
    /// # Panics
    ///
    /// If it has more than 10,000 statements.
    pub fn new(program: &Program) -> Self {
        assert!(program.size() <= 10_000, "places have sixteen bits");
        let mut reads = [false; Terminal::ALL.len()];
        note_reads(&program.0, &mut reads);
        let mut reversed = Vec::new();
        translate(&program.0, 1, false, &reads, &mut reversed);
        reversed.reverse();
        let instructions = place(&reversed);
        let score = |what: &What| match *what {
            What::Do(_, read) => read == Terminal::PositionScore,
            What::Unless(left, _, right, _) => [left, right].contains(&Terminal::PositionScore),
            _ => false,
        };
        Self {
            asks_score: instructions.iter().any(|one| score(&one.what)),
            instructions,
        }
    }

    /// Whether it ever reads the score of the position.
    pub const fn asks_score(&self) -> bool {
        self.asks_score
    }

    /// How many instructions it has.
    pub fn len(&self) -> usize {
        self.instructions.len()
    }

    /// Whether it does nothing.
    pub fn is_empty(&self) -> bool {
        self.instructions.is_empty()
    }

    /// The lines of the program's text that have an effect, in order.
    pub fn lines(&self) -> impl Iterator<Item = usize> {
        let acts = |one: &&Instruction| !matches!(one.what, What::Jump(_));
        let acting = self.instructions.iter().filter(acts);
        acting.map(|one| one.line.into())
    }

    /// Runs it: by how many plies it moves the horizon, in either direction as many as
    /// `most`. `note` is told the line of every statement that is executed.
    #[inline]
    pub fn run(&self, facts: &mut Facts, most: i32, mut note: impl FnMut(usize)) -> i32 {
        facts.set(Terminal::Accumulator, 0.0);
        let mut change = 0;
        let mut at = 0;
        while let Some(instruction) = self.instructions.get(at) {
            at += 1;
            match instruction.what {
                What::Do(action, read) => perform(action, facts.get(read), facts),
                What::Move(plies) => {
                    let moved = change + i32::from(plies);
                    if moved.abs() <= most {
                        change = moved;
                        let horizon = facts.get(Terminal::SearchHorizon);
                        facts.set(Terminal::SearchHorizon, horizon + f32::from(plies));
                    }
                }
                What::Unless(left, compare, right, target) => {
                    let (left, right) = (facts.get(left), facts.get(right));
                    let holds = match compare {
                        Compare::Less => left < right,
                        Compare::Equal => left == right,
                    };
                    if !holds {
                        at = target.into();
                    }
                }
                What::Jump(target) => {
                    at = target.into();
                    continue;
                }
            }
            note(instruction.line.into());
        }
        change
    }
}

#[inline(always)]
fn perform(action: Action, value: f32, facts: &mut Facts) {
    let accumulator = facts.get(Terminal::Accumulator);
    let (to, result) = match action {
        Action::Add => (Terminal::Accumulator, clamped(accumulator + value)),
        Action::Subtract => (Terminal::Accumulator, clamped(accumulator - value)),
        Action::Multiply => (Terminal::Accumulator, clamped(accumulator * value)),
        Action::Divide => (Terminal::Accumulator, quotient(accumulator, value)),
        Action::Sine => (Terminal::Accumulator, libm::sinf(value)),
        Action::Sigmoid => (Terminal::Accumulator, sigmoid(value)),
        Action::Load => (Terminal::Accumulator, value),
        Action::StoreLevel => (Terminal::LevelRegister, value),
        Action::StoreSearch => (Terminal::SearchRegister, value),
        Action::StoreGame => (Terminal::GameRegister, value),
    };
    facts.set(to, result);
}

/// The register that an action stores in.
const fn register(action: Action) -> Option<Terminal> {
    match action {
        Action::StoreLevel => Some(Terminal::LevelRegister),
        Action::StoreSearch => Some(Terminal::SearchRegister),
        Action::StoreGame => Some(Terminal::GameRegister),
        _ => None,
    }
}

/// Notes the terminals that a sequence reads.
fn note_reads(block: &[Statement], reads: &mut [bool]) {
    for statement in block {
        match statement {
            Statement::Do(_, read) => reads[*read as usize] = true,
            Statement::If {
                condition: (left, _, right),
                ..
            } => {
                reads[*left as usize] = true;
                reads[*right as usize] = true;
            }
            _ => {}
        }
        for branch in statement.branches() {
            note_reads(branch, reads);
        }
    }
}

/// An instruction before it has its place.
#[derive(Clone, Copy)]
enum Draft {
    Step(What, u16),
    /// Where the sequence of this number ends.
    End(usize),
}

/// Writes a sequence backwards, without the statements that have no effect, and says
/// whether the accumulator is needed before it. `line` is its first line, and `needed`
/// says whether the accumulator is needed after it. A register that no statement reads
/// need not be written.
fn translate(
    block: &[Statement],
    line: usize,
    needed: bool,
    reads: &[bool],
    reversed: &mut Vec<Draft>,
) -> bool {
    let mut starts = Vec::with_capacity(block.len());
    let mut next = line;
    for statement in block {
        starts.push(next);
        next += lines_of(statement);
    }
    let mut needed = needed;
    let asks = |read: Terminal| matches!(read, Terminal::Accumulator | Terminal::PieceValue);
    for (statement, &line) in block.iter().zip(&starts).rev() {
        match statement {
            Statement::Do(action, read) => {
                let stored = register(*action);
                let effect = stored.map_or(needed, |register| reads[register as usize]);
                if !effect {
                    continue;
                }
                let overwrites = matches!(action, Action::Load | Action::Sine | Action::Sigmoid);
                needed = needed && !overwrites || asks(*read);
                reversed.push(Draft::Step(What::Do(*action, *read), line as u16));
            }
            Statement::IncHorizon => reversed.push(Draft::Step(What::Move(1), line as u16)),
            Statement::DecHorizon => reversed.push(Draft::Step(What::Move(-1), line as u16)),
            Statement::If {
                condition: (left, compare, right),
                then,
                otherwise,
            } => {
                // A label is the length of what follows it, which is unique.
                let start = reversed.len();
                reversed.push(Draft::End(start));
                let else_line = line + 2 + lines(then);
                let else_needs = translate(otherwise, else_line, needed, reads, reversed);
                let else_label = reversed.len();
                reversed.push(Draft::End(else_label));
                let has_else = else_label > start + 1;
                if has_else {
                    let jump = What::Jump(start as u16);
                    reversed.push(Draft::Step(jump, line as u16));
                }
                let before_then = reversed.len();
                let then_needs = translate(then, line + 1, needed, reads, reversed);
                if !has_else && reversed.len() == before_then {
                    reversed.truncate(start);
                    continue;
                }
                let unless = What::Unless(*left, *compare, *right, else_label as u16);
                reversed.push(Draft::Step(unless, line as u16));
                needed = else_needs || then_needs || asks(*left) || asks(*right);
            }
        }
    }
    needed
}

/// Gives instructions their places: labels become the numbers of instructions.
fn place(drafts: &[Draft]) -> Vec<Instruction> {
    let mut places = vec![0; drafts.len()];
    let mut count = 0;
    for draft in drafts {
        match draft {
            Draft::Step(..) => count += 1,
            Draft::End(label) => places[*label] = count,
        }
    }
    let steps = drafts.iter().filter_map(|draft| match *draft {
        Draft::Step(what, line) => Some((what, line)),
        Draft::End(_) => None,
    });
    let placed = steps.map(|(what, line)| Instruction {
        what: match what {
            What::Unless(left, compare, right, label) => {
                What::Unless(left, compare, right, places[usize::from(label)])
            }
            What::Jump(label) => What::Jump(places[usize::from(label)]),
            other => other,
        },
        line,
    });
    placed.collect()
}

/// How many lines the text of a sequence has.
fn lines(block: &[Statement]) -> usize {
    block.iter().map(lines_of).sum()
}

fn lines_of(statement: &Statement) -> usize {
    match statement {
        Statement::If {
            then, otherwise, ..
        } => 2 + lines(then) + usize::from(size(otherwise) > 0) + lines(otherwise),
        _ => 1,
    }
}

//! Programs as text: a statement on every line.
//!
//! ```text
//! load captured_piece
//! if accumulator < piece_value {
//!   decHorizon
//! } else {
//!   incHorizon
//!   store_level move_number
//! }
//! ```

use std::fmt;
use std::str::FromStr;

use super::program::{Block, Program, Statement};
use super::words::{Action, Compare, Terminal};

const INC: &str = "incHorizon";
const DEC: &str = "decHorizon";
const ELSE: &str = "} else {";
const END: &str = "}";

/// Deeper than this no text is read: the reader calls itself for every choice.
const MOST_NESTING: usize = 100;

/// Why a text is not a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextError {
    /// Where it is wrong, counted from 1.
    pub line: usize,
    /// What is wrong.
    pub problem: String,
}

impl fmt::Display for TextError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.problem)
    }
}

impl std::error::Error for TextError {}

impl fmt::Display for Program {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_block(&self.0, 0, f)
    }
}

fn write_block(block: &[Statement], indent: usize, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    for statement in block {
        let margin = "  ".repeat(indent);
        match statement {
            Statement::Do(action, terminal) => {
                writeln!(f, "{margin}{} {}", action.text(), terminal.text())?;
            }
            Statement::IncHorizon => writeln!(f, "{margin}{INC}")?,
            Statement::DecHorizon => writeln!(f, "{margin}{DEC}")?,
            Statement::If {
                condition: (left, compare, right),
                then,
                otherwise,
            } => {
                let (left, compare, right) = (left.text(), compare.text(), right.text());
                writeln!(f, "{margin}if {left} {compare} {right} {{")?;
                write_block(then, indent + 1, f)?;
                if !otherwise.is_empty() {
                    writeln!(f, "{margin}{ELSE}")?;
                    write_block(otherwise, indent + 1, f)?;
                }
                writeln!(f, "{margin}{END}")?;
            }
        }
    }
    Ok(())
}

impl FromStr for Program {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Self, TextError> {
        let mut lines = Lines {
            lines: text.lines(),
            number: 0,
        };
        let (block, end) = lines.block(0)?;
        match end {
            None => Ok(Self(block)),
            Some(end) => Err(lines.wrong(format!("`{end}` ends nothing"))),
        }
    }
}

struct Lines<'a> {
    lines: std::str::Lines<'a>,
    number: usize,
}

impl Lines<'_> {
    fn wrong(&self, problem: impl Into<String>) -> TextError {
        TextError {
            line: self.number,
            problem: problem.into(),
        }
    }

    /// Statements up to the line that ends them, which comes with them; none where the
    /// text ends.
    fn block(&mut self, nesting: usize) -> Result<(Block, Option<&'static str>), TextError> {
        let mut block = Block::new();
        loop {
            self.number += 1;
            let Some(line) = self.lines.next() else {
                return Ok((block, None));
            };
            let words: Vec<_> = line.split_whitespace().collect();
            let statement = match words[..] {
                [] => continue,
                ["}"] => return Ok((block, Some(END))),
                ["}", "else", "{"] => return Ok((block, Some(ELSE))),
                [INC] => Statement::IncHorizon,
                [DEC] => Statement::DecHorizon,
                ["if", left, compare, right, "{"] => {
                    if nesting == MOST_NESTING {
                        return Err(self.wrong("choices are nested too deep"));
                    }
                    let known = Compare::find(compare);
                    let condition = (
                        self.terminal(left)?,
                        known.ok_or_else(|| self.wrong(format!("`{compare}` compares nothing")))?,
                        self.terminal(right)?,
                    );
                    let (then, mut end) = self.block(nesting + 1)?;
                    let mut otherwise = Block::new();
                    if end == Some(ELSE) {
                        (otherwise, end) = self.block(nesting + 1)?;
                    }
                    if end != Some(END) {
                        return Err(self.wrong("a `}` is missing"));
                    }
                    Statement::If {
                        condition,
                        then,
                        otherwise,
                    }
                }
                [action, terminal] => {
                    let known = Action::find(action);
                    let action =
                        known.ok_or_else(|| self.wrong(format!("`{action}` is no function")))?;
                    Statement::Do(action, self.terminal(terminal)?)
                }
                _ => return Err(self.wrong(format!("`{}` is no statement", line.trim()))),
            };
            block.push(statement);
        }
    }

    fn terminal(&self, text: &str) -> Result<Terminal, TextError> {
        Terminal::find(text).ok_or_else(|| self.wrong(format!("`{text}` is no terminal")))
    }
}

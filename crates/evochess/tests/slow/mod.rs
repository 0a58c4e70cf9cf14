//! A second interpreter of depth programs, slow and obvious.

use evochess::depth::{
    Action, Compare, Facts, Program, Statement, Terminal, clamped, quotient, sigmoid,
};

/// A second interpreter: it walks through the program as it is written.
pub struct Slow {
    /// What it can read, with its registers.
    pub facts: Facts,
    /// By how many plies it has moved the horizon,
    pub change: i32,
    /// at most by as many,
    most: i32,
    /// and the statements that were executed.
    pub lines: Vec<String>,
}

impl Slow {
    pub fn run(program: &Program, facts: &Facts, most: i32) -> Self {
        let mut slow = Self {
            facts: *facts,
            change: 0,
            most,
            lines: Vec::new(),
        };
        slow.facts.set(Terminal::Accumulator, 0.0);
        slow.block(&program.0);
        slow
    }

    fn block(&mut self, block: &[Statement]) {
        for statement in block {
            match statement {
                Statement::Do(action, terminal) => {
                    let text = format!("{} {}", action.text(), terminal.text());
                    self.lines.push(text);
                    self.act(*action, self.facts.get(*terminal));
                }
                Statement::IncHorizon => self.shift("incHorizon", 1),
                Statement::DecHorizon => self.shift("decHorizon", -1),
                Statement::If {
                    condition: (left, compare, right),
                    then,
                    otherwise,
                } => {
                    let (a, b) = (self.facts.get(*left), self.facts.get(*right));
                    let (left, right) = (left.text(), right.text());
                    self.lines
                        .push(format!("if {left} {} {right} {{", compare.text()));
                    let holds = match compare {
                        Compare::Less => a < b,
                        Compare::Equal => a == b,
                    };
                    self.block(if holds { then } else { otherwise });
                }
            }
        }
    }

    fn shift(&mut self, text: &str, plies: i32) {
        self.lines.push(text.into());
        if (self.change + plies).abs() <= self.most {
            self.change += plies;
            let horizon = self.facts.get(Terminal::SearchHorizon) + plies as f32;
            self.facts.set(Terminal::SearchHorizon, horizon);
        }
    }

    fn act(&mut self, action: Action, value: f32) {
        let accumulator = self.facts.get(Terminal::Accumulator);
        let result = match action {
            Action::Add => clamped(accumulator + value),
            Action::Subtract => clamped(accumulator - value),
            Action::Multiply => clamped(accumulator * value),
            Action::Divide => quotient(accumulator, value),
            Action::Sine => libm::sinf(value),
            Action::Sigmoid => sigmoid(value),
            Action::Load => value,
            Action::StoreLevel => return self.facts.set(Terminal::LevelRegister, value),
            Action::StoreSearch => return self.facts.set(Terminal::SearchRegister, value),
            Action::StoreGame => return self.facts.set(Terminal::GameRegister, value),
        };
        self.facts.set(Terminal::Accumulator, result);
    }
}

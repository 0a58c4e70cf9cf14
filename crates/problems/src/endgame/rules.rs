//! Trees as people would say them: simplified, and as rules.

use std::fmt::Write;

use evo::trees::{Node, Tree};

use super::functions::Function;
use super::memo::Oracle;
use super::terminals::{COUNT, TERMINALS};

/// An expression that means the same as a tree, with less in it.
#[derive(Clone, Debug, PartialEq)]
pub enum Rule {
    /// The second if the first is true, else the third.
    If(Box<[Rule; 3]>),
    /// 1 if all are true, else 0.
    And(Vec<Rule>),
    /// 1 if one is true, else 0.
    Or(Vec<Rule>),
    /// 1 if it is not true, else 0.
    Not(Box<Rule>),
    /// 1 if the first is less than the second, else 0.
    Smaller(Box<[Rule; 2]>),
    /// A terminal, by its number.
    Terminal(usize),
    /// A number.
    Constant(f64),
}

/// What is known of the terminals at a place of a tree: whether each is true.
type Facts = [Option<bool>; COUNT];

const TRUE: Rule = Rule::Constant(1.0);
const FALSE: Rule = Rule::Constant(0.0);

/// Always true after a legal move.
const ALWAYS: &str = "NotMyKingInCheck";

impl Rule {
    /// The simplest rule found that means what a tree means.
    ///
    /// # Panics
    ///
    /// If it is not a tree of [`vocabulary`](super::vocabulary).
    pub fn new(tree: &Tree) -> Self {
        let mut facts = [None; COUNT];
        for (fact, terminal) in facts.iter_mut().zip(&TERMINALS) {
            *fact = (terminal.name == ALWAYS).then_some(true);
        }
        let mut rule = Self::read(&mut tree.0.iter());
        loop {
            let simpler = rule.clone().value(&facts);
            if simpler == rule {
                return rule;
            }
            rule = simpler;
        }
    }

    fn read(nodes: &mut std::slice::Iter<'_, Node>) -> Self {
        let word = match *nodes.next().expect("a tree is whole") {
            Node::Constant(value) => return Self::Constant(value),
            Node::Word(word) => usize::from(word),
        };
        let Some(&function) = Function::ALL.get(word) else {
            return Self::Terminal(word - Function::ALL.len());
        };
        let mut next = || Self::read(nodes);
        match function {
            Function::If3 => Self::If(Box::new([next(), next(), next()])),
            Function::Or2 => Self::Or(vec![next(), next()]),
            Function::Or3 => Self::Or(vec![next(), next(), next()]),
            Function::And2 => Self::And(vec![next(), next()]),
            Function::And3 => Self::And(vec![next(), next(), next()]),
            Function::Smaller => Self::Smaller(Box::new([next(), next()])),
            Function::Not => Self::Not(Box::new(next())),
        }
    }

    /// Whether it is always 1 or 0.
    fn is_truth(&self) -> bool {
        match self {
            Self::If(_) => false,
            Self::And(_) | Self::Or(_) | Self::Not(_) | Self::Smaller(_) => true,
            Self::Terminal(terminal) => TERMINALS[*terminal].is_truth(),
            Self::Constant(value) => [0.0, 1.0].contains(value),
        }
    }

    /// Simplified where its value counts.
    fn value(self, facts: &Facts) -> Self {
        match self {
            Self::Constant(_) => self,
            Self::Terminal(terminal) => match facts[terminal] {
                Some(false) => FALSE,
                Some(true) if self.is_truth() => TRUE,
                _ => self,
            },
            Self::If(parts) => Self::choice(*parts, facts),
            _ => {
                let truth = self.truth(facts);
                match truth.is_truth() {
                    true => truth,
                    // A number used as a truth must be made one.
                    false => Self::And(vec![truth]),
                }
            }
        }
    }

    /// Simplified where it only counts whether it is 0.
    fn truth(self, facts: &Facts) -> Self {
        match self {
            Self::Constant(value) => truth(value != 0.0),
            Self::Terminal(terminal) => facts[terminal].map_or(self, truth),
            Self::If(_) => self.value(facts),
            Self::And(parts) => Self::all(parts, true, facts),
            Self::Or(parts) => Self::all(parts, false, facts),
            Self::Not(part) => match part.truth(facts) {
                Self::Constant(value) => truth(value == 0.0),
                Self::Not(part) => *part,
                part => Self::Not(Box::new(part)),
            },
            Self::Smaller(parts) => {
                let [less, more] = parts.map(|part| part.value(facts));
                match (less.is_truth(), more.is_truth()) {
                    _ if less == more => FALSE,
                    (true, true) => Self::And(vec![Self::Not(Box::new(less)), more]).truth(facts),
                    _ => Self::Smaller(Box::new([less, more])),
                }
            }
        }
    }

    /// `and` (or `or`) of these. What comes later may rely on what came before:
    /// it only counts if all of that was true (or false).
    fn all(parts: Vec<Self>, and: bool, facts: &Facts) -> Self {
        let mut facts = *facts;
        let mut kept: Vec<Self> = Vec::new();
        let mut open: Vec<_> = parts.into_iter().rev().collect();
        while let Some(part) = open.pop() {
            match (part.truth(&facts), and) {
                (Self::Constant(value), _) if (value != 0.0) == and => {}
                (Self::Constant(_), _) => return truth(!and),
                (Self::And(parts), true) | (Self::Or(parts), false) => {
                    open.extend(parts.into_iter().rev());
                }
                (part, _) => {
                    if kept.contains(&part) {
                        continue;
                    }
                    let opposite =
                        |one: &Self, other: &Self| *one == Self::Not(Box::new(other.clone()));
                    if kept
                        .iter()
                        .any(|old| opposite(old, &part) || opposite(&part, old))
                    {
                        return truth(!and);
                    }
                    part.learn(and, &mut facts);
                    kept.push(part);
                }
            }
        }
        match (kept.len(), and) {
            (0, _) => truth(and),
            (1, _) => kept.remove(0),
            (_, true) => Self::And(kept),
            (_, false) => Self::Or(kept),
        }
    }

    fn choice([condition, yes, no]: [Self; 3], facts: &Facts) -> Self {
        let condition = match condition.truth(facts) {
            Self::Constant(value) => return if value == 0.0 { no } else { yes }.value(facts),
            Self::Not(part) => return Self::choice([*part, no, yes], facts),
            condition => condition,
        };
        let when = |holds: bool| {
            let mut facts = *facts;
            condition.learn(holds, &mut facts);
            facts
        };
        let (yes, no) = (yes.value(&when(true)), no.value(&when(false)));
        if yes == no {
            return yes;
        }
        match (&yes, &no) {
            // If a, x, if b, x, y: if a or b, x, y.
            (_, Self::If(inner)) if inner[1] == yes => {
                let [other, _, no] = (**inner).clone();
                Self::choice([Self::Or(vec![condition, other]), yes, no], facts)
            }
            // If a, if b, x, y, y: if a and b, x, y.
            (Self::If(inner), _) if inner[2] == no => {
                let [other, yes, _] = (**inner).clone();
                Self::choice([Self::And(vec![condition, other]), yes, no], facts)
            }
            _ => Self::If(Box::new([condition, yes, no])),
        }
    }

    /// What follows for the terminals if it is true, or if it is not.
    fn learn(&self, holds: bool, facts: &mut Facts) {
        match self {
            Self::Terminal(terminal) => facts[*terminal] = Some(holds),
            Self::Not(part) => part.learn(!holds, facts),
            Self::And(parts) if holds => parts.iter().for_each(|part| part.learn(true, facts)),
            Self::Or(parts) if !holds => parts.iter().for_each(|part| part.learn(false, facts)),
            _ => {}
        }
    }

    /// Its value.
    pub fn evaluate(&self, oracle: &mut impl Oracle) -> f64 {
        let truth = match self {
            Self::Constant(value) => return *value,
            Self::Terminal(terminal) => return oracle.ask(*terminal),
            Self::If(parts) => {
                let chosen = if parts[0].evaluate(oracle) != 0.0 {
                    1
                } else {
                    2
                };
                return parts[chosen].evaluate(oracle);
            }
            Self::And(parts) => parts.iter().all(|part| part.evaluate(oracle) != 0.0),
            Self::Or(parts) => parts.iter().any(|part| part.evaluate(oracle) != 0.0),
            Self::Not(part) => part.evaluate(oracle) == 0.0,
            Self::Smaller(parts) => parts[0].evaluate(oracle) < parts[1].evaluate(oracle),
        };
        f64::from(u8::from(truth))
    }

    /// The way through its choices to the value: each condition with what came of
    /// it, and what the value is in the end.
    pub fn path<'a>(&'a self, oracle: &mut impl Oracle) -> (Vec<(&'a Self, bool)>, &'a Self) {
        let mut way = Vec::new();
        let mut rule = self;
        while let Self::If(parts) = rule {
            let holds = parts[0].evaluate(oracle) != 0.0;
            way.push((&parts[0], holds));
            rule = &parts[if holds { 1 } else { 2 }];
        }
        (way, rule)
    }

    /// The terminals in it, each once, in the order in which they stand.
    pub fn terminals(&self) -> Vec<usize> {
        let mut found = Vec::new();
        self.collect(&mut found);
        found
    }

    fn collect(&self, found: &mut Vec<usize>) {
        let parts = match self {
            Self::Constant(_) => return,
            Self::Terminal(terminal) => {
                if !found.contains(terminal) {
                    found.push(*terminal);
                }
                return;
            }
            Self::If(parts) => &parts[..],
            Self::Smaller(parts) => &parts[..],
            Self::And(parts) | Self::Or(parts) => parts,
            Self::Not(part) => std::slice::from_ref(&**part),
        };
        parts.iter().for_each(|part| part.collect(found));
    }

    /// How many functions, terminals and constants are in it.
    pub fn size(&self) -> usize {
        1 + match self {
            Self::Constant(_) | Self::Terminal(_) => 0,
            Self::If(parts) => parts.iter().map(Self::size).sum(),
            Self::Smaller(parts) => parts.iter().map(Self::size).sum(),
            Self::And(parts) | Self::Or(parts) => parts.iter().map(Self::size).sum(),
            Self::Not(part) => part.size(),
        }
    }

    /// On one line, as in `IsMate or not (A and B < C)`.
    pub fn line(&self) -> String {
        self.text(false)
    }

    /// In parentheses where it would be read together with what is around it.
    fn text(&self, inside: bool) -> String {
        let joined = |parts: &[Self], word: &str| {
            let parts: Vec<_> = parts.iter().map(|part| part.text(true)).collect();
            parts.join(word)
        };
        let (text, several) = match self {
            Self::Constant(value) => (value.to_string(), false),
            Self::Terminal(terminal) => (TERMINALS[*terminal].name.to_owned(), false),
            Self::Not(part) => (format!("not {}", part.text(true)), false),
            Self::And(parts) if parts.len() == 1 => {
                (format!("whether {}", joined(parts, "")), true)
            }
            Self::And(parts) => (joined(parts, " and "), true),
            Self::Or(parts) => (joined(parts, " or "), true),
            Self::Smaller(parts) => (joined(&parts[..], " < "), true),
            Self::If(parts) => {
                let [condition, yes, no] = &**parts;
                let (yes, no) = (yes.text(true), no.text(true));
                (
                    format!("if {} then {yes} else {no}", condition.line()),
                    true,
                )
            }
        };
        match several && inside {
            true => format!("({text})"),
            false => text,
        }
    }

    /// As lines of rules, one below the other, with choices inside them indented.
    pub fn lines(&self, indent: usize) -> String {
        let mut text = String::new();
        let mut rule = self;
        let mut word = "";
        let blank = " ".repeat(indent);
        while let Self::If(parts) = rule {
            let [condition, yes, no] = &**parts;
            write!(text, "{blank}{word}if {}", condition.line()).expect(WRITTEN);
            match yes {
                Self::If(_) => write!(text, "\n{}", yes.lines(indent + 4)).expect(WRITTEN),
                _ => writeln!(text, ": {}", yes.line()).expect(WRITTEN),
            }
            rule = no;
            word = "else ";
        }
        let word = if word.is_empty() { "" } else { "else: " };
        writeln!(text, "{blank}{word}{}", rule.line()).expect(WRITTEN);
        text
    }
}

const WRITTEN: &str = "a string takes any text";

const fn truth(truth: bool) -> Rule {
    if truth { TRUE } else { FALSE }
}

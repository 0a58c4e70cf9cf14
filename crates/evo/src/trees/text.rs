//! Trees as S-expressions.

use std::fmt::Write;

use super::{Constants, Draw, Node, Tree, Types, Vocabulary};

/// No tree may be deeper than this: reading one goes through as many calls.
pub const DEEPEST: usize = 100;

/// What is wrong with a text, and where.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}, column {column}: {problem}")]
pub struct TextError {
    /// The line, from 1.
    pub line: usize,
    /// The character in that line, from 1.
    pub column: usize,
    /// What is wrong and what would be right.
    pub problem: String,
}

impl Vocabulary {
    /// The tree on one line: `(If (Less X 0) 0 X)`.
    ///
    /// # Panics
    ///
    /// If it is not a tree of this vocabulary.
    pub fn write(&self, tree: &Tree) -> String {
        let mut text = String::new();
        self.write_part(&mut text, &tree.0, None);
        text
    }

    /// The tree with every function that does not fit into `width` characters on
    /// a line of its own, and its arguments indented below it.
    ///
    /// # Panics
    ///
    /// If it is not a tree of this vocabulary.
    pub fn write_indented(&self, tree: &Tree, width: usize) -> String {
        let mut text = String::new();
        self.write_part(&mut text, &tree.0, Some((0, width)));
        text
    }

    /// Writes the part that begins with the first node and returns the nodes
    /// after it. A part that may be broken has an indentation and a width.
    fn write_part<'a>(
        &self,
        text: &mut String,
        nodes: &'a [Node],
        lines: Option<(usize, usize)>,
    ) -> &'a [Node] {
        let (&node, mut rest) = nodes.split_first().expect("a tree has a node");
        let done = "a string takes any text";
        let takes = self.takes(node);
        match node {
            Node::Constant(value) => write!(text, "{value}").expect(done),
            Node::Word(word) => {
                let name = &self.words()[usize::from(word)].name;
                let open = if takes.is_empty() { "" } else { "(" };
                write!(text, "{open}{name}").expect(done);
            }
        }
        if takes.is_empty() {
            return rest;
        }
        let lines = lines.filter(|&(indent, width)| {
            let mut whole = String::new();
            self.write_part(&mut whole, nodes, None);
            indent + whole.chars().count() > width
        });
        let indent = lines.map(|(indent, width)| (indent + 2, width));
        for _ in takes {
            match indent {
                Some((indent, _)) => write!(text, "\n{:indent$}", "").expect(done),
                None => text.push(' '),
            }
            rest = self.write_part(text, rest, indent);
        }
        text.push(')');
        rest
    }

    /// Reads a tree of a type. What follows a `;` is a comment to the end of the
    /// line.
    pub fn parse(&self, text: &str, wanted: Types) -> Result<Tree, TextError> {
        let mut reader = Reader {
            vocabulary: self,
            text,
            at: 0,
            nodes: Vec::new(),
        };
        reader.part(wanted, 1)?;
        match reader.token() {
            (_, None) => Ok(Tree(reader.nodes)),
            (at, Some(token)) => {
                Err(reader.error(at, format!("`{token}` after the end of the tree")))
            }
        }
    }

    /// A constant read from a text.
    fn constant(&self, value: f64) -> Result<&Constants, String> {
        let constants = self.constants().ok_or("no numbers are used here")?;
        if constants.draw.holds(value) {
            return Ok(constants);
        }
        Err(match &constants.draw {
            Draw::OneOf(values) => {
                let values: Vec<_> = values.iter().map(f64::to_string).collect();
                format!("{value} is none of the numbers {}", values.join(", "))
            }
            Draw::Between(min, max) => format!("{value} is not within {min} to {max}"),
        })
    }
}

struct Reader<'a> {
    vocabulary: &'a Vocabulary,
    text: &'a str,
    /// The byte to continue from.
    at: usize,
    nodes: Vec<Node>,
}

impl<'a> Reader<'a> {
    /// The next parenthesis or word, and the byte where it begins.
    fn token(&mut self) -> (usize, Option<&'a str>) {
        loop {
            let rest = &self.text[self.at..];
            let blank = rest.len() - rest.trim_start().len();
            self.at += blank;
            let rest = &rest[blank..];
            if !rest.starts_with(';') {
                let at = self.at;
                let ends = |c: char| c.is_whitespace() || "();".contains(c);
                let length = match rest.chars().next() {
                    None => return (at, None),
                    Some('(' | ')') => 1,
                    Some(_) => rest.find(ends).unwrap_or(rest.len()),
                };
                self.at += length;
                return (at, Some(&rest[..length]));
            }
            self.at += rest.find('\n').unwrap_or(rest.len());
        }
    }

    fn part(&mut self, wanted: Types, level: usize) -> Result<(), TextError> {
        let vocabulary = self.vocabulary;
        let (mut at, mut token) = self.token();
        let open = token == Some("(");
        if open {
            (at, token) = self.token();
        }
        let Some(name) = token.filter(|token| !["(", ")"].contains(token)) else {
            let wanted = vocabulary.name_types(wanted);
            let found = token.map_or("the text ends".into(), |token| format!("`{token}` stands"));
            return Err(self.error(at, format!("{found} where a {wanted} is wanted")));
        };
        if level > DEEPEST {
            return Err(self.error(at, format!("functions nested more than {DEEPEST} deep")));
        }
        let (node, returns) = self.read(name).map_err(|problem| self.error(at, problem))?;
        if !returns.meets(wanted) {
            let (is, wanted) = (
                vocabulary.name_types(returns),
                vocabulary.name_types(wanted),
            );
            return Err(self.error(at, format!("`{name}` is a {is}; a {wanted} is wanted here")));
        }
        self.nodes.push(node);
        let takes = vocabulary.takes(node);
        if takes.is_empty() == open {
            let problem = match open {
                true => format!("`{name}` takes no arguments: write it without parentheses"),
                false => format!(
                    "`{name}` takes {}: write ({name} …)",
                    arguments(takes.len())
                ),
            };
            return Err(self.error(at, problem));
        }
        for (given, &wanted) in takes.iter().enumerate() {
            let before = self.at;
            if self.token().1 == Some(")") {
                let (given, takes) = (arguments(given), takes.len());
                let problem = format!("`{name}` has {given}, it takes {takes}");
                return Err(self.error(at, problem));
            }
            self.at = before;
            self.part(wanted, level + 1)?;
        }
        if open
            && let (end, closing) = self.token()
            && closing != Some(")")
        {
            let problem = match closing {
                Some(token) => format!(
                    "`{token}` after the {} of `{name}`: close it with `)`",
                    arguments(takes.len())
                ),
                None => format!("`{name}` is not closed: a `)` is missing"),
            };
            return Err(self.error(end, problem));
        }
        Ok(())
    }

    fn read(&self, name: &str) -> Result<(Node, Types), String> {
        let words = self.vocabulary.words();
        if let Some(index) = words.iter().position(|word| word.name == name) {
            return Ok((Node::Word(index as u16), words[index].returns));
        }
        if let Ok(value) = name.parse::<f64>() {
            let constants = self.vocabulary.constant(value)?;
            return Ok((Node::Constant(value), constants.returns));
        }
        let likeness = |word: &str| strsim::jaro_winkler(word, name);
        let names = words.iter().map(|word| word.name.as_str());
        let alike = names.filter(|word| likeness(word) > 0.6);
        let nearest = alike.max_by(|a, b| likeness(a).total_cmp(&likeness(b)));
        Err(match nearest {
            Some(nearest) => format!("unknown word `{name}`; did you mean `{nearest}`?"),
            None => format!("unknown word `{name}`"),
        })
    }

    fn error(&self, at: usize, problem: String) -> TextError {
        let before = &self.text[..at];
        let line = before.rsplit('\n').next().unwrap_or(before);
        TextError {
            line: 1 + before.matches('\n').count(),
            column: 1 + line.chars().count(),
            problem,
        }
    }
}

fn arguments(count: usize) -> String {
    match count {
        1 => "1 argument".into(),
        _ => format!("{count} arguments"),
    }
}

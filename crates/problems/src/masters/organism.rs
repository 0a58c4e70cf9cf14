//! Masters by material and mobility as files.

use std::collections::BTreeMap;
use std::path::Path;

use chess::Board;
use engine::eval::Evaluation;
use engine::organism::{self, OrganismError, Origin, header};
use engine::search::{self, SearchParams, Searcher};
use engine::{Mind, Term};
use params::ParamSpec;
use serde::Deserialize;
use toml::Spanned;

use super::weights::{COUNT, Evaluator, NAMES, Weights};

/// The kind of organism this module keeps: five weights.
pub const KIND: &str = "weights";

/// The largest weight a file may have, in centipawns: scores stay far below a mate.
const MOST: f64 = 10_000.0;

/// A player by material and mobility, which searches plainly, and where it came from.
///
/// ```
/// use problems::masters::{Organism, Weights};
///
/// let theory = Organism {
///     name: "theory".into(),
///     weights: Weights([300.0, 330.0, 500.0, 900.0, 10.0]),
///     origin: Default::default(),
/// };
/// let again = Organism::parse(&theory.to_toml(), "memory".as_ref()).unwrap();
/// assert_eq!(again, theory);
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Organism {
    /// The name that is shown.
    pub name: String,
    /// Its weights.
    pub weights: Weights,
    /// Its history.
    pub origin: Origin,
}

/// The file as TOML sees it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    #[serde(rename = "kind")]
    _kind: String,
    name: String,
    #[serde(default)]
    origin: Origin,
    weights: Spanned<BTreeMap<Spanned<String>, Spanned<f64>>>,
}

impl Organism {
    /// Reads an organism file.
    pub fn read(path: &Path) -> Result<Self, OrganismError> {
        Self::parse(&organism::text(path)?, path)
    }

    /// Reads the text of an organism file; `path` is for the error message.
    pub fn parse(text: &str, path: &Path) -> Result<Self, OrganismError> {
        organism::check_kind(text, path, KIND)?;
        let file: File = organism::from_toml(text, path)?;
        let wrong = |at, what| OrganismError::invalid(text, path, at, what);
        let mut weights = [None; COUNT];
        for (name, value) in file.weights.get_ref() {
            let index = NAMES.iter().position(|known| known == name.get_ref());
            let index = index.ok_or_else(|| {
                let known = NAMES.join(", ");
                let what = format!("unknown gene `{}`; known here: {known}", name.get_ref());
                wrong(name.span().start, what)
            })?;
            if !(0.0..=MOST).contains(value.get_ref()) {
                let what = format!(
                    "{} = {} is out of range; it goes from 0 to {MOST}",
                    NAMES[index],
                    value.get_ref()
                );
                return Err(wrong(value.span().start, what));
            }
            weights[index] = Some(*value.get_ref());
        }
        if let Some(missing) = weights.iter().position(Option::is_none) {
            let what = format!("the gene {} is missing", NAMES[missing]);
            return Err(wrong(file.weights.span().start, what));
        }
        Ok(Self {
            name: file.name,
            weights: Weights(weights.map(Option::unwrap_or_default)),
            origin: file.origin,
        })
    }

    /// The text of its file.
    pub fn to_toml(&self) -> String {
        let genes = NAMES.iter().zip(self.weights.0);
        let genes: String = genes
            .map(|(name, value)| format!("{name} = {value:?}\n"))
            .collect();
        let header = header(KIND, &self.name, &self.origin);
        format!("{header}\n[weights]\n{genes}")
    }
}

impl Mind for Organism {
    fn name(&self) -> &str {
        &self.name
    }

    fn rename(&mut self, name: &str) {
        self.name = name.into();
    }

    fn to_toml(&self) -> String {
        self.to_toml()
    }

    fn searcher(&self, threads: usize) -> Box<dyn Searcher> {
        let evaluations = (0..threads.max(1)).map(|_| Evaluator::new(&self.weights));
        search::searcher(evaluations, SearchParams::PLAIN)
    }

    /// None: they are not whole numbers.
    fn genes(&self) -> Vec<(&'static ParamSpec, i32)> {
        Vec::new()
    }

    fn set_gene(&mut self, number: usize, _: i32) {
        unreachable!("there is no gene {number} to set");
    }

    fn explain(&self, board: &Board) -> Vec<String> {
        let genes = NAMES.iter().zip(self.weights.0);
        let mut lines: Vec<_> = genes
            .map(|(name, value)| format!("{name:<16}{value:>9.2}"))
            .collect();
        let score = Evaluator::new(&self.weights).evaluate(board);
        lines.push(format!(
            "Evaluation: {score:+} cp for the side to move, before any search"
        ));
        lines
    }

    fn terms(&self, board: &Board) -> Vec<Term> {
        self.weights.terms(board)
    }
}

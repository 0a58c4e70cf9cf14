//! Modern organisms as files.
//!
//! A file names its genes, arrays as wholes. One that is not there has its neutral value,
//! so that a file still plays as it did when new genes are declared; one that is unknown,
//! too long or out of range is refused with its line.

use std::path::Path;

use chess::Board;
use params::ParamSpec;
use serde::Deserialize;

use super::eval::{self, Evaluator, Weights};
use super::search::SearchGenes;
use crate::genes::{self, Genes};
use crate::organism::{self, OrganismError, Origin, header};
use crate::search::{self, Searcher};
use crate::strength::{self, Ladder};
use crate::{Mind, Term, Weight};

/// The kind of organism this module keeps.
pub const KIND: &str = "modern";

/// A program with about a thousand pairs of weights and a modern search, and where it
/// came from.
///
/// ```
/// use engine::modern::Organism;
///
/// let plain = Organism::default();
/// let again = Organism::parse(&plain.to_toml(), "memory".as_ref()).unwrap();
/// assert_eq!(again, plain);
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Organism {
    /// The name that is shown.
    pub name: String,
    /// The evaluation.
    pub weights: Weights,
    /// The search.
    pub search: SearchGenes,
    /// Its history.
    pub origin: Origin,
}

impl Default for Organism {
    /// Material alone, and a textbook search.
    fn default() -> Self {
        Self {
            name: "modern, untaught".into(),
            weights: Weights::default(),
            search: SearchGenes::default(),
            origin: Origin {
                note: Some("material and a textbook search: nothing learned yet".into()),
                ..Origin::default()
            },
        }
    }
}

/// The file as TOML sees it; what the genes may be is checked afterwards.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    #[serde(rename = "kind")]
    _kind: String,
    name: String,
    #[serde(default)]
    origin: Origin,
    #[serde(default)]
    midgame: Genes,
    #[serde(default)]
    endgame: Genes,
    #[serde(default)]
    ending: Genes,
    #[serde(default)]
    search: Genes,
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
        let mut weights = Weights::neutral();
        let mut search = SearchGenes::neutral();
        for (section, table, values) in [
            (&file.midgame, &Weights::TABLE, &mut weights.midgame[..]),
            (&file.endgame, &Weights::TABLE, &mut weights.endgame[..]),
            (&file.ending, &Weights::ENDING, &mut weights.ending[..]),
            (&file.search, &SearchGenes::TABLE, &mut search.0[..]),
        ] {
            genes::read(section, table, values).map_err(|mistake| mistake.of(text, path))?;
        }
        Ok(Self {
            name: file.name,
            weights,
            search,
            origin: file.origin,
        })
    }

    /// Galapagos 2, the best organism that was bred.
    pub fn champion() -> Self {
        Self::parse(CHAMPION, Path::new("galapagos-2.toml")).expect("a test plays with it")
    }

    /// The text of its file.
    pub fn to_toml(&self) -> String {
        let mut text = header(KIND, &self.name, &self.origin);
        genes::write(&mut text, "search", &SearchGenes::TABLE, &self.search.0);
        genes::write(&mut text, "ending", &Weights::ENDING, &self.weights.ending);
        for (section, values) in [
            ("midgame", &self.weights.midgame),
            ("endgame", &self.weights.endgame),
        ] {
            genes::write(&mut text, section, &Weights::TABLE, &values[..]);
        }
        text
    }
}

/// The file of the champion, part of the program.
const CHAMPION: &str = include_str!("../../../../organisms/galapagos-2.toml");

/// What searches with these genes, on this number of threads.
pub fn searcher(weights: &Weights, search: SearchGenes, threads: usize) -> Box<dyn Searcher> {
    let evaluations = (0..threads.max(1)).map(|_| Evaluator::new(weights));
    search::searcher(evaluations, search)
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
        searcher(&self.weights, self.search, threads)
    }

    fn ladder(&self) -> &'static Ladder {
        &strength::GALAPAGOS_2
    }

    /// Those of the search: two thousand options more would be of no use to people.
    fn genes(&self) -> Vec<(&'static ParamSpec, i32)> {
        SearchGenes::TABLE.iter().zip(self.search.0).collect()
    }

    fn set_gene(&mut self, number: usize, value: i32) {
        self.search.0[number] = value;
    }

    fn weights(&self) -> Vec<(Weight, i32)> {
        Weights::names()
            .into_iter()
            .zip(self.weights.numbers())
            .collect()
    }

    fn set_weight(&mut self, number: usize, value: i32) {
        let place = self.weights.numbers_mut().nth(number);
        *place.expect("a number of the evaluation") = value;
    }

    fn explain(&self, board: &Board) -> Vec<String> {
        eval::explain(board, &self.weights)
    }

    fn terms(&self, board: &Board) -> Vec<Term> {
        eval::terms(board, &self.weights)
    }
}

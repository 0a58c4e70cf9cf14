//! Modern organisms as files.
//!
//! A file names its genes, arrays as wholes. One that is not there has its neutral value,
//! so that a file still plays as it did when new genes are declared; one that is unknown,
//! too long or out of range is refused with its line.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;

use chess::Board;
use params::{ParamSpec, Table};
use serde::Deserialize;
use toml::{Spanned, Value};

use super::eval::{self, Evaluator, Weights};
use super::search::SearchGenes;
use crate::organism::{self, OrganismError, Origin, header, nearest};
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
    /// What people call it.
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
                note: Some("material and a textbook search: nothing learnt yet".into()),
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

type Genes = BTreeMap<Spanned<String>, Spanned<Value>>;

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
        for (genes, table, values) in [
            (&file.midgame, &Weights::TABLE, &mut weights.midgame[..]),
            (&file.endgame, &Weights::TABLE, &mut weights.endgame[..]),
            (&file.ending, &Weights::ENDING, &mut weights.ending[..]),
            (&file.search, &SearchGenes::TABLE, &mut search.0[..]),
        ] {
            read_genes(genes, table, values)
                .map_err(|(at, what)| OrganismError::invalid(text, path, at, what))?;
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
        write_genes(&mut text, "search", &SearchGenes::TABLE, &self.search.0);
        write_genes(&mut text, "ending", &Weights::ENDING, &self.weights.ending);
        for (section, values) in [
            ("midgame", &self.weights.midgame),
            ("endgame", &self.weights.endgame),
        ] {
            write_genes(&mut text, section, &Weights::TABLE, &values[..]);
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

/// Takes the genes of one section; an error is a place in the text and what is wrong there.
fn read_genes(genes: &Genes, table: &Table, values: &mut [i32]) -> Result<(), (usize, String)> {
    for (name, value) in genes {
        let Some(first) = table.find(name.get_ref()) else {
            let nearest = nearest(table, name.get_ref());
            let what = format!(
                "unknown gene `{}`; did you mean `{nearest}`?",
                name.get_ref()
            );
            return Err((name.span().start, what));
        };
        let spec = table.get(first);
        let wrong = |what| (value.span().start, what);
        let given = match (value.get_ref(), spec.len) {
            (number, 1) => std::slice::from_ref(number),
            (Value::Array(numbers), len) if numbers.len() == len => numbers,
            (_, len) => return Err(wrong(format!("{} is a list of {len} numbers", spec.name))),
        };
        for (place, given) in values[first..].iter_mut().zip(given) {
            let number = given.as_integer().and_then(|number| number.try_into().ok());
            *place = number
                .filter(|&number| spec.allows(number))
                .ok_or_else(|| {
                    wrong(format!(
                        "{given} in {} is not a whole number from {} to {}",
                        spec.name, spec.min, spec.max
                    ))
                })?;
        }
    }
    Ok(())
}

/// Numbers in a line of the file: a rank of the board.
const IN_A_LINE: usize = 8;

fn write_genes(text: &mut String, section: &str, table: &Table, values: &[i32]) {
    let mut write = || {
        writeln!(text, "\n[{section}]")?;
        let mut rest = values;
        for spec in table.iter() {
            let (these, others) = rest.split_at(spec.len);
            rest = others;
            if let [one] = these {
                writeln!(text, "{} = {one}", spec.name)?;
                continue;
            }
            writeln!(text, "{} = [", spec.name)?;
            for line in these.chunks(IN_A_LINE) {
                let line: Vec<_> = line.iter().map(i32::to_string).collect();
                writeln!(text, "  {},", line.join(", "))?;
            }
            writeln!(text, "]")?;
        }
        Ok::<_, std::fmt::Error>(())
    };
    write().expect("a string takes any text");
}

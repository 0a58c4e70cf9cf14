//! Organisms: programs with their history, kept in small TOML files.
//!
//! A file names every gene. One that is missing, unknown or out of range is
//! refused with its line, so that a typing error never plays a game.
//!
//! ```
//! use engine::organism::Organism;
//!
//! let published = Organism::default();
//! let again = Organism::parse(&published.to_toml(), "memory".as_ref()).unwrap();
//! assert_eq!(again, published);
//! ```

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{fs, io};

use chess::Board;
use params::{ParamSpec, Table};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use thiserror::Error;
use toml::Spanned;

use crate::eval::{self, Evaluator, Weights};
use crate::genes::{self, Genes, Mistake};
use crate::search::{self, SearchParams, Searcher};
use crate::{Mind, Term};

/// The kind of organism this module keeps: an evaluation of 35 terms and a
/// search of 18 parameters.
pub const KIND: &str = "star";

/// The file of the champion, part of the program.
const CHAMPION: &str = include_str!("../../../organisms/galapagos-1.toml");

/// A program and where it came from.
#[derive(Debug, Clone, PartialEq)]
pub struct Organism {
    /// The name that is shown.
    pub name: String,
    /// The evaluation.
    pub weights: Weights,
    /// The search; a file without one means plain alpha-beta.
    pub search: SearchParams,
    /// Its history.
    pub origin: Origin,
}

/// Where an organism came from, as far as it is known.
#[derive(Debug, Clone, PartialEq, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Origin {
    /// Anything worth knowing.
    pub note: Option<String>,
    /// The recipe of the run that bred it.
    pub recipe: Option<String>,
    /// The seed of that recipe.
    pub seed: Option<u32>,
    /// Which of that seed's independent runs bred it, counted from 1.
    pub run: Option<u32>,
    /// The generation it was born in.
    pub generation: Option<u32>,
    /// Its fitness there.
    pub fitness: Option<f64>,
    /// Names of its parents.
    #[serde(default)]
    pub parents: Vec<String>,
}

/// Why an organism could not be read.
#[derive(Debug, Error)]
pub enum OrganismError {
    /// The file could not be read.
    #[error("cannot read {}: {source}", path.display())]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// The file does not describe an organism.
    #[error("{}:{line}: {problem}", path.display())]
    Invalid {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
        /// What is wrong and what would be right.
        problem: String,
    },
}

impl OrganismError {
    /// A problem at this byte of the text.
    pub fn invalid(text: &str, path: &Path, at: usize, problem: String) -> Self {
        let before = &text.as_bytes()[..at.min(text.len())];
        Self::Invalid {
            path: path.into(),
            line: 1 + before.iter().filter(|&&byte| byte == b'\n').count(),
            problem,
        }
    }
}

impl Default for Organism {
    /// The published values: Figure 3 and Table II of the paper on EVOL*.
    fn default() -> Self {
        Self {
            name: "EVOL* 2014".into(),
            weights: Weights::default(),
            search: SearchParams::default(),
            origin: Origin {
                note: Some("the published values: Figure 3 and Table II of the EVOL* paper".into()),
                ..Origin::default()
            },
        }
    }
}

impl Organism {
    /// Galapagos 1, the best organism of this kind that was bred.
    pub fn champion() -> Self {
        Self::parse(CHAMPION, Path::new("galapagos-1.toml")).expect("a test plays with it")
    }

    /// Reads an organism file.
    pub fn read(path: &Path) -> Result<Self, OrganismError> {
        Self::parse(&text(path)?, path)
    }

    /// Reads the text of an organism file; `path` is for the error message.
    pub fn parse(text: &str, path: &Path) -> Result<Self, OrganismError> {
        check_kind(text, path, KIND)?;
        let made = make(from_toml(text, path)?);
        made.map_err(|mistake| mistake.of(text, path))
    }

    /// The text of its file.
    pub fn to_toml(&self) -> String {
        let mut text = header(KIND, &self.name, &self.origin);
        genes::write(&mut text, "weights", &Weights::TABLE, &self.weights.0);
        genes::write(&mut text, "search", &SearchParams::TABLE, &self.search.0);
        text
    }
}

/// Reads an organism file of this kind, for whatever takes any kind.
pub fn read_mind(path: &Path) -> Result<Box<dyn Mind>, OrganismError> {
    Ok(Box::new(Organism::read(path)?))
}

/// What searches with these values, on this number of threads.
pub fn searcher(weights: Weights, search: SearchParams, threads: usize) -> Box<dyn Searcher> {
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
        searcher(self.weights, self.search, threads)
    }

    fn genes(&self) -> Vec<(&'static ParamSpec, i32)> {
        let weights = Weights::TABLE.iter().zip(self.weights.0);
        let search = SearchParams::TABLE.iter().zip(self.search.0);
        weights.chain(search).collect()
    }

    fn set_gene(&mut self, number: usize, value: i32) {
        match number.checked_sub(self.weights.0.len()) {
            None => self.weights.0[number] = value,
            Some(number) => self.search.0[number] = value,
        }
    }

    fn explain(&self, board: &Board) -> Vec<String> {
        eval::explain(board, &self.weights)
    }

    fn terms(&self, board: &Board) -> Vec<Term> {
        eval::terms(board, &self.weights)
    }
}

/// The kind of organism that a file holds.
pub fn kind(path: &Path) -> Result<String, OrganismError> {
    Ok(kind_of(&text(path)?, path)?.into_inner())
}

/// Refuses the text of an organism of another kind, which has other fields.
pub fn check_kind(text: &str, path: &Path, wanted: &str) -> Result<(), OrganismError> {
    kind_among(text, path, &[wanted]).map(drop)
}

/// The kind of organism that the text of a file describes, which must be one of these.
pub fn kind_among(text: &str, path: &Path, known: &[&str]) -> Result<String, OrganismError> {
    let kind = kind_of(text, path)?;
    if known.contains(&kind.get_ref().as_str()) {
        return Ok(kind.into_inner());
    }
    let (last, others) = known.split_last().expect("at least one kind is known");
    let known = match others {
        [] => format!("`{last}` is"),
        _ => format!("`{}` and `{last}` are", others.join("`, `")),
    };
    let problem = format!(
        "`{}` is not a kind of organism known here; {known}",
        kind.get_ref()
    );
    Err(OrganismError::invalid(
        text,
        path,
        kind.span().start,
        problem,
    ))
}

fn kind_of(text: &str, path: &Path) -> Result<Spanned<String>, OrganismError> {
    #[derive(Deserialize)]
    struct File {
        kind: Spanned<String>,
    }
    from_toml(text, path).map(|File { kind }| kind)
}

/// What TOML makes of the text of an organism file; an error names its line.
pub fn from_toml<T: DeserializeOwned>(text: &str, path: &Path) -> Result<T, OrganismError> {
    toml::from_str(text).map_err(|error| {
        let at = error.span().map_or(0, |span| span.start);
        OrganismError::invalid(text, path, at, error.message().to_owned())
    })
}

/// The text of an organism file of any kind.
pub fn text(path: &Path) -> Result<String, OrganismError> {
    fs::read_to_string(path).map_err(|source| OrganismError::Unreadable {
        path: path.into(),
        source,
    })
}

/// The beginning of an organism file of any kind: what it is and where it came from.
pub fn header(kind: &str, name: &str, origin: &Origin) -> String {
    let mut text = String::new();
    let mut line = |key: &str, value: toml::Value| {
        writeln!(text, "{key} = {value}").expect("a string takes any text");
    };
    line("kind", kind.into());
    line("name", name.into());
    text.push_str("\n[origin]\n");
    let mut line = |key: &str, value: Option<toml::Value>| {
        if let Some(value) = value {
            writeln!(text, "{key} = {value}").expect("a string takes any text");
        }
    };
    let Origin {
        note,
        recipe,
        seed,
        run,
        generation,
        fitness,
        parents,
    } = origin.clone();
    line("note", note.map(Into::into));
    line("recipe", recipe.map(Into::into));
    let mut number = |key, value: Option<u32>| line(key, value.map(|it| i64::from(it).into()));
    number("seed", seed);
    number("run", run);
    number("generation", generation);
    line("fitness", fitness.map(Into::into));
    line("parents", (!parents.is_empty()).then(|| parents.into()));
    text
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
    weights: Spanned<Genes>,
    search: Option<Spanned<Genes>>,
}

fn make(file: File) -> Result<Organism, Mistake> {
    let mut weights = Weights::default();
    whole(&file.weights, &Weights::TABLE, &mut weights.0)?;
    let mut search = SearchParams::PLAIN;
    if let Some(genes) = &file.search {
        whole(genes, &SearchParams::TABLE, &mut search.0)?;
    }
    Ok(Organism {
        name: file.name,
        weights,
        search,
        origin: file.origin,
    })
}

/// Takes the genes of a section, which must have them all.
fn whole(genes: &Spanned<Genes>, table: &Table, values: &mut [i32]) -> Result<(), Mistake> {
    match genes::read(genes.get_ref(), table, values)?.first() {
        None => Ok(()),
        Some(name) => Err(Mistake {
            at: genes.span().start,
            what: format!("the gene {name} is missing"),
        }),
    }
}

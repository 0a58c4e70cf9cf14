//! Endgame players as files.

use std::path::Path;

use engine::organism::{self, OrganismError, Origin, header};
use evo::trees::Forest;
use serde::Deserialize;
use toml::Spanned;

use super::functions::FLOAT;
use super::plies::Plies;
use super::strategy::Strategy;
use super::vocabulary::{TREES, Terminals, vocabulary};

/// The kind of organism this module keeps: three trees.
pub const KIND: &str = "endgame";

/// Trees in a file are not wider than this.
const WIDTH: usize = 100;

/// An endgame player and where it came from.
///
/// ```
/// use problems::endgame::Organism;
///
/// let master = Organism::master();
/// let again = Organism::parse(&master.to_toml(), "memory".as_ref()).unwrap();
/// assert_eq!(again, master);
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Organism {
    /// The name that is shown.
    pub name: String,
    /// Its trees, in the order of [`TREES`].
    pub genome: Forest,
    /// How far it looks ahead.
    pub plies: Plies,
    /// Its history.
    pub origin: Origin,
}

impl Organism {
    /// The master strategy: written by hand from the same words, good enough to
    /// mate with a queen or a rook and to hold what it has.
    pub fn master() -> Self {
        let text = include_str!("../../../../organisms/endgame-master.toml");
        let master = Self::parse(text, Path::new("organisms/endgame-master.toml"));
        master.unwrap_or_else(|error| panic!("{error}"))
    }

    /// Reads an organism file.
    pub fn read(path: &Path) -> Result<Self, OrganismError> {
        Self::parse(&organism::text(path)?, path)
    }

    /// Reads the text of an organism file; `path` is for the error message.
    pub fn parse(text: &str, path: &Path) -> Result<Self, OrganismError> {
        organism::check_kind(text, path, KIND)?;
        let file: File = organism::from_toml(text, path)?;
        let words = vocabulary(Terminals::All);
        let trees = [
            &file.trees.advantage,
            &file.trees.even,
            &file.trees.disadvantage,
        ];
        let genome = trees.iter().zip(TREES).map(|(tree, name)| {
            words.parse(tree.get_ref(), FLOAT).map_err(|error| {
                let span = tree.span();
                // A text of several lines begins after its quotes and a line break.
                let written = &text[span.clone()];
                let broken = ["\"\"\"\n", "'''\n"].iter().any(|q| written.starts_with(q));
                let lines_on = error.line - 1 + usize::from(broken);
                let lines = written.split_inclusive('\n').take(lines_on);
                let at = span.start + lines.map(str::len).sum::<usize>();
                let problem = format!("{name}, column {}: {}", error.column, error.problem);
                OrganismError::invalid(text, path, at, problem)
            })
        });
        Ok(Self {
            name: file.name,
            genome: Forest(genome.collect::<Result<_, _>>()?),
            plies: file.search.plies,
            origin: file.origin,
        })
    }

    /// The text of its file.
    pub fn to_toml(&self) -> String {
        let words = vocabulary(Terminals::All);
        let mut text = header(KIND, &self.name, &self.origin);
        if self.plies != Plies::ONE {
            text.push_str(&format!("\n[search]\nplies = {}\n", self.plies));
        }
        text.push_str("\n[trees]\n");
        for (tree, name) in self.genome.0.iter().zip(TREES) {
            let tree = words.write_indented(tree, WIDTH);
            text.push_str(&format!("{name} = \"\"\"\n{tree}\n\"\"\"\n"));
        }
        text
    }

    /// Ready to play.
    pub fn strategy(&self) -> Strategy {
        Strategy::new(&self.genome).looking(self.plies)
    }
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
    #[serde(default)]
    search: Search,
    trees: Texts,
}

#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct Search {
    plies: Plies,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Texts {
    advantage: Spanned<String>,
    even: Spanned<String>,
    disadvantage: Spanned<String>,
}

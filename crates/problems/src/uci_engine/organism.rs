//! Outside engines with options as organism files.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use arena::Program;
use engine::organism::{self, OrganismError, Origin, header};
use serde::Deserialize;

use super::Subject;

/// The kind of organism this module keeps: an engine of another author, with options.
pub const KIND: &str = "outside";

/// An engine of another author, the values of its options, and where they came from.
///
/// ```
/// use problems::uci_engine::Organism;
///
/// let tuned = Organism {
///     name: "tuned".into(),
///     engine: "toga2".into(),
///     arguments: Vec::new(),
///     options: vec![("King Safety".into(), "120".into())],
///     origin: Default::default(),
/// };
/// let again = Organism::parse(&tuned.to_toml(), "memory".as_ref()).unwrap();
/// assert_eq!(again, tuned);
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Organism {
    /// What people call it.
    pub name: String,
    /// A path, or a name to be looked for in `PATH` and where Debian keeps games.
    pub engine: PathBuf,
    /// Its arguments.
    pub arguments: Vec<String>,
    /// The options it is told, in order.
    pub options: Vec<(String, String)>,
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
    program: Command,
    #[serde(default)]
    options: toml::Table,
}

/// `[program]`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Command {
    engine: PathBuf,
    #[serde(default)]
    arguments: Vec<String>,
}

impl Organism {
    /// The engine with these values of its parameters.
    pub fn of(subject: &Subject, values: &[i32], name: String, origin: Origin) -> Self {
        let mut options = subject.options(values);
        options.sort();
        Self {
            name,
            engine: subject.engine.clone(),
            arguments: subject.arguments.clone(),
            options,
            origin,
        }
    }

    /// Reads the text of an organism file; `path` is for the error message.
    pub fn parse(text: &str, path: &Path) -> Result<Self, OrganismError> {
        organism::check_kind(text, path, KIND)?;
        let file: File = organism::from_toml(text, path)?;
        let written = |(name, value): (String, toml::Value)| {
            let value = match value {
                toml::Value::String(text) => text,
                other => other.to_string(),
            };
            (name, value)
        };
        Ok(Self {
            name: file.name,
            engine: file.program.engine,
            arguments: file.program.arguments,
            options: file.options.into_iter().map(written).collect(),
            origin: file.origin,
        })
    }

    /// The text of its file.
    pub fn to_toml(&self) -> String {
        let mut text = header(KIND, &self.name, &self.origin);
        let engine = toml::Value::from(self.engine.to_string_lossy().as_ref());
        let arguments = toml::Value::from(self.arguments.clone());
        let _ = write!(
            text,
            "\n[program]\nengine = {engine}\narguments = {arguments}\n\n[options]\n"
        );
        for (name, value) in &self.options {
            let (name, value) = (toml::Value::from(&**name), toml::Value::from(&**value));
            let _ = writeln!(text, "{name} = {value}");
        }
        text
    }

    /// What to start.
    pub fn program(&self) -> Program {
        Program {
            name: Some(self.name.clone()),
            arguments: self.arguments.iter().map(Into::into).collect(),
            options: self.options.clone(),
            ..Program::new(&self.engine)
        }
    }
}

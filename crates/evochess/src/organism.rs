//! Individuals as files.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;

use engine::organism::{self, OrganismError, Origin, header};
use serde::Deserialize;
use toml::Spanned;

use crate::search::Bounds;
use crate::{Individual, Weights};

/// The kind of organism this module keeps.
pub const KIND: &str = "evochess";

/// An individual, how far it may search, and where it came from.
///
/// ```
/// use evochess::Organism;
///
/// let plain = Organism::default();
/// let again = Organism::parse(&plain.to_toml(), "memory".as_ref()).unwrap();
/// assert_eq!(again, plain);
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Organism {
    /// What people call it.
    pub name: String,
    /// Its modules.
    pub individual: Individual,
    /// How far it may search.
    pub bounds: Bounds,
    /// Its history.
    pub origin: Origin,
}

impl Default for Organism {
    /// Two plies and the standard values.
    fn default() -> Self {
        Self {
            name: "evochess, unevolved".into(),
            individual: Individual::default(),
            bounds: Bounds::default(),
            origin: Origin::default(),
        }
    }
}

/// The file as TOML sees it; what is in it is checked afterwards.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    #[serde(rename = "kind")]
    _kind: String,
    name: String,
    #[serde(default)]
    origin: Origin,
    search: Bounds,
    depth: Text,
    position: Genes,
    ordering: Genes,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Text {
    program: Spanned<String>,
}

type Genes = Spanned<BTreeMap<Spanned<String>, Spanned<i64>>>;

impl Organism {
    /// Reads an organism file.
    pub fn read(path: &Path) -> Result<Self, OrganismError> {
        Self::parse(&organism::text(path)?, path)
    }

    /// Reads the text of an organism file; `path` is for the error message.
    pub fn parse(text: &str, path: &Path) -> Result<Self, OrganismError> {
        organism::check_kind(text, path, KIND)?;
        let file: File = organism::from_toml(text, path)?;
        let wrong = |(at, what)| OrganismError::invalid(text, path, at, what);
        let program = &file.depth.program;
        let depth = program.get_ref().parse();
        let depth = depth.map_err(|error| wrong((program.span().start, format!("{error}"))))?;
        Ok(Self {
            name: file.name,
            individual: Individual {
                depth,
                position: read_genes(&file.position).map_err(wrong)?,
                ordering: read_genes(&file.ordering).map_err(wrong)?,
            },
            bounds: file.search,
            origin: file.origin,
        })
    }

    /// The text of its file.
    pub fn to_toml(&self) -> String {
        let Bounds {
            rest,
            least,
            most,
            change,
            nodes,
            killers,
        } = self.bounds;
        let killers = u8::from(killers);
        let mut text = header(KIND, &self.name, &self.origin);
        let Individual {
            depth,
            position,
            ordering,
        } = &self.individual;
        let search = format!(
            "\n[search]\nrest = {rest}\nleast = {least}\nmost = {most}\nchange = {change}\n\
             nodes = {nodes}\nkillers = {killers}\n\n[depth]\nprogram = \"\"\"\n{depth}\"\"\"\n"
        );
        text.push_str(&search);
        write_genes(&mut text, "position", position);
        write_genes(&mut text, "ordering", ordering);
        text
    }
}

/// Takes the weights of one section; an error is a place in the text and what is wrong
/// there.
fn read_genes<W: Weights>(genes: &Genes) -> Result<W, (usize, String)> {
    let mut values = vec![None; W::TABLE.len()];
    for (name, value) in genes.get_ref() {
        let Some(gene) = W::TABLE.find(name.get_ref()) else {
            return Err((
                name.span().start,
                format!("unknown gene `{}`", name.get_ref()),
            ));
        };
        let spec = W::TABLE.get(gene);
        let number = i32::try_from(*value.get_ref()).ok();
        let number = number.filter(|&number| spec.allows(number));
        values[gene] = Some(number.ok_or_else(|| {
            let what = format!(
                "{} = {} is out of range; it goes from {} to {}",
                spec.name,
                value.get_ref(),
                spec.min,
                spec.max
            );
            (value.span().start, what)
        })?);
    }
    let present = W::TABLE.iter().zip(values).map(|(spec, value)| {
        let missing = || {
            (
                genes.span().start,
                format!("the gene {} is missing", spec.name),
            )
        };
        value.ok_or_else(missing)
    });
    Ok(W::of(&present.collect::<Result<Vec<_>, _>>()?))
}

fn write_genes<W: Weights>(text: &mut String, section: &str, weights: &W) {
    let mut write = || {
        writeln!(text, "\n[{section}]")?;
        for (spec, value) in W::TABLE.iter().zip(weights.values()) {
            writeln!(text, "{} = {value}", spec.name)?;
        }
        Ok::<_, std::fmt::Error>(())
    };
    write().expect("a string takes any text");
}

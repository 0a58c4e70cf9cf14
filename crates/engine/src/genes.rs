//! The genes in a section of an organism file, arrays as wholes.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;
use std::slice;

use params::Table;
use toml::{Spanned, Value};

use crate::organism::OrganismError;

/// A section as TOML sees it: what its genes may be is checked afterwards.
pub type Genes = BTreeMap<Spanned<String>, Spanned<Value>>;

/// What is wrong at some byte of a file.
pub struct Mistake {
    pub at: usize,
    pub what: String,
}

impl Mistake {
    /// The same as an error in this file.
    pub fn of(self, text: &str, path: &Path) -> OrganismError {
        OrganismError::invalid(text, path, self.at, self.what)
    }
}

/// Puts the genes of a section in their places among the values of a table, and gives the
/// names of those that are not there.
pub fn read(
    genes: &Genes,
    table: &Table,
    values: &mut [i32],
) -> Result<Vec<&'static str>, Mistake> {
    for (name, value) in genes {
        let Some(first) = table.find(name.get_ref()) else {
            let (at, name) = (name.span().start, name.get_ref());
            let nearest = nearest(table, name);
            let what = format!("unknown gene `{name}`; did you mean `{nearest}`?");
            return Err(Mistake { at, what });
        };
        let spec = table.get(first);
        let at = value.span().start;
        let given = match (value.get_ref(), spec.len) {
            (number, 1) => slice::from_ref(number),
            (Value::Array(numbers), len) if numbers.len() == len => numbers,
            (_, len) => {
                let what = format!("{} is a list of {len} numbers", spec.name);
                return Err(Mistake { at, what });
            }
        };
        for (place, given) in values[first..].iter_mut().zip(given) {
            let number = given.as_integer().and_then(|number| number.try_into().ok());
            let number = number.filter(|&number| spec.allows(number));
            *place = number.ok_or_else(|| Mistake {
                at,
                what: format!(
                    "{}: {given} is not a whole number from {} to {}",
                    spec.name, spec.min, spec.max
                ),
            })?;
        }
    }
    let names = table.iter().map(|spec| spec.name);
    Ok(names.filter(|&name| !genes.contains_key(name)).collect())
}

/// The declared name most like a mistaken one.
fn nearest(table: &Table, name: &str) -> &'static str {
    let likeness = |candidate: &str| strsim::jaro_winkler(candidate, &name.to_uppercase());
    table
        .iter()
        .map(|spec| spec.name)
        .max_by(|a, b| likeness(a).total_cmp(&likeness(b)))
        .expect("a table is not empty")
}

/// Numbers in a line of the file: a rank of the board.
const IN_A_LINE: usize = 8;

/// Adds a section with the values of a table.
pub fn write(text: &mut String, section: &str, table: &Table, values: &[i32]) {
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

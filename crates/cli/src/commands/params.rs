//! `galapagos params`: every number that can be tuned.

use std::io::{self, Write};

use ::params::{ParamSpec, Table};
use clap::builder::PossibleValuesParser;
use lab::{KINDS, Kind};

/// Print every tunable number: its range, bits, default and meaning
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  galapagos params
  galapagos params --kind modern
  galapagos params --markdown > docs/parameters.md")]
pub struct Arguments {
    /// As the document docs/parameters.md
    #[arg(long)]
    markdown: bool,

    /// Those of one kind of organism
    #[arg(long, value_parser = kinds())]
    kind: Option<String>,
}

/// The kinds that have declared numbers.
fn kinds() -> PossibleValuesParser {
    let kinds = KINDS.iter().filter(|kind| !kind.genes.is_empty());
    kinds.map(|kind| kind.name).collect::<Vec<_>>().into()
}

/// Prints the tables.
pub fn run(arguments: &Arguments) -> anyhow::Result<()> {
    let mut out = io::stdout().lock();
    let wanted = |kind: &&Kind| arguments.kind.as_ref().is_none_or(|name| name == kind.name);
    let kinds = KINDS.iter().filter(wanted);
    let families = kinds.flat_map(|kind| kind.genes.iter().map(|family| (kind.name, family)));
    if arguments.markdown {
        write!(
            out,
            "# Parameters\n\nMade by `galapagos params --markdown`.\n"
        )?;
    }
    for (index, (kind, (title, table))) in families.enumerate() {
        let title = format!("{kind}: {}", title.to_lowercase());
        if arguments.markdown {
            markdown(&mut out, &title, table)?;
        } else {
            if index > 0 {
                writeln!(out)?;
            }
            plain(&mut out, &title, table)?;
        }
    }
    Ok(())
}

/// A name with the number of those that go by it.
fn name(spec: &ParamSpec) -> String {
    match spec.len {
        1 => spec.name.into(),
        len => format!("{}[{len}]", spec.name),
    }
}

fn markdown(out: &mut impl Write, title: &str, table: &Table) -> io::Result<()> {
    writeln!(
        out,
        "\n## {title}: {} in {} bits\n",
        table.len(),
        table.bits()
    )?;
    writeln!(
        out,
        "| name | range | bits | default | what it multiplies or sets |"
    )?;
    writeln!(out, "|---|---|---|---|---|")?;
    for spec in table.iter() {
        writeln!(
            out,
            "| {} | {}–{} | {} | {} | {} |",
            name(spec),
            spec.min,
            spec.max,
            spec.bits(),
            spec.default,
            spec.meaning
        )?;
    }
    Ok(())
}

fn plain(out: &mut impl Write, title: &str, table: &Table) -> io::Result<()> {
    writeln!(out, "{title}: {} in {} bits", table.len(), table.bits())?;
    for spec in table.iter() {
        let range = format!("{}–{}", spec.min, spec.max);
        let (name, default) = (name(spec), spec.default);
        writeln!(out, "  {name:<32} {range:>8} {default:>6}")?;
        for line in lines(spec.meaning, 74) {
            writeln!(out, "      {line}")?;
        }
    }
    Ok(())
}

/// A text in lines of this width.
fn lines(text: &str, width: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split(' ') {
        match lines.last_mut() {
            Some(line) if line.chars().count() + 1 + word.chars().count() <= width => {
                *line += " ";
                *line += word;
            }
            _ => lines.push(word.into()),
        }
    }
    lines
}

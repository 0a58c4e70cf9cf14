//! `galapagos params`: every number that can be tuned.

use std::io::{self, Write};

use ::params::Table;
use engine::eval::Weights;
use engine::search::SearchParams;

/// Print every tunable number: its range, bits, default and meaning
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  galapagos params
  galapagos params --markdown > docs/parameters.md")]
pub struct Arguments {
    /// As the document docs/parameters.md
    #[arg(long)]
    markdown: bool,
}

/// Prints the tables.
pub fn run(arguments: &Arguments) -> anyhow::Result<()> {
    let mut out = io::stdout().lock();
    let families = [
        ("Evaluation weights", Weights::TABLE),
        ("Search parameters", SearchParams::TABLE),
    ];
    if arguments.markdown {
        write!(
            out,
            "# Parameters\n\nMade by `galapagos params --markdown`.\n"
        )?;
    }
    for (index, (title, table)) in families.iter().enumerate() {
        if arguments.markdown {
            markdown(&mut out, title, table)?;
        } else {
            if index > 0 {
                writeln!(out)?;
            }
            plain(&mut out, title, table)?;
        }
    }
    Ok(())
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
            spec.name,
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
        let (name, default) = (spec.name, spec.default);
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

//! A table as other programs read it, written row by row.

use std::io::{self, Write};

/// How a table is written.
#[derive(Clone, Copy)]
pub enum Format {
    /// A line of names, then a line a row.
    Csv,
    /// An array of objects.
    Json,
}

/// One value. Words and names are plain ones, which need no quoting inside.
pub enum Cell {
    /// How many.
    Count(u64),
    /// How much; nothing where it is unknown or not finite.
    Number(Option<f64>),
    /// Which.
    Word(&'static str),
}

/// A table being written.
pub struct Rows<W> {
    out: W,
    format: Format,
    names: Vec<String>,
    written: u64,
}

impl<W: Write> Rows<W> {
    /// Begins a table with these columns.
    pub fn begin(mut out: W, format: Format, names: Vec<String>) -> io::Result<Self> {
        match format {
            Format::Csv => writeln!(out, "{}", names.join(","))?,
            Format::Json => write!(out, "[")?,
        }
        Ok(Self {
            out,
            format,
            names,
            written: 0,
        })
    }

    /// Writes a row.
    pub fn row(&mut self, cells: &[Cell]) -> io::Result<()> {
        let texts = cells.iter().map(|cell| cell.text(self.format));
        match self.format {
            Format::Csv => writeln!(self.out, "{}", texts.collect::<Vec<_>>().join(","))?,
            Format::Json => {
                let pairs = self.names.iter().zip(texts);
                let pairs: Vec<_> = pairs
                    .map(|(name, text)| format!("\"{name}\":{text}"))
                    .collect();
                let comma = if self.written == 0 { "" } else { "," };
                write!(self.out, "{comma}\n{{{}}}", pairs.join(","))?;
            }
        }
        self.written += 1;
        Ok(())
    }

    /// Ends the table.
    pub fn end(mut self) -> io::Result<()> {
        if let Format::Json = self.format {
            writeln!(self.out, "\n]")?;
        }
        self.out.flush()
    }
}

impl Cell {
    fn text(&self, format: Format) -> String {
        match (self, format) {
            (Self::Count(count), _) => count.to_string(),
            (Self::Number(Some(number)), _) if number.is_finite() => number.to_string(),
            (Self::Number(_), Format::Csv) => String::new(),
            (Self::Number(_), Format::Json) => "null".into(),
            (Self::Word(word), Format::Csv) => (*word).into(),
            (Self::Word(word), Format::Json) => format!("\"{word}\""),
        }
    }
}

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

/// One value.
pub enum Cell {
    /// How many.
    Count(u64),
    /// How much; nothing where it is unknown or not finite.
    Number(Option<f64>),
    /// Which.
    Word(String),
}

impl From<&str> for Cell {
    fn from(word: &str) -> Self {
        Self::Word(word.into())
    }
}

/// A table being written.
pub struct Rows<W: Write> {
    out: Out<W>,
    names: Vec<String>,
}

enum Out<W: Write> {
    Csv(Box<csv::Writer<W>>),
    Json { out: W, written: u64 },
}

impl<W: Write> Rows<W> {
    /// Begins a table with these columns.
    pub fn begin(mut out: W, format: Format, names: Vec<String>) -> io::Result<Self> {
        let out = match format {
            Format::Csv => {
                let mut out = csv::Writer::from_writer(out);
                out.write_record(&names)?;
                Out::Csv(out.into())
            }
            Format::Json => {
                write!(out, "[")?;
                Out::Json { out, written: 0 }
            }
        };
        Ok(Self { out, names })
    }

    /// Writes a row.
    pub fn row(&mut self, cells: &[Cell]) -> io::Result<()> {
        match &mut self.out {
            Out::Csv(out) => {
                out.write_record(cells.iter().map(|cell| cell.text().unwrap_or_default()))?;
            }
            Out::Json { out, written } => {
                let comma = if *written == 0 { "" } else { "," };
                write!(out, "{comma}\n{{")?;
                for (number, (name, cell)) in self.names.iter().zip(cells).enumerate() {
                    let comma = if number == 0 { "" } else { "," };
                    write!(out, "{comma}{}:{}", quoted(name), cell.json())?;
                }
                write!(out, "}}")?;
                *written += 1;
            }
        }
        Ok(())
    }

    /// Ends the table.
    pub fn end(self) -> io::Result<()> {
        match self.out {
            Out::Csv(mut out) => out.flush(),
            Out::Json { mut out, .. } => {
                writeln!(out, "\n]")?;
                out.flush()
            }
        }
    }
}

impl Cell {
    fn text(&self) -> Option<String> {
        match self {
            Self::Count(count) => Some(count.to_string()),
            Self::Number(number) => {
                let finite = number.filter(|number| number.is_finite());
                finite.map(|number| number.to_string())
            }
            Self::Word(word) => Some(word.clone()),
        }
    }

    fn json(&self) -> String {
        match (self, self.text()) {
            (Self::Word(word), _) => quoted(word),
            (_, Some(number)) => number,
            (_, None) => "null".into(),
        }
    }
}

/// A word as JSON writes it.
fn quoted(word: &str) -> String {
    serde_json::Value::from(word).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(format: Format) -> String {
        let mut out = Vec::new();
        let names = ["what, exactly".into(), "much".into()];
        let mut rows = Rows::begin(&mut out, format, names.into()).unwrap();
        let nothing = Cell::Number(Some(f64::NAN));
        rows.row(&["a \"b\", c".into(), Cell::Number(Some(-0.5))])
            .unwrap();
        rows.row(&[Cell::Count(7), nothing]).unwrap();
        rows.end().unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn any_word_comes_through() {
        let csv = "\"what, exactly\",much\n\"a \"\"b\"\", c\",-0.5\n7,\n";
        assert_eq!(written(Format::Csv), csv);
        let json: serde_json::Value = serde_json::from_str(&written(Format::Json)).unwrap();
        assert_eq!(json[0]["what, exactly"], "a \"b\", c");
        assert_eq!(json[1]["what, exactly"], 7);
        assert!(json[1]["much"].is_null());
    }
}

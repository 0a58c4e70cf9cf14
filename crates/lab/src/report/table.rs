//! A table of a page.

use std::fmt::Write;

use super::html::Text;

/// A table: a name for each row, then cells.
///
/// A column in which no row has anything is left out. On a narrow screen a row is a
/// block in which every cell has the name of its column before it.
pub struct Table {
    heads: Vec<Head>,
    rows: Vec<Vec<String>>,
}

/// What a column is.
pub enum Head {
    /// Words.
    Text(&'static str),
    /// Numbers, which are aligned to the right.
    Number(&'static str),
    /// Drawings, which speak for themselves.
    Drawing(&'static str),
}

impl Table {
    /// Begins a table; the first column names the rows.
    pub fn new(heads: impl Into<Vec<Head>>) -> Self {
        Self {
            heads: heads.into(),
            rows: Vec::new(),
        }
    }

    /// Adds a row of HTML.
    pub fn row(&mut self, cells: impl Into<Vec<String>>) {
        let cells = cells.into();
        assert_eq!(cells.len(), self.heads.len(), "one cell for each column");
        self.rows.push(cells);
    }

    /// The table as HTML; nothing if it has no row.
    pub fn html(&self) -> String {
        if self.rows.is_empty() {
            return String::new();
        }
        let is_used = |at: &usize| self.rows.iter().any(|row| !row[*at].is_empty());
        let used: Vec<_> = (0..self.heads.len()).filter(is_used).collect();
        let mut html = String::from("<div class=\"table\"><table>\n<thead><tr>");
        for &at in &used {
            let (class, name) = self.heads[at].class_and_name();
            write!(html, "<th{class}>{}</th>", Text(name)).expect(TAKEN);
        }
        html += "</tr></thead>\n<tbody>\n";
        for row in &self.rows {
            html += "<tr>";
            for &at in &used {
                let (class, name) = self.heads[at].class_and_name();
                let cell = &row[at];
                match at {
                    0 => write!(html, "<th scope=\"row\">{cell}</th>"),
                    _ => write!(html, "<td{class} data-label=\"{}\">{cell}</td>", Text(name)),
                }
                .expect(TAKEN);
            }
            html += "</tr>\n";
        }
        html + "</tbody></table></div>\n"
    }
}

const TAKEN: &str = "a string takes any text";

impl Head {
    const fn class_and_name(&self) -> (&'static str, &'static str) {
        match self {
            Self::Text(name) => ("", name),
            Self::Number(name) => (" class=\"n\"", name),
            Self::Drawing(name) => (" class=\"drawing\"", name),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_without_a_value_are_left_out() {
        let mut table = Table::new([Head::Text("what"), Head::Number("a"), Head::Number("b")]);
        assert_eq!(table.html(), "");
        table.row(["one".into(), String::new(), "1".into()]);
        table.row(["two".into(), String::new(), String::new()]);
        let html = table.html();
        assert!(!html.contains(">a<") && html.contains("<th class=\"n\">b</th>"));
        assert!(
            html.contains("<td class=\"n\" data-label=\"b\">1</td>"),
            "{html}"
        );
        assert_eq!(html.matches("<td").count(), 2);
    }
}

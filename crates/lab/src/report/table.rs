//! A table of a page.

use maud::{Markup, Render, html};

/// A table: a name for each row, then cells.
///
/// A column in which no row has anything is left out. On a narrow screen a row is a
/// block in which every cell has the name of its column before it.
pub struct Table {
    heads: Vec<Head>,
    rows: Vec<Vec<Markup>>,
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

    /// Adds a row.
    pub fn row(&mut self, cells: impl Into<Vec<Markup>>) {
        let cells = cells.into();
        assert_eq!(cells.len(), self.heads.len(), "one cell for each column");
        self.rows.push(cells);
    }

    /// Whether it has no row.
    pub const fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }
}

/// Nothing if it has no row.
impl Render for Table {
    fn render(&self) -> Markup {
        let is_used = |at: &usize| self.rows.iter().any(|row| !row[*at].0.is_empty());
        let used: Vec<_> = (0..self.heads.len()).filter(is_used).collect();
        let head = |at: usize| self.heads[at].class_and_name();
        html! {
            @if !self.is_empty() {
                div.table {
                    table {
                        thead {
                            tr {
                                @for &at in &used {
                                    th class=[head(at).0] { (head(at).1) }
                                }
                            }
                        }
                        tbody {
                            @for row in &self.rows {
                                tr {
                                    @for &at in &used {
                                        @if at == 0 {
                                            th scope="row" data-label=(head(at).1) { (row[at]) }
                                        } @else {
                                            td class=[head(at).0] data-label=(head(at).1) { (row[at]) }
                                        }
                                    }
                                }
                            }
                        }
                    }
                }
            }
        }
    }
}

impl Head {
    const fn class_and_name(&self) -> (Option<&'static str>, &'static str) {
        match self {
            Self::Text(name) => (None, name),
            Self::Number(name) => (Some("n"), name),
            Self::Drawing(name) => (Some("drawing"), name),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_without_a_value_are_left_out() {
        let mut table = Table::new([Head::Text("what"), Head::Number("a"), Head::Number("b")]);
        assert_eq!(table.render().0, "");
        table.row([html! { "one" }, html! {}, html! { "1" }]);
        table.row([html! { "two" }, html! {}, html! {}]);
        let html = table.render().0;
        assert!(!html.contains(">a<") && html.contains("<th class=\"n\">b</th>"));
        assert!(
            html.contains("<td class=\"n\" data-label=\"b\">1</td>"),
            "{html}"
        );
        assert_eq!(html.matches("<td").count(), 2);
    }
}

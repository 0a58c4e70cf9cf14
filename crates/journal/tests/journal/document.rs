//! What docs/journal.md says of the database is what it is.

use std::collections::BTreeMap;

use rusqlite::Connection;

use crate::sample;

const DOCUMENT: &str = include_str!("../../../../docs/journal.md");

/// The tables, and of each its columns and their types, in order.
type Tables = BTreeMap<String, Vec<(String, String)>>;

/// A heading `### table`, then rows `| column | TYPE | meaning |`.
fn documented() -> Tables {
    let mut tables = Tables::new();
    let (_, part) = DOCUMENT.split_once("\n## Tables\n").unwrap();
    for section in part.split("\n### ").skip(1) {
        let (name, text) = section.split_once('\n').unwrap();
        let rows = text.lines().filter_map(|line| {
            let cells: Vec<_> = line.strip_prefix("| `")?.split(" | ").collect();
            let column = cells[0].strip_suffix('`')?;
            // The table of experiments has other columns.
            let kind = *cells.get(1)?;
            if !kind.chars().all(|c| c.is_ascii_uppercase()) {
                return None;
            }
            assert!(
                !cells[2].trim_matches(['|', ' ']).is_empty(),
                "{name}.{column}"
            );
            Some((column.to_owned(), kind.to_owned()))
        });
        tables.insert(name.to_owned(), rows.collect());
    }
    tables
}

fn real(db: &Connection) -> Tables {
    let column = "SELECT m.name, c.name, c.type FROM sqlite_schema m, pragma_table_info(m.name) c
         WHERE m.type = 'table' ORDER BY m.name, c.cid";
    let mut query = db.prepare(column).unwrap();
    let mut rows = query.query(()).unwrap();
    let mut tables = Tables::new();
    while let Some(row) = rows.next().unwrap() {
        let table = tables.entry(row.get(0).unwrap()).or_default();
        table.push((row.get(1).unwrap(), row.get(2).unwrap()));
    }
    tables
}

#[test]
fn the_document_has_every_table_and_column_and_no_other() {
    let runs = tempfile::tempdir().unwrap();
    let folder = runs.path().join("run");
    drop(sample::create(&folder));
    let db = Connection::open(folder.join("journal.sqlite")).unwrap();
    assert_eq!(documented(), real(&db));

    let number = |pragma| db.pragma_query_value(None, pragma, |row| row.get::<_, i32>(0));
    let application = format!("is {} (\"GALA\")", number("application_id").unwrap());
    assert!(DOCUMENT.contains(&application), "{application}");
    let layout = format!("now **{}**", number("user_version").unwrap());
    assert!(DOCUMENT.contains(&layout), "{layout}");
}

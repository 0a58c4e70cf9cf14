//! The layout of the database and how it is recognised.

use rusqlite::{Connection, params};

use crate::{About, Phase};

/// The database in a run's folder.
pub const FILE: &str = "journal.sqlite";

/// Marks the file as this program's, in SQLite's header: "GALA".
pub const APPLICATION: i32 = i32::from_be_bytes(*b"GALA");

/// The layout this program reads and writes.
pub const VERSION: i32 = 3;

/// Fills an empty database that no other process can see yet.
pub fn create(connection: &mut Connection, about: &About) -> rusqlite::Result<()> {
    // A checkpoint fits into one page of this size: half as many writes.
    connection.pragma_update(None, "page_size", 8192)?;
    // The caller syncs the whole file once: nothing need survive before that.
    connection.pragma_update(None, "synchronous", "OFF")?;
    let transaction = connection.transaction()?;
    transaction.execute_batch(include_str!("schema.sql"))?;
    transaction.pragma_update(None, "application_id", APPLICATION)?;
    transaction.pragma_update(None, "user_version", VERSION)?;
    transaction.execute(
        "INSERT INTO run VALUES (?, ?, ?, ?, 0)",
        params![
            about.recipe,
            about.seed.cast_signed(),
            about.version,
            about.command
        ],
    )?;
    for (number, phase) in about.phases.iter().enumerate() {
        insert_phase(&transaction, number, phase)?;
    }
    transaction.commit()?;
    connection.pragma_update(None, "journal_mode", "WAL")
}

/// Adds the phase of this number.
pub fn insert_phase(
    transaction: &Connection,
    number: usize,
    phase: &Phase,
) -> rusqlite::Result<()> {
    transaction.execute(
        "INSERT INTO phase VALUES (?, ?, ?, ?, ?)",
        params![
            number as i64,
            phase.name,
            phase.unit,
            phase.trial,
            phase.less_is_better
        ],
    )?;
    for (deme, method) in phase.demes.iter().enumerate() {
        transaction.execute(
            "INSERT INTO deme VALUES (?, ?, ?)",
            params![number as i64, deme as i64, method],
        )?;
    }
    for (position, name) in phase.genes.iter().enumerate() {
        transaction.execute(
            "INSERT INTO gene VALUES (?, ?, ?)",
            params![number as i64, position as i64, name],
        )?;
    }
    Ok(())
}

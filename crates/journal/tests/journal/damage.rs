//! Files that are not journals, or no longer.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use journal::{Error, Reader, Writer};

use crate::child;
use crate::sample::{check, create, place, record};

/// A run at rest with some generations.
fn sound(runs: &Path) -> PathBuf {
    let folder = runs.join("run");
    let mut writer = create(&folder);
    for number in 0..20 {
        record(&mut writer, place(0, number)).unwrap();
    }
    folder
}

/// Every file beneath a folder.
fn contents(folder: &Path) -> BTreeMap<PathBuf, Option<Vec<u8>>> {
    let mut all = BTreeMap::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            all.extend(contents(&path));
            all.insert(path, None);
        } else {
            let bytes = fs::read(&path).unwrap();
            all.insert(path, Some(bytes));
        }
    }
    all
}

/// Opening says what is wrong with which file, and leaves all as it is.
fn refused(folder: &Path, what: &str, matches: impl Fn(&Error) -> bool) {
    let before = contents(folder);
    let errors = [
        Reader::open(folder).map(drop).unwrap_err(),
        Writer::open(folder).map(drop).unwrap_err(),
    ];
    for error in errors {
        let text = error.to_string();
        assert!(matches(&error), "{error:?}");
        assert!(text.contains(what), "{text}");
        let file = folder.join("journal.sqlite");
        assert!(text.contains(file.to_str().unwrap()), "{text}");
        assert!(text.contains(';'), "no remedy: {text}");
    }
    assert!(contents(folder) == before, "something changed");
}

fn damaged(error: &Error) -> bool {
    matches!(error, Error::Damaged { .. })
}

fn foreign(error: &Error) -> bool {
    matches!(error, Error::Foreign { .. })
}

#[test]
fn a_file_that_was_cut_off() {
    let runs = tempfile::tempdir().unwrap();
    let folder = sound(runs.path());
    let file = folder.join("journal.sqlite");
    let whole = fs::read(&file).unwrap();
    fs::write(&file, "").unwrap();
    refused(&folder, "it is empty", damaged);
    for length in [
        16,
        50,
        99,
        100,
        512,
        8_191,
        8_192,
        whole.len() / 2,
        whole.len() - 1,
    ] {
        fs::write(&file, &whole[..length]).unwrap();
        refused(&folder, "", |error| {
            damaged(error) || (length < 512 && foreign(error))
        });
    }
    fs::write(&file, &whole).unwrap();
    check(&Reader::open(&folder).unwrap());
}

#[test]
fn a_file_with_holes_is_not_written_to() {
    let runs = tempfile::tempdir().unwrap();
    let folder = sound(runs.path());
    let file = folder.join("journal.sqlite");
    let whole = fs::read(&file).unwrap();
    let mut refused = 0;
    for page in 1..whole.len() / 8_192 {
        let mut holed = whole.clone();
        holed[page * 8_192..][..8_192].fill(0x5a);
        fs::write(&file, holed).unwrap();
        let before = contents(&folder);
        // A reader may never come to the hole.
        if let Ok(reader) = Reader::open(&folder) {
            for number in 0..20 {
                let _ = reader.organisms(place(0, number));
            }
        }
        match Writer::open(&folder) {
            Err(error) => {
                assert!(damaged(&error), "{error}");
                assert!(contents(&folder) == before);
                refused += 1;
            }
            // The page was not in use.
            Ok(writer) => assert_eq!(check(writer.reader()), Some(19)),
        }
    }
    assert!(refused > 10);
}

#[test]
fn a_killed_run_with_holes_is_not_written_to() {
    let runs = tempfile::tempdir().unwrap();
    let folder = runs.path().join("run");
    let mut writer = create(&folder);
    record(&mut writer, place(0, 0)).unwrap();
    // As a kill leaves it: with a log, and the index of the log.
    let left = runs.path().join("left");
    fs::create_dir(&left).unwrap();
    for name in ["journal.sqlite", "journal.sqlite-wal", "journal.sqlite-shm"] {
        fs::copy(folder.join(name), left.join(name)).unwrap();
    }
    drop(writer);
    let log = left.join("journal.sqlite-wal");
    let file = left.join("journal.sqlite");
    assert!(fs::metadata(&log).unwrap().len() > 0);
    let mut holed = fs::read(&file).unwrap();
    let pages = holed.len() / 8_192;
    for page in 1..pages {
        holed[page * 8_192..][..8_192].fill(0x5a);
    }
    fs::write(&file, holed).unwrap();
    let before = [fs::read(&file).unwrap(), fs::read(&log).unwrap()];
    assert!(damaged(&Writer::open(&left).unwrap_err()));
    assert!(damaged(&Reader::open(&left).map(drop).unwrap_err()));
    assert!([fs::read(&file).unwrap(), fs::read(&log).unwrap()] == before);
}

#[test]
fn something_else() {
    let runs = tempfile::tempdir().unwrap();
    let folder = runs.path().join("run");
    let file = folder.join("journal.sqlite");
    fs::create_dir(&folder).unwrap();
    for text in ["a text\n".into(), "a longer text\n".repeat(5_000)] {
        fs::write(&file, text).unwrap();
        refused(&folder, "does not begin as a SQLite database", foreign);
    }
    fs::remove_file(&file).unwrap();
    fs::create_dir(&file).unwrap();
    refused(&folder, "it is a folder", foreign);
}

#[test]
fn the_database_of_another_program() {
    let runs = tempfile::tempdir().unwrap();
    for mode in ["DELETE", "WAL"] {
        let folder = runs.path().join(mode);
        fs::create_dir(&folder).unwrap();
        let db = rusqlite::Connection::open(folder.join("journal.sqlite")).unwrap();
        db.pragma_update(None, "journal_mode", mode).unwrap();
        db.execute_batch("CREATE TABLE run (legs)").unwrap();
        drop(db);
        refused(&folder, "of another program", foreign);
    }
}

#[test]
fn another_layout() {
    let runs = tempfile::tempdir().unwrap();
    let folder = sound(runs.path());
    let change = |sql: &str| {
        let db = rusqlite::Connection::open(folder.join("journal.sqlite")).unwrap();
        db.execute_batch(sql).unwrap();
    };
    // Earlier ones, and one that is still to come.
    for layout in [1, 2, 99] {
        change(&format!("PRAGMA user_version = {layout}"));
        refused(
            &folder,
            &format!("layout {layout}"),
            |error| matches!(error, Error::Version { found, .. } if *found == layout),
        );
    }
    change("PRAGMA user_version = 3; DROP TABLE gene");
    refused(&folder, "no such table", damaged);
}

#[test]
fn no_run_at_all() {
    let runs = tempfile::tempdir().unwrap();
    let missing = |folder: &Path| {
        let before = contents(runs.path());
        assert!(matches!(Reader::open(folder), Err(Error::Missing(_))));
        assert!(matches!(Writer::open(folder), Err(Error::Missing(_))));
        assert!(contents(runs.path()) == before);
    };
    missing(&runs.path().join("nothing"));
    missing(runs.path());
    fs::write(runs.path().join("file"), "").unwrap();
    missing(&runs.path().join("file"));
}

#[test]
#[ignore = "played by a child process"]
fn stranger() {
    let Some(runs) = child::run() else { return };
    // What others may read can be read, although no file can be made beside it.
    let open = runs.join("run");
    assert_eq!(check(&Reader::open(&open).unwrap()), Some(19));
    let error = Writer::open(&open).unwrap_err().to_string();
    assert!(error.contains("ermission denied"), "{error}");
    let closed = runs.join("closed");
    let errors = [
        Reader::open(&closed).map(drop).unwrap_err(),
        Writer::open(&closed).map(drop).unwrap_err(),
    ];
    for error in errors {
        let text = error.to_string();
        assert!(text.contains("closed/journal.sqlite"), "{text}");
        assert!(text.contains("permission"), "{text}");
    }
    child::say(1);
}

#[cfg(unix)]
#[test]
fn a_file_that_one_may_not_read() {
    use std::os::unix::fs::PermissionsExt;

    let runs = tempfile::tempdir().unwrap();
    let folder = sound(runs.path());
    let closed = runs.path().join("closed");
    fs::create_dir(&closed).unwrap();
    fs::copy(folder.join("journal.sqlite"), closed.join("journal.sqlite")).unwrap();
    for (path, mode) in [
        (runs.path(), 0o755),
        (&folder, 0o755),
        (&folder.join("journal.sqlite"), 0o644),
        (&folder.join("lock"), 0o644),
        (&closed, 0o755),
        (&closed.join("journal.sqlite"), 0o600),
    ] {
        fs::set_permissions(path, fs::Permissions::from_mode(mode)).unwrap();
    }
    let before = contents(runs.path());
    // Root may do anything, so another user must try.
    let nobody = [
        "setpriv",
        "--reuid=65534",
        "--regid=65534",
        "--clear-groups",
    ];
    let able = std::process::Command::new(nobody[0])
        .args(&nobody[1..])
        .arg("true")
        .status();
    if !able.is_ok_and(|status| status.success()) {
        eprintln!("skipped: setpriv cannot change the user here");
        return;
    }
    let output = child::command("damage::stranger", runs.path(), &nobody)
        .output()
        .unwrap();
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success() && text.contains("said 1"), "{text}");
    assert!(contents(runs.path()) == before);
}

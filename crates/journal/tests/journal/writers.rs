//! Which processes may make, write and read a run.

use std::{fs, thread};

use journal::{Error, EventKind, Reader, Writer};

use crate::sample::{about, check, checkpoint, create, organisms, place, record};

#[test]
fn a_run_is_made_once() {
    let runs = tempfile::tempdir().unwrap();
    // The folder of runs is made too.
    let folder = runs.path().join("runs/run");
    drop(create(&folder));
    for taken in [folder, runs.path().join("runs")] {
        let error = Writer::create(&taken, &about()).unwrap_err();
        assert!(matches!(error, Error::Exists(_)), "{error}");
    }
    for name in [".hidden", ".."] {
        let error = Writer::create(&runs.path().join(name), &about()).unwrap_err();
        assert!(matches!(error, Error::Name(_)), "{error}");
    }
    let names: Vec<_> = fs::read_dir(runs.path().join("runs")).unwrap().collect();
    assert_eq!(names.len(), 1, "nothing is left over");
}

#[test]
fn of_many_who_make_one_run_one_succeeds() {
    let runs = tempfile::tempdir().unwrap();
    let folder = runs.path().join("run");
    let made: usize = thread::scope(|scope| {
        let makers: Vec<_> = (0..8)
            .map(|_| scope.spawn(|| Writer::create(&folder, &about())))
            .collect();
        // Kept to the end, so that no thread takes over a run that was released.
        let results: Vec<_> = makers.into_iter().map(|one| one.join().unwrap()).collect();
        let made = results.iter().filter(|result| result.is_ok()).count();
        let taken = |result: &Result<_, _>| matches!(result, Err(Error::Exists(_)));
        assert_eq!(results.iter().filter(|result| taken(result)).count(), 7);
        made
    });
    assert_eq!(made, 1);
    assert_eq!(fs::read_dir(runs.path()).unwrap().count(), 1);
}

#[test]
fn one_writer_at_a_time() {
    let runs = tempfile::tempdir().unwrap();
    let folder = runs.path().join("run");
    let writer = create(&folder);
    let Err(error @ Error::Locked { .. }) = Writer::open(&folder) else {
        panic!("two writers");
    };
    let text = error.to_string();
    assert!(text.contains(&std::process::id().to_string()), "{text}");
    assert!(text.contains(folder.to_str().unwrap()), "{text}");
    assert!(writer.reader().writer().is_some());
    drop(writer);
    drop(Writer::open(&folder).unwrap());
}

#[test]
fn readers_look_on_while_a_run_is_written() {
    let runs = tempfile::tempdir().unwrap();
    let folder = runs.path().join("run");
    let mut writer = create(&folder);
    record(&mut writer, place(0, 0)).unwrap();
    thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                let mut last = place(0, 0);
                while last.generation < 199 {
                    let reader = Reader::open(&folder).unwrap();
                    let kept = reader.checkpoint().unwrap().unwrap();
                    assert_eq!(kept.bytes, checkpoint(kept.place));
                    assert_eq!(reader.organisms(kept.place).unwrap(), organisms(kept.place));
                    assert!(kept.place >= last);
                    last = kept.place;
                }
            });
        }
        for number in 1..200 {
            record(&mut writer, place(0, number)).unwrap();
        }
    });
    assert_eq!(check(writer.reader()), Some(199));
}

#[test]
fn a_reader_that_came_first_sees_what_is_written_later() {
    let runs = tempfile::tempdir().unwrap();
    let folder = runs.path().join("run");
    drop(create(&folder));
    let reader = Reader::open(&folder).unwrap();
    assert_eq!(check(&reader), None);
    let mut writer = Writer::open(&folder).unwrap();
    for number in 0..50 {
        record(&mut writer, place(0, number)).unwrap();
        assert_eq!(reader.last().unwrap(), Some(place(0, number)));
    }
    drop(writer);
    assert_eq!(check(&reader), Some(49));
    drop(reader);
    // The last to go clears up.
    let mut names: Vec<_> = fs::read_dir(&folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name())
        .collect();
    names.sort();
    assert_eq!(names, ["journal.sqlite", "lock"]);
}

#[test]
fn a_run_that_begins_again_is_as_one_that_is_new() {
    let runs = tempfile::tempdir().unwrap();
    let folder = runs.path().join("run");
    let mut writer = create(&folder);
    for generation in 0..3 {
        record(&mut writer, place(0, generation)).unwrap();
    }
    writer.keep("finding", "text").unwrap();
    writer.restart("a worker lied").unwrap();
    assert_eq!(check(writer.reader()), None);
    assert_eq!(writer.reader().finding("finding").unwrap(), None);
    for generation in 0..2 {
        record(&mut writer, place(0, generation)).unwrap();
    }
    drop(writer);
    let mut writer = Writer::open(&folder).unwrap();
    record(&mut writer, place(0, 2)).unwrap();
    assert_eq!(check(writer.reader()), Some(2));
    let events = writer.reader().events().unwrap();
    let told = events
        .iter()
        .find(|event| event.kind == EventKind::Restarted);
    assert_eq!(told.unwrap().text, "a worker lied");
}

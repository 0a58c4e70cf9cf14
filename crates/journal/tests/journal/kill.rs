//! SIGKILL at any moment.

use std::thread::sleep;
use std::time::Duration;

use journal::{Error, Reader, Writer, list};

use crate::child::{self, Running};
use crate::sample::{check, create, place, record};

#[test]
#[ignore = "played by a child process"]
fn records_until_killed() {
    let Some(folder) = child::run() else { return };
    let mut writer = Writer::open(&folder).unwrap();
    let last = writer.reader().last().unwrap();
    for number in last.map_or(0, |last| last.generation + 1).. {
        record(&mut writer, place(0, number)).unwrap();
        child::say(number);
    }
}

#[test]
fn a_killed_run_ends_with_a_whole_generation() {
    let runs = tempfile::tempdir().unwrap();
    let folder = runs.path().join("run");
    drop(create(&folder));
    let mut before = None;
    for round in 0..12 {
        let mut child = Running::start("kill::records_until_killed", &folder);
        for _ in 0..=round {
            child.hear().unwrap();
        }
        sleep(Duration::from_micros(round * 733 % 5_000));
        let acknowledged = child.kill();

        // The same for a process that only reads.
        let seen = check(&Reader::open(&folder).unwrap());
        assert!(seen >= acknowledged && seen > before);
        let writer = Writer::open(&folder).unwrap();
        assert_eq!(check(writer.reader()), seen);
        before = seen;
    }
}

#[test]
#[ignore = "played by a child process"]
fn creates_until_killed() {
    let Some(runs) = child::run() else { return };
    for number in 0.. {
        drop(create(&runs.join(number.to_string())));
        child::say(number);
    }
}

#[test]
fn no_half_made_run_is_ever_seen() {
    for round in 0..6 {
        let runs = tempfile::tempdir().unwrap();
        let mut child = Running::start("kill::creates_until_killed", runs.path());
        child.hear().unwrap();
        // Meanwhile and afterwards.
        for listed in list(runs.path()).unwrap() {
            check(&listed.run.unwrap());
        }
        sleep(Duration::from_micros(round * 1_237));
        let acknowledged = child.kill().unwrap_or(0);
        let all = list(runs.path()).unwrap();
        assert!(all.len() as u32 > acknowledged);
        for listed in all {
            check(&listed.run.unwrap());
        }
    }
}

#[test]
fn a_second_process_is_told_who_writes() {
    let runs = tempfile::tempdir().unwrap();
    let folder = runs.path().join("run");
    drop(create(&folder));
    let mut child = Running::start("kill::records_until_killed", &folder);
    child.hear().unwrap();

    let who = format!("process {} on ", child.process.id());
    let Err(Error::Locked { holder, .. }) = Writer::open(&folder) else {
        panic!("two writers");
    };
    assert!(holder.starts_with(&who), "{holder}");
    // Readers look on.
    let reader = Reader::open(&folder).unwrap();
    assert!(reader.writer().unwrap().starts_with(&who));
    for _ in 0..20 {
        check_while_written(&reader);
    }
    child.kill();
    assert_eq!(reader.writer(), None);
    check(&reader);
    drop(Writer::open(&folder).unwrap());
}

/// Between two queries the run may have continued; each answer is whole.
fn check_while_written(reader: &Reader) {
    let before = reader.last().unwrap().unwrap();
    let kept = reader.checkpoint().unwrap().unwrap();
    let after = reader.last().unwrap().unwrap();
    assert!(before <= kept.place && kept.place <= after);
    assert_eq!(kept.bytes, crate::sample::checkpoint(kept.place));
    assert_eq!(
        reader.organisms(after).unwrap(),
        crate::sample::organisms(after)
    );
    assert!(
        reader.generations(Some(before)).unwrap().len() as u32
            >= after.generation - before.generation
    );
}

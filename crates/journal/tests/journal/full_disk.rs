//! A disk with no space left.

use std::fs;
use std::process::Command;

use journal::{Error, Reader, Writer};

use crate::child;
use crate::sample::{about, check, create, place, record};

#[test]
#[ignore = "played by a child process"]
fn on_a_small_disk() {
    let Some(disk) = child::run() else { return };
    let mount = |options: &str| {
        let mut command = Command::new("mount");
        command
            .args(["-t", "tmpfs", "-o", options, "tmpfs"])
            .arg(&disk);
        assert!(command.status().unwrap().success());
    };
    mount("size=1m");
    let folder = disk.join("run");
    let mut writer = create(&folder);
    let full = |result| matches!(result, Err(Error::Full(_)));
    let mut number = 0;
    let error = loop {
        match record(&mut writer, place(0, number)) {
            Ok(()) => number += 1,
            Err(error) => break error,
        }
    };
    assert!(error.to_string().contains("no space is left"), "{error}");
    assert!(number > 0 && full(Err(error)));

    // Still full: what is there can be read, and another run cannot be made.
    assert_eq!(check(writer.reader()), Some(number - 1));
    assert_eq!(check(&Reader::open(&folder).unwrap()), Some(number - 1));
    assert!(full(record(&mut writer, place(0, number))));
    drop(writer);
    assert!(full(
        Writer::create(&disk.join("another"), &about()).map(drop)
    ));
    assert_eq!(fs::read_dir(&disk).unwrap().count(), 1);
    assert_eq!(check(&Reader::open(&folder).unwrap()), Some(number - 1));

    mount("remount,size=16m");
    let mut writer = Writer::open(&folder).unwrap();
    assert_eq!(check(writer.reader()), Some(number - 1));
    for number in number..number + 50 {
        record(&mut writer, place(0, number)).unwrap();
    }
    assert_eq!(check(writer.reader()), Some(number + 49));
    child::say(number);
}

/// The substitute for where nothing can be mounted is a unit test of the writer.
#[test]
fn what_was_recorded_survives_a_full_disk() {
    // Mounts of its own, gone when the process ends.
    let private = ["unshare", "--map-root-user", "--mount"];
    let disk = tempfile::tempdir().unwrap();
    let able = Command::new(private[0])
        .args(&private[1..])
        .args(["mount", "-t", "tmpfs", "tmpfs"])
        .arg(disk.path())
        .output();
    if !able.is_ok_and(|output| output.status.success()) {
        eprintln!("skipped: nothing can be mounted here");
        return;
    }
    let part = "full_disk::on_a_small_disk";
    let output = child::command(part, disk.path(), &private)
        .output()
        .unwrap();
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success() && text.contains("said "), "{text}");
}

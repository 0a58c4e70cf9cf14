//! Power loss: any end of the log may be missing, and what is there may be torn.

use std::fs;

use journal::{Reader, Writer};

use crate::sample::{check, create, place, record};

#[test]
fn what_is_left_of_a_log_is_whole_generations() {
    let runs = tempfile::tempdir().unwrap();
    let folder = runs.path().join("run");
    let mut writer = create(&folder);
    for number in 0..20 {
        record(&mut writer, place(0, number)).unwrap();
    }
    let database = fs::read(folder.join("journal.sqlite")).unwrap();
    let log = fs::read(folder.join("journal.sqlite-wal")).unwrap();
    drop(writer);

    let mut seen = Vec::new();
    for (round, cut) in (0..=log.len()).step_by(log.len() / 23).enumerate() {
        for torn in [false, true] {
            let folder = runs.path().join(format!("cut-{round}-{torn}"));
            fs::create_dir(&folder).unwrap();
            fs::write(folder.join("journal.sqlite"), &database).unwrap();
            let mut left = log[..cut].to_vec();
            if torn {
                // The last sector was never written.
                let sector = left.len().saturating_sub(512);
                left[sector..].fill(0);
            }
            fs::write(folder.join("journal.sqlite-wal"), left).unwrap();

            let last = check(&Reader::open(&folder).unwrap());
            let mut writer = Writer::open(&folder).unwrap();
            let next = last.map_or(0, |last| last + 1);
            record(&mut writer, place(0, next)).unwrap();
            assert_eq!(check(writer.reader()), Some(next));
            seen.push(last);
        }
    }
    // The cuts were where it matters.
    assert!(seen.contains(&None) && seen.contains(&Some(10)));
}

//! What is written is what is read.

use evo::{Account, Effort, Fitness, Generation, Organism, Origin, Stats};
use journal::{DemeFigures, Error, EventKind, Genes, Pulse, Reader, Scored, Writer, list};

use crate::sample::{SIZE, about, check, create, organisms, place, record, scores};

#[test]
fn two_phases_come_back() {
    let runs = tempfile::tempdir().unwrap();
    let folder = runs.path().join("run");
    let mut writer = create(&folder);
    for at in [place(0, 0), place(0, 1), place(1, 0), place(1, 1)] {
        record(&mut writer, at).unwrap();
    }
    writer.event(EventKind::Stopped, "by a fault").unwrap();
    writer.finish().unwrap();

    let reader = Reader::open(&folder).unwrap();
    assert_eq!(reader.about(), &about());
    assert_eq!(reader.folder(), folder);
    assert!(reader.finished().unwrap());
    assert_eq!(reader.last().unwrap(), Some(place(1, 1)));
    let places = |after| {
        let figures = reader.generations(after).unwrap();
        figures.iter().map(|one| one.place).collect::<Vec<_>>()
    };
    assert_eq!(places(None).len(), 4);
    assert_eq!(places(Some(place(0, 1))), [place(1, 0), place(1, 1)]);
    assert_eq!(reader.stamps(Some(place(1, 0))).unwrap().len(), 1);
    for at in places(None) {
        assert_eq!(reader.organisms(at).unwrap(), organisms(at));
    }
    assert_eq!(reader.organisms(place(2, 0)).unwrap(), []);

    let knights = reader.gene(0, "KNIGHT").unwrap().unwrap();
    let expected = [place(0, 0), place(0, 1)].map(|at| {
        let values = organisms(at).into_iter().map(|one| one.genome[1]);
        values.collect::<Vec<_>>()
    });
    assert_eq!(knights, expected);
    assert_eq!(reader.gene(1, "KNIGHT").unwrap(), None);

    let events = reader.events().unwrap();
    let events: Vec<_> = events
        .iter()
        .map(|one| (one.kind, one.text.as_str()))
        .collect();
    assert_eq!(events[0].0, EventKind::Started);
    assert!(events[0].1.starts_with("process "));
    let after = [
        (EventKind::Stopped, "by a fault"),
        (EventKind::Finished, ""),
    ];
    assert_eq!(events[1..], after);
    assert!(matches!(Writer::open(&folder), Err(Error::Finished(_))));
}

/// Scores that are the fitness, in one deme.
fn plain(fitness: &[f64]) -> Scored<'_> {
    Scored {
        organisms: fitness,
        demes: &[0; 3],
        ..Scored::default()
    }
}

#[test]
fn demes_and_migrants_are_told_apart() {
    let runs = tempfile::tempdir().unwrap();
    let mut writer = create(&runs.path().join("run"));
    for number in 0..3 {
        record(&mut writer, place(0, number)).unwrap();
    }
    let reader = writer.reader();
    let half = SIZE as usize / 2;
    for generation in 1..3 {
        let demes = reader.demes(0, generation).unwrap();
        assert_eq!(demes.len(), 2 * (3 - generation as usize));
        let at = place(0, generation);
        for (deme, range) in [(0, 0..half), (1, half..2 * half)] {
            let all = &scores(at)[range.clone()];
            // A second way to count: by the origins.
            let is_migrant = |parent: u32| (parent as usize >= half) != (deme == 1);
            let origins = organisms(at)[range]
                .iter()
                .map(|one| one.origin)
                .collect::<Vec<_>>();
            let migrants = origins.iter().filter(|one| one.parents().any(is_migrant));
            let expected = DemeFigures {
                generation,
                deme,
                best_score: all.iter().copied().fold(f64::MIN, f64::max),
                mean_score: all.iter().sum::<f64>() / half as f64,
                migrants: migrants.count() as u32,
            };
            let found = demes[deme as usize];
            assert!((found.mean_score - expected.mean_score).abs() < 1e-9);
            let mean_score = found.mean_score;
            assert_eq!(
                found,
                DemeFigures {
                    mean_score,
                    ..expected
                }
            );
        }
    }
}

#[test]
fn findings_are_kept_by_name() {
    let runs = tempfile::tempdir().unwrap();
    let folder = runs.path().join("run");
    let mut writer = create(&folder);
    assert_eq!(writer.reader().finding("match").unwrap(), None);
    writer.keep("match", "3 : 1").unwrap();
    writer.keep("it's", "\"4 : 0\"").unwrap();
    drop(writer);
    let reader = Reader::open(&folder).unwrap();
    let finding = |name| reader.finding(name).unwrap();
    assert_eq!(finding("match").as_deref(), Some("3 : 1"));
    assert_eq!(finding("it's").as_deref(), Some("\"4 : 0\""));
    assert_eq!(finding("none"), None);
}

#[test]
fn values_that_are_no_numbers_come_back() {
    let runs = tempfile::tempdir().unwrap();
    let mut writer = create(&runs.path().join("run"));
    let values = [f64::NAN, f64::INFINITY, f64::NEG_INFINITY];
    let organisms = values.map(|value| Organism {
        genome: vec![value, -0.0, 1.0],
        origin: Origin::Random,
        fitness: Fitness::exact(value),
    });
    let generation = Generation {
        number: 0,
        organisms: &organisms,
        stats: Stats::of(&values, Effort::default()),
        account: Account::default(),
    };
    writer
        .record(0, &generation, &plain(&values), Vec::clone, b"")
        .unwrap();
    let back = writer.reader().organisms(place(0, 0)).unwrap();
    assert_eq!(format!("{back:?}"), format!("{organisms:?}"));
    let figures = writer.reader().generations(None).unwrap();
    assert_eq!(
        format!("{:?}", figures[0].stats),
        format!("{:?}", generation.stats)
    );
}

#[test]
fn a_run_that_was_stopped_reads_like_one_that_was_not() {
    let runs = tempfile::tempdir().unwrap();
    let contents = |pauses: &[u32]| {
        let folder = runs.path().join(format!("{pauses:?}"));
        let mut writer = create(&folder);
        for number in 0..30 {
            if pauses.contains(&number) {
                drop(writer);
                writer = Writer::open(&folder).unwrap();
            }
            record(&mut writer, place(0, number)).unwrap();
        }
        let reader = writer.reader();
        check(reader);
        let mut all = Vec::new();
        reader
            .each_organism(0, |one| all.push((one.generation, one.organism)))
            .unwrap();
        (
            reader.about().clone(),
            reader.generations(None).unwrap(),
            all,
            reader.checkpoint().unwrap(),
        )
    };
    assert!(contents(&[]) == contents(&[0, 7, 8, 29]));
}

#[test]
#[should_panic = "generations have no gaps"]
fn a_generation_is_recorded_once() {
    let runs = tempfile::tempdir().unwrap();
    let mut writer = create(&runs.path().join("run"));
    record(&mut writer, place(0, 0)).unwrap();
    let _ = record(&mut writer, place(0, 0));
}

#[test]
#[should_panic = "phase 0 is over"]
fn a_phase_that_is_over_stays_over() {
    let runs = tempfile::tempdir().unwrap();
    let mut writer = create(&runs.path().join("run"));
    record(&mut writer, place(1, 0)).unwrap();
    let _ = record(&mut writer, place(0, 0));
}

#[test]
fn the_list_has_the_runs_and_nothing_else() {
    let runs = tempfile::tempdir().unwrap();
    assert!(list(&runs.path().join("not there")).unwrap().is_empty());
    for name in ["b", "a"] {
        drop(create(&runs.path().join(name)));
    }
    std::fs::create_dir(runs.path().join("empty")).unwrap();
    std::fs::write(runs.path().join("notes.txt"), "notes").unwrap();
    std::fs::create_dir(runs.path().join("c")).unwrap();
    std::fs::write(runs.path().join("c/journal.sqlite"), "text").unwrap();
    let listed = list(runs.path()).unwrap();
    let names: Vec<_> = listed
        .iter()
        .map(|one| (&one.name[..], one.run.is_ok()))
        .collect();
    assert_eq!(names, [("a", true), ("b", true), ("c", false)]);
}

#[test]
fn a_name_may_hold_anything_a_file_name_may() {
    let runs = tempfile::tempdir().unwrap();
    let folder = runs.path().join("50 % of #1? für «Elise»");
    let mut writer = create(&folder);
    record(&mut writer, place(0, 0)).unwrap();
    check(&Reader::open(&folder).unwrap());
    drop(writer);
    check(&Reader::open(&folder).unwrap());
}

#[test]
fn programs_come_back_and_copies_are_kept_once() {
    let runs = tempfile::tempdir().unwrap();
    let mut writer = create(&runs.path().join("run"));
    let generations = [
        [("(A B)", Origin::Random), ("(A C)", Origin::Random)],
        [("(A C)", Origin::Copy(1)), ("(D)", Origin::Mutant(0))],
        [("(A C)", Origin::Copy(0)), ("(D)", Origin::Copy(1))],
    ];
    for (number, generation) in (0..).zip(generations) {
        let organisms = generation.map(|(text, origin)| Organism {
            genome: text,
            origin,
            fitness: Fitness::exact(1.0),
        });
        let generation = Generation {
            number,
            organisms: &organisms,
            stats: Stats::of(&[1.0; 2], Effort::default()),
            account: Account::default(),
        };
        let genes = |text: &&str| Genes {
            values: vec![text.len() as f64, 0.0, 0.0],
            program: Some((*text).into()),
        };
        writer
            .record(0, &generation, &plain(&[1.0; 2]), genes, b"")
            .unwrap();
    }
    let reader = writer.reader();
    for (number, generation) in (0..).zip(generations) {
        for (index, (text, _)) in (0..).zip(generation) {
            let program = reader.program(place(0, number), index).unwrap();
            assert_eq!(program.as_deref(), Some(text));
        }
        assert_eq!(reader.program(place(0, number), 2).unwrap(), None);
    }
    assert_eq!(reader.program(place(0, 3), 0).unwrap(), None);
    // An organism that is not a program has no text.
    let mut writer = create(&runs.path().join("numbers"));
    record(&mut writer, place(0, 0)).unwrap();
    assert_eq!(writer.reader().program(place(0, 0), 0).unwrap(), None);
}

#[test]
fn one_organism_is_found_and_where_it_was_born() {
    let runs = tempfile::tempdir().unwrap();
    let folder = runs.path().join("run");
    let mut writer = create(&folder);
    assert_eq!(writer.reader().birth(place(0, 0), 0).unwrap(), None);
    for number in 0..4 {
        record(&mut writer, place(0, number)).unwrap();
    }
    let reader = writer.reader();
    let at = place(0, 2);
    for number in 0..SIZE {
        let one = reader.organism(at, number).unwrap().unwrap();
        assert_eq!(one.organism, organisms(at)[number as usize]);
        assert_eq!(one.score, scores(at)[number as usize]);
    }
    assert_eq!(reader.organism(at, SIZE).unwrap(), None);
    assert_eq!(reader.organism(place(0, 4), 0).unwrap(), None);
    let generation = reader.generation(at).unwrap().unwrap();
    assert_eq!(
        Some(generation),
        reader.generations(None).unwrap().get(2).copied()
    );
    assert_eq!(reader.generation(place(1, 0)).unwrap(), None);
    // The sample copies every third organism, from generation 0 on.
    let born = |number| reader.birth(place(0, 3), number).unwrap();
    assert_eq!(born(3), Some((place(0, 0), 3)));
    assert_eq!(born(4), Some((place(0, 3), 4)));
}

#[test]
fn the_pulse_beats_when_something_happens_and_not_when_it_is_read() {
    let runs = tempfile::tempdir().unwrap();
    let folder = runs.path().join("run");
    assert_eq!(Pulse::of(&folder), None);
    let mut writer = create(&folder);
    let begun = Pulse::of(&folder);
    record(&mut writer, place(0, 0)).unwrap();
    let recorded = Pulse::of(&folder);
    assert!(begun.is_some() && recorded != begun);
    drop(Reader::open(&folder).unwrap());
    assert_eq!(Pulse::of(&folder), recorded);
    drop(writer);
    let stopped = Pulse::of(&folder);
    assert_ne!(stopped, recorded);
    let reader = Reader::open(&folder).unwrap();
    assert_eq!(Pulse::of(&folder), stopped);
    drop(reader);
    assert_eq!(Pulse::of(&folder), stopped);
}

//! Tournaments: repeatable, interruptible, honest about faults.

mod common;

use std::collections::HashMap;
use std::fs;
use std::ops::ControlFlow;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::thread;

use arena::book::Book;
use arena::stats::Sprt;
use arena::tournament::{Chronicle, Entrant, Error, Faults, Schedule, Standings, Tournament};
use arena::{Contender, FileError, Inside, Misdeed, Program, Rules, Variant, live, sole};
use chess::pgn::{self, Record};
use chess::{Color, Game, Outcome};
use common::scripted;
use engine::organism::Organism;

fn organism(nodes: u32) -> (Contender, arena::Pace) {
    let contender = Contender::Inside(Inside::searching(Organism::default(), 1));
    (contender, format!("nodes={nodes}").parse().unwrap())
}

fn tournament(contenders: Vec<(Contender, arena::Pace)>, rounds: usize) -> Tournament {
    Tournament {
        entrants: Entrant::gather(contenders).unwrap(),
        schedule: Schedule::RoundRobin,
        rounds,
        book: Book::built_in(),
        rules: Rules {
            last_move: Some(60),
            ..Rules::default()
        },
        workers: 2,
        dated: false,
        test: None,
    }
}

/// A match against a shell script that speaks UCI.
fn against(program: Program, pace: &str, rounds: usize) -> Tournament {
    let program = (Contender::Uci(program), pace.parse().unwrap());
    tournament(vec![organism(50), program], rounds)
}

fn run(tournament: &Tournament, path: &Path) -> Result<Standings, Error> {
    tournament.run(Some(path), &|| false, |_| ControlFlow::Continue(()))
}

fn records(path: &Path) -> Vec<Record> {
    let reader = pgn::Reader::open(path).unwrap();
    reader.map(|record| record.unwrap()).collect()
}

/// Standings without what depends on how they came about.
fn results(standings: &Standings) -> (arena::stats::CrossTable, Vec<Faults>) {
    (standings.table.clone(), standings.faults.clone())
}

struct Folder(tempfile::TempDir);

impl Folder {
    fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    fn file(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }
}

#[test]
fn the_same_on_any_number_of_workers_and_after_any_interruption() {
    let folder = Folder::new();
    let path = folder.file("games.pgn");
    let mut three = tournament(vec![organism(60), organism(90), organism(120)], 2);
    let whole_standings = run(&three, &path).unwrap();
    let whole = fs::read(&path).unwrap();
    assert_eq!((whole_standings.kept, whole_standings.played), (0, 6));

    three.workers = 1;
    for length in [0, 1, whole.len() / 3, whole.len() - 1, whole.len()] {
        fs::write(&path, &whole[..length]).unwrap();
        let resumed = run(&three, &path).unwrap();
        assert_eq!(results(&resumed), results(&whole_standings));
        assert_eq!(resumed.pairs(), 6);
        assert!(fs::read(&path).unwrap() == whole, "cut at {length}");
    }

    fs::remove_file(&path).unwrap();
    three.workers = 3;
    let stopped = three.run(Some(&path), &|| false, |news| {
        if news.standings.pairs() == 2 {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    });
    assert_eq!(stopped.unwrap().pairs(), 2);
    assert_eq!(records(&path).len(), 4);
    assert_eq!(run(&three, &path).unwrap().kept, 2);
    assert!(fs::read(&path).unwrap() == whole);
}

#[test]
fn games_under_way_are_broken_off_and_leave_no_trace() {
    let folder = Folder::new();
    let path = folder.file("games.pgn");
    let long = tournament(vec![organism(60), organism(90)], 1);
    let standings = long.run(Some(&path), &|| true, |_| ControlFlow::Continue(()));
    assert_eq!(standings.unwrap().pairs(), 0);
    assert!(!path.exists());
}

/// The table, counted again from the games in the file.
#[test]
fn every_opening_is_played_with_both_colours_and_every_game_counted() {
    let folder = Folder::new();
    let path = folder.file("games.pgn");
    let three = tournament(vec![organism(40), organism(80), organism(160)], 3);
    let standings = run(&three, &path).unwrap();
    let records = records(&path);
    assert_eq!(records.len(), 18);

    let index = |name: &str| {
        let entrants = &mut three.entrants.iter();
        entrants.position(|entrant| entrant.name == name).unwrap()
    };
    let mut points: HashMap<(usize, usize), u32> = HashMap::new();
    let mut starts = HashMap::new();
    for (number, pair) in records.chunks(2).enumerate() {
        let opening = three.book.opening(number / 3);
        let names = pair
            .iter()
            .map(|game| ["White", "Black"].map(|side| game.tags.get(side).unwrap().to_owned()));
        let [first, second] = names.collect::<Vec<_>>().try_into().unwrap();
        assert_eq!(first, [second[1].clone(), second[0].clone()]);
        for game in pair {
            assert_eq!(game.game.start(), opening.game.start());
            assert_eq!(game.tags.get("TimeControl"), None, "the paces differ");
            let [white, black] = ["White", "Black"].map(|side| index(game.tags.get(side).unwrap()));
            let outcome = game.result().unwrap();
            for (side, player, opponent) in
                [(Color::White, white, black), (Color::Black, black, white)]
            {
                *points.entry((player, opponent)).or_default() +=
                    u32::from(outcome.half_points(side));
            }
            *starts.entry((number / 3, white)).or_insert(0) += 1;
            // Every move was thought about, and the last comment says why it ended.
            assert_eq!(game.comments.len(), game.game.moves().len() + 1);
            assert!(game.comments[0].text.ends_with('n'), "{:?}", game.comments);
        }
    }
    for player in 0..3 {
        for opponent in (0..3).filter(|&opponent| opponent != player) {
            let cell = standings.table.cell(player, opponent);
            assert_eq!(cell.games(), 6);
            assert_eq!(cell.points() * 2.0, f64::from(points[&(player, opponent)]));
        }
        for round in 0..3 {
            assert_eq!(starts[&(round, player)], 2, "as often White as Black");
        }
    }
}

#[test]
fn the_moves_of_an_opening_are_played() {
    let folder = Folder::new();
    let (path, book) = (folder.file("games.pgn"), folder.file("book.pgn"));
    fs::write(
        &book,
        "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 *\n\n1. d4 d5 2. c4 *\n",
    )
    .unwrap();
    let mut two = tournament(vec![organism(40), organism(80)], 2);
    two.book = Book::read(&book, Some(5), Variant::Standard).unwrap();
    run(&two, &path).unwrap();
    let records = records(&path);
    for (record, (moves, opening)) in records.iter().zip([
        (5, "1 of book.pgn"),
        (5, "1 of book.pgn"),
        (3, "2 of book.pgn"),
        (3, "2 of book.pgn"),
    ]) {
        assert_eq!(record.game.start(), Game::default().start());
        assert_eq!(record.tags.get("Opening"), Some(opening));
        let book = &two.book.openings()[usize::from(moves == 3)];
        assert_eq!(record.game.moves()[..moves], *book.game.moves());
        assert_eq!(record.comments[0].after, moves + 1);
    }
}

#[test]
fn a_file_of_another_tournament_is_left_alone() {
    let folder = Folder::new();
    let path = folder.file("games.pgn");
    let ours = || tournament(vec![organism(40), organism(80)], 1);
    run(&ours(), &path).unwrap();
    let whole = fs::read(&path).unwrap();
    let strangers: [fn(&mut Tournament); 5] = [
        |other| other.entrants[0].pace = "nodes=41".parse().unwrap(),
        |other| other.entrants[1].name = "another".into(),
        |other| other.rules.material = None,
        |other| other.book = Book::built_in().shuffled(evo::Seed::new(3)),
        |other| {
            let larger = Inside::searching(Organism::default(), 2);
            other.entrants[0].contender = Contender::Inside(larger);
        },
    ];
    for change in strangers {
        let mut other = ours();
        change(&mut other);
        let error = run(&other, &path).unwrap_err();
        let is_foreign = matches!(error, Error::File(FileError::Foreign { number: 1, .. }));
        assert!(is_foreign, "{error}");
        assert!(fs::read(&path).unwrap() == whole);
    }
    // More rounds are the same tournament.
    let mut longer = ours();
    longer.rounds = 2;
    assert_eq!(run(&longer, &path).unwrap().kept, 1);
    assert!(fs::read(&path).unwrap().starts_with(&whole));
}

#[test]
fn faults_are_counted_apart_told_and_remembered() {
    let folder = Folder::new();
    let path = folder.file("games.pgn");
    let told = std::cell::RefCell::new(Vec::new());
    let crash = against(scripted("go*) echo oh no >&2; exit 9;;"), "nodes=10", 2);
    let standings = crash
        .run(Some(&path), &|| false, |news| {
            told.borrow_mut().extend(news.faults.to_vec());
            ControlFlow::Continue(())
        })
        .unwrap();
    let expected = Faults {
        time_losses: 0,
        others: 4,
    };
    assert_eq!(standings.faults, [Faults::default(), expected]);
    assert_eq!(standings.table.cell(0, 1).wins(), 4);
    let told = told.into_inner();
    assert_eq!(told.len(), 4);
    assert_eq!((told[3].round.as_str(), told[3].player), ("2.2", 1));
    assert!(matches!(told[0].fault.misdeed, Misdeed::Crash(_)));

    let log = fs::read_to_string(folder.file("games.pgn.faults")).unwrap();
    assert_eq!(log.matches("crashed").count(), 4, "{log}");
    assert!(log.contains("! oh no"), "{log}");
    for (number, record) in records(&path).iter().enumerate() {
        let [sinner, outcome] = match number % 2 {
            0 => ["Black", "1-0"],
            _ => ["White", "0-1"],
        };
        let fault = record.tags.get("Fault").unwrap();
        assert!(fault.starts_with(&format!("{sinner}: crashed")), "{fault}");
        assert_eq!(record.result().unwrap().to_string(), outcome);
        assert_eq!(record.tags.get("Termination"), Some("abandoned"));
    }
    assert_eq!(run(&crash, &path).unwrap().faults, standings.faults);
}

#[test]
fn a_loss_on_time_is_a_fault_of_its_own_kind() {
    let folder = Folder::new();
    let (path, book) = (folder.file("games.pgn"), folder.file("start.epd"));
    fs::write(&book, chess::fen::write(Game::default().board())).unwrap();
    let slow =
        scripted("*moves*) mv=a7a6;; position*) mv=a2a3;; go*) sleep 0.3; echo bestmove $mv;;");
    let mut slow = against(slow, "movetime=0.05", 1);
    slow.book = Book::read(&book, None, Variant::Standard).unwrap();
    let standings = run(&slow, &path).unwrap();
    let expected = Faults {
        time_losses: 2,
        others: 0,
    };
    assert_eq!(standings.faults, [Faults::default(), expected]);
    let records = records(&path);
    assert_eq!(records[0].tags.get("Termination"), Some("time forfeit"));
    assert_eq!(records[0].result(), Some(Outcome::Win(Color::White)));
    assert_eq!(run(&slow, &path).unwrap().faults, standings.faults);
}

#[test]
fn a_player_that_does_nothing_but_wrong_ends_the_tournament() {
    let folder = Folder::new();
    let path = folder.file("games.pgn");
    let wrong = against(scripted("go*) echo bestmove e2e5;;"), "nodes=10", 500);
    let error = run(&wrong, &path).unwrap_err();
    assert!(
        matches!(error, Error::Hopeless { games: 10, .. }),
        "{error}"
    );
    assert_eq!(records(&path).len(), 10);
}

/// A program that is there when it is tried, and gone when it is needed.
#[test]
fn a_program_that_can_no_longer_be_started_is_at_fault() {
    let folder = Folder::new();
    let file = folder.file("engine.sh");
    let script = scripted("go*) rm -f \"$0\"; exit 1;;");
    let text = script.arguments[1].to_str().unwrap();
    fs::write(&file, format!("#!/bin/sh\n{text}\n")).unwrap();
    fs::set_permissions(&file, fs::Permissions::from_mode(0o755)).unwrap();
    let gone = against(Program::new(&file), "nodes=10", 2);
    let mut misdeeds = Vec::new();
    let standings = gone.run(None, &|| false, |news| {
        misdeeds.extend(news.faults.iter().map(|fault| fault.fault.misdeed.clone()));
        ControlFlow::Continue(())
    });
    assert_eq!(standings.unwrap().faults[1].others, 4);
    assert!(
        matches!(misdeeds[3], Misdeed::NotStarted(_)),
        "{misdeeds:?}"
    );
}

#[test]
fn games_that_cannot_differ_are_not_played_twice() {
    let openings = Book::built_in().openings().len();
    let two = tournament(vec![organism(40), organism(80)], openings + 1);
    let error = two
        .run(None, &|| false, |_| panic!("nothing is left to play"))
        .unwrap_err();
    assert!(matches!(error, Error::Repeats { .. }), "{error}");
}

#[test]
fn a_gauntlet_is_the_firsts_alone() {
    let mut four = tournament([30, 40, 50, 60].map(organism).into(), 1);
    four.schedule = Schedule::Gauntlet;
    let standings = four
        .run(None, &|| false, |_| ControlFlow::Continue(()))
        .unwrap();
    let games = |a, b| standings.table.cell(a, b).games();
    assert_eq!([games(0, 1), games(0, 2), games(0, 3)], [2, 2, 2]);
    assert_eq!([games(1, 2), games(1, 3), games(2, 3)], [0, 0, 0]);
    let names: Vec<_> = four.entrants.iter().map(|entrant| &entrant.name).collect();
    assert_eq!(names[0], "EVOL* 2014");
    assert_eq!(names[3], "EVOL* 2014 (4)");
}

#[test]
fn a_record_tells_its_results_while_it_grows() {
    let folder = Folder::new();
    let path = folder.file("games.pgn");
    let mut tournament = tournament(vec![organism(50), organism(400)], 4);
    let test: Sprt = "0 10 Elo, alpha 0.05, beta 0.05".parse().unwrap();
    tournament.test = Some(test);
    let mut chronicle = Chronicle::of(&path);
    let mut lengths = Vec::new();
    let standings = tournament
        .run(Some(&path), &|| false, |news| {
            if news.standings.played > 0 {
                chronicle.update().unwrap();
                lengths.push(chronicle.pairs().len());
                assert_eq!(chronicle.table(), news.standings.table);
            }
            ControlFlow::Continue(())
        })
        .unwrap();
    assert_eq!(lengths, [1, 2, 3, 4]);
    assert_eq!(chronicle.event(), tournament.name());
    assert_eq!(chronicle.test(), Some(&test));
    let course = chronicle.course(100);
    let (pairs, llr) = course[3];
    assert_eq!(pairs, 4);
    assert_eq!(llr, test.llr(&standings.table.cell(0, 1)));
    // What is cut off does not count, and another file is read from its start.
    let text = fs::read(&path).unwrap();
    fs::write(&path, &text[..text.len() - 10]).unwrap();
    let mut cut = Chronicle::of(&path);
    cut.update().unwrap();
    assert_eq!(cut.pairs(), &chronicle.pairs()[..3]);
    fs::write(&path, b"[White \"me\"]\n[Black \"you\"]\n\n1. e4 1-0\n\n").unwrap();
    chronicle.update().unwrap();
    assert!(chronicle.pairs().is_empty() && chronicle.players().is_empty());
}

#[test]
fn boards_can_be_looked_at_until_the_end() {
    let folder = Folder::new();
    let path = folder.file("games.pgn");
    let boards = live::beside(&path);
    // It does not move before the board was seen.
    let seen = folder.file("seen");
    let waits = format!(
        "go*) until [ -e {} ]; do sleep 0.01; done; echo bestmove e2e4;;",
        seen.display()
    );
    // Black moves first in the first opening.
    let program = Contender::Uci(scripted(&waits));
    let mut tournament = tournament(
        vec![(program, "nodes=10".parse().unwrap()), organism(50)],
        1,
    );
    tournament.workers = 1;
    thread::scope(|scope| {
        let playing = scope.spawn(|| run(&tournament, &path));
        let shown = loop {
            assert!(!playing.is_finished(), "no spectator could be told");
            match boards.exists().then(|| records(&boards)) {
                Some(shown) if !shown[0].comments.is_empty() => break shown,
                _ => thread::yield_now(),
            }
        };
        let [game] = &shown[..] else {
            panic!("{shown:?}");
        };
        assert!(sole::is_held(&path));
        assert_eq!(game.marker, Some(pgn::Marker::Unfinished));
        let white = tournament.entrants[0].name.as_str();
        assert_eq!(game.tags.get("White"), Some(white));
        assert_eq!(game.tags.get("Round"), Some("1.1"));
        let opening = &tournament.book.opening(0).game;
        assert_eq!(game.game.moves().len(), opening.moves().len() + 1);
        fs::write(&seen, "").unwrap();
    });
    assert!(!boards.exists() && !sole::is_held(&path));
    assert_eq!(records(&path).len(), 2);
}

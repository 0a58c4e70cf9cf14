//! `galapagos positions` as a user meets it.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use chess::pgn::{self, Marker, Tags};
use chess::{Color, Game, Outcome};
use evo::Seed;
use problems::positions::Positions;

fn positions(arguments: &[&str]) -> Output {
    Command::new(assert_cmd::cargo::cargo_bin!("galapagos"))
        .arg("positions")
        .args(arguments)
        .output()
        .expect("the program starts")
}

fn succeed(arguments: &[&str]) -> Output {
    let output = positions(arguments);
    assert!(output.status.success(), "{output:?}");
    output
}

/// The program must fail, with one line of explanation and no panic.
fn complaint(arguments: &[&str]) -> String {
    let output = positions(arguments);
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    let text = String::from_utf8(output.stderr).unwrap();
    assert_eq!(text.lines().count(), 1, "{text}");
    text
}

/// Games of 40 random half moves; White is strong and wins every second one.
fn games(count: u64) -> Vec<u8> {
    let mut text = Vec::new();
    for number in 0..count {
        let mut stream = Seed::new(number).stream();
        let mut game = Game::default();
        while game.end().is_none() && game.moves().len() < 40 {
            let mut moves = Vec::new();
            game.board().generate_moves(|some| {
                moves.extend(some);
                false
            });
            game.play(moves[stream.below(moves.len())]).unwrap();
        }
        let winner = [Color::White, Color::Black][number as usize % 2];
        let mut tags = Tags::default();
        tags.set("WhiteElo", "2650");
        tags.set("BlackElo", "2550");
        let marker = Marker::Finished(Outcome::Win(winner));
        pgn::write(&mut text, &tags, &game, marker, &[]).unwrap();
    }
    text
}

fn name(path: &Path) -> &str {
    path.to_str().unwrap()
}

#[test]
fn the_same_file_from_the_same_games_however_they_are_packed() {
    let folder = tempfile::tempdir().unwrap();
    let (plain, packed) = (folder.path().join("g.pgn"), folder.path().join("g.pgn.zst"));
    fs::write(&plain, games(60)).unwrap();
    fs::write(&packed, zstd::encode_all(&games(60)[..], 3).unwrap()).unwrap();
    let draw = |games: &Path, seed: &str| {
        let file = folder.path().join("out.epd");
        let output = succeed(&[
            name(games),
            "--min-elo",
            "2600",
            "--winner-to-move",
            "--one-per-game",
            "--seed",
            seed,
            "--train",
            "12",
            "--test",
            "8",
            "-o",
            name(&file),
            "--force",
        ]);
        assert_eq!(
            String::from_utf8(output.stdout).unwrap(),
            "12 positions to train on, 8 to test with; 30 of 60 games fit\n"
        );
        fs::read_to_string(file).unwrap()
    };
    let text = draw(&plain, "1");
    assert_eq!(draw(&packed, "1"), text);
    assert_ne!(draw(&plain, "2"), text);

    let file = folder.path().join("out.epd");
    fs::write(&file, text).unwrap();
    let read = Positions::read(&file).unwrap();
    assert_eq!((read.train.len(), read.test.len()), (12, 8));
    let mut samples = read.train.iter().chain(&read.test);
    assert!(samples.all(|sample| sample.board.side_to_move() == Color::White));
}

#[test]
fn damaged_games_are_counted_and_left_out() {
    let folder = tempfile::tempdir().unwrap();
    let (good, bad) = (
        folder.path().join("good.pgn"),
        folder.path().join("bad.pgn"),
    );
    let file = folder.path().join("out.epd");
    fs::write(&good, games(6)).unwrap();
    fs::write(&bad, "1. e4 e5 2. Ke3 1-0\n\n1. e4 1-0\n\n1. d9 *\n").unwrap();
    let sizes = ["--train", "4", "--test", "3", "-o", name(&file)];
    let output = succeed(&[&[name(&bad), name(&good)], &sizes[..]].concat());
    let told = String::from_utf8(output.stderr).unwrap();
    let first = format!(
        "2 damaged games left out, the first: {}:1: game 1: ",
        name(&bad)
    );
    assert!(told.starts_with(&first), "{told}");
    assert!(
        String::from_utf8(output.stdout)
            .unwrap()
            .ends_with("7 of 9 games fit\n")
    );
}

#[test]
fn what_cannot_be_drawn_is_said_and_the_old_file_stays() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    let file = path("out.epd");
    fs::write(&file, "old").unwrap();
    fs::write(path("empty.pgn"), "\n").unwrap();
    fs::write(path("good.pgn"), games(6)).unwrap();
    let packed = zstd::encode_all(&games(500)[..], 3).unwrap();
    fs::write(path("cut.pgn.zst"), &packed[..packed.len() / 2]).unwrap();
    let draw = |games: &str, more: &[&str]| {
        let games = path(games);
        let arguments = [
            name(&games),
            "--train",
            "2",
            "--test",
            "2",
            "-o",
            name(&file),
            "--force",
        ];
        complaint(&[&arguments, more].concat())
    };
    for (told, wanted) in [
        (draw("empty.pgn", &[]), "there is no game in it"),
        (draw("none.pgn", &[]), "none.pgn"),
        (draw("cut.pgn.zst", &[]), "the compressed file is cut off"),
        (
            draw("good.pgn", &["--min-elo", "2700"]),
            "4 positions are wanted, 0 fit, from 0 of 6 games; lower",
        ),
        (
            draw("good.pgn", &["--winner-to-move", "--min-elo", "2600"]),
            "4 positions are wanted, 3 fit, from 3 of 6 games; lower",
        ),
    ] {
        assert!(told.contains(wanted), "{told}");
    }
    assert_eq!(fs::read_to_string(&file).unwrap(), "old");

    let (games, nowhere) = (path("good.pgn"), path("no/such/out.epd"));
    let told = complaint(&[
        name(&games),
        "--train",
        "2",
        "--test",
        "2",
        "-o",
        name(&nowhere),
    ]);
    assert!(told.contains("cannot write"), "{told}");
}

#[test]
fn nothing_is_overwritten_unasked_and_no_input_at_all() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    let (source, file, link) = (path("games.pgn"), path("out.epd"), path("link.pgn"));
    fs::write(&source, games(6)).unwrap();
    fs::write(&file, "mine").unwrap();
    std::os::unix::fs::symlink(&source, &link).unwrap();
    let draw = |output: &Path, more: &[&str]| {
        let arguments = [name(&source), "--train", "2", "--test", "2", "-o"];
        positions(&[&arguments[..], &[name(output)], more].concat())
    };
    let told = |output: Output| {
        assert_eq!(output.status.code(), Some(1), "{output:?}");
        String::from_utf8(output.stderr).unwrap()
    };
    let refused = told(draw(&file, &[]));
    assert!(refused.contains("out.epd exists already"), "{refused}");
    assert!(refused.contains("--force"), "{refused}");
    assert_eq!(fs::read_to_string(&file).unwrap(), "mine");
    for input in [&source, &link] {
        let refused = told(draw(input, &["--force"]));
        assert!(refused.contains("would be read and written"), "{refused}");
    }
    assert_eq!(fs::read(&source).unwrap(), games(6));
    let refused = told(draw(Path::new("/dev/null"), &["--force"]));
    assert!(refused.contains("not an ordinary file"), "{refused}");

    assert!(draw(&file, &["--force"]).status.success());
    assert_eq!(Positions::read(&file).unwrap().train.len(), 2);
    // What fails leaves nothing behind.
    let few = draw(&path("few.epd"), &["--min-elo", "3000"]);
    assert_eq!(few.status.code(), Some(1));
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 3);
}

#[test]
fn the_data_of_the_project_is_whole() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data/positions.epd");
    assert!(fs::metadata(&file).unwrap().len() <= 1_500_000);
    let read = Positions::read(&file).unwrap();
    assert_eq!((read.train.len(), read.test.len()), (5000, 5000));
}

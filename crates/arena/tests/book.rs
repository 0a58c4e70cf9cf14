//! Books of openings: the built-in one, those of others, and making new ones.

mod common;

use std::collections::HashSet;
use std::fs;
use std::ops::ControlFlow;
use std::path::PathBuf;

use arena::Variant;
use arena::book::{self, Book, BookError};
use arena::{Limit, UciEngine, analyse};
use chess::{Board, Color, Game, key};
use common::stockfish;
use engine::search::Score;
use evo::Seed;

fn file(folder: &tempfile::TempDir, name: &str, text: &str) -> PathBuf {
    let path = folder.path().join(name);
    fs::write(&path, text).unwrap();
    path
}

#[test]
fn the_built_in_book_is_varied() {
    let book = Book::built_in();
    let boards: Vec<&Board> = book
        .openings()
        .iter()
        .map(|opening| opening.game.board())
        .collect();
    assert!(boards.len() >= 1000);
    let keys: HashSet<u64> = boards.iter().map(|board| key(board)).collect();
    assert_eq!(keys.len(), boards.len());
    let white = boards
        .iter()
        .filter(|board| board.side_to_move() == Color::White);
    assert!((boards.len() / 4..boards.len()).contains(&white.count()));
    // After eight to ten half moves all of the play is yet to come.
    assert!(boards.iter().all(|board| board.occupied().len() >= 22));
}

/// By an engine that did not choose them: stockfish again, but at other nodes.
#[test]
fn the_built_in_book_is_even() {
    let Some(program) = stockfish() else { return };
    let mut engine = UciEngine::start(&program).unwrap();
    let book = Book::built_in();
    let sample = book.openings().iter().step_by(book.openings().len() / 20);
    let scores: Vec<i32> = sample
        .map(|opening| {
            let limit = Limit::Nodes(20_000);
            match analyse::score(&mut engine, opening.game.board(), limit).unwrap() {
                Score::Centipawns(cp) => cp,
                mate => panic!("{mate:?}"),
            }
        })
        .collect();
    let far = scores.iter().filter(|cp| cp.abs() > 100).count();
    assert!(far <= scores.len() / 10, "{scores:?}");
}

#[test]
fn positions_and_games_are_read() {
    let folder = tempfile::tempdir().unwrap();
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";
    let other = "4k3/8/8/8/8/8/4P3/4K3 b - - 3 30";
    let text = format!("# two\n{start} id \"one\";\n\n{other}\n");
    let book = Book::read(&file(&folder, "two.epd", &text), None, Variant::Standard).unwrap();
    assert_eq!(book.name(), "two.epd");
    assert_eq!(book.openings()[0].game, Game::default());
    assert_eq!(book.openings()[1].game.board().fullmove_number(), 30);
    assert_eq!(book.opening(3), &book.openings()[1]);

    let games = file(&folder, "lines.pgn", "1. e4 e5 2. Nf3 *\n\n1. d4 1-0\n");
    let lengths = |plies| -> Vec<usize> {
        let book = Book::read(&games, plies, Variant::Standard).unwrap();
        book.openings()
            .iter()
            .map(|opening| opening.game.moves().len())
            .collect()
    };
    assert_eq!(lengths(None), [3, 1]);
    assert_eq!(lengths(Some(2)), [2, 1]);
}

#[test]
fn what_cannot_be_played_is_left_out_and_named() {
    let folder = tempfile::tempdir().unwrap();
    let good = "4k3/8/8/8/8/8/4P3/4K3 b - -";
    let stalemate = "7k/5Q2/6K1/8/8/8/8/8 b - -";
    let rook_on_b = "1r2k3/8/8/8/8/8/8/1R2K3 w B -";
    for (name, bad, complaint) in [
        ("a.epd", "nonsense\n", "1 damaged line left out: "),
        (
            "b.epd",
            &format!("\n{stalemate}\n"),
            "b.epd:2: opening 1 ends the game (stalemate)",
        ),
        ("d.pgn", "1. e4 e5 2. Ke4 *\n\n", "d.pgn:1: game 1: "),
        (
            "f.pgn",
            "1. f3 e5 2. g4 Qh4# 0-1\n\n",
            "f.pgn:1: opening 1 ends the game (Black mates)",
        ),
        (
            "g.epd",
            &format!("{rook_on_b}\n"),
            "g.epd:1: opening 1 is of Chess960",
        ),
    ] {
        let error = Book::read(&file(&folder, name, bad), None, Variant::Standard).unwrap_err();
        let error = error.to_string();
        assert!(error.contains("no opening in it; 1 damaged"), "{error}");
        assert!(error.contains(complaint), "{error}");

        let sound = if name.ends_with("pgn") {
            "1. e4 *"
        } else {
            good
        };
        let text = format!("{bad}{sound}\n");
        let book = Book::read(&file(&folder, name, &text), None, Variant::Standard).unwrap();
        // Its place in the file, not among those that are left.
        let [opening] = book.openings() else {
            panic!("{book:?}");
        };
        assert_eq!((opening.number, book.damage().count), (2, 1));
        let told = book.damage().to_string();
        assert!(told.contains(complaint), "{told}");
    }
    for (name, text) in [("c.epd", "# nothing\n"), ("e.pgn", "")] {
        let error = Book::read(&file(&folder, name, text), None, Variant::Standard).unwrap_err();
        let error = error.to_string();
        assert!(
            error.ends_with(&format!("{name}: no opening in it")),
            "{error}"
        );
    }
    let error = Book::read(&folder.path().join("none.epd"), None, Variant::Standard).unwrap_err();
    assert!(matches!(error, BookError::Epd(_)), "{error}");
}

#[test]
fn a_seed_shuffles() {
    let numbers = |book: &Book| -> Vec<usize> {
        book.openings()
            .iter()
            .map(|opening| opening.number)
            .collect()
    };
    let book = Book::built_in();
    let shuffled = numbers(&book.clone().shuffled(Seed::new(1)));
    assert_eq!(shuffled, numbers(&book.clone().shuffled(Seed::new(1))));
    assert_ne!(shuffled, numbers(&book.clone().shuffled(Seed::new(2))));
    assert_ne!(shuffled, numbers(&book));
    let mut sorted = shuffled;
    sorted.sort_unstable();
    assert_eq!(sorted, numbers(&book));
}

#[test]
fn made_openings_repeat_on_any_number_of_workers() {
    let Some(program) = stockfish() else { return };
    let plan = |workers| book::BookPlan {
        program: program.clone(),
        nodes: 300,
        choices: 4,
        worse_cp: 50,
        even_cp: 60,
        plies: 4,
        openings: 6,
        seed: Seed::new(2),
        workers,
    };
    let make = |workers| {
        let mut openings = Vec::new();
        let found = |board| {
            openings.push(board);
            ControlFlow::Continue(())
        };
        book::make(&plan(workers), found).unwrap();
        openings
    };
    let openings = make(1);
    assert_eq!(openings.len(), 6);
    assert_eq!(openings, make(3));
    let keys: HashSet<u64> = openings.iter().map(key).collect();
    assert_eq!(keys.len(), 6);
    // The engine is the judge of its own choice.
    let mut engine = UciEngine::start(&program).unwrap();
    for board in &openings {
        assert!((3..=4).contains(&board.fullmove_number()));
        let score = analyse::score(&mut engine, board, Limit::Nodes(10_000)).unwrap();
        assert!(matches!(score, Score::Centipawns(-200..=200)), "{score:?}");
    }
}

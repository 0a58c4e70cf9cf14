//! Endgame tables. They are large and not part of the project: with
//! `GALAPAGOS_SYZYGY` naming a folder of 3- and 4-man tables their answers are
//! checked too.

use std::path::Path;
use std::sync::Arc;
use std::{env, fs};

use arena::{Ending, OrganismPlayer, Pace, Played, Rules, Seat, Tables, TablesError, play};
use chess::{Board, BoardBuilder, Color, Game, Outcome, Piece, fen};
use engine::organism::Organism;
use evo::{Seed, Stream};

#[test]
fn folders_without_tables_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let open = |path: &Path| Tables::open(path).unwrap_err();
    let error = open(&folder.path().join("missing"));
    assert!(error.to_string().contains("No such file"), "{error}");

    for name in ["KRvK.rtbz", "KRvKX.rtbw", "notes.txt"] {
        fs::write(folder.path().join(name), "").unwrap();
    }
    let error = open(folder.path());
    assert!(matches!(error, TablesError::Missing(_)), "{error}");

    let table = folder.path().join("KRvK.rtbw");
    let magic = [0x71, 0xe8, 0x23, 0x5d];
    for bytes in [&[][..], &magic, &[0; 80], &[&magic[..], &[0; 77]].concat()] {
        fs::write(&table, bytes).unwrap();
        let error = open(folder.path());
        assert!(error.to_string().contains("KRvK.rtbw"), "{error}");
    }

    let odd = folder.path().join("a:b");
    fs::create_dir(&odd).unwrap();
    let whole = [&magic[..], &[0; 76]].concat();
    fs::write(odd.join("KRvK.rtbw"), whole).unwrap();
    let error = open(&odd);
    assert!(matches!(error, TablesError::OddPath(_)), "{error}");
}

#[test]
fn tables_tell_the_truth() {
    let Some(folder) = env::var_os("GALAPAGOS_SYZYGY") else {
        println!("skipped: GALAPAGOS_SYZYGY names no folder");
        return;
    };
    let tables = Tables::open(folder.as_ref()).unwrap();
    let again = Tables::open(folder.as_ref()).unwrap_err();
    assert!(matches!(again, TablesError::AlreadyOpen), "{again}");

    let [white, black] = Color::ALL.map(|color| Some(Outcome::Win(color)));
    let draw = Some(Outcome::Draw);
    for (position, outcome) in [
        ("8/8/8/4k3/8/8/8/KR6 w - - 0 1", white),
        ("8/8/8/4k3/8/8/8/KB6 w - - 0 1", draw),
        ("8/8/8/4k3/8/8/8/KNN5 b - - 0 1", draw),
        ("8/8/8/4k3/8/8/8/KBN5 b - - 0 1", white),
        ("4k3/8/4K3/4P3/8/8/8/8 w - - 0 1", white),
        ("4k3/8/8/8/4P3/4K3/8/8 b - - 0 1", draw),
        // Only the capture en passant wins.
        ("8/8/K7/8/3Pp3/8/4k3/8 b - d3 0 1", black),
        ("8/8/K7/8/3Pp3/8/4k3/8 b - - 0 1", draw),
        // Five pieces, or a castling right: nothing is known.
        ("8/8/8/4k3/8/8/8/KRRR4 w - - 0 1", None),
        ("4k3/8/8/8/8/8/8/4K2R w K - 0 1", None),
    ] {
        let board = fen::parse(position).unwrap();
        assert_eq!(tables.outcome(&board), outcome, "{position}");
    }

    // The result of a position is that of its best move. With the mates on the
    // board, where it begins, that makes every result true.
    let mut positions = Seed::new(1).stream();
    for _ in 0..20_000 {
        let game = Game::new(random_position(&mut positions));
        if game.end().is_none() {
            let told = tables.outcome(game.board()).unwrap();
            assert_eq!(
                told,
                best_of_moves(&tables, &game),
                "{}",
                fen::write(game.board())
            );
        }
    }

    // A game ends by them only where no move counts towards the fifty yet.
    let tables = Arc::new(tables);
    let first = play_on("8/8/8/4k3/8/8/8/KR6 w - - 0 1", &tables);
    assert_eq!(first.ending, Ending::Tablebase(Outcome::Win(Color::White)));
    assert_eq!(first.thoughts.len(), 0);
    let later = play_on("8/8/8/4k3/8/8/8/KR6 w - - 1 1", &tables);
    assert!(matches!(later.ending, Ending::Rules(_)), "{}", later.ending);
}

/// Two kings and one or two other pieces anywhere.
fn random_position(stream: &mut Stream) -> Board {
    loop {
        let mut builder = BoardBuilder::empty();
        builder.side_to_move = Color::ALL[stream.below(2)];
        let mut men = Color::ALL.map(|color| (Piece::King, color)).to_vec();
        for _ in 0..1 + stream.below(2) {
            let piece = Piece::ALL[stream.below(5)];
            men.push((piece, Color::ALL[stream.below(2)]));
        }
        for man in men {
            builder.board[stream.below(64)] = Some(man);
        }
        // Touching kings pass the builder.
        if let Ok(board) = builder.build()
            && let Ok(board) = fen::parse(&fen::write(&board))
        {
            return board;
        }
    }
}

fn best_of_moves(tables: &Tables, game: &Game) -> Outcome {
    let mover = game.board().side_to_move();
    let mut best = None;
    game.board().generate_moves(|moves| {
        for mv in moves {
            let mut next = game.clone();
            next.play(mv).unwrap();
            let outcome = next
                .outcome()
                .or_else(|| tables.outcome(next.board()))
                .unwrap();
            best = best.max(Some(outcome.half_points(mover)));
        }
        false
    });
    match best.unwrap() {
        0 => Outcome::Win(!mover),
        1 => Outcome::Draw,
        _ => Outcome::Win(mover),
    }
}

fn play_on(position: &str, tables: &Arc<Tables>) -> Played {
    let mut players = [0, 1].map(|_| OrganismPlayer::new(Organism::default(), 1));
    let [white, black] = players.each_mut().map(|player| Seat {
        player,
        pace: Pace::Nodes(2000),
    });
    let rules = Rules {
        tables: Some(tables.clone()),
        ..Rules::chess_only()
    };
    play(
        white,
        black,
        Game::new(fen::parse(position).unwrap()),
        &rules,
    )
}

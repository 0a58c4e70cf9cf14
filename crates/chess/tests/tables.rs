//! Endgame tables. They are large and not part of the project: with
//! `GALAPAGOS_SYZYGY` naming a folder of 3- and 4-man tables their answers are
//! checked too.

use std::path::Path;
use std::{env, fs};

use chess::{
    Board, BoardBuilder, Color, Game, Outcome, Piece, Tables, TablesError, Wdl, fen, legal_moves,
};

#[test]
fn folders_without_tables_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let open = |path: &Path| Tables::open(path).unwrap_err();
    let error = open(&folder.path().join("missing"));
    assert!(error.to_string().contains("No such file"), "{error}");

    for name in ["KRvKX.rtbw", "notes.txt"] {
        fs::write(folder.path().join(name), "").unwrap();
    }
    let error = open(folder.path());
    assert!(matches!(error, TablesError::Missing(_)), "{error}");

    let magic = [0x71, 0xe8, 0x23, 0x5d];
    let cut_off = [&magic[..], &[0; 77]].concat();
    for name in ["KRvK.rtbw", "KRvK.rtbz"] {
        let table = folder.path().join(name);
        for bytes in [&[][..], &magic, &[0; 80], &cut_off] {
            fs::write(&table, bytes).unwrap();
            let error = open(folder.path());
            assert!(error.to_string().contains(name), "{error}");
        }
        fs::remove_file(&table).unwrap();
    }

    // One folder of two is missing.
    let whole = [&magic[..], &[0; 76]].concat();
    fs::write(folder.path().join("KRvK.rtbw"), whole).unwrap();
    let missing = folder.path().join("missing");
    let both = env::join_paths([folder.path(), &missing]).unwrap();
    let error = open(both.as_ref()).to_string();
    assert!(error.starts_with(missing.to_str().unwrap()), "{error}");
}

#[test]
fn tables_tell_the_truth() {
    let Some(folder) = env::var_os("GALAPAGOS_SYZYGY") else {
        println!("skipped: GALAPAGOS_SYZYGY names no folder");
        return;
    };
    let tables = Tables::open(&folder).unwrap();
    let again = Tables::open(&folder).unwrap_err();
    assert!(matches!(again, TablesError::AlreadyOpen), "{again}");

    let [white, black] = Color::ALL.map(|color| Some(Outcome::Win(color)));
    let draw = Some(Outcome::Draw);
    for (text, outcome) in [
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
        let board = fen::parse(text).unwrap();
        assert_eq!(tables.outcome(&board), outcome, "{text}");
    }

    // The result of a position is that of its best move. With the mates on the
    // board, where it begins, that makes every result true.
    let mut chance = Chance(1);
    for number in 0..20_000 {
        let game = Game::new(random_position(&mut chance));
        if game.end().is_none() {
            let told = tables.outcome(game.board()).unwrap();
            assert_eq!(
                told,
                best_of_moves(&tables, &game),
                "{}",
                fen::write(game.board())
            );
            // To play a game out takes longer.
            if number < 500 {
                check_ranks(&tables, game.board());
            }
        }
    }

    // The longest of these wins: 33 moves, and none to lose.
    let (mut game, mut moves) = (position("7k/8/8/8/8/8/8/KBN5 w - - 0 1"), 0);
    while game.end().is_none() {
        let ranked = tables.ranked_moves(game.board()).unwrap();
        let best = ranked.iter().max_by_key(|ranked| ranked.rank()).unwrap();
        game.play(best.mv).unwrap();
        moves += 1;
    }
    assert_eq!(game.outcome(), Some(Outcome::Win(Color::White)));
    assert!(moves <= 66, "{moves} half moves");

    // Mate takes longer than the fifty moves leave: what was won is drawn.
    let results = |clock: u8| {
        let game = position(&format!("7k/8/8/8/8/8/8/KBN5 w - - {clock} 1"));
        let ranked = tables.ranked_moves(game.board()).unwrap();
        ranked.iter().map(|ranked| ranked.wdl).max().unwrap()
    };
    assert_eq!((results(0), results(90)), (Wdl::Win, Wdl::CursedWin));
}

fn position(text: &str) -> Game {
    Game::new(fen::parse(text).unwrap())
}

/// Every legal move has the result of the position it leads to, and the best moves of
/// a won position lead to a capture, a pawn move or mate as soon as they say.
fn check_ranks(tables: &Tables, board: &Board) {
    let text = fen::write(board);
    let ranked = tables.ranked_moves(board).unwrap();
    assert_eq!(ranked.len(), legal_moves(board).len(), "{text}");
    let after = |mv| {
        let mut after = board.clone();
        after.play(mv);
        after
    };
    for ranked in &ranked {
        let replied = tables.wdl(&after(ranked.mv)).unwrap();
        let sum = ranked.wdl as i32 + replied as i32;
        assert_eq!(sum, Wdl::Win as i32, "{} in {text}", ranked.mv);
    }
    let best = ranked.iter().max_by_key(|ranked| ranked.rank()).unwrap();
    assert_eq!(Some(best.wdl), tables.wdl(board), "{text}");
    // Some tables keep distances in whole moves: they may be a half move off.
    let distance = best.distance.map_or(0, |distance| distance + 1);
    let mut game = Game::new(board.clone());
    while best.wdl == Wdl::Win && game.end().is_none() {
        let ranked = tables.ranked_moves(game.board()).unwrap();
        let best = ranked.iter().max_by_key(|ranked| ranked.rank()).unwrap();
        game.play(best.mv).unwrap();
        if game.board().halfmove_clock() == 0 {
            break;
        }
    }
    assert!(
        game.moves().len() <= distance.into(),
        "{text}: not within {distance}"
    );
    assert_ne!(game.outcome(), Some(Outcome::Draw), "{text}");
}

/// Numbers that look random and are the same every time (splitmix64).
struct Chance(u64);

impl Chance {
    fn below(&mut self, limit: u64) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((mixed ^ (mixed >> 31)) % limit) as usize
    }
}

/// Two kings and one or two other pieces anywhere.
fn random_position(chance: &mut Chance) -> Board {
    loop {
        let mut builder = BoardBuilder::empty();
        builder.side_to_move = Color::ALL[chance.below(2)];
        let mut men = Color::ALL.map(|color| (Piece::King, color)).to_vec();
        for _ in 0..1 + chance.below(2) {
            let piece = Piece::ALL[chance.below(5)];
            men.push((piece, Color::ALL[chance.below(2)]));
        }
        for man in men {
            builder.board[chance.below(64)] = Some(man);
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

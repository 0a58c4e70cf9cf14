//! What is written is read back, on random games.

use chess::pgn::{self, Comment, Marker, Tags};
use chess::{
    Board, Color, Game, Move, Outcome, Rank, Square, fen, key, legal_en_passant, legal_moves, san,
    uci,
};
use proptest::{collection::vec, prelude::*};
use std::{collections::HashSet, io::Cursor};

/// Random legal games, half from standard chess.
fn games() -> impl Strategy<Value = Game> {
    let standard = Just(Board::default());
    let chess960 = (0..960u32, 0..960u32).prop_map(|(w, b)| Board::double_chess960_startpos(w, b));
    (prop_oneof![standard, chess960], vec(any::<u16>(), 0..200)).prop_map(|(start, choices)| {
        let mut game = Game::new(start);
        for choice in choices {
            let moves = legal_moves(game.board());
            if moves.is_empty() {
                break;
            }
            game.play(moves[usize::from(choice) % moves.len()]).unwrap();
        }
        game
    })
}

/// Every position of a game.
fn positions(game: &Game) -> Vec<Board> {
    let mut boards = vec![game.start().clone()];
    for &mv in game.moves() {
        let mut next = boards.last().unwrap().clone();
        next.play(mv);
        boards.push(next);
    }
    boards
}

fn has_en_passant_move(board: &Board) -> bool {
    let Some(file) = board.en_passant() else {
        return false;
    };
    let to = Square::new(file, Rank::Sixth.relative_to(board.side_to_move()));
    let is_capture = |mv: &Move| {
        let by_pawn = board.pieces(chess::Piece::Pawn).has(mv.from);
        mv.to == to && by_pawn && mv.from.file() != file
    };
    legal_moves(board).iter().any(is_capture)
}

fn text_of(words: Vec<String>) -> String {
    words.join(" ")
}

fn comments() -> impl Strategy<Value = Vec<(usize, String)>> {
    let text = vec("[!-$&-Z\\\\^-|~é]{1,12}", 0..30).prop_map(text_of);
    vec((0..200usize, text), 0..4)
}

fn markers() -> impl Strategy<Value = Marker> {
    prop_oneof![
        Just(Marker::Unfinished),
        Just(Marker::Finished(Outcome::Draw)),
        Just(Marker::Finished(Outcome::Win(Color::White))),
        Just(Marker::Finished(Outcome::Win(Color::Black))),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(128))]

    #[test]
    fn key_counts_en_passant_that_can_be_played(game in games()) {
        for (board, &in_game) in positions(&game).iter().zip(game.keys()) {
            let playable = has_en_passant_move(board);
            prop_assert_eq!(legal_en_passant(board).is_some(), playable);
            let wanted = if playable { board.hash() } else { board.hash_without_ep() };
            prop_assert_eq!(key(board), wanted);
            prop_assert_eq!(in_game, wanted);
        }
    }

    #[test]
    fn fen(game in games()) {
        for board in positions(&game) {
            let text = fen::write(&board);
            let read = fen::parse(&text).unwrap();
            // Not by Board::same_position, which takes a bishop's move to the square
            // behind the pawn for an en-passant capture.
            prop_assert_eq!(legal_moves(&read), legal_moves(&board));
            prop_assert_eq!(key(&read), key(&board));
            prop_assert_eq!(read.halfmove_clock(), board.halfmove_clock());
            prop_assert_eq!(read.fullmove_number(), board.fullmove_number());
            prop_assert_eq!(fen::write(&read), text);
            // Cozy's own notation, with every en-passant square, loses nothing.
            prop_assert_eq!(fen::parse(&format!("{board:#}")), Ok(board));
        }
    }

    #[test]
    fn moves(game in games()) {
        let standard = *game.start() == Board::default();
        for board in positions(&game) {
            let moves = legal_moves(&board);
            let mut seen = HashSet::new();
            for &mv in &moves {
                prop_assert_eq!(uci::parse(&board, &uci::write(&board, mv, true)), Ok(mv));
                if standard {
                    prop_assert_eq!(uci::parse(&board, &uci::write(&board, mv, false)), Ok(mv));
                }
                let text = san::write(&board, mv);
                prop_assert_eq!(san::parse(&board, &text), Ok(mv));
                prop_assert!(seen.insert(text));
            }
        }
    }

    #[test]
    fn pgn(
        game in games(),
        marker in markers(),
        white in "\\PC{0,20}",
        extra in vec(("X[A-Za-z0-9_]{1,10}", "\\PC{0,20}"), 0..3),
        comments in comments(),
    ) {
        let mut tags = Tags::default();
        for (name, value) in [("Event", "a \"b\" \\"), ("Site", "?"), ("Date", "2026.11.15"),
            ("Round", "1"), ("White", &white), ("Black", "]"), ("Result", &marker.to_string())] {
            tags.set(name, value);
        }
        for (name, value) in extra {
            tags.set(name, value);
        }
        let mut comments: Vec<Comment> = comments
            .into_iter()
            .map(|(after, text)| Comment { after: after.min(game.moves().len()), text })
            .collect();
        comments.sort_by_key(|comment| comment.after);

        let mut text = Vec::new();
        for _ in 0..2 {
            pgn::write(&mut text, &tags, &game, marker, &comments).unwrap();
        }
        let movetext = text.split(|&byte| byte == b'\n').filter(|line| !line.starts_with(b"["));
        for line in movetext {
            prop_assert!(str::from_utf8(line).unwrap().chars().count() <= 80);
        }

        let records: Vec<_> = pgn::Reader::new("test.pgn", Cursor::new(text))
            .unwrap()
            .collect::<Result<_, _>>()
            .unwrap();
        prop_assert_eq!(records.len(), 2);
        for record in records {
            prop_assert_eq!(&record.game, &game);
            prop_assert_eq!(&record.comments, &comments);
            prop_assert_eq!(record.marker, Some(marker));
            let kept: Vec<_> = record.tags.iter()
                .filter(|tag| !["SetUp", "FEN", "Variant"].contains(&tag.0))
                .collect();
            prop_assert_eq!(kept, tags.iter().collect::<Vec<_>>());
        }
    }

    #[test]
    fn no_input_panics(
        bytes in vec(any::<u8>(), 0..300),
        text in "[\\PC]{0,60}",
        fen in "[1-8pnbrqkPNBRQK/]{0,40} [wbx] [KQkqA-Ha-h-]{0,4} [a-h1-8-]{0,2} [0-9]{0,3} [0-9]{0,6}",
        pgn in "(\\[[A-Za-z]{1,5} \"[a-z\\\\\"]{0,5}\"\\]\n)?[1-9a-hNBRQKOx .{}();$%*\n-]{0,80}",
    ) {
        let board = Board::default();
        for text in [&text, &fen] {
            let _ = text.parse::<chess::epd::Epd>();
            let _ = san::parse(&board, text);
            let _ = uci::parse(&board, text);
            if let Ok(board) = fen::parse(text) {
                chess::perft(&board, 2);
            }
        }
        for bytes in [bytes, pgn.into_bytes()] {
            if let Ok(reader) = pgn::Reader::new("test.pgn", Cursor::new(bytes)) {
                for item in reader {
                    let _ = item.map_err(|error| error.to_string());
                }
            }
        }
    }

    /// Positions that no game reaches but that a FEN may hold.
    #[test]
    fn strange_positions(pieces in vec(("[pnbrqkPNBRQK]", 0..64usize), 0..20), side in "[wb]") {
        let mut squares = ['1'; 64];
        squares[0] = 'k';
        squares[63] = 'K';
        for (piece, square) in pieces {
            squares[square] = piece.chars().next().unwrap();
        }
        let ranks: Vec<String> = squares.chunks(8).map(|rank| rank.iter().collect()).collect();
        let text = format!("{} {side} - - 0 1", ranks.join("/"));
        if let Ok(board) = fen::parse(&text) {
            chess::perft(&board, 2);
            prop_assert_eq!(fen::parse(&fen::write(&board)), Ok(board));
        }
    }
}

//! FEN and EPD: nothing panics, and what was read can be written and read again.

#![no_main]

use chess::epd::Epd;
use chess::{Board, fen, key, perft};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    if let Ok(board) = fen::parse(text) {
        let written = fen::write(&board);
        let again = fen::parse(&written).expect("a written FEN is a FEN");
        assert_same(&board, &again);
        assert_eq!(fen::write(&again), written);
        // A position that is accepted can be played on.
        perft(&board, 2);
    }
    if let Ok(epd) = text.parse::<Epd>() {
        let written = epd.to_string();
        let again: Epd = written.parse().expect("a written EPD is an EPD");
        assert_eq!(key(&again.board), key(&epd.board));
        assert_eq!(again.operations, epd.operations, "{written}");
        for moves in [epd.best_moves(), epd.avoid_moves()].into_iter().flatten() {
            assert!(moves.iter().all(|&mv| epd.board.is_legal(mv)));
        }
    }
});

/// The same but for an en-passant square that no pawn can use.
fn assert_same(a: &Board, b: &Board) {
    let facts = |board: &Board| (key(board), board.halfmove_clock(), board.fullmove_number());
    assert_eq!(facts(a), facts(b));
}

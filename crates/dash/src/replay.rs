//! Games as the scripts of pages replay them.

use chess::pgn::{Record, Tags};
use chess::{Game, Outcome, fen, san, uci};
use lab::report::clean;
use serde_json::{Value, json};

/// A game of a file.
pub fn record(record: &Record) -> Value {
    let comment = |after: usize| {
        let own = record.comments.iter();
        let own = own.filter(|comment| comment.after == after);
        let own: Vec<_> = own.map(|comment| clean(&comment.text)).collect();
        own.join(" ")
    };
    json!({
        "title": title(&record.tags, record.result()),
        "start": fen::write(record.game.start()),
        "comment": comment(0),
        "moves": moves(&record.game, comment),
    })
}

/// The moves of a game, each with the position after it and what is said about it.
pub fn moves(game: &Game, comment: impl Fn(usize) -> String) -> Vec<Value> {
    let mut board = game.start().clone();
    let moves = game.moves().iter().enumerate().map(|(at, &mv)| {
        let (uci, san) = (uci::write(&board, mv, false), san::write(&board, mv));
        board.play_unchecked(mv);
        json!({
            "uci": uci,
            "san": san,
            "fen": fen::write(&board),
            "comment": comment(at + 1),
        })
    });
    moves.collect()
}

/// Who played, and how it ended.
pub fn title(tags: &Tags, result: Option<Outcome>) -> String {
    let name = |side| tags.get(side).unwrap_or("?");
    let result = result.map_or("*".into(), |result| result.to_string());
    clean(&format!("{} – {}, {result}", name("White"), name("Black")))
}

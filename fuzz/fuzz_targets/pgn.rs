//! PGN, plain or compressed: nothing panics, the counts add up, and a game that
//! was read can be written and read again.

#![no_main]

use std::io::Cursor;

use chess::key;
use chess::pgn::{self, Marker, Reader, Record};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let Ok(mut reader) = Reader::new("fuzz", Cursor::new(bytes.to_vec())) else {
        return;
    };
    let (mut games, mut faults) = (0, 0);
    while let Some(game) = reader.next() {
        match game {
            Ok(record) => {
                games += 1;
                check(&record);
            }
            Err(_) => faults += 1,
        }
        assert_eq!((reader.read(), reader.skipped()), (games, faults));
    }

    let mut texts = Reader::new("fuzz", Cursor::new(bytes.to_vec())).expect("it could be read");
    while let Some(text) = texts.next_text() {
        if let Ok(text) = text
            && let Ok((_, tokens)) = text.parse()
        {
            tokens.for_each(drop);
        }
    }
});

fn check(record: &Record) {
    let text = write(record);
    let mut reader = Reader::new("again", Cursor::new(text.clone())).expect("memory can be read");
    let again = reader
        .next()
        .expect("a written game is there")
        .expect("and is a game");
    assert!(reader.next().is_none(), "one game became two");
    assert_eq!(key(again.game.start()), key(record.game.start()));
    assert_eq!(again.game.moves(), record.game.moves());
    assert_eq!(again.comments.len(), record.comments.len());
    assert_eq!(write(&again), text);
}

fn write(record: &Record) -> Vec<u8> {
    let mut text = Vec::new();
    let marker = record.marker.unwrap_or(Marker::Unfinished);
    pgn::write(
        &mut text,
        &record.tags,
        &record.game,
        marker,
        &record.comments,
    )
    .expect("memory takes any text");
    text
}

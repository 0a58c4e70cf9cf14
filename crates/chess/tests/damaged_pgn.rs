//! Faulty, unusual and compressed PGN files.

use chess::pgn::{PgnError, Reader, Record};
use chess::{Color, Outcome, fen};
use std::io::{Cursor, Write};

fn reader(bytes: impl Into<Vec<u8>>) -> Reader {
    Reader::new("test.pgn", Cursor::new(bytes.into())).unwrap()
}

/// Reads everything and shows it: a game as its number, line and moves, an error
/// as its message.
fn read(bytes: impl Into<Vec<u8>>) -> Vec<String> {
    let mut reader = reader(bytes);
    let items: Vec<String> = reader.by_ref().map(show).collect();
    assert_eq!(reader.read() + reader.skipped(), items.len() as u64);
    items
}

fn show(item: Result<Record, PgnError>) -> String {
    match item {
        Ok(record) => {
            let moves = record.game.moves().len();
            format!("game {} line {} moves {moves}", record.number, record.line)
        }
        Err(error) => error.to_string(),
    }
}

const GOOD: &str = "[Event \"good\"]\n[Result \"1-0\"]\n\n1. e4 e5 2. Nf3 1-0\n\n";

/// One faulty game between two good ones costs one game.
#[track_caller]
fn assert_one_fault(bad: &str, line: usize, part: &str) {
    let items = read(format!("{GOOD}{bad}{GOOD}"));
    assert_eq!(items.len(), 3, "{items:#?}");
    assert_eq!(items[0], "game 1 line 1 moves 3");
    let place = format!("test.pgn:{line}: game 2: ");
    assert!(
        items[1].starts_with(&place) && items[1].contains(part),
        "{items:#?}"
    );
    let last = 6 + bad.lines().count();
    assert_eq!(items[2], format!("game 3 line {last} moves 3"));
}

#[test]
fn faults_name_line_and_game() {
    let tagged = |moves: &str| format!("[Event \"bad\"]\n\n{moves}\n\n");
    assert_one_fault(&tagged("1. e4 e5\n2. Nf4 1-0"), 9, "Nf4 is illegal in");
    assert_one_fault(&tagged("1. e4 e5 2. Zz9 *"), 8, "`Zz9` is not a move");
    assert_one_fault(&tagged("1. d4 d5 2. Nf3\nd4x *"), 9, "`d4x` is not a move");
    assert_one_fault(
        &tagged("1. Nf3 a6 2. d3 a5 3. Nd2 *"),
        8,
        "Nd2 is ambiguous",
    );
    assert_one_fault(
        &tagged("1. e4 {never closed e5 2. Nf3\n\n* "),
        8,
        "comment has no end",
    );
    assert_one_fault(&tagged("1. e4 (1. d4 d5 1-0"), 8, "variation has no end");
    assert_one_fault(&tagged("1. e4 1-0 e5"), 8, "`e5` after");
    assert_one_fault(&tagged("\u{0}\u{1}\u{2}ÿ\u{7f}"), 8, "is not a move");
    let fen = "[Event \"bad\"]\n[SetUp \"1\"]\n[FEN \"8/8/8/8/8/8/8/8 w - - 0 1\"]\n\n1. e4 *\n\n";
    assert_one_fault(fen, 8, "White has no king");
    assert_one_fault(
        "[Event \"bad\"]\n[White \"x]\n\n1. e4 *\n\n",
        7,
        "malformed tag",
    );
    assert_one_fault(
        "[Event \"bad\"]\n[Variant \"Atomic\"]\n\n1. e4 *\n\n",
        7,
        "`Atomic`",
    );
}

#[test]
fn a_file_without_games() {
    for text in ["", "\n\n \n", "\u{feff}"] {
        let mut reader = reader(text);
        assert!(reader.next().is_none());
        assert_eq!((reader.read(), reader.skipped()), (0, 0));
    }
}

#[test]
fn binary_junk() {
    let junk: Vec<u8> = (0..20_000u32)
        .map(|i| (i.wrapping_mul(2_654_435_761) >> 13) as u8)
        .collect();
    let items = read(junk);
    assert!(!items.is_empty());
    assert!(
        items.iter().all(|item| item.starts_with("test.pgn:")),
        "{items:#?}"
    );
    // Without line breaks, and longer than any game.
    let items = read([vec![b'x'; 17 << 20], format!("\n{GOOD}").into_bytes()].concat());
    assert_eq!(items.len(), 2);
    assert_eq!(
        items[0],
        "test.pgn:1: game 1: the game is longer than 16 MiB"
    );
}

#[test]
fn unusual_but_sound() {
    for (text, wanted) in [
        // No tags, no empty line, no result.
        ("1. e4 e5", vec!["game 1 line 1 moves 2"]),
        (
            "1. e4 *\n\n1. d4 d5 *\n",
            vec!["game 1 line 1 moves 1", "game 2 line 3 moves 2"],
        ),
        (
            "\u{feff}\n[A \"x\"]\r\n\r\n1. e4\r\n\r\ne5 1-0\r\n[A \"y\"]\r\n*",
            vec!["game 1 line 2 moves 2", "game 2 line 7 moves 0"],
        ),
        // Tags only.
        (
            "[Event \"a\"]\n\n[Event \"b\"]\n\n1. e4 *\n",
            vec!["game 1 line 1 moves 0", "game 2 line 3 moves 1"],
        ),
        // A comment may hold anything, even what looks like tags.
        (
            "1. e4 {\n[%clk 0:01]\n[White \"x\"]\n\n1-0\n\n} e5 *",
            vec!["game 1 line 1 moves 2"],
        ),
        // Castling in a Chess960 game with black to move first.
        (
            "[Variant \"Chess960\"]\n[FEN \"1r3k1r/5p2/8/8/8/8/5P2/1R3K1R b HBhb - 0 1\"]\n\n1... O-O 2. O-O *",
            vec!["game 1 line 1 moves 2"],
        ),
    ] {
        assert_eq!(read(text), wanted, "{text}");
    }
}

#[test]
fn the_sign_after_the_moves_is_the_result() {
    let result = |text: &str| {
        let record = reader(text).next().unwrap().unwrap();
        (
            record.result(),
            record.tags.result().and_then(|marker| marker.outcome()),
        )
    };
    let draw = Some(Outcome::Draw);
    let white = Some(Outcome::Win(Color::White));
    assert_eq!(result("[Result \"1-0\"]\n\n1. e4 1/2-1/2"), (draw, white));
    assert_eq!(result("[Result \"1-0\"]\n\n1. e4 *"), (None, white));
    assert_eq!(result("[Result \"1-0\"]\n\n1. e4"), (white, white));
    // `1/2` in a tag is not a result.
    let text =
        "[White \"1/2-1/2\"]\n[Round \"1/2\"]\n[FEN \"4k3/8/8/8/8/8/1/2 w - - 0 1\"]\n\n1. e4 1-0";
    assert!(reader(text).next().unwrap().is_err());
    assert_eq!(
        result("[White \"1/2-1/2\"]\n[Round \"1/2\"]\n\n1. e4 1-0"),
        (white, None)
    );
}

#[test]
fn start_from_tags() {
    let start = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1";
    let record = reader(format!("[FEN \"{start}\"]\n\n1. e4 *"))
        .next()
        .unwrap()
        .unwrap();
    assert_eq!(fen::write(record.game.start()), start);
}

fn zst(bytes: &[u8]) -> Vec<u8> {
    zstd::encode_all(bytes, 3).unwrap()
}

fn gz(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

fn bz2(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = bzip2::write::BzEncoder::new(Vec::new(), bzip2::Compression::fast());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

/// Many games, each different so that they do not compress to nothing.
fn many_games() -> String {
    let game = |i: u32| {
        let noise: String = (0..20)
            .map(|j| format!("{:x}", i.wrapping_mul(2_654_435_761).rotate_left(j) ^ j))
            .collect();
        format!("[Event \"{i}\"]\n[Site \"{noise}\"]\n\n1. e4 e5 2. Nf3 1-0\n\n")
    };
    (0..3_000).map(game).collect()
}

#[test]
fn compressed() {
    let text = many_games();
    let plain = read(text.as_bytes());
    for compress in [zst, gz, bz2] {
        assert_eq!(read(compress(text.as_bytes())), plain);
        // Two compressed files in one are one file.
        let (first, second) = text.split_at(text.len() / 2);
        assert_eq!(
            read([compress(first.as_bytes()), compress(second.as_bytes())].concat()),
            plain
        );
    }
    let file = tempfile::NamedTempFile::with_suffix(".pgn").unwrap();
    std::fs::write(file.path(), zst(text.as_bytes())).unwrap();
    assert_eq!(Reader::open(file.path()).unwrap().count(), 3_000);
    assert!(Reader::open("/no/such.pgn").is_err());
}

#[test]
fn cut_off() {
    let text = many_games();
    let plain = read(text.as_bytes());
    for compress in [zst, gz, bz2] {
        let whole = compress(text.as_bytes());
        for length in [whole.len() / 2, whole.len() * 9 / 10, whole.len() - 1] {
            let mut items = read(&whole[..length]);
            let error = items.pop().unwrap();
            assert!(error.ends_with("the compressed file is cut off"), "{error}");
            let count = items.len();
            assert!(error.contains(&format!("game {}: ", count + 1)), "{error}");
            assert_eq!(items, plain[..count]);
            assert!(count > 1_000 || length < whole.len() - 1, "{count}");
        }
    }
}

/// Whatever the input, the time it takes grows no faster than its length.
#[test]
fn hostile_input_takes_no_time() {
    for (head, unit) in [
        ("", "[A \"\"]"),
        ("", "[A \"\"]\n"),
        ("1. e4", "\n"),
        ("", "1-0 "),
        ("", "{"),
        ("", "("),
        ("", "[A \"\"\n\n[Event \""),
        ("[A \"", "\" "),
        ("[A \"", "\\"),
    ] {
        let text = format!("{head}{}", unit.repeat((4 << 20) / unit.len()));
        let begun = std::time::Instant::now();
        read(text);
        assert!(begun.elapsed().as_secs() < 5, "{head}{unit}…");
    }
}

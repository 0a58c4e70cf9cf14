//! A UCI session: whatever the lines, nothing panics, every `go` is answered
//! once with a move and every `isready` once.

#![no_main]

use std::io::Cursor;

use arbitrary::Arbitrary;
use engine::organism::{Organism, read_mind};
use engine::uci;
use libfuzzer_sys::fuzz_target;

#[derive(Arbitrary, Debug)]
enum Line<'a> {
    Uci,
    IsReady,
    NewGame,
    Stop,
    PonderHit,
    Start(Vec<&'a str>),
    Fen(&'a str),
    /// From the start position, moves by their squares.
    Moves(Vec<(u8, u8)>),
    Option(&'a str, &'a str),
    Gene(u8, i32),
    Go(Go<'a>),
    Anything(&'a [u8]),
}

#[derive(Arbitrary, Debug)]
enum Go<'a> {
    Nodes(u8),
    Depth(u8),
    Infinite,
    Ponder,
    Time(u8),
    Anything(&'a str),
}

/// Words that would spoil the count or ask for all the memory there is.
const LEFT_OUT: [&str; 6] = ["go", "isready", "quit", "hash", "threads", "ponderhit"];

fuzz_target!(|lines: Vec<Line>| {
    let mut input = Vec::new();
    let (mut goes, mut readies) = (0, 0);
    for line in &lines {
        goes += usize::from(matches!(line, Line::Go(_)));
        readies += usize::from(matches!(line, Line::IsReady));
        input.extend(write(line));
        input.push(b'\n');
    }
    let mut output = Vec::new();
    let organism = Box::new(Organism::default());
    let input = Cursor::new(input);
    uci::run(organism, read_mind, uci::Offer::All, input, &mut output);

    let output = String::from_utf8(output).expect("the output is text");
    let count = |word| {
        output
            .lines()
            .filter(|line| line.split(' ').next() == Some(word))
            .count()
    };
    assert_eq!(count("bestmove"), goes, "{lines:?}\n{output}");
    assert_eq!(count("readyok"), readies, "{lines:?}\n{output}");
    assert!(output.is_empty() || output.ends_with('\n'));
});

fn write(line: &Line) -> Vec<u8> {
    match line {
        Line::Uci => "uci".into(),
        Line::IsReady => "isready".into(),
        Line::NewGame => "ucinewgame".into(),
        Line::Stop => "stop".into(),
        Line::PonderHit => "ponderhit".into(),
        Line::Start(words) => tame(&format!("position startpos moves {}", words.join(" "))),
        Line::Fen(fen) => tame(&format!("position fen {fen}")),
        Line::Moves(moves) => {
            let moves: String = moves
                .iter()
                .map(|&(from, to)| format!(" {}{}", square(from), square(to)))
                .collect();
            format!("position startpos moves{moves}").into()
        }
        Line::Option(name, value) => tame(&format!("setoption name {name} value {value}")),
        Line::Gene(index, value) => {
            let spec = engine::eval::Weights::TABLE.get(usize::from(*index) % engine::eval::COUNT);
            format!("setoption name {} value {value}", spec.name).into()
        }
        Line::Go(go) => match go {
            Go::Nodes(nodes) => format!("go nodes {nodes}").into(),
            Go::Depth(depth) => format!("go depth {}", depth % 4).into(),
            Go::Infinite => "go infinite".into(),
            Go::Ponder => "go ponder nodes 50".into(),
            Go::Time(time) => format!("go wtime {time} btime {time}").into(),
            Go::Anything(text) => [b"go nodes 50 ".to_vec(), tame(text)].concat(),
        },
        Line::Anything(bytes) => tame(&String::from_utf8_lossy(bytes)),
    }
}

/// One line, without the words that are left out.
fn tame(text: &str) -> Vec<u8> {
    let kept = |word: &&str| {
        let word = word.to_lowercase();
        !LEFT_OUT.iter().any(|left_out| word.contains(left_out))
    };
    let words: Vec<&str> = text.split_whitespace().filter(kept).collect();
    words.join(" ").into()
}

fn square(index: u8) -> String {
    let (file, rank) = (index % 8, index / 8 % 8);
    format!("{}{}", (b'a' + file) as char, rank + 1)
}

//! Whatever is sent, every command gets its answer.

use std::io::{BufReader, Cursor};

use engine::organism::{Organism, read_mind};
use engine::uci;
use proptest::prelude::*;

const COMMANDS: &str =
    "uci isready ucinewgame setoption position go ponderhit stop debug register d eval";

const ARGUMENTS: &str = "name value Hash Threads MultiPV Move Overhead Clear UCI_Chess960 Organism \
    true startpos fen moves e2e4 e7e5 e1g1 wtime btime winc binc movestogo movetime depth nodes \
    mate infinite ponder searchmoves -1 0 1 2 3 99999999999999999999 4k3/8/8/8/8/8/8/4K2R w K - \
    R5k1/5ppp/8/8/8/8/8/6K1 b é \0";

const LINES: &str = "go infinite
go ponder wtime 50 btime 50
go ponder depth 1
go depth 3
go nodes 500
junk go movetime 1
stop
ponderhit
isready
ucinewgame
position startpos moves e2e4 c7c5
position fen R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1
position fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1
position fen kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1
setoption name Hash value 2
setoption name Threads value 2
setoption name Clear Hash";

fn any_of(texts: impl Iterator<Item = &'static str>) -> impl Strategy<Value = String> {
    prop::sample::select(texts.collect::<Vec<_>>()).prop_map(str::to_owned)
}

fn line() -> impl Strategy<Value = String> {
    let word = prop_oneof![
        4 => any_of(COMMANDS.split(' ')),
        8 => any_of(ARGUMENTS.split_whitespace()),
        1 => "\\PC{0,5}",
    ];
    prop_oneof![
        any_of(LINES.lines()),
        prop::collection::vec(word, 0..8).prop_map(|words| words.join(" ")),
    ]
}

/// The first command in a line, which is the one to be obeyed.
fn command(line: &str) -> Option<&str> {
    let is_command = |word: &&str| COMMANDS.split(' ').any(|command| command == *word);
    line.split_whitespace().find(is_command)
}

fn is_of_the_protocol(line: &str) -> bool {
    let first = line.split(' ').next().unwrap_or_default();
    ["id", "option", "uciok", "readyok", "info", "bestmove"].contains(&first)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn any_input_gets_its_answers(lines in prop::collection::vec(line(), 0..20)) {
        let input = lines.join("\n") + "\nisready";
        let mut output = Vec::new();
        let input = BufReader::new(Cursor::new(input));
        uci::run(Box::new(Organism::default()), read_mind, uci::Offer::Usual, input, &mut output);
        let output = String::from_utf8(output).unwrap();

        let asked = |name| lines.iter().filter(|line| command(line) == Some(name)).count();
        let told = |name| output.lines().filter(|line| line.starts_with(name)).count();
        prop_assert_eq!(told("bestmove"), asked("go"));
        prop_assert_eq!(told("readyok"), asked("isready") + 1);
        prop_assert_eq!(told("uciok"), asked("uci"));
        // What people at a terminal ask for is answered in their own form.
        if asked("d") + asked("eval") == 0 {
            prop_assert!(output.lines().all(is_of_the_protocol), "{}", output);
        }
    }
}

//! A UCI session with a modern organism.

use std::io::{BufReader, Cursor};

use engine::modern::Organism;
use engine::modern::search::SearchGenes;
use engine::uci;

fn session(input: &str) -> String {
    let mut output = Vec::new();
    let input = BufReader::new(Cursor::new(input.to_owned().into_bytes()));
    uci::run(
        Box::new(Organism::default()),
        engine::organism::read_mind,
        uci::Offer::Usual,
        input,
        &mut output,
    );
    String::from_utf8(output).unwrap()
}

#[test]
fn it_plays_over_uci() {
    let said = session("uci\nposition startpos moves e2e4\ngo nodes 5000\n");
    assert!(said.contains("uciok"));
    let answer = said.lines().last().unwrap();
    assert!(answer.starts_with("bestmove "), "{answer}");
    assert!(said.contains("info depth 1 "));
}

#[test]
fn search_genes_are_options_and_weights_are_not() {
    let said = session("uci\n");
    for spec in SearchGenes::TABLE.iter() {
        assert!(said.contains(&format!("option name {} type spin", spec.name)));
    }
    assert!(!said.contains("PST_KING"));
    let said =
        session("setoption name NULL_DEPTH value 99\nsetoption name null_depth value 5\nisready\n");
    assert!(said.contains("NULL_DEPTH is a whole number from 0 to 6"));
    assert!(said.ends_with("readyok\n"));
}

#[test]
fn it_explains_itself() {
    let said = session("position fen 4k3/8/8/8/8/8/8/Q3K3 w - - 0 1\neval\n");
    assert!(said.contains("QUEEN"), "{said}");
    assert!(said.contains("Evaluation: +900 cp for White"), "{said}");
}

#[test]
fn it_plays_on_a_clock_and_with_two_threads() {
    let said = session(
        "setoption name Threads value 2\nposition startpos\n\
         go wtime 200 btime 200 winc 10 binc 10\n",
    );
    assert!(said.lines().last().unwrap().starts_with("bestmove "));
}

//! The modern kind: whatever the weights, the genes and the position, the node limit
//! holds, the move is legal, and score and features agree.

#![no_main]

use arbitrary::Arbitrary;
use chess::{Board, Game, legal_moves};
use engine::eval::Evaluation;
use engine::modern::eval::{Evaluator, Features, Weights};
use engine::modern::search::SearchGenes;
use engine::search::{Engine, Limit};
use libfuzzer_sys::fuzz_target;
use params::Table;

#[derive(Arbitrary, Debug)]
struct Input {
    genes: [u16; SearchGenes::TABLE.len()],
    /// Repeated for as long as there are weights.
    weights: [u16; 16],
    /// A Chess960 start.
    start: u16,
    /// Which of the legal moves is played, again and again.
    moves: Vec<u8>,
    nodes: u16,
}

const MOST_NODES: u64 = 2_000;

fuzz_target!(|input: Input| {
    let mut weights = Weights::neutral();
    fill(Weights::TABLE, &input.weights, &mut weights.midgame[..]);
    fill(Weights::TABLE, &input.weights[5..], &mut weights.endgame[..]);
    fill(Weights::ENDING, &input.weights, &mut weights.ending);
    let mut genes = SearchGenes::neutral();
    fill(SearchGenes::TABLE, &input.genes, &mut genes.0);

    let mut game = Game::new(Board::chess960_startpos(u32::from(input.start) % 960));
    for &pick in &input.moves {
        let moves = legal_moves(game.board());
        let Some(&mv) = moves.get(usize::from(pick) % moves.len().max(1)) else {
            break;
        };
        game.play(mv).expect("the generator's moves are legal");
    }
    let board = game.board();
    let score = Evaluator::new(&weights).evaluate(board);
    assert_eq!(score, Features::of(board).score(&weights));

    let nodes = u64::from(input.nodes) % (MOST_NODES + 1);
    let search =
        || Engine::new(Evaluator::new(&weights), genes, 1).search(&game, &Limit::nodes(nodes));
    let found = search();
    assert!(found.nodes <= nodes);
    match found.best {
        Some(mv) => assert!(board.is_legal(mv)),
        None => assert!(legal_moves(board).is_empty()),
    }
    assert_eq!(search(), found, "the same search is the same search");
});

/// Numbers brought into the ranges of their declarations, again and again.
fn fill(table: Table, raw: &[u16], values: &mut [i32]) {
    let raw = raw.iter().cycle();
    for ((value, spec), &raw) in values.iter_mut().zip(table.numbers()).zip(raw) {
        *value = spec.min + i32::from(raw) % (spec.max - spec.min + 1);
    }
}

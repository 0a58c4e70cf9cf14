//! The search: whatever the weights, the settings and the position, the node
//! limit holds and the move is legal.

#![no_main]

use arbitrary::Arbitrary;
use chess::{Board, Game};
use engine::eval::{Evaluation, Evaluator, Features, Weights};
use engine::search::{Engine, Limit, SearchParams};
use libfuzzer_sys::fuzz_target;
use params::Table;

#[derive(Arbitrary, Debug)]
struct Input {
    weights: [u16; Weights::TABLE.len()],
    settings: [u16; SearchParams::TABLE.len()],
    /// A Chess960 start.
    start: u16,
    /// Which of the legal moves is played, again and again.
    moves: Vec<u8>,
    nodes: u16,
}

const MOST_NODES: u64 = 2_000;

fuzz_target!(|input: Input| {
    let weights = Weights(values(Weights::TABLE, &input.weights));
    let settings = SearchParams(values(SearchParams::TABLE, &input.settings));
    let mut game = Game::new(Board::chess960_startpos(u32::from(input.start) % 960));
    for &pick in &input.moves {
        let moves = legal_moves(game.board());
        let Some(&mv) = moves.get(usize::from(pick) % moves.len().max(1)) else {
            break;
        };
        game.play(mv).expect("the generator's moves are legal");
    }
    let board = game.board();
    let mut evaluator = Evaluator::new(weights);
    assert_eq!(evaluator.evaluate(board), Features::of(board).dot(&weights));

    let nodes = u64::from(input.nodes) % (MOST_NODES + 1);
    let search =
        || Engine::new(Evaluator::new(weights), settings, 1).search(&game, &Limit::nodes(nodes));
    let found = search();
    assert!(found.nodes <= nodes);
    match found.best {
        Some(mv) => assert!(board.is_legal(mv)),
        None => assert!(legal_moves(board).is_empty()),
    }
    assert_eq!(search(), found, "the same search is the same search");
});

/// Numbers brought into the ranges of their declarations.
fn values<const N: usize>(table: Table, raw: &[u16; N]) -> [i32; N] {
    std::array::from_fn(|index| {
        let spec = table.get(index);
        spec.min + i32::from(raw[index]) % (spec.max - spec.min + 1)
    })
}

fn legal_moves(board: &Board) -> Vec<chess::Move> {
    let mut moves = Vec::new();
    board.generate_moves(|group| {
        moves.extend(group);
        false
    });
    moves
}

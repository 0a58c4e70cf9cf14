//! The checksum of the search: it changes only where a change is meant.

use engine::bench::POSITIONS;
use engine::search::Limit;

use crate::engine;
use crate::support::game;
use engine::modern::search::SearchGenes;

/// With the default genes and weights, eight plies deep.
const BENCH: u64 = 90_737;

#[test]
fn the_node_total_is_known() {
    let nodes = POSITIONS.map(|position| {
        let mut engine = engine(SearchGenes::default());
        engine.search(&game(position), &Limit::depth(8)).nodes
    });
    assert_eq!(nodes.iter().sum::<u64>(), BENCH);
}

//! No setting, however silly, breaks a limit, the rules or the stack.

use chess::{Board, Game};
use engine::modern::eval::{Evaluator, Weights};
use engine::modern::search::SearchGenes;
use engine::search::{Engine, Found, Limit};
use params::{ParamSpec, Table};
use proptest::prelude::*;
use proptest::test_runner::RngSeed;

use crate::extreme_weights;
use crate::support::{Random, any_position, board, legal_moves, on_a_small_stack};

/// Searches and checks what must hold for every search.
fn search(board: &Board, weights: &Weights, genes: SearchGenes, limit: &Limit) -> Found {
    let mut engine = Engine::new(Evaluator::new(weights), genes, 1);
    let found = engine.search(&Game::new(board.clone()), limit);
    assert!(
        limit.nodes.is_none_or(|limit| found.nodes <= limit),
        "{board}"
    );
    match found.best {
        Some(mv) => assert!(board.is_legal(mv), "{mv} in {board}"),
        None => assert!(legal_moves(board).is_empty(), "no move in {board}"),
    }
    found
}

/// Values for every declared number; the ends of a range come often.
fn values(table: Table) -> impl Strategy<Value = Vec<i32>> {
    let one = |spec: &ParamSpec| {
        let (min, max) = (spec.min, spec.max);
        prop_oneof![1 => Just(min), 1 => Just(max), 2 => min..=max]
    };
    table.numbers().map(one).collect::<Vec<_>>()
}

/// Weights from a seed: a strategy for each of two thousand numbers would take too long.
fn weights() -> impl Strategy<Value = Weights> {
    prop_oneof![
        1 => Just(Weights::neutral()),
        1 => Just(Weights::default()),
        1 => Just(extreme_weights(|spec| spec.max)),
        1 => Just(extreme_weights(|spec| spec.min)),
        4 => any::<u64>().prop_map(|seed| crate::random_weights(&mut Random(seed))),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 300,
        // The same cases everywhere; fuzz/ looks for new ones.
        rng_seed: RngSeed::Fixed(71),
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn any_setting_is_safe(
        board in any_position(),
        weights in weights(),
        genes in values(SearchGenes::TABLE),
        nodes in 0_u64..3_000,
    ) {
        let genes = SearchGenes(genes.try_into().expect("one for each"));
        on_a_small_stack(|| search(&board, &weights, genes, &Limit::nodes(nodes)));
    }
}

/// Positions that tempt extensions: endless checks, only moves, recaptures and pawns on
/// the seventh.
const TEMPTING: &[&str] = &[
    "7k/5p1p/8/6Q1/8/8/rr6/7K w - -",
    "6k1/8/8/8/8/q7/5Q2/6K1 w - -",
    "QQQQQQrk/8/8/8/8/8/8/KRqqqqqq w - -",
    "k7/8/8/8/8/8/6R1/rK6 w - -",
    "8/1P1P1P1P/k7/8/8/K7/1p1p1p1p/8 w - -",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -",
    "8/8/1k6/1p6/1P6/1K6/8/8 w - -",
    "k7/p1p5/P1P5/8/8/5p1p/5P1P/7K w - -",
];

fn extremes() -> [SearchGenes; 4] {
    let all = |value: fn(&ParamSpec) -> i32| {
        let mut numbers = SearchGenes::TABLE.numbers();
        SearchGenes(std::array::from_fn(|_| value(numbers.next().unwrap())))
    };
    let mut extending = SearchGenes::neutral();
    for (name, value) in [
        ("CHECK_EXTENSION", 1),
        ("SINGULAR_DEPTH", 1),
        ("SINGULAR_MARGIN", 0),
        ("SINGULAR_DOUBLE", 0),
        ("SINGULAR_HASH_DEPTH", 8),
    ] {
        extending.0[SearchGenes::TABLE.index(name)] = value;
    }
    [
        all(|spec| spec.min),
        all(|spec| spec.max),
        SearchGenes::neutral(),
        extending,
    ]
}

#[test]
fn extreme_settings_are_safe_with_a_node_limit() {
    on_a_small_stack(|| {
        for text in TEMPTING {
            for genes in extremes() {
                for weights in [extreme_weights(|spec| spec.min), Weights::default()] {
                    search(&board(text), &weights, genes, &Limit::nodes(10_000));
                }
            }
        }
    });
}

/// No node limit here: extensions must come to an end by themselves.
#[test]
fn extreme_settings_finish_a_fixed_depth() {
    on_a_small_stack(|| {
        for text in TEMPTING {
            for genes in extremes() {
                let found = search(&board(text), &Weights::default(), genes, &Limit::depth(2));
                assert_eq!(found.depth, 2, "{text} with {genes:?}");
            }
        }
    });
}

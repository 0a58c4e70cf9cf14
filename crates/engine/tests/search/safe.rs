//! No setting, however silly, breaks a limit, the rules or the stack.

use std::ops::ControlFlow;

use chess::{Board, Game};
use engine::eval::{Evaluator, Weights};
use engine::search::{Engine, Found, Limit, MAX_DEPTH, Report, SearchParams, Signals, Wish};
use params::Table;
use proptest::prelude::*;
use proptest::test_runner::RngSeed;

use crate::support::{
    STACK_BYTES, any_position, board, least, legal_moves, most, on_a_small_stack, on_a_stack,
};

/// Searches and checks what must hold for every search.
fn search(board: &Board, weights: Weights, params: SearchParams, limit: &Limit) -> Found {
    let mut engine = Engine::new(Evaluator::new(weights), params, 1);
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
fn values<const N: usize>(table: Table) -> impl Strategy<Value = [i32; N]> {
    let one = |spec: &params::ParamSpec| {
        let (min, max) = (spec.min, spec.max);
        prop_oneof![1 => Just(min), 1 => Just(max), 2 => min..=max]
    };
    let all: Vec<_> = table.iter().map(one).collect();
    let random = all.prop_map(|values| values.try_into().expect("one for each"));
    prop_oneof![1 => Just(least(table)), 1 => Just(most(table)), 8 => random]
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 400,
        // The same cases everywhere; fuzz/ looks for new ones.
        rng_seed: RngSeed::Fixed(70),
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn any_setting_is_safe(
        board in any_position(),
        weights in values(Weights::TABLE),
        params in values(SearchParams::TABLE),
        nodes in 0_u64..4_000,
    ) {
        on_a_small_stack(|| search(&board, Weights(weights), SearchParams(params), &Limit::nodes(nodes)));
    }
}

/// Positions that tempt extensions: endless checks, only moves, recaptures and pawns on the seventh.
const TEMPTING: &[&str] = &[
    "7k/5p1p/8/6Q1/8/8/rr6/7K w - -",
    "6k1/8/8/8/8/q7/5Q2/6K1 w - -",
    "QQQQQQrk/8/8/8/8/8/8/KRqqqqqq w - -",
    "k7/8/8/8/8/8/6R1/rK6 w - -",
    "8/1P1P1P1P/k7/8/8/K7/1p1p1p1p/8 w - -",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -",
    "3q1rk1/4bp1p/1n2pPp1/r2nP3/2NR4/4B1PQ/1P4BP/3R2K1 b - -",
    "8/8/1k6/1p6/1P6/1K6/8/8 w - -",
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -",
];

fn with(changes: &[(&str, i32)]) -> SearchParams {
    let mut params = SearchParams::PLAIN;
    for &(name, value) in changes {
        params.0[SearchParams::TABLE.index(name)] = value;
    }
    params
}

fn extremes() -> Vec<SearchParams> {
    let extensions: Vec<_> = SearchParams::TABLE
        .iter()
        .filter(|spec| spec.name.ends_with("EXTENSION"))
        .map(|spec| (spec.name, spec.max))
        .collect();
    assert_eq!(extensions.len(), 5);
    vec![
        SearchParams::PLAIN,
        SearchParams(most(SearchParams::TABLE)),
        with(&extensions),
        with(&[("NULL_MOVE_USE", 1), ("NULL_MOVE_REDUCTION", 0)]),
        with(&[
            ("NULL_MOVE_USE", 1),
            ("NULL_MOVE_REDUCTION", 0),
            ("NULL_MOVE_ADAPTIVITY_USE", 1),
            ("NULL_MOVE_ADAPTIVITY_DEPTH", 7),
        ]),
        with(&[("MULTI_CUT_USE", 1), ("MULTI_CUT_MOVE_NUM", 31)]),
        with(&[
            ("MULTI_CUT_USE", 1),
            ("MULTI_CUT_MOVE_NUM", 31),
            ("MULTI_CUT_CUT_NUM", 7),
        ]),
        with(&[
            ("MULTI_CUT_USE", 1),
            ("MULTI_CUT_MOVE_NUM", 0),
            ("MULTI_CUT_CUT_NUM", 7),
        ]),
        with(&[("FUTILITY_DEPTH", 3)]),
        with(&[
            ("NULL_MOVE_USE", 1),
            ("MULTI_CUT_USE", 1),
            ("MULTI_CUT_MOVE_NUM", 31),
            ("CHECK_EXTENSION", 4),
            ("ONE_REPLY_EXTENSION", 4),
            ("RECAPTURE_EXTENSION", 4),
            ("PASSED_PAWN_EXTENSION", 4),
            ("MATE_THREAT_EXTENSION", 4),
        ]),
    ]
}

#[test]
fn extreme_settings_are_safe_with_a_node_limit() {
    on_a_small_stack(|| {
        for text in TEMPTING {
            for params in extremes() {
                for weights in [least(Weights::TABLE), most(Weights::TABLE)] {
                    search(
                        &board(text),
                        Weights(weights),
                        params,
                        &Limit::nodes(20_000),
                    );
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
            for params in extremes() {
                let found = search(&board(text), Weights::default(), params, &Limit::depth(2));
                assert_eq!(found.depth, 2, "{text} with {params:?}");
            }
        }
    });
}

/// Lines of the full length are rare, but if a quarter of the length fits on a quarter
/// of the stack, the full length fits on the whole.
#[test]
fn the_longest_lines_fit_on_the_stack() {
    let text = "k7/p1p5/P1P5/8/8/5p1p/5P1P/7K w - -"; // locked pawns, a small tree
    for params in [extremes()[1], extremes()[9]] {
        let longest = on_a_stack(STACK_BYTES / 4, || {
            let mut longest = 0;
            let listen = |report: &Report| {
                longest = longest.max(report.selective_depth);
                ControlFlow::Continue(())
            };
            let evaluator = Evaluator::new(Weights(least(Weights::TABLE)));
            Engine::new(evaluator, params, 1).search_with(
                &Game::new(board(text)),
                &Limit::nodes(400_000),
                &Wish::default(),
                &Signals::default(),
                listen,
            );
            longest
        });
        assert!(longest > usize::from(MAX_DEPTH) / 4, "only {longest} plies");
    }
}

//! Settings that come out alike search alike.

use engine::bench;
use engine::search::{Limit, SearchParams};

use crate::engine;
use crate::support::{Random, game};

#[test]
fn what_has_no_effect_changes_no_node() {
    let mut random = Random(80);
    let mut differed = 0;
    for _ in 0..40 {
        let mut params = random.search_params();
        // The ends of a range are where effects end.
        for (value, spec) in params.0.iter_mut().zip(SearchParams::TABLE.iter()) {
            match random.below(4) {
                0 => *value = spec.min,
                1 => *value = spec.max,
                _ => {}
            }
        }
        let effective = params.effective();
        assert_eq!(effective.effective(), effective);
        if effective == params {
            continue;
        }
        differed += 1;
        for fen in &bench::POSITIONS[2..6] {
            let search = |params| engine(params).search(&game(fen), &Limit::nodes(4_000));
            assert_eq!(search(effective), search(params), "{fen} with {params:?}");
        }
    }
    assert!(differed > 20, "only {differed}");
    assert_eq!(SearchParams::PLAIN.effective(), SearchParams::PLAIN);
    assert_eq!(SearchParams::default().effective(), SearchParams::default());
}

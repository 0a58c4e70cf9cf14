//! Whether noise drowns selection.

use crate::select;

/// The tolerated share of the change of rank that chance alone would make.
const TOLERATED: f64 = 0.2;

/// Whether the samples judged twice changed their ranks by more than is tolerated;
/// `again` is the second fitness of the first samples.
///
/// ```text
/// ranks among all values; for each judged twice, with ranks r and r′:
///     change ← |r - r′| - 1
///     s ← s + 2·change - limit(r) - limit(r′)
/// noise drowns selection where s > 0
/// ```
///
/// The limit is a share of the median change that a rank drawn at random would make.
pub(super) fn drowns(fitness: &[f64], again: &[f64]) -> bool {
    let all: Vec<_> = fitness.iter().chain(again).copied().collect();
    let mut ranks = vec![0usize; all.len()];
    for (rank, index) in select::best_first(&all).into_iter().enumerate() {
        ranks[index] = rank;
    }
    let excess = |index: usize| {
        let (first, second) = (ranks[index], ranks[fitness.len() + index]);
        let change = first.abs_diff(second) as f64 - 1.0;
        // A rank is counted without its own other value.
        let limits = [(first, second), (second, first)]
            .map(|(rank, other)| limit(rank - usize::from(rank > other), all.len() - 1));
        2.0 * change - limits[0] - limits[1]
    };
    (0..again.len()).map(excess).sum::<f64>() > 0.0
}

/// The tolerated change of this rank among `ranks`.
fn limit(rank: usize, ranks: usize) -> f64 {
    let mut changes: Vec<_> = (0..ranks).map(|other| other.abs_diff(rank)).collect();
    changes.sort_unstable();
    let at = TOLERATED * 0.5 * (changes.len() - 1) as f64;
    changes[libm::rint(at) as usize] as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_ranks_that_change_far_drown_selection() {
        let fitness: Vec<_> = (0..20).map(f64::from).collect();
        assert!(!drowns(&fitness, &[]));
        assert!(!drowns(&fitness, &[0.1, 1.1, 2.1]));
        assert!(drowns(&fitness, &[19.5, 12.5, 7.5]));
    }
}

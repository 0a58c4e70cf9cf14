//! How strong a limited engine is: nodes for an Elo.

/// Nodes a move, and the Elo that Galapagos 1 has with them on one thread;
/// docs/results.md says how it was measured.
const LADDER: [(f64, f64); 10] = [
    (25.0, 1130.0),
    (50.0, 1170.0),
    (100.0, 1269.0),
    (200.0, 1410.0),
    (400.0, 1552.0),
    (800.0, 1664.0),
    (1600.0, 1771.0),
    (3200.0, 1870.0),
    (6400.0, 1956.0),
    (12800.0, 2030.0),
];

/// The least Elo that can be asked for.
pub const LEAST: i32 = LADDER[0].1 as i32;

/// The greatest Elo that can be asked for.
pub const MOST: i32 = LADDER[LADDER.len() - 1].1 as i32;

/// Nodes a move for this Elo: between two rungs, Elo goes with the logarithm of the
/// nodes.
pub fn nodes(elo: i32) -> u64 {
    let elo = f64::from(elo.clamp(LEAST, MOST));
    let above = LADDER.partition_point(|&(_, rung)| rung <= elo);
    let (lower, upper) = (LADDER[above - 1], LADDER[above.min(LADDER.len() - 1)]);
    if lower == upper {
        return lower.0 as u64;
    }
    let share = (elo - lower.1) / (upper.1 - lower.1);
    (lower.0 * (upper.0 / lower.0).powf(share)).round() as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn more_elo_takes_more_nodes() {
        assert!(LADDER.is_sorted_by(|a, b| a.0 < b.0 && a.1 < b.1));
        for (nodes_of, elo) in LADDER {
            assert_eq!(nodes(elo as i32), nodes_of as u64);
        }
        assert!((LEAST..MOST).all(|elo| nodes(elo) <= nodes(elo + 1)));
        assert_eq!(
            (nodes(i32::MIN), nodes(i32::MAX)),
            (nodes(LEAST), nodes(MOST))
        );
    }
}

//! How strong a limited engine is: nodes for an Elo.

/// Nodes a move, and the Elo that goes with them on one thread.
#[derive(Debug)]
pub struct Ladder([(f64, f64); 10]);

/// What Galapagos 1 has; docs/results.md says how it was measured.
pub const GALAPAGOS_1: Ladder = Ladder([
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
]);

/// What Galapagos 2 has, measured in the same way.
pub const GALAPAGOS_2: Ladder = Ladder([
    (25.0, 1195.0),
    (50.0, 1278.0),
    (100.0, 1431.0),
    (200.0, 1570.0),
    (400.0, 1678.0),
    (800.0, 1767.0),
    (1600.0, 1885.0),
    (3200.0, 2000.0),
    (6400.0, 2118.0),
    (12800.0, 2249.0),
]);

impl Ladder {
    /// The least Elo that can be asked for.
    pub fn least(&self) -> i32 {
        self.0[0].1 as i32
    }

    /// The greatest Elo that can be asked for.
    pub fn most(&self) -> i32 {
        self.0[self.0.len() - 1].1 as i32
    }

    /// Nodes a move for this Elo: between two rungs, Elo goes with the logarithm of the
    /// nodes.
    pub fn nodes(&self, elo: i32) -> u64 {
        let Self(rungs) = self;
        let elo = f64::from(elo.clamp(self.least(), self.most()));
        let above = rungs.partition_point(|&(_, rung)| rung <= elo);
        let (lower, upper) = (rungs[above - 1], rungs[above.min(rungs.len() - 1)]);
        if lower == upper {
            return lower.0 as u64;
        }
        let share = (elo - lower.1) / (upper.1 - lower.1);
        (lower.0 * (upper.0 / lower.0).powf(share)).round() as u64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn more_elo_takes_more_nodes() {
        for ladder in [GALAPAGOS_1, GALAPAGOS_2] {
            assert!(ladder.0.is_sorted_by(|a, b| a.0 < b.0 && a.1 < b.1));
            for (nodes, elo) in ladder.0 {
                assert_eq!(ladder.nodes(elo as i32), nodes as u64);
            }
            let (least, most) = (ladder.least(), ladder.most());
            assert!((least..most).all(|elo| ladder.nodes(elo) <= ladder.nodes(elo + 1)));
            let beyond = (ladder.nodes(i32::MIN), ladder.nodes(i32::MAX));
            assert_eq!(beyond, (ladder.nodes(least), ladder.nodes(most)));
        }
    }
}

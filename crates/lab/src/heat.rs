//! Genes over the generations, as a map.

use crate::Gene;

/// More rows are not read.
const ROWS: usize = 60;

/// The mean of each gene in the population over the generations.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Heat {
    /// The generations that are shown: all, or some that are evenly apart.
    pub generations: Vec<u32>,
    /// The genes that are shown, in order: all, or those whose means moved most.
    pub rows: Vec<Row>,
    /// How many are not shown.
    pub left_out: usize,
}

/// A gene over the generations.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// The gene.
    pub gene: Gene,
    /// Its mean in each generation that is shown.
    pub means: Vec<f64>,
}

impl Row {
    /// How far its mean moved, in shares of its range.
    fn moved(&self) -> f64 {
        let shares = self.means.iter().map(|&mean| self.gene.share(mean));
        let (low, high) = shares.fold((1.0_f64, 0.0_f64), |(low, high), share| {
            (low.min(share), high.max(share))
        });
        high - low
    }
}

impl Heat {
    /// These genes with their means in these generations.
    pub fn of(generations: Vec<u32>, genes: Vec<Gene>, means: Vec<Vec<f64>>) -> Self {
        let rows = genes.into_iter().zip(means);
        let mut rows: Vec<_> = rows.map(|(gene, means)| Row { gene, means }).collect();
        let left_out = rows.len().saturating_sub(ROWS);
        if left_out > 0 {
            let mut moved: Vec<_> = rows.iter().map(Row::moved).collect();
            moved.sort_by(|a, b| b.total_cmp(a));
            let least = moved[ROWS - 1];
            rows.retain(|row| row.moved() >= least);
            rows.truncate(ROWS);
        }
        Self {
            generations,
            rows,
            left_out,
        }
    }
}

//! Genes over the generations, as a map.

use journal::{Place, Reader};

use crate::Gene;

/// More columns than this are not seen.
const COLUMNS: u32 = 80;

/// Nor are more rows read.
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
    /// A value as a share of the gene's range.
    pub fn share(&self, value: f64) -> f64 {
        let width = self.gene.max - self.gene.min;
        match width > 0.0 {
            true => ((value - self.gene.min) / width).clamp(0.0, 1.0),
            false => 0.0,
        }
    }

    /// How far its mean moved, in shares of its range.
    fn moved(&self) -> f64 {
        let shares = self.means.iter().map(|&mean| self.share(mean));
        let (low, high) = shares.fold((1.0_f64, 0.0_f64), |(low, high), share| {
            (low.min(share), high.max(share))
        });
        high - low
    }
}

impl Heat {
    /// Reads a phase. However long it is, no more generations are read than are shown.
    pub fn read(reader: &Reader, phase: u32, genes: Vec<Gene>) -> Result<Self, journal::Error> {
        let Some(latest) = reader.latest(phase)? else {
            return Ok(Self::default());
        };
        let last = latest.place.generation;
        let columns = last.min(COLUMNS - 1);
        let at = |column: u32| match columns {
            0 => 0,
            _ => (u64::from(last) * u64::from(column) / u64::from(columns)) as u32,
        };
        let generations: Vec<_> = (0..=columns).map(at).collect();
        let mut means = vec![Vec::new(); genes.len()];
        for &generation in &generations {
            let organisms = reader.organisms(Place { phase, generation })?;
            let count = organisms.len() as f64;
            for (number, means) in means.iter_mut().enumerate() {
                let sum: f64 = organisms.iter().map(|one| one.genome[number]).sum();
                means.push(sum / count);
            }
        }
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
        Ok(Self {
            generations,
            rows,
            left_out,
        })
    }
}

//! The genes of a phase over its generations.

use evo::Organism;
use journal::{Place, Reader};

use crate::importance::Importance;
use crate::{Gene, Heat};

/// More generations than this are not looked at.
const MOST: u32 = 80;

/// The genes of a phase over its generations, read further as the run goes on.
#[derive(Clone, Debug, Default)]
pub struct Survey {
    columns: Vec<Column>,
    /// The first generation.
    pub first: Vec<Organism<Vec<f64>>>,
    /// The latest one.
    pub latest: Vec<Organism<Vec<f64>>>,
}

/// A generation that was looked at.
#[derive(Clone, Debug)]
struct Column {
    generation: u32,
    means: Vec<f64>,
    importance: Importance,
}

impl Survey {
    /// Reads what there is now; generations that were read before are not read again.
    pub fn update(
        &mut self,
        reader: &Reader,
        phase: u32,
        genes: usize,
    ) -> Result<(), journal::Error> {
        let Some(latest) = reader.latest(phase)? else {
            return Ok(());
        };
        let mut known = std::mem::take(&mut self.columns).into_iter().peekable();
        for generation in looked_at(latest.place.generation) {
            while known.next_if(|one| one.generation < generation).is_some() {}
            if let Some(column) = known.next_if(|one| one.generation == generation) {
                self.columns.push(column);
                continue;
            }
            let organisms = reader.organisms(Place { phase, generation })?;
            self.columns.push(Column::of(generation, genes, &organisms));
            if generation == 0 {
                self.first.clone_from(&organisms);
            }
            self.latest = organisms;
        }
        Ok(())
    }

    /// The means of the genes.
    pub fn heat(&self, genes: Vec<Gene>) -> Heat {
        let generations = self.columns.iter().map(|column| column.generation);
        let means = |gene: usize| self.columns.iter().map(move |column| column.means[gene]);
        let means = (0..genes.len()).map(|gene| means(gene).collect()).collect();
        Heat::of(generations.collect(), genes, means)
    }

    /// How much of the variance of fitness each gene explains.
    pub fn importance(&self) -> Importance {
        let columns = self.columns.iter().map(|column| &column.importance);
        columns.fold(Importance::default(), |mut sum, one| {
            sum += one;
            sum
        })
    }
}

impl Column {
    fn of(generation: u32, genes: usize, organisms: &[Organism<Vec<f64>>]) -> Self {
        let mut importance = Importance::new(genes);
        importance.add(organisms);
        let count = organisms.len() as f64;
        let mean = |gene: usize| {
            let sum: f64 = organisms.iter().map(|one| one.genome[gene]).sum();
            sum / count
        };
        Self {
            generation,
            means: (0..genes).map(mean).collect(),
            importance,
        }
    }
}

/// The generations that are looked at where this is the last: all, or every second, fourth
/// and so on, and the last. So most of them stay when there is one more.
fn looked_at(last: u32) -> impl Iterator<Item = u32> {
    let mut step = 1;
    while last / step >= MOST {
        step *= 2;
    }
    let whole = (0..=last).step_by(step as usize);
    whole.chain((!last.is_multiple_of(step)).then_some(last))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn generations_that_are_looked_at_are_few_and_stay() {
        for last in [0, 1, 79, 80, 159, 160, 1000, 123_456] {
            let chosen: Vec<_> = looked_at(last).collect();
            assert!(chosen.len() <= MOST as usize + 1, "{last}: {chosen:?}");
            assert!(chosen.is_sorted_by(|a, b| a < b));
            assert_eq!((chosen[0], chosen[chosen.len() - 1]), (0, last));
            let next: Vec<_> = looked_at(last + 1).collect();
            let new = next.iter().filter(|one| !chosen.contains(one)).count();
            assert_eq!(new, 1, "{last}");
        }
    }
}

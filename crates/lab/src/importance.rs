//! How much of the differences in fitness each gene explains.
//!
//! The measure is the correlation ratio (K. Pearson, 1905) among contemporaries. The organisms
//! of a generation are put into at most [`CLASSES`] classes by the value of a gene, those of
//! one value into the same; the variance of fitness between the classes, as a share of all, is
//! what the gene explains. Both sums of squares are added up over the generations, so that
//! what changes from one to the next, the level of fitness and the means of genes, explains
//! nothing. Classes explain a part of any variance by chance: the share is that of variances
//! with their degrees of freedom (ε², T. L. Kelley, 1935), whose mean is 0 for a gene without
//! effect.
//!
//! It is the effect of a gene by itself, whatever its form. Effects of several together are
//! not in it, and genes that were inherited together share what one of them did.

use std::ops::AddAssign;

use evo::Organism;

use crate::Gene;

/// Classes of a generation: three organisms at least are in one where there are enough.
const CLASSES: usize = 6;
const LEAST: usize = 3;

/// How much of the variance of fitness each gene explains.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Importance {
    sums: Vec<Sums>,
}

/// Of one gene, over the generations.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Sums {
    /// The squares of the distances from the mean of the generation.
    all: f64,
    /// The squares of the distances from the mean of the class.
    within: f64,
    /// The degrees of freedom of each.
    freedom: (usize, usize),
}

impl AddAssign<&Self> for Importance {
    fn add_assign(&mut self, other: &Self) {
        self.sums.resize(other.sums.len(), Sums::default());
        for (sums, more) in self.sums.iter_mut().zip(&other.sums) {
            sums.all += more.all;
            sums.within += more.within;
            sums.freedom.0 += more.freedom.0;
            sums.freedom.1 += more.freedom.1;
        }
    }
}

impl Importance {
    /// Of this number of genes, before any generation.
    pub fn new(genes: usize) -> Self {
        Self {
            sums: vec![Sums::default(); genes],
        }
    }

    /// Adds a generation.
    pub fn add(&mut self, organisms: &[Organism<Vec<f64>>]) {
        let fitness = |one: &&Organism<Vec<f64>>| one.fitness.value.is_finite();
        let mut judged: Vec<_> = organisms.iter().filter(fitness).collect();
        let size = (judged.len() / CLASSES).max(LEAST);
        for (gene, sums) in self.sums.iter_mut().enumerate() {
            let value = |one: &Organism<Vec<f64>>| one.genome[gene];
            judged.sort_by(|a, b| value(a).total_cmp(&value(b)));
            let mut classes = 0;
            let mut from = 0;
            while from < judged.len() {
                let mut to = (from + size).min(judged.len());
                // A rest that is too small goes with the class before it.
                if judged.len() - to < size {
                    to = judged.len();
                }
                while to < judged.len() && value(judged[to]) == value(judged[to - 1]) {
                    to += 1;
                }
                sums.within += squares(&judged[from..to]);
                classes += 1;
                from = to;
            }
            sums.all += squares(&judged);
            sums.freedom.0 += judged.len().saturating_sub(1);
            sums.freedom.1 += judged.len() - classes;
        }
    }

    /// The share of the variance that each gene explains, from 0 to 1; `None` where fitness
    /// does not differ.
    pub fn shares(&self) -> Option<Vec<f64>> {
        let share = |sums: &Sums| {
            let (all, within) = sums.freedom;
            let all = sums.all / all as f64;
            let within = sums.within / within as f64;
            (all > 0.0 && within.is_finite()).then(|| (1.0 - within / all).max(0.0))
        };
        self.sums.iter().map(share).collect()
    }

    /// The genes that explain most, the first first, with their numbers and shares.
    pub fn first(&self, most: usize, genes: &[Gene]) -> Vec<(usize, f64)> {
        let shares = self.shares().unwrap_or_default();
        let varied = |&(number, _): &(usize, f64)| genes[number].max > genes[number].min;
        let mut order: Vec<_> = shares.into_iter().enumerate().filter(varied).collect();
        order.sort_by(|a, b| b.1.total_cmp(&a.1));
        order.truncate(most);
        order
    }
}

/// The squares of the distances from their mean fitness.
fn squares(organisms: &[&Organism<Vec<f64>>]) -> f64 {
    let fitness = || organisms.iter().map(|one| one.fitness.value);
    let mean = fitness().sum::<f64>() / organisms.len() as f64;
    fitness().map(|value| (value - mean).powi(2)).sum()
}

#[cfg(test)]
mod tests {
    use evo::{Fitness, Origin, Seed};

    use super::*;

    fn organism(genome: Vec<f64>, fitness: f64) -> Organism<Vec<f64>> {
        Organism {
            genome,
            fitness: Fitness::exact(fitness),
            origin: Origin::Random,
        }
    }

    /// Of 3a + b, with a and b drawn from 0 and 1 independently, a explains 9 parts of 10
    /// and b the tenth. The level of a generation and the means of its genes count nothing.
    #[test]
    fn shares_are_those_of_the_variances() {
        let mut stream = Seed::new(1).stream();
        let mut importance = Importance::new(4);
        for generation in 0..50 {
            let organisms: Vec<_> = (0..100)
                .map(|_| {
                    let [a, b, idle] = [0; 3].map(|_| stream.below(2) as f64);
                    let level = f64::from(generation);
                    organism(vec![a, b, idle, level], 3.0 * a + b + 100.0 * level)
                })
                .collect();
            importance.add(&organisms);
        }
        let shares = importance.shares().unwrap();
        for (share, expected) in shares.iter().zip([0.9, 0.1, 0.0, 0.0]) {
            assert!((share - expected).abs() < 0.02, "{shares:?}");
        }
        let gene = |name: &str| Gene {
            name: name.into(),
            min: 0.0,
            max: 1.0,
            published: None,
        };
        let genes = ["a", "b", "idle", "level"].map(gene);
        let first = importance.first(2, &genes);
        assert_eq!((first[0].0, first[1].0), (0, 1));
    }

    /// A hill in the middle of the range, which no straight line explains: six classes of
    /// an even distribution leave what they leave of (x − 1/2)².
    #[test]
    fn an_effect_need_not_be_a_line() {
        let mut importance = Importance::new(1);
        let count = 6000;
        let values = (0..count).map(|at| (f64::from(at) + 0.5) / f64::from(count));
        let organisms: Vec<_> = values
            .map(|x| organism(vec![x], -(x - 0.5).powi(2)))
            .collect();
        importance.add(&organisms);
        let share = importance.shares().unwrap()[0];
        // Of each class [a, b]: the mean of (x − 1/2)² is (v³ − u³) / 3(v − u) with u and v
        // its ends less 1/2; the variance of all is 1/180.
        let means = (0..6).map(|class| {
            let [u, v] = [class, class + 1].map(|end| f64::from(end) / 6.0 - 0.5);
            (v.powi(3) - u.powi(3)) / (3.0 * (v - u))
        });
        let between: f64 = means.map(|mean| (mean - 1.0 / 12.0).powi(2)).sum::<f64>() / 6.0;
        assert!((share - between * 180.0).abs() < 0.002, "{share}");
    }

    #[test]
    fn where_nothing_differs_nothing_is_explained() {
        let mut importance = Importance::new(2);
        assert_eq!(importance.shares(), None);
        let same: Vec<_> = (0..20)
            .map(|at| organism(vec![f64::from(at), 1.0], 7.0))
            .collect();
        importance.add(&same);
        assert_eq!(importance.shares(), None);
        importance.add(&[]);
        let few: Vec<_> = (0..2)
            .map(|at| organism(vec![f64::from(at), 1.0], f64::from(at)))
            .collect();
        importance.add(&few);
        let shares = importance.shares().unwrap();
        assert!(shares.iter().all(|share| (0.0..=1.0).contains(share)));
    }
}

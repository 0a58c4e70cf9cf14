//! Comparing runs, over seeds and recipes.
//!
//! Runs of one recipe that differ in the seed only are replicates of one
//! experiment, and so are the independent runs inside a run.

mod group;
mod mean;
mod rank;
mod series;

use journal::Reader;

pub use group::Group;
pub use mean::Mean;
pub use rank::Ranks;
use series::Series;

use crate::Recipe;

/// The results of several runs, by recipe.
#[derive(Clone, Debug, PartialEq)]
pub struct Comparison {
    /// The recipes, in the order of their first runs.
    pub groups: Vec<Group>,
    /// What was measured, in the order of the stages.
    pub figures: Vec<Compared>,
}

/// One thing that was measured.
#[derive(Clone, Debug, PartialEq)]
pub struct Compared {
    /// What it is.
    pub title: String,
    /// What its numbers count.
    pub unit: String,
    /// Their decimal places that are worth showing.
    pub places: usize,
    /// Whether a smaller number is a better one.
    pub less_is_better: bool,
    /// What each group has of it.
    pub groups: Vec<Replicates>,
}

/// What the runs of a group have.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Replicates {
    /// At the end of each run.
    pub values: Vec<f64>,
    /// By generation, for each run; empty for what was measured at the end only.
    pub curves: Vec<Vec<(u32, f64)>>,
}

impl Comparison {
    /// Reads runs with their recipes.
    pub fn read(runs: &[(Reader, Recipe)]) -> Result<Self, journal::Error> {
        let (groups, places) = group::of(runs);
        let mut figures: Vec<Compared> = Vec::new();
        for ((reader, recipe), place) in runs.iter().zip(places) {
            for series in Series::all(reader, recipe)? {
                let same =
                    |one: &Compared| (&one.title, &one.unit) == (&series.title, &series.unit);
                let number = figures.iter().position(same).unwrap_or_else(|| {
                    figures.push(series.begin(groups.len()));
                    figures.len() - 1
                });
                let replicates = &mut figures[number].groups[place];
                replicates.values.extend(series.values);
                replicates.curves.extend(series.curves);
            }
        }
        Ok(Self { groups, figures })
    }
}

impl Compared {
    /// How a group compares with the first: how probable it is that a run of it is
    /// better, and how often chance alone would make them differ as much.
    pub fn against_first(&self, group: usize) -> Option<Ranks> {
        let ranks = Ranks::of(&self.groups[group].values, &self.groups[0].values)?;
        Some(match self.less_is_better {
            true => Ranks {
                larger: 1.0 - ranks.larger,
                ..ranks
            },
            false => ranks,
        })
    }
}

impl Replicates {
    /// The mean of all runs by generation, where all runs have a value.
    pub fn means(&self) -> Vec<(u32, Mean)> {
        let Some((first, others)) = self.curves.split_first() else {
            return Vec::new();
        };
        let at = |curve: &Vec<(u32, f64)>, generation| {
            let found = curve.iter().find(|(at, _)| *at == generation);
            found.map(|&(_, value)| value)
        };
        let mean = |&(generation, value): &(u32, f64)| {
            let others = others.iter().map(|curve| at(curve, generation));
            let values: Option<Vec<_>> = [Some(value)].into_iter().chain(others).collect();
            Some((generation, Mean::of(&values?)?))
        };
        first.iter().filter_map(mean).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mean_is_taken_where_every_run_has_a_value() {
        let replicates = Replicates {
            values: vec![3.0, 7.0],
            curves: vec![vec![(0, 1.0), (1, 2.0), (2, 3.0)], vec![(0, 5.0), (2, 7.0)]],
        };
        let means = replicates.means();
        let values: Vec<_> = means.iter().map(|(at, mean)| (*at, mean.value)).collect();
        assert_eq!(values, [(0, 3.0), (2, 5.0)]);
        assert_eq!(means[0].1.deviation, 8_f64.sqrt());
    }

    #[test]
    fn better_is_less_where_less_is_better() {
        let sample = |values: &[f64]| Replicates {
            values: values.into(),
            curves: Vec::new(),
        };
        let mut compared = Compared {
            title: String::new(),
            unit: String::new(),
            places: 0,
            less_is_better: false,
            groups: vec![sample(&[1.0, 2.0, 3.0]), sample(&[4.0, 5.0])],
        };
        assert_eq!(compared.against_first(1).unwrap().larger, 1.0);
        compared.less_is_better = true;
        assert_eq!(compared.against_first(1).unwrap().larger, 0.0);
    }
}

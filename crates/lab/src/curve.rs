//! A run over time.

use evo::Stats;
use journal::{Place, Reader};

use crate::Measure;

/// One generation, in the [`Measure`] of its stage.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Point {
    /// The score of the best.
    pub best: f64,
    /// The mean score.
    pub mean: f64,
    /// The score of the best on what it was not bred on.
    pub held_out: Option<f64>,
    /// How many positions the best solves, where the score counts something else.
    pub solved: Option<f64>,
}

impl Point {
    /// The mean is of the organisms' scores, which is not the score of their mean
    /// fitness.
    pub(crate) fn of(
        measure: Measure,
        stats: &Stats,
        second: Option<f64>,
        fitness: &[f64],
    ) -> Self {
        let count = fitness.len();
        let score = |one| measure.train(one, stats.effort, count);
        Self {
            best: score(stats.best),
            mean: fitness.iter().copied().map(score).sum::<f64>() / count as f64,
            held_out: measure.test(second),
            solved: measure.solved(second),
        }
    }
}

/// The generations of one independent run, from 0 on.
#[derive(Clone, Debug, PartialEq)]
pub struct Curve {
    /// One for each generation.
    pub points: Vec<Point>,
}

impl Curve {
    /// Reads a phase.
    pub fn read(reader: &Reader, phase: u32, measure: Measure) -> Result<Self, journal::Error> {
        let mut fitness: Vec<Vec<f64>> = Vec::new();
        reader.each_organism(phase, |generation, organism| {
            fitness.resize(generation as usize + 1, Vec::new());
            fitness[generation as usize].push(organism.fitness.value);
        })?;
        let before = phase.checked_sub(1).map(|phase| Place {
            phase,
            generation: u32::MAX,
        });
        let figures = reader.generations(before)?;
        // The run may have continued between the two queries.
        let points = figures
            .iter()
            .take_while(|figures| figures.place.phase == phase)
            .zip(&fitness)
            .map(|(figures, fitness)| {
                Point::of(measure, &figures.stats, figures.held_out, fitness)
            });
        Ok(Self {
            points: points.collect(),
        })
    }
}

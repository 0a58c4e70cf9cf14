//! The curve of a run: Figure 2 of the EVOL* paper.

use super::chart::{Chart, GENERATION, Legend, Line};
use super::{BEST, MEAN, OTHER};
use crate::{Measure, Point};

/// The best, the mean and, where there is one, the score of the best on what it
/// was not bred on, over the generations.
pub fn curve(title: &str, points: &[Point], measure: Measure) -> String {
    let chart = Chart {
        title: title.into(),
        size: (800, 500),
        along: GENERATION.into(),
        unit: measure.unit.into(),
        legend: Some(Legend::beside(measure.less_is_better)),
        bands: Vec::new(),
        lines: lines(points, measure),
        marks: Vec::new(),
    };
    chart.draw()
}

/// The lines of a run.
pub fn lines(points: &[Point], measure: Measure) -> Vec<Line> {
    let line = |label: &str, colour, score: fn(&Point) -> Option<f64>| {
        let scores = points.iter().enumerate();
        let pairs =
            scores.filter_map(|(generation, point)| Some((generation as f64, score(point)?)));
        Line {
            label: label.into(),
            colour,
            width: 2,
            points: pairs.filter(|(_, score)| score.is_finite()).collect(),
        }
    };
    let trial = format!("best, {}", measure.trial);
    vec![
        line("best", BEST, |point| Some(point.best)),
        line("mean", MEAN, |point| Some(point.mean)),
        line(&trial, OTHER, |point| point.held_out),
    ]
}

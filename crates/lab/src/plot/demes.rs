//! The best of each deme over the generations.

use plotters::style::RGBColor;

use super::chart::{Chart, GENERATION, Legend, Line, Mark};
use crate::{Archipelago, Measure};

/// Colours that colour-blind readers can distinguish: M. Okabe, K. Ito: Color universal design.
const COLOURS: [RGBColor; 7] = [
    RGBColor(0, 114, 178),
    RGBColor(213, 94, 0),
    RGBColor(0, 158, 115),
    RGBColor(204, 121, 167),
    RGBColor(230, 159, 0),
    RGBColor(86, 180, 233),
    RGBColor(0, 0, 0),
];

/// A line for each deme, with a circle where organisms came from others.
pub fn demes(title: &str, size: (u32, u32), archipelago: &Archipelago, measure: Measure) -> String {
    let coloured = || archipelago.demes.iter().zip(COLOURS.iter().cycle());
    let lines = coloured().enumerate().map(|(number, (deme, &colour))| {
        let points = deme.generations.iter();
        let points = points.map(|one| (f64::from(one.generation), one.best_score));
        Line {
            label: format!("deme {}", number + 1),
            colour,
            width: 2,
            points: points.filter(|(_, score)| score.is_finite()).collect(),
        }
    });
    let arrivals = archipelago.demes.iter().flat_map(|deme| deme.arrivals());
    let arrivals = arrivals.map(|(generation, score)| (f64::from(generation), score));
    let chart = Chart {
        title: title.into(),
        size,
        along: GENERATION.into(),
        unit: measure.unit.into(),
        legend: Some(Legend::beside(measure.less_is_better)),
        bands: Vec::new(),
        lines: lines.collect(),
        marks: vec![Mark {
            label: "migrants came".into(),
            colour: super::OTHER,
            points: arrivals.filter(|(_, score)| score.is_finite()).collect(),
        }],
    };
    chart.draw()
}

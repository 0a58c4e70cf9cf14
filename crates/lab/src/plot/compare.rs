//! Several recipes over the generations, each with the mean and the spread of its runs.

use plotters::style::RGBColor;

use super::chart::{Band, Chart, GENERATION, Legend, Line, draw_all};
use super::{BEST, MEAN};
use crate::{Compared, Comparison};

/// Colours that most eyes can tell apart (M. Okabe, K. Ito, after the first two).
pub(super) const COLOURS: [RGBColor; 9] = [
    BEST,
    MEAN,
    RGBColor(0, 158, 115),
    RGBColor(230, 159, 0),
    RGBColor(204, 121, 167),
    RGBColor(86, 180, 233),
    RGBColor(60, 60, 60),
    RGBColor(170, 120, 60),
    RGBColor(150, 150, 150),
];

/// A panel for everything that was measured by generation: the mean of the runs of a
/// group as a line, one standard deviation to either side as a band. Each has this size.
/// `None` where nothing was.
pub fn compare(comparison: &Comparison, size: (u32, u32)) -> Option<String> {
    let figures = comparison.figures.iter();
    let panels = figures.map(|figure| panel(comparison, figure, size));
    let drawn = panels.filter(|panel| panel.lines.iter().any(|line| !line.points.is_empty()));
    let panels: Vec<_> = drawn.collect();
    (!panels.is_empty()).then(|| draw_all(&panels))
}

fn panel(comparison: &Comparison, figure: &Compared, size: (u32, u32)) -> Chart {
    let (mut bands, mut lines) = (Vec::new(), Vec::new());
    let groups = comparison.groups.iter().zip(&figure.groups);
    for ((group, replicates), &colour) in groups.zip(COLOURS.iter().cycle()) {
        let means = replicates.means();
        let points = means.iter().map(|(at, mean)| (f64::from(*at), mean.value));
        lines.push(Line {
            label: match replicates.curves.len() {
                1 => group.label.clone(),
                count => format!("{}, mean of {count}", group.label),
            },
            colour,
            width: 2,
            points: points.collect(),
        });
        let band = means.iter().map(|(at, mean)| {
            let (low, high) = (mean.value - mean.deviation, mean.value + mean.deviation);
            (f64::from(*at), low, high)
        });
        if replicates.curves.len() > 1 {
            bands.push(Band {
                colour,
                points: band.collect(),
            });
        }
    }
    Chart {
        title: figure.title.clone(),
        size,
        along: GENERATION.into(),
        unit: figure.unit.clone(),
        legend: Some(Legend::beside(figure.less_is_better)),
        bands,
        lines,
        marks: Vec::new(),
    }
}

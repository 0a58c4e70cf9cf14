//! The curve of a run: Figure 2 of the EVOL* paper.

use plotters::prelude::*;

use super::{BEST, DRAWN, MEAN, OTHER, range};
use crate::{Measure, Point};

/// The best, the mean and, where there is one, the score of the best on what it
/// was not bred on, over the generations.
pub fn curve(title: &str, points: &[Point], measure: Measure) -> String {
    let values = points
        .iter()
        .flat_map(|point| [point.best, point.mean, point.held_out.unwrap_or(f64::NAN)]);
    let (low, high) = range(values);
    let last = points.len().saturating_sub(1).max(1) as f64;
    let line = |score: fn(&Point) -> Option<f64>| -> Vec<(f64, f64)> {
        let scores = points.iter().enumerate();
        let pairs =
            scores.filter_map(|(generation, point)| Some((generation as f64, score(point)?)));
        pairs.filter(|(_, score)| score.is_finite()).collect()
    };
    let trial = format!("best, {}", measure.trial());
    let lines = [
        ("best", BEST, line(|point| Some(point.best))),
        ("mean", MEAN, line(|point| Some(point.mean))),
        (&trial, OTHER, line(|point| point.held_out)),
    ];

    let mut svg = String::new();
    let draw = || -> Result<(), DrawingAreaErrorKind<_>> {
        let area = SVGBackend::with_string(&mut svg, (800, 500)).into_drawing_area();
        area.fill(&WHITE)?;
        let mut chart = ChartBuilder::on(&area)
            .caption(title, ("sans-serif", 20))
            .margin(14)
            .x_label_area_size(44)
            .y_label_area_size(64)
            .build_cartesian_2d(0.0..last, low..high)?;
        chart
            .configure_mesh()
            .light_line_style(WHITE)
            .bold_line_style(RGBColor(225, 225, 225))
            .label_style(("sans-serif", 14))
            .x_desc("generation")
            .y_desc(measure.unit())
            .x_label_formatter(&|generation| format!("{generation:.0}"))
            .draw()?;
        for (label, colour, line) in lines {
            if !line.is_empty() {
                chart
                    .draw_series(LineSeries::new(line, colour.stroke_width(2)))?
                    .label(label)
                    .legend(move |(x, y)| {
                        PathElement::new([(x, y), (x + 22, y)], colour.stroke_width(2))
                    });
            }
        }
        chart
            .configure_series_labels()
            .position(if measure.less_is_better() {
                SeriesLabelPosition::UpperRight
            } else {
                SeriesLabelPosition::LowerRight
            })
            .background_style(WHITE)
            .border_style(RGBColor(200, 200, 200))
            .label_font(("sans-serif", 14))
            .draw()?;
        area.present()
    };
    draw().expect(DRAWN);
    svg
}

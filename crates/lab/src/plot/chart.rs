//! Lines over generations.

use plotters::prelude::*;

use super::{DRAWN, range};

/// A picture of lines over generations.
#[derive(Clone, Debug, PartialEq)]
pub struct Chart {
    /// Above the picture; nothing is there where it is empty.
    pub title: String,
    /// Width and height.
    pub size: (u32, u32),
    /// What the lines count.
    pub unit: String,
    /// Where the names of lines and marks stand; `None` leaves them to the page.
    pub legend: Option<Legend>,
    /// From the back to the front.
    pub lines: Vec<Line>,
    /// Single values to compare with, which have a name of their own in the legend.
    pub marks: Vec<Mark>,
}

/// Where names stand in a chart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Legend {
    /// Above lines that go down.
    Above,
    /// Below lines that go up.
    Below,
}

/// A line of a chart.
#[derive(Clone, Debug, PartialEq)]
pub struct Line {
    /// Its name in the legend; none where it is empty.
    pub label: String,
    /// Its colour.
    pub colour: RGBColor,
    /// Its width.
    pub width: u32,
    /// Generations and values.
    pub points: Vec<(f64, f64)>,
}

/// Values of somebody else.
#[derive(Clone, Debug, PartialEq)]
pub struct Mark {
    /// The name in the legend.
    pub label: String,
    /// The colour.
    pub colour: RGBColor,
    /// Generations and values.
    pub points: Vec<(f64, f64)>,
}

impl Chart {
    /// Draws it as SVG.
    pub fn draw(&self) -> String {
        let lines = self.lines.iter().map(|line| &line.points);
        let marks = self.marks.iter().map(|mark| &mark.points);
        let points = || lines.clone().chain(marks.clone()).flatten();
        let (low, high) = range(points().map(|&(_, value)| value));
        let last = points()
            .map(|&(generation, _)| generation)
            .fold(1.0, f64::max);
        let mut svg = String::new();
        let mut draw = || -> Result<(), DrawingAreaErrorKind<_>> {
            let area = SVGBackend::with_string(&mut svg, self.size).into_drawing_area();
            area.fill(&WHITE)?;
            let mut builder = ChartBuilder::on(&area);
            if !self.title.is_empty() {
                builder.caption(&self.title, ("sans-serif", 20));
            }
            let mut chart = builder
                .margin(14)
                .x_label_area_size(44)
                .y_label_area_size(64)
                .build_cartesian_2d(0.0..last, low..high)?;
            chart
                .configure_mesh()
                .light_line_style(WHITE)
                .bold_line_style(RGBColor(225, 225, 225))
                .label_style(("sans-serif", 14))
                .x_labels((last as usize + 1).min(10))
                .x_desc("generation")
                .y_desc(&self.unit)
                .x_label_formatter(&|generation| format!("{generation:.0}"))
                .draw()?;
            for line in self.lines.iter().filter(|line| !line.points.is_empty()) {
                let style = line.colour.stroke_width(line.width);
                let drawn =
                    chart.draw_series(LineSeries::new(line.points.iter().copied(), style))?;
                if !line.label.is_empty() {
                    drawn
                        .label(&line.label)
                        .legend(move |(x, y)| PathElement::new([(x, y), (x + 22, y)], style));
                }
            }
            for mark in &self.marks {
                let style = mark.colour.stroke_width(2);
                let circles = mark.points.iter().map(|&at| Circle::new(at, 5, style));
                chart
                    .draw_series(circles)?
                    .label(&mark.label)
                    .legend(move |(x, y)| Circle::new((x + 11, y), 5, style));
            }
            if let Some(legend) = self.legend {
                chart
                    .configure_series_labels()
                    .position(match legend {
                        Legend::Above => SeriesLabelPosition::UpperRight,
                        Legend::Below => SeriesLabelPosition::LowerRight,
                    })
                    .background_style(WHITE)
                    .border_style(RGBColor(200, 200, 200))
                    .label_font(("sans-serif", 14))
                    .draw()?;
            }
            area.present()
        };
        draw().expect(DRAWN);
        svg
    }
}

//! Lines over generations.

use std::slice;

use plotters::coord::Shift;
use plotters::prelude::*;

use super::DRAWN;
use super::axis::Axis;

/// What most lines go along.
pub const GENERATION: &str = "generation";

/// A picture of lines over generations, or something else.
#[derive(Clone, Debug, PartialEq)]
pub struct Chart {
    /// Above the picture; none if empty.
    pub title: String,
    /// Width and height.
    pub size: (u32, u32),
    /// What they go along.
    pub along: String,
    /// What the lines count.
    pub unit: String,
    /// Where the names of lines and marks stand; `None` leaves them to the page.
    pub legend: Option<Legend>,
    /// Behind all lines.
    pub bands: Vec<Band>,
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

impl Legend {
    /// Away from the better end of lines.
    pub const fn beside(less_is_better: bool) -> Self {
        match less_is_better {
            true => Self::Above,
            false => Self::Below,
        }
    }
}

/// A surface of a chart.
#[derive(Clone, Debug, PartialEq)]
pub struct Band {
    /// Its colour, which is made faint.
    pub colour: RGBColor,
    /// Generations with the lower and the upper end.
    pub points: Vec<(f64, f64, f64)>,
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

/// Reference values.
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
        draw_all(slice::from_ref(self))
    }

    /// The part of it from one generation to another.
    pub fn between(&self, first: f64, last: f64) -> Self {
        let seen = |generation: f64| (first..=last).contains(&generation);
        let within = |points: &[(f64, f64)]| {
            let points = points.iter().copied();
            points.filter(|&(at, _)| seen(at)).collect()
        };
        let mut part = self.clone();
        for line in &mut part.lines {
            line.points = within(&line.points);
        }
        for mark in &mut part.marks {
            mark.points = within(&mark.points);
        }
        for band in &mut part.bands {
            band.points.retain(|&(at, ..)| seen(at));
        }
        part
    }

    /// Where the lines are in the picture, and what the ends of the axes stand for.
    pub fn frame(&self) -> Frame {
        let (x, y) = self.axes();
        let (width, height) = self.size;
        let title = if self.title.is_empty() { 0 } else { TITLE };
        Frame {
            left: MARGIN + Y_LABELS,
            right: width - MARGIN,
            top: MARGIN + title,
            bottom: height - MARGIN - X_LABELS,
            generations: (x.range().start, x.range().end),
            values: (y.range().start, y.range().end),
        }
    }

    fn draw_on<B: DrawingBackend>(
        &self,
        area: &DrawingArea<B, Shift>,
    ) -> Result<(), DrawingAreaErrorKind<B::ErrorType>> {
        let (x, y) = self.axes();
        let mut builder = ChartBuilder::on(area);
        if !self.title.is_empty() {
            builder.caption(&self.title, ("sans-serif", 20));
        }
        let mut chart = builder
            .margin(MARGIN)
            .x_label_area_size(X_LABELS)
            .y_label_area_size(Y_LABELS)
            .build_cartesian_2d(x, y)?;
        chart
            .configure_mesh()
            .light_line_style(WHITE)
            .bold_line_style(RGBColor(225, 225, 225))
            .label_style(("sans-serif", 14))
            .x_desc(&self.along)
            .y_desc(&self.unit)
            .draw()?;
        for band in self.bands.iter().filter(|band| !band.points.is_empty()) {
            let there = band.points.iter().map(|&(x, low, _)| (x, low));
            let back = band.points.iter().rev().map(|&(x, _, high)| (x, high));
            let style = band.colour.mix(0.2).filled();
            let edge: Vec<_> = there.chain(back).collect();
            chart.draw_series([Polygon::new(edge, style)])?;
        }
        for line in self.lines.iter().filter(|line| !line.points.is_empty()) {
            let style = line.colour.stroke_width(line.width);
            let series = LineSeries::new(thinned(&line.points, self.size.0), style);
            // A line of one point would not be seen.
            let alone = usize::from(line.points.len() == 1);
            let drawn = chart.draw_series(series.point_size(3 * alone as u32))?;
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
        Ok(())
    }

    /// The axes of the generations and of the values.
    fn axes(&self) -> (Axis, Axis) {
        let lines = self.lines.iter().map(|line| &line.points);
        let marks = self.marks.iter().map(|mark| &mark.points);
        let points = || lines.clone().chain(marks.clone()).flatten();
        let ends = self.bands.iter().flat_map(|band| &band.points);
        let ends = ends.flat_map(|&(_, low, high)| [low, high]);
        let generations = || points().map(|&(generation, _)| generation);
        let first = generations().fold(f64::INFINITY, f64::min);
        let first = if first.is_finite() { first } else { 0.0 };
        let last = generations().fold(first + 1.0, f64::max);
        let values = points().map(|&(_, value)| value).chain(ends);
        (
            Axis::new(first, last, 10, true),
            Axis::around(values, 8, false),
        )
    }
}

/// Around a chart, and beside it for the text of its axes, in pixels.
const MARGIN: u32 = 14;
const X_LABELS: u32 = 44;
const Y_LABELS: u32 = 64;

/// What a title takes.
const TITLE: u32 = 30;

/// Where the lines of a chart are in its picture.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Frame {
    /// Pixels from the left edge of the picture.
    pub left: u32,
    /// Pixels from there to the end of the axis of generations.
    pub right: u32,
    /// Pixels from the upper edge.
    pub top: u32,
    /// Pixels from there to the axis of generations.
    pub bottom: u32,
    /// The first and the last generation.
    pub generations: (f64, f64),
    /// The lowest and the highest value.
    pub values: (f64, f64),
}

/// As many points as a picture of this width can show: of those that share a pixel, the
/// first, the lowest, the highest and the last.
pub fn thinned(points: &[(f64, f64)], width: u32) -> Vec<(f64, f64)> {
    let share = points.len().div_ceil(width as usize);
    if share <= 4 {
        return points.to_vec();
    }
    let least = |a: &&(f64, f64), b: &&(f64, f64)| a.1.total_cmp(&b.1);
    let of_pixel = points.chunks(share).flat_map(|chunk| {
        let (low, high) = (chunk.iter().min_by(least), chunk.iter().max_by(least));
        let mut kept: Vec<_> = [chunk.first(), low, high, chunk.last()]
            .into_iter()
            .flatten()
            .copied()
            .collect();
        kept.sort_by(|a, b| a.0.total_cmp(&b.0));
        kept.dedup();
        kept
    });
    of_pixel.collect()
}

/// Draws charts below each other as one SVG.
pub fn draw_all(charts: &[Chart]) -> String {
    let sizes = charts.iter().map(|chart| chart.size);
    let width = sizes.clone().map(|(width, _)| width).max().unwrap_or(0);
    let height = sizes.map(|(_, height)| height).sum();
    let mut svg = String::new();
    let mut draw = || -> Result<(), DrawingAreaErrorKind<_>> {
        let area = SVGBackend::with_string(&mut svg, (width, height)).into_drawing_area();
        area.fill(&WHITE)?;
        let mut rest = area.clone();
        for chart in charts {
            let (own, below) = rest.split_vertically(chart.size.1);
            chart.draw_on(&own)?;
            rest = below;
        }
        area.present()
    };
    draw().expect(DRAWN);
    svg
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_chart_has_whole_generations_a_band_and_lines_of_one_point() {
        let line = |points| Line {
            label: "best".into(),
            colour: BLACK,
            width: 2,
            points,
        };
        let chart = Chart {
            title: "a title".into(),
            size: (400, 300),
            along: GENERATION.into(),
            unit: "%".into(),
            legend: Some(Legend::Below),
            bands: vec![Band {
                colour: BLUE,
                points: vec![(0.0, 1.0, 2.0), (3.0, 2.0, 4.0)],
            }],
            lines: vec![line(vec![(0.0, 1.5), (3.0, 3.0)]), line(vec![(2.0, 2.0)])],
            marks: Vec::new(),
        };
        let svg = chart.draw();
        assert!(svg.contains("<polygon") && svg.contains("<circle"), "{svg}");
        let texts: Vec<_> = svg
            .split("<text")
            .skip(1)
            .filter_map(|part| part.split_once('>')?.1.split_once("</text>"))
            .map(|(text, _)| text.trim())
            .collect();
        for text in ["a title", "generation", "best", "0", "1", "2", "3"] {
            assert!(texts.contains(&text), "{text} in {texts:?}");
        }
        assert!(!texts.contains(&"0.5"), "{texts:?}");
        let both = draw_all(&[chart.clone(), chart.clone()]);
        assert!(both.contains("height=\"600\""), "{both}");
        let part = chart.between(1.0, 3.0);
        assert_eq!(part.frame().generations, (2.0, 3.0));
        assert!(!part.draw().contains(">0</text>"));
    }

    #[test]
    fn a_long_line_is_drawn_with_what_can_be_seen_of_it() {
        let points: Vec<_> = (0..100_000)
            .map(|n| (f64::from(n), f64::from(n % 7)))
            .collect();
        let mut peak = points.clone();
        peak[54_321].1 = 1000.0;
        let kept = thinned(&peak, 400);
        assert!(kept.len() <= 1600 && kept.contains(&(54_321.0, 1000.0)));
        assert_eq!((kept[0], kept[kept.len() - 1]), (points[0], points[99_999]));
        assert_eq!(thinned(&points[..100], 400), points[..100]);
    }
}

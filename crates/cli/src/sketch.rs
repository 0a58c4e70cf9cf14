//! A curve in letters.

use std::fmt::Write;

use lab::{Measure, Point};

const WIDTH: usize = 64;
const HEIGHT: usize = 12;

/// The best (`*`), the mean (`o`) and the best on what it was not bred on (`+`)
/// of every generation; where they meet, the first of these is seen.
pub fn draw(points: &[Point], measure: Measure) -> String {
    let lines = [
        (
            '+',
            points
                .iter()
                .map(|point| point.held_out.unwrap_or(f64::NAN))
                .collect(),
        ),
        ('o', points.iter().map(|point| point.mean).collect()),
        (
            '*',
            points.iter().map(|point| point.best).collect::<Vec<_>>(),
        ),
    ];
    let values = || lines.iter().flat_map(|(_, values)| values.iter().copied());
    let (low, high) = (
        values().fold(f64::NAN, f64::min),
        values().fold(f64::NAN, f64::max),
    );
    let range = if high > low { high - low } else { 1.0 };
    let mut grid = [[' '; WIDTH]; HEIGHT];
    for (letter, values) in &lines {
        for column in 0..WIDTH {
            let value = values[column * (points.len() - 1) / (WIDTH - 1)];
            if value.is_finite() {
                let height = (value - low) / range * (HEIGHT - 1) as f64;
                grid[HEIGHT - 1 - height.round() as usize][column] = *letter;
            }
        }
    }
    let mut text = String::new();
    for (row, cells) in grid.iter().enumerate() {
        let value = low + range * (HEIGHT - 1 - row) as f64 / (HEIGHT - 1) as f64;
        let cells: String = cells.iter().collect();
        let places = measure.places;
        writeln!(text, "{value:>9.places$} ┤{}", cells.trim_end())
            .expect("a string takes any text");
    }
    let end = points.len() - 1;
    let line = "─".repeat(WIDTH);
    writeln!(
        text,
        "{:>10}└{line}\n{:>11}0{end:>width$}",
        "",
        "",
        width = WIDTH - 1
    )
    .expect("a string takes any text");
    text.push_str("           * best   o mean");
    if points.iter().any(|point| point.held_out.is_some()) {
        text.push_str("   + best ");
        text.push_str(measure.trial);
    }
    text.push('\n');
    text
}

//! Pictures of a run, as SVG; [`png`] makes pixels of them.

mod chart;
mod curve;
mod genes;
mod png;

pub use chart::{Chart, Legend, Line, Mark};
pub use curve::{curve, lines};
pub use genes::{Track, genes, tracks};
pub use png::{PngError, png};

use plotters::style::RGBColor;

/// The best organism of each generation.
pub const BEST: RGBColor = RGBColor(0, 90, 181);
/// The mean of each generation.
pub const MEAN: RGBColor = RGBColor(220, 50, 32);
/// What the best does on positions it was not bred on; what the paper has.
pub const OTHER: RGBColor = RGBColor(90, 90, 90);

/// Other runs, behind the one that is looked at.
pub const FAINT: RGBColor = RGBColor(185, 205, 225);

/// A picture could not be drawn, which a string gives no cause for.
const DRAWN: &str = "a picture in memory can always be drawn";

/// The ends of an axis that holds these values, with some air.
fn range(values: impl Iterator<Item = f64>) -> (f64, f64) {
    let finite = values.filter(|value| value.is_finite());
    let (low, high) = finite.fold((f64::MAX, f64::MIN), |(low, high), value| {
        (low.min(value), high.max(value))
    });
    if low > high {
        return (0.0, 1.0);
    }
    let air = ((high - low) * 0.05).max(1e-6 * high.abs()).max(1e-9);
    (low - air, high + air)
}

//! Pictures of a run, as SVG; with the feature `png` also as pixels.

mod axis;
mod chart;
mod compare;
mod curve;
mod demes;
mod family;
mod genes;
mod heat;
mod parallel;
#[cfg(feature = "png")]
mod png;
mod race;
mod sequential;
mod spark;

pub use chart::{Band, Chart, Frame, GENERATION, Legend, Line, Mark, draw_all, thinned};
pub use compare::compare;
pub use curve::{curve, lines};
pub use demes::demes;
pub use family::family;
pub use genes::{Track, genes, tracks};
pub use heat::heat;
pub use parallel::{Strands, parallel};
#[cfg(feature = "png")]
pub use png::{PngError, png};
pub use race::race;
pub use sequential::sequential;
pub use spark::spark;

use plotters::style::RGBColor;

/// The best organism of each generation.
pub const BEST: RGBColor = RGBColor(0, 90, 181);
/// The mean of each generation.
pub const MEAN: RGBColor = RGBColor(220, 50, 32);
/// What the best does on positions it was not bred on; what the paper has.
pub const OTHER: RGBColor = RGBColor(90, 90, 90);

/// Other runs, behind the one that is looked at.
pub const FAINT: RGBColor = RGBColor(185, 205, 225);

/// The message if a picture could not be drawn, which cannot happen in a string.
const DRAWN: &str = "a picture in memory can always be drawn";

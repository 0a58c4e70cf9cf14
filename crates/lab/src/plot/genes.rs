//! Each gene over time.

use evo::{Organism, select};
use journal::{Judged, Reader};
use plotters::prelude::*;

use super::axis::Axis;
use super::{BEST, DRAWN, MEAN, OTHER};
use crate::Gene;
use crate::experiment::Reference;

const COLUMNS: usize = 5;
const PANEL: (u32, u32) = (250, 150);
const TITLE: u32 = 36;

/// A gene over the generations.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Track {
    /// Its value in the best organism.
    pub best: Vec<f64>,
    /// Its mean in the population.
    pub mean: Vec<f64>,
}

/// Reads all genes of a phase, in order.
pub fn tracks(reader: &Reader, phase: u32, genes: usize) -> Result<Vec<Track>, journal::Error> {
    let mut tracks = vec![Track::default(); genes];
    let mut generation = Vec::new();
    let mut number = 0;
    let mut add = |organisms: &mut Vec<Organism<Vec<f64>>>| {
        let fitness: Vec<_> = organisms.iter().map(|one| one.fitness.value).collect();
        if let [best] = select::truncation(&fitness, 1)[..] {
            for (index, track) in tracks.iter_mut().enumerate() {
                let sum: f64 = organisms.iter().map(|one| one.genome[index]).sum();
                track.best.push(organisms[best].genome[index]);
                track.mean.push(sum / organisms.len() as f64);
            }
        }
        organisms.clear();
    };
    reader.each_organism(
        phase,
        |Judged {
             generation: at,
             organism,
             ..
         }| {
            if at != number {
                add(&mut generation);
                number = at;
            }
            generation.push(organism);
        },
    )?;
    add(&mut generation);
    Ok(tracks)
}

/// The whole range of a gene. Ticks are whole numbers where its values are.
fn axis(gene: &Gene, track: &Track) -> Axis {
    let ends = [gene.min, gene.max];
    let whole = ends.iter().chain(&track.best).all(|one| one.fract() == 0.0);
    Axis::around(ends.into_iter(), 4, whole)
}

/// A panel for each gene, over its whole range, with the value it is compared with.
pub fn genes(title: &str, genes: &[Gene], reference: Reference, tracks: &[Track]) -> String {
    let rows = genes.len().div_ceil(COLUMNS);
    let size = (PANEL.0 * COLUMNS as u32, PANEL.1 * rows as u32 + TITLE);
    let mut svg = String::new();
    let mut draw = || -> Result<(), DrawingAreaErrorKind<_>> {
        let area = SVGBackend::with_string(&mut svg, size).into_drawing_area();
        area.fill(&WHITE)?;
        let paper = match genes.iter().any(|gene| gene.published.is_some()) {
            true => format!(", {} grey", reference.what),
            false => String::new(),
        };
        let title = format!("{title} (best blue, mean red{paper})");
        let area = area.titled(&title, ("sans-serif", 20))?;
        let panels = area.split_evenly((rows, COLUMNS));
        for ((gene, track), panel) in genes.iter().zip(tracks).zip(&panels) {
            let last = track.best.len().saturating_sub(1).max(1) as f64;
            let mut chart = ChartBuilder::on(panel)
                .caption(&gene.name, ("sans-serif", 11))
                .margin(4)
                .margin_right(14)
                .x_label_area_size(18)
                .y_label_area_size(34)
                .build_cartesian_2d(Axis::new(0.0, last, 4, true), axis(gene, track))?;
            chart
                .configure_mesh()
                .disable_mesh()
                .label_style(("sans-serif", 10))
                .draw()?;
            if let Some(published) = gene.published {
                let line = [(0.0, published), (last, published)];
                chart.draw_series(LineSeries::new(line, OTHER.stroke_width(1)))?;
            }
            for (values, colour) in [(&track.mean, MEAN), (&track.best, BEST)] {
                let line = values
                    .iter()
                    .enumerate()
                    .map(|(at, &value)| (at as f64, value));
                chart.draw_series(LineSeries::new(line, colour.stroke_width(2)))?;
            }
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
    fn switches_and_constant_genes_have_ticks_that_are_their_values() {
        let ticks = |min, max, best: &[f64]| {
            let gene = Gene {
                name: "GENE".into(),
                min,
                max,
                published: None,
            };
            let track = Track {
                best: best.into(),
                mean: vec![0.5; best.len()],
            };
            axis(&gene, &track).labels()
        };
        assert_eq!(ticks(0.0, 1.0, &[0.0, 1.0]), ["0", "1"]);
        assert_eq!(ticks(100.0, 100.0, &[100.0]), ["100"]);
        assert_eq!(ticks(0.0, 1.0, &[0.25]), ["0.0", "0.5", "1.0"]);
        assert_eq!(ticks(0.0, 1023.0, &[7.0]), ["0", "500", "1000"]);
        assert_eq!(ticks(0.0, 3.0, &[2.0]), ["0", "1", "2", "3"]);
    }
}

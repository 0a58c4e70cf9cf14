//! Parallel coordinates: organisms as lines through the values of their genes.

use maud::html;

use super::heat::shortened;
use crate::Gene;

/// What is drawn.
#[derive(Clone, Copy, Debug)]
pub struct Strands<'a> {
    /// The genes, with their numbers and how much of the variance of fitness each explains.
    pub genes: &'a [(usize, Gene, f64)],
    /// The organisms of the first generation, by the values of all their genes.
    pub first: &'a [Vec<f64>],
    /// Those of the latest one.
    pub latest: &'a [Vec<f64>],
    /// The best of them.
    pub best: &'a [Vec<f64>],
    /// The champion.
    pub champion: &'a [f64],
}

/// A row for each gene: its name, its range, and a bar of what it explains.
const ROW: usize = 38;
const HEAD: usize = 26;
const NAMES: usize = 250;
const RANGE: usize = 500;
const BARS: usize = 150;
const GAP: usize = 56;

/// More organisms of a generation are not told apart.
const MOST: usize = 150;

/// The genes below each other, organisms as lines from the first to the last.
pub fn parallel(strands: Strands<'_>) -> String {
    let genes = strands.genes;
    let height = HEAD + ROW * genes.len();
    let middle = |row: usize| HEAD + ROW * row + ROW / 2;
    let x = |gene: &Gene, value: f64| NAMES as f64 + RANGE as f64 * gene.share(value);
    let line = |values: &[f64]| {
        let points = genes.iter().enumerate().map(|(row, (number, gene, _))| {
            format!("{:.1},{}", x(gene, values[*number]), middle(row))
        });
        points.collect::<Vec<_>>().join(" ")
    };
    let most = genes.iter().map(|&(.., share)| share).fold(0.01, f64::max);
    let bars = NAMES + RANGE + GAP;
    let said = genes
        .iter()
        .map(|(_, gene, share)| format!("{} {:.0} %", gene.name, 100.0 * share));
    let said = said.collect::<Vec<_>>().join(", ");
    let layers = [
        ("first", strands.first),
        ("latest", strands.latest),
        ("best", strands.best),
    ];
    let svg = html! {
        svg.parallel viewBox={ "0 0 " (bars + BARS) " " (height) } role="img"
            aria-label={ "values of organisms; what each gene explains: " (said) } {
            text.head x=(NAMES) y="14" { "least" }
            text.head x=(NAMES + RANGE) y="14" text-anchor="end" { "most" }
            text.head x=(bars) y="14" { "share of the variance" }
            @for (row, (_, gene, share)) in genes.iter().enumerate() {
                @let y = middle(row);
                text x=(NAMES - 14) y=(y + 4) text-anchor="end" {
                    (shortened(&gene.name))
                }
                line.axis x1=(NAMES) x2=(NAMES + RANGE) y1=(y) y2=(y) {}
                text.end x=(NAMES) y=(y + 16) { (Gene::show(gene.min)) }
                text.end x=(NAMES + RANGE) y=(y + 16) text-anchor="end" { (Gene::show(gene.max)) }
                rect.share x=(bars) y=(y - 6) height="12" rx="2"
                    width={ (format!("{:.1}", (BARS - 46) as f64 * share / most)) } {}
                text.end x={ (format!("{:.1}", bars as f64 + 6.0 + (BARS - 46) as f64 * share / most)) }
                    y=(y + 4) { (format!("{:.0} %", 100.0 * share)) }
            }
            @for (class, organisms) in layers {
                g class=(class) {
                    @for values in organisms.iter().take(MOST) { polyline points=(line(values)) {} }
                }
            }
            g.champion {
                polyline points=(line(strands.champion)) {}
                @for (row, (number, gene, _)) in genes.iter().enumerate() {
                    circle cx=(format!("{:.1}", x(gene, strands.champion[*number])))
                        cy=(middle(row)) r="4" {
                        title { (gene.name) ": " (Gene::show(strands.champion[*number])) }
                    }
                }
            }
            @for (row, (_, gene, _)) in genes.iter().enumerate() {
                @if let Some(published) = gene.published {
                    @let (x, y) = (x(gene, published), middle(row));
                    line.tick x1=(format!("{x:.1}")) x2=(format!("{x:.1}")) y1=(y - 9) y2=(y + 9) {}
                }
            }
        }
    };
    svg.into_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_go_through_the_values_and_bars_are_as_long_as_shares() {
        let gene = |name: &str, max: f64| Gene {
            name: name.into(),
            min: 0.0,
            max,
            published: None,
        };
        let genes = [(1, gene("b", 10.0), 0.5), (0, gene("a", 1.0), 0.25)];
        let svg = parallel(Strands {
            genes: &genes,
            first: &[vec![0.0, 0.0]],
            latest: &[vec![1.0, 10.0], vec![0.0, 5.0]],
            best: &[],
            champion: &[0.5, 7.5],
        });
        assert_eq!(svg.matches("<polyline").count(), 4);
        assert!(svg.contains("points=\"750.0,45 750.0,83\""), "{svg}");
        assert!(svg.contains("points=\"625.0,45 500.0,83\""), "{svg}");
        assert!(svg.contains("width=\"104.0\"") && svg.contains("width=\"52.0\""));
        assert!(svg.contains("b 50 %, a 25 %"));
    }
}

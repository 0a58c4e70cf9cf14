//! Genes over the generations, as a map of colours.

use maud::html;

use crate::{Gene, Heat};

/// From the lowest value of a gene to its highest: dark to light, blue to yellow, which all
/// eyes tell apart (J. R. Nuñez, C. R. Anderton, R. S. Renslow: cividis).
const COLOURS: [&str; 12] = [
    "#00224e", "#0c326c", "#31446b", "#4b556c", "#61666f", "#757575", "#8b8779", "#a29a76",
    "#baae6e", "#d3c361", "#ecda4b", "#fee838",
];

/// The size of a cell; the names of genes stand to the left of the map.
const CELL: usize = 9;
const ROW: usize = 15;
const NAMES: usize = 236;
const FOOT: usize = 24;

/// The map, each row a gene over its own range.
pub fn heat(heat: &Heat) -> String {
    let columns = heat.generations.len();
    let (width, height) = (CELL.max(640 / columns.max(1)), ROW * heat.rows.len());
    let (whole, last) = (NAMES + width * columns, columns.saturating_sub(1));
    let label = |column: usize| NAMES + width * column + width / 2;
    let svg = html! {
        svg.heat viewBox={ "0 0 " (whole + 20) " " (height + FOOT) } role="img"
            aria-label="the mean of each gene over the generations" {
            @for (number, row) in heat.rows.iter().enumerate() {
                @let y = ROW * number;
                text x=(NAMES - 8) y=(y + 11) text-anchor="end" { (shortened(&row.gene.name)) }
                @for (from, to, colour) in stretches(row.means.iter().map(|&mean| row.gene.share(mean))) {
                    @let shown = Gene::show(row.means[from]);
                    rect x=(NAMES + width * from) y=(y) width=(width * (to - from)) height=(ROW - 1)
                        fill=(COLOURS[colour]) {
                        title { (row.gene.name) ": " (shown) " in generation " (heat.generations[from]) }
                    }
                }
            }
            text.head x=(NAMES - 8) y=(height + 16) text-anchor="end" { "generation" }
            @for column in [0, last / 2, last] {
                @if column == 0 || columns > 4 {
                    text x=(label(column)) y=(height + 16) text-anchor="middle" {
                        (heat.generations[column])
                    }
                }
            }
        }
    };
    svg.into_string()
}

/// Names that are too long lose their middle.
pub fn shortened(name: &str) -> String {
    const MOST: usize = 32;
    match name.len() > MOST && name.is_ascii() {
        true => format!("{}…{}", &name[..MOST - 9], &name[name.len() - 8..]),
        false => name.into(),
    }
}

/// Neighbours of the same colour, as the first, the one after the last and the colour.
fn stretches(shares: impl Iterator<Item = f64>) -> Vec<(usize, usize, usize)> {
    let mut stretches: Vec<(usize, usize, usize)> = Vec::new();
    for (at, share) in shares.enumerate() {
        let colour = ((share * COLOURS.len() as f64) as usize).min(COLOURS.len() - 1);
        match stretches.last_mut() {
            Some((_, end, same)) if *same == colour => *end = at + 1,
            _ => stretches.push((at, at + 1, colour)),
        }
    }
    stretches
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neighbours_of_one_colour_are_one_shape() {
        let shares = [0.0, 0.05, 1.0, 1.0, f64::NAN].into_iter();
        assert_eq!(stretches(shares), [(0, 2, 0), (2, 4, 11), (4, 5, 0)]);
    }
}

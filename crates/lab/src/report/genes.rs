//! The genes of a champion beside other values.

use std::fmt::Write;

use engine::eval::Weights;
use engine::search::SearchParams;

use super::html::Text;
use crate::{Champion, Gene, Stage};

/// What pieces are worth by old custom.
const CLASSICAL: [(&str, u32); 5] = [
    ("PAWN_VALUE", 100),
    ("KNIGHT_VALUE", 300),
    ("BISHOP_VALUE", 300),
    ("ROOK_VALUE", 500),
    ("QUEEN_VALUE", 900),
];

/// A table of the genes of a champion.
pub fn genes(title: &str, stage: &Stage, champion: &Champion) -> String {
    let mut html = format!(
        "<h2>{}</h2>\n\
         <p class=\"soft\"><i class=\"key\"></i> the champion, over the range of the gene \
         <i class=\"key paper\"></i> the value the paper ended with</p>\n\
         <div class=\"table genes\"><table>\n<thead><tr><th>gene</th><th></th>\
         <th class=\"n\">champion</th><th class=\"n\">paper</th>\
         <th class=\"n\">classical</th></tr></thead>\n<tbody>\n",
        Text(title)
    );
    for (gene, &value) in stage.task.genes().iter().zip(&champion.genes) {
        let classical = CLASSICAL.iter().find(|(name, _)| *name == gene.name);
        writeln!(
            html,
            "<tr><td><code>{}</code><small>{}</small></td><td>{}</td><td class=\"n\"><b>{}</b></td>\
             <td class=\"n\">{}</td><td class=\"n\">{}</td></tr>",
            Text(&gene.name),
            Text(meaning(&gene.name)),
            bar(gene, value),
            Gene::show(value),
            gene.published.map_or(String::new(), Gene::show),
            classical.map_or(String::new(), |(_, value)| value.to_string()),
        )
        .expect("a string takes any text");
    }
    html + "</tbody></table></div>\n"
}

/// What a gene does, where that is declared.
fn meaning(name: &str) -> &'static str {
    let tables = [Weights::TABLE, SearchParams::TABLE];
    let found = tables
        .iter()
        .find_map(|table| Some(table.get(table.find(name)?)));
    found.map_or("", |spec| spec.meaning)
}

fn bar(gene: &Gene, value: f64) -> String {
    let width = gene.max - gene.min;
    if width <= 0.0 {
        return String::new();
    }
    let place = |value: f64| (100.0 * (value - gene.min) / width).clamp(0.0, 100.0);
    let tick = gene.published.map_or(String::new(), |published| {
        let x = place(published);
        format!("<line class=\"tick\" x1=\"{x:.1}\" x2=\"{x:.1}\" y1=\"0\" y2=\"16\"/>")
    });
    format!(
        "<svg class=\"bar\" viewBox=\"0 0 100 16\" preserveAspectRatio=\"none\" aria-hidden=\"true\">\
         <rect class=\"track\" width=\"100\" y=\"5\" height=\"6\"/>\
         <rect class=\"value\" width=\"{:.1}\" y=\"3\" height=\"10\"/>{tick}</svg>",
        place(value)
    )
}

//! The genes of a champion beside other values.

use engine::eval::Weights;
use engine::search::SearchParams;

use super::html::{Text, minus};
use super::table::{Head, Table};
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
    let genes = stage.experiment.genes();
    let mut table = Table::new([
        Head::Text("gene"),
        Head::Drawing("range"),
        Head::Number("champion"),
        Head::Number("paper"),
        Head::Number("classical"),
    ]);
    for (gene, &value) in genes.iter().zip(&champion.genes) {
        let classical = CLASSICAL.iter().find(|(name, _)| *name == gene.name);
        let show = |value| minus(&Gene::show(value));
        table.row([
            named(&gene.name),
            bar(gene, value),
            format!("<b>{}</b>", show(value)),
            gene.published.map_or(String::new(), show),
            classical.map_or(String::new(), |(_, value)| value.to_string()),
        ]);
    }
    let paper = match genes.iter().any(|gene| gene.published.is_some()) {
        true => " <i class=\"key paper\"></i> the value the paper ended with",
        false => "",
    };
    format!(
        "<h2>{}</h2>\n\
         <p class=\"soft\"><i class=\"key\"></i> the champion, over the range of the gene{paper}\
         </p>\n<div class=\"genes\">\n{}</div>\n",
        Text(title),
        table.html()
    )
}

/// A gene and what it does. Its name is broken after underscores only.
fn named(name: &str) -> String {
    let broken = Text(name).to_string().replace('_', "_<wbr>");
    match meaning(name) {
        "" => format!("<code>{broken}</code>"),
        meaning => format!("<code>{broken}</code><small>{}</small>", Text(meaning)),
    }
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

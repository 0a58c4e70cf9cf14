//! The genes of a champion beside other values.

use maud::{Markup, html};

use super::table::{Head, Table};
use super::text::{count, minus};
use crate::{Champion, Gene, Stage, meaning};

/// What pieces are worth by old custom.
const CLASSICAL: [(&str, u32); 5] = [
    ("PAWN_VALUE", 100),
    ("KNIGHT_VALUE", 300),
    ("BISHOP_VALUE", 300),
    ("ROOK_VALUE", 500),
    ("QUEEN_VALUE", 900),
];

/// More genes than this are more than a page can show.
const MOST: usize = 100;

/// A table of the genes of a champion.
pub fn genes(title: &str, stage: &Stage, champion: &Champion) -> Markup {
    let genes = stage.experiment.genes();
    let reference = stage.experiment.story().reference;
    let mut table = Table::new([
        Head::Text("gene"),
        Head::Drawing("range"),
        Head::Number("champion"),
        Head::Number(reference.name),
        Head::Number("classical"),
    ]);
    for (gene, &value) in genes.iter().zip(&champion.genes).take(MOST) {
        let classical = CLASSICAL.iter().find(|(name, _)| *name == gene.name);
        let show = |value| minus(&Gene::show(value));
        table.row([
            named(&gene.name),
            bar(gene, value),
            html! { b { (show(value)) } },
            html! { @if let Some(published) = gene.published { (show(published)) } },
            html! { @if let Some((_, value)) = classical { (value) } },
        ]);
    }
    let is_compared = genes.iter().any(|gene| gene.published.is_some());
    html! {
        h2 { (title) }
        p.soft {
            i.key {} " the champion, over the range of the gene"
            @if is_compared { " " i.key.paper {} " " (reference.what) }
        }
        div.genes { (table) }
        @if let Some(others @ 1..) = genes.len().checked_sub(MOST) {
            p.soft {
                "The first " (MOST) "; " code { "galapagos export --organisms" } " has the "
                (count(others as u64)) " others."
            }
        }
    }
}

/// A gene and what it does. Its name is broken after underscores only.
fn named(name: &str) -> Markup {
    let meaning = meaning(name);
    html! {
        code {
            @for part in name.split_inclusive('_') { (part) @if part.ends_with('_') { wbr; } }
        }
        @if !meaning.is_empty() { small { (meaning) } }
    }
}

fn bar(gene: &Gene, value: f64) -> Markup {
    let width = gene.max - gene.min;
    let place = |value: f64| {
        let share = (100.0 * (value - gene.min) / width).clamp(0.0, 100.0);
        format!("{share:.1}")
    };
    html! {
        @if width > 0.0 {
            svg.bar viewBox="0 0 100 16" preserveAspectRatio="none" aria-hidden="true" {
                rect.track width="100" y="5" height="6" {}
                rect.value width=(place(value)) y="3" height="10" {}
                @if let Some(x) = gene.published.map(place) {
                    line.tick x1=(x) x2=(x) y1="0" y2="16" {}
                }
            }
        }
    }
}

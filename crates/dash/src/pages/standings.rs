//! How the players of a match or a tournament stand.

use arena::stats::{Decision, Estimate, Pentanomial, Sprt};
use arena::tournament::Chronicle;
use lab::plot;
use lab::report::{Head as Column, Table, clean, count, minus};
use maud::{Markup, html};

use super::layout::{NARROW, sized};

/// Points of the course of a test.
const POINTS: usize = 300;

/// The size of its chart.
const SIZE: (u32, u32) = (1060, 260);

/// The results of a record so far; nothing where it has none.
pub fn standings(chronicle: &Chronicle) -> Markup {
    if chronicle.pairs().is_empty() {
        return html! {};
    }
    let table = chronicle.table();
    html! {
        h2 { (clean(chronicle.event())) }
        @if let [_, _] = chronicle.players() {
            (of_two(chronicle, &table.cell(0, 1)))
        }
        (rated(chronicle))
    }
}

fn of_two(chronicle: &Chronicle, results: &Pentanomial) -> Markup {
    let first = clean(&chronicle.players()[0]);
    let elo = results.elo();
    let by_score = results.by_score().map(|count| count.to_string()).join(", ");
    html! {
        ul.cards {
            li { b { (signed(elo.value)) " Elo" } span { "for " (first) "; 95\u{a0}%: " (interval(elo)) } }
            li {
                b { (percent(results.score())) }
                span {
                    "+" (results.wins()) " =" (results.draws()) " −" (results.losses())
                    " of " (count(results.games())) " games"
                }
            }
            li { b { (count(results.pairs())) } span { "pairs; with 0, ½, 1, 1½ and 2 points: " (by_score) } }
            li { b { (percent(results.los())) } span { "likelihood that it is the stronger one" } }
        }
        @if let Some(test) = chronicle.test() { (tested(chronicle, test, results)) }
    }
}

/// A sequential test and its course.
fn tested(chronicle: &Chronicle, test: &Sprt, results: &Pentanomial) -> Markup {
    let (low, high) = test.bounds();
    let llr = test.llr(results);
    let verdict = match test.decide(results) {
        Decision::Continue => "undecided",
        Decision::AcceptH0 => "the first accepted",
        Decision::AcceptH1 => "the second accepted",
    };
    // In hundredths of the way from one bound to the other.
    let way = (100.0 * (llr - low) / (high - low)).clamp(0.0, 100.0);
    html! {
        figure.sprt {
            h3 { "Sequential test: " (minus(&test.to_string().replacen(' ', " or ", 1))) }
            p #llr {
                "LLR " b { (minus(&format!("{llr:.2}"))) } " between "
                (minus(&format!("{low:.2}"))) " and " (minus(&format!("{high:.2}"))) ": "
                (verdict)
                " " progress max="100" value=(format!("{way:.0}"))
                    aria-label="way from the lower bound to the upper" {}
            }
            @let course = chronicle.course(POINTS);
            @let draw = |size| plot::sequential(test, &course, size);
            div role="img" aria-label="the course of the test" { (sized(draw(SIZE), draw(NARROW))) }
            figcaption { "The logarithm of the likelihood ratio after each pair; at a bound the test ends." }
        }
    }
}

/// All players, the best first.
fn rated(chronicle: &Chronicle) -> Table {
    let (table, players) = (chronicle.table(), chronicle.players());
    let ratings = table.ratings();
    let mut order: Vec<_> = (0..players.len()).collect();
    order.sort_by(|&a, &b| ratings.elo(b).value.total_cmp(&ratings.elo(a).value));
    let mut rows = Table::new([
        Column::Text("player"),
        Column::Number("Elo"),
        Column::Number("95 % interval"),
        Column::Number("score"),
        Column::Number("games"),
        Column::Number("drawn"),
    ]);
    for player in order {
        let (elo, results) = (ratings.elo(player), table.total(player));
        rows.row([
            html! { (clean(&players[player])) },
            html! { b { (signed(elo.value)) } },
            html! { (interval(elo)) },
            html! { (percent(results.score())) },
            html! { (count(results.games())) },
            html! { (percent(results.draw_ratio())) },
        ]);
    }
    rows
}

/// `+12.3`; `?` where there is no number.
pub fn signed(value: f64) -> String {
    match value {
        value if value.is_nan() => "?".into(),
        f64::INFINITY => "+∞".into(),
        f64::NEG_INFINITY => "−∞".into(),
        value => minus(&format!("{value:+.1}")),
    }
}

/// `+4.5 to +20.1`.
pub fn interval(Estimate { low, high, .. }: Estimate) -> String {
    format!("{} to {}", signed(low), signed(high))
}

/// `51.2 %`; `?` where there is no number.
pub fn percent(share: f64) -> String {
    match share.is_nan() {
        true => "?".into(),
        false => format!("{:.1} %", 100.0 * share),
    }
}

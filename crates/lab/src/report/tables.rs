//! Matches, held-out positions, effort and time.

use arena::stats::Estimate;
use evo::Effort;
use journal::Reader;
use maud::{Markup, html};

use super::clock::Clock;
use super::table::{Head, Table};
use super::text::{count, minus, time};
use crate::{HeldOut, Proof, Recipe, Solved};

/// Width of the picture of an interval.
const WIDTH: f64 = 200.0;

/// The table of matches; nothing where there are none.
pub fn matches(proofs: &[Proof]) -> Markup {
    let mut table = Table::new([
        Head::Text("the champion against"),
        Head::Number("won, drawn, lost"),
        Head::Number("Elo"),
        Head::Number("95 % interval"),
        Head::Number("the paper"),
        Head::Drawing("interval"),
    ]);
    let scale = Scale::of(proofs);
    for proof in proofs {
        let paper = proof.opponent.published_elo();
        let elo = proof.results.elo();
        let name = html! {
            (proof.opponent.name())
            small { (proof.opponent.meaning()) "; " (count(proof.nodes)) " nodes a move" }
        };
        let paper = html! { @if let Some(paper) = paper { (signed(paper)) } };
        let [games, value, interval, range] = match proof.results.games() {
            0 => [html! {}, html! { "the same" }, html! {}, html! {}],
            _ => [
                html! { (minus(&proof.games())) },
                html! { b { (signed(elo.value)) } },
                html! { (signed(elo.low)) " to " (signed(elo.high)) },
                scale.draw(elo),
            ],
        };
        table.row([name, games, value, interval, paper, range]);
    }
    html! {
        @if !table.is_empty() {
            h2 { "Matches" }
            p.soft {
                "Pairs of games from one opening with both colours. The dashed line is no \
                 difference."
            }
            (table)
        }
    }
}

/// A number of Elo with its sign, as far as it is known.
fn signed(elo: f64) -> String {
    match elo {
        f64::INFINITY => "+∞".into(),
        f64::NEG_INFINITY => "−∞".into(),
        _ => minus(&format!("{elo:+.0}")),
    }
}

/// One axis for all intervals.
struct Scale {
    low: f64,
    high: f64,
}

impl Scale {
    fn of(proofs: &[Proof]) -> Self {
        let played = proofs.iter().filter(|proof| proof.results.games() > 0);
        let ends = played.flat_map(|proof| {
            let elo = proof.results.elo();
            [elo.low, elo.high, elo.value]
        });
        let finite = ends.filter(|end| end.is_finite());
        let (low, high) = finite.fold((-50.0_f64, 50.0_f64), |(low, high), end| {
            (low.min(end), high.max(end))
        });
        Self { low, high }
    }

    fn place(&self, elo: f64) -> f64 {
        let share = (elo.clamp(self.low, self.high) - self.low) / (self.high - self.low);
        4.0 + share * (WIDTH - 8.0)
    }

    fn draw(&self, elo: Estimate) -> Markup {
        let places = [elo.low, elo.high, elo.value, 0.0].map(|x| self.place(x));
        let [low, high, value, zero] = places.map(|place| format!("{place:.1}"));
        html! {
            svg.range viewBox={ "0 0 " (WIDTH) " 16" } preserveAspectRatio="none" role="img"
                aria-label="interval" {
                line.axis x1=(zero) x2=(zero) y1="0" y2="16" {}
                line.reach x1=(low) x2=(high) y1="8" y2="8" {}
                circle.value cx=(value) cy="8" r="4" {}
            }
        }
    }
}

/// The table of positions not used in breeding; nothing where they were not tried.
pub fn held_out(held_out: Option<HeldOut>) -> Markup {
    let mut table = Table::new([
        Head::Text("what"),
        Head::Number("generation 0, mean"),
        Head::Number("generation 0, best"),
        Head::Number("EVOL0"),
        Head::Number("champion"),
        Head::Number("the paper"),
    ]);
    let moves = held_out.and_then(|held_out| held_out.moves);
    let suite = held_out.and_then(|held_out| held_out.suite);
    let rows = [
        ("moves predicted, by the evaluation alone", moves, true),
        ("puzzles solved, by the search", suite, false),
    ];
    for (what, solved, has_paper) in rows {
        if let Some(solved) = solved {
            let cell = |number: f64| html! { (percent(&solved, number)) };
            table.row([
                html! { (what) small { (count(solved.of)) " positions" } },
                cell(solved.generation_0),
                cell(solved.generation_0_best),
                solved.evol0.map_or(html! {}, cell),
                html! { b { (percent(&solved, solved.champion)) } },
                html! { @if has_paper { "30.4 %" small { "of grandmasters" } } },
            ]);
        }
    }
    html! {
        @if !table.is_empty() {
            h2 { "Positions not used in breeding" }
            (table)
        }
    }
}

/// A number of positions in percent.
pub fn percent(solved: &Solved, number: f64) -> String {
    format!("{:.1} %", solved.percent(number))
}

/// What each part did, what it cost and how long it took.
pub fn parts(
    reader: &Reader,
    recipe: &Recipe,
    clock: &Clock,
    proofs: &[Proof],
) -> Result<Markup, journal::Error> {
    let mut table = Table::new([
        Head::Text("part"),
        Head::Number("generations"),
        Head::Number("effort"),
        Head::Number("time"),
    ]);
    let named = |title: &str, story: &str| {
        html! { (title) @if !story.is_empty() { small { (story) } } }
    };
    let figures = reader.generations(None)?;
    for (stage, &seconds) in recipe.stages.iter().zip(&clock.stages) {
        let own = figures
            .iter()
            .filter(|figures| stage.phases().contains(&figures.place.phase));
        let effort = own.fold(Effort::default(), |sum, one| {
            let mut sum = sum;
            sum += one.stats.effort;
            sum
        });
        let generations = match stage.runs.get() {
            1 => count(stage.generations.into()),
            runs => format!("{runs} × {}", count(stage.generations.into())),
        };
        table.row([
            named(&recipe.stage_title(stage), stage.experiment.story().what),
            html! { (generations) },
            effort_text(effort),
            html! { (time(seconds)) },
        ]);
    }
    if !recipe.trials().is_empty() {
        let games = proofs.iter().map(|proof| proof.results.games()).sum();
        let effort = Effort {
            games,
            ..Effort::default()
        };
        let story = "what the champion is worth: matches, and positions not used in breeding";
        table.row([
            named("proof", story),
            html! {},
            effort_text(effort),
            html! { (time(clock.trials)) },
        ]);
    }
    let total = html! { b { (time(clock.total())) } };
    table.row([html! { "all" }, html! {}, html! {}, total]);
    Ok(html! {
        h2 { "Effort and time" }
        (table)
    })
}

fn effort_text(effort: Effort) -> Markup {
    let counts = [
        (effort.games, "games"),
        (effort.positions, "positions"),
        (effort.nodes, "nodes"),
    ];
    let counts = counts.iter().filter(|(number, _)| *number > 0);
    html! {
        @for (at, (number, what)) in counts.enumerate() {
            @if at > 0 { br; }
            (count(*number)) " " (what)
        }
    }
}

//! Matches, held-out positions, effort and time.

use arena::stats::Estimate;
use evo::Effort;
use journal::Reader;

use super::clock::Clock;
use super::html::{Text, count, minus, time};
use super::table::{Head, Table};
use crate::{HeldOut, Proof, Recipe, Solved};

/// Width of the picture of an interval.
const WIDTH: f64 = 200.0;

/// The table of matches; nothing where there are none.
pub fn matches(proofs: &[Proof]) -> String {
    if proofs.is_empty() {
        return String::new();
    }
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
        let name = format!(
            "{}<small>{}; {} nodes a move</small>",
            Text(proof.opponent.name()),
            Text(proof.opponent.meaning()),
            count(proof.nodes),
        );
        let paper = proof.opponent.published_elo();
        let paper = paper.map_or(String::new(), signed);
        let elo = proof.results.elo();
        let [games, value, interval, range] = match proof.results.games() {
            0 => ["", "the same", "", ""].map(Into::into),
            _ => [
                minus(&proof.games()),
                format!("<b>{}</b>", signed(elo.value)),
                format!("{} to {}", signed(elo.low), signed(elo.high)),
                scale.draw(elo),
            ],
        };
        table.row([name, games, value, interval, paper, range]);
    }
    format!(
        "<h2>Matches</h2>\n\
         <p class=\"soft\">Pairs of games from one opening with both colours. The dashed line \
         is no difference.</p>\n{}",
        table.html()
    )
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

    fn draw(&self, elo: Estimate) -> String {
        let [low, high, value, zero] = [elo.low, elo.high, elo.value, 0.0].map(|x| self.place(x));
        format!(
            "<svg class=\"range\" viewBox=\"0 0 {WIDTH} 16\" preserveAspectRatio=\"none\" \
             role=\"img\" aria-label=\"interval\">\
             <line class=\"axis\" x1=\"{zero:.1}\" x2=\"{zero:.1}\" y1=\"0\" y2=\"16\"/>\
             <line class=\"reach\" x1=\"{low:.1}\" x2=\"{high:.1}\" y1=\"8\" y2=\"8\"/>\
             <circle class=\"value\" cx=\"{value:.1}\" cy=\"8\" r=\"4\"/></svg>"
        )
    }
}

/// The table of positions not used in breeding; nothing where they were not tried.
pub fn held_out(held_out: Option<HeldOut>) -> String {
    let mut table = Table::new([
        Head::Text("what"),
        Head::Number("generation 0, mean"),
        Head::Number("generation 0, best"),
        Head::Number("EVOL0"),
        Head::Number("champion"),
        Head::Number("the paper"),
    ]);
    let Some(held_out) = held_out else {
        return String::new();
    };
    let rows = [
        (
            "moves foreseen, by the evaluation alone",
            held_out.moves,
            "30.4 %<small>of grandmasters</small>",
        ),
        ("puzzles solved, by the search", held_out.suite, ""),
    ];
    for (what, solved, paper) in rows {
        if let Some(solved) = solved {
            let cell = |number: Option<f64>| number.map_or(String::new(), |n| percent(&solved, n));
            table.row([
                format!("{what}<small>{} positions</small>", count(solved.of)),
                cell(Some(solved.generation_0)),
                cell(Some(solved.generation_0_best)),
                cell(solved.evol0),
                format!("<b>{}</b>", percent(&solved, solved.champion)),
                paper.into(),
            ]);
        }
    }
    match table.html() {
        html if html.is_empty() => html,
        html => format!("<h2>Positions not used in breeding</h2>\n{html}"),
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
) -> Result<String, journal::Error> {
    let mut table = Table::new([
        Head::Text("part"),
        Head::Number("generations"),
        Head::Number("effort"),
        Head::Number("time"),
    ]);
    let named = |title: &str, story: &str| match story {
        "" => title.to_owned(),
        _ => format!("{title}<small>{story}</small>"),
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
            named(stage.title(), stage.experiment.story().what),
            generations,
            effort_text(effort),
            time(seconds),
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
            String::new(),
            effort_text(effort),
            time(clock.trials),
        ]);
    }
    let total = format!("<b>{}</b>", time(clock.total()));
    table.row(["all".into(), String::new(), String::new(), total]);
    Ok(format!("<h2>Effort and time</h2>\n{}", table.html()))
}

fn effort_text(effort: Effort) -> String {
    let counts = [
        (effort.games, "games"),
        (effort.positions, "positions"),
        (effort.nodes, "nodes"),
    ];
    let counts = counts.iter().filter(|(number, _)| *number > 0);
    let texts: Vec<_> = counts
        .map(|(number, what)| format!("{} {what}", count(*number)))
        .collect();
    texts.join("<br>")
}

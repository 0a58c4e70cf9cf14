//! Matches, held-out positions, effort and time.

use std::fmt::Write;

use arena::stats::Estimate;
use evo::Effort;
use journal::Reader;

use super::clock::Clock;
use super::html::{Text, count, time};
use crate::{HeldOut, Proof, Recipe, Solved, Stage, Task};

/// Width of the picture of an interval.
const WIDTH: f64 = 200.0;

/// The table of matches; nothing where there are none.
pub fn matches(proofs: &[Proof]) -> String {
    if proofs.is_empty() {
        return String::new();
    }
    let mut html = String::from(
        "<h2>Matches</h2>\n\
         <p class=\"soft\">Pairs of games from one opening with both colours. The range is the \
         95 % interval, the dashed line no difference.</p>\n\
         <div class=\"table\"><table>\n<thead><tr><th>the champion against</th>\
         <th class=\"n wide\">won, drawn, lost</th><th class=\"n\">Elo</th>\
         <th class=\"wide\"></th><th class=\"n\">the paper</th></tr></thead>\n<tbody>\n",
    );
    let scale = Scale::of(proofs);
    for proof in proofs {
        let elo = proof.results.elo();
        let paper = proof.opponent.published_elo();
        let paper = paper.map_or("–".into(), |elo| format!("{elo:+.0}"));
        let (games, value, interval, range) = match proof.results.games() {
            0 => (
                String::new(),
                "the same".into(),
                String::new(),
                String::new(),
            ),
            _ => (
                proof.games(),
                signed(elo.value),
                format!("{} to {}", signed(elo.low), signed(elo.high)),
                scale.draw(elo),
            ),
        };
        writeln!(
            html,
            "<tr><th scope=\"row\">{}<small>{}; {} nodes a move</small></th>\
             <td class=\"n wide\">{games}</td><td class=\"n\"><b>{value}</b><small>{interval}</small></td>\
             <td class=\"wide\">{range}</td><td class=\"n\">{paper}</td></tr>",
            Text(proof.opponent.name()),
            Text(proof.opponent.meaning()),
            count(proof.nodes),
        )
        .expect("a string takes any text");
    }
    html + "</tbody></table></div>\n"
}

/// A number of Elo with its sign, as far as it is known.
fn signed(elo: f64) -> String {
    match elo {
        f64::INFINITY => "+∞".into(),
        f64::NEG_INFINITY => "−∞".into(),
        _ => format!("{elo:+.0}").replace('-', "−"),
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

/// The table of positions that nobody was bred on; nothing where they were not tried.
pub fn held_out(held_out: Option<HeldOut>) -> String {
    let rows = held_out.map_or_else(Vec::new, |held_out| {
        let moves = held_out.moves.map(|solved| {
            let what = "moves foreseen, by the evaluation alone";
            (what, solved, Some("30.4 %<small>of grandmasters</small>"))
        });
        let suite = held_out.suite.map(|solved| {
            let what = "right moves of the suite, by the search";
            (what, solved, None)
        });
        moves.into_iter().chain(suite).collect()
    });
    if rows.is_empty() {
        return String::new();
    }
    let mut html = String::from(
        "<h2>Positions that nobody was bred on</h2>\n\
         <div class=\"table\"><table>\n<thead><tr><th>what</th>\
         <th class=\"n\">at random</th><th class=\"n wide\">EVOL0</th>\
         <th class=\"n\">champion</th><th class=\"n\">the paper</th></tr></thead>\n<tbody>\n",
    );
    for (what, solved, paper) in rows {
        let cell = |number: f64| percent(&solved, number);
        writeln!(
            html,
            "<tr><th scope=\"row\">{what}<small>{} positions</small></th><td class=\"n\">{}</td>\
             <td class=\"n wide\">{}</td><td class=\"n\"><b>{}</b></td><td class=\"n\">{}</td></tr>",
            count(solved.of),
            cell(solved.generation_0),
            solved.evol0.map_or("–".into(), cell),
            cell(solved.champion),
            paper.unwrap_or("–"),
        )
        .expect("a string takes any text");
    }
    html + "</tbody></table></div>\n"
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
    let mut html = String::from(
        "<h2>Effort and time</h2>\n\
         <div class=\"table\"><table>\n<thead><tr><th>part</th><th class=\"n wide\">generations</th>\
         <th class=\"n\">effort</th><th class=\"n\">time</th></tr></thead>\n<tbody>\n",
    );
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
        row(
            &mut html,
            stage.task.title(),
            story(stage),
            &generations,
            effort,
            seconds,
        );
    }
    if !recipe.trials().is_empty() {
        let games = proofs.iter().map(|proof| proof.results.games()).sum();
        let effort = Effort {
            games,
            ..Effort::default()
        };
        let story = "what the champion is worth: matches, and positions nobody was bred on";
        row(&mut html, "proof", story, "", effort, clock.trials);
    }
    writeln!(
        html,
        "<tr><th scope=\"row\">all</th><td class=\"wide\"></td><td></td><td class=\"n\"><b>{}</b></td></tr>\n\
         </tbody></table></div>",
        time(clock.total())
    )
    .expect("a string takes any text");
    Ok(html)
}

fn row(html: &mut String, title: &str, story: &str, generations: &str, effort: Effort, s: f64) {
    let counts = [
        (effort.games, "games"),
        (effort.positions, "positions"),
        (effort.nodes, "nodes"),
    ];
    let counts = counts.iter().filter(|(number, _)| *number > 0);
    let effort: Vec<_> = counts
        .map(|(number, what)| format!("{} {what}", count(*number)))
        .collect();
    writeln!(
        html,
        "<tr><th scope=\"row\">{title}<small>{story}</small></th>\
         <td class=\"n wide\">{generations}</td><td class=\"n\">{}</td><td class=\"n\">{}</td></tr>",
        effort.join("<br>"),
        time(s)
    )
    .expect("a string takes any text");
}

/// What a stage does.
const fn story(stage: &Stage) -> &'static str {
    match stage.task {
        Task::Mimic(..) => "random numbers learn to foresee moves",
        Task::Mentor(..) => "random numbers come close to the scores of a mentor",
        Task::Coevolve(..) => "the evaluations play each other and have children",
        Task::Final(..) => "the first and the last generation meet; the most points win",
        Task::Tactics(..) => "random searches learn to find right moves with few nodes",
        _ => "",
    }
}
